"""The experiments of Wang 2019, sections 2.2 and 4.3, rerun, and AdaOPS beside the Cramer-Rao bound.

The source does not print its parameters: `choices` has ours. `studies` are the data, `experiments` what is
computed, `efficiency` the errors of AdaOPS, `claims` what the text says and whether it is seen, `report` and
`figures` write, `run` puts it together.
"""
