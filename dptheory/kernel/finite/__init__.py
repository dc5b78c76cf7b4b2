"""The checker of worst cases on finite worlds: exact, without search and without floating point.

`linear` checks solutions and multipliers of rational linear programs, `worlds` says what data sets there
are and which are neighbours, `questions` what is asked of all mechanisms, `check` reads a certificate and
says *refuted* or *checked*.
"""
