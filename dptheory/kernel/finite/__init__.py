"""The checker of worst cases on finite worlds: exact, without search and without floating point.

`linear` checks solutions and multipliers of rational linear programs, `questions` says what data sets there
are, which are neighbours, and what is asked of all mechanisms, `check` reads a certificate and says
*refuted* or *checked*.
"""
