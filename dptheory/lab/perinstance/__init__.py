"""Per-instance privacy in numbers: what one record of one data set gives away, exactly.

`pairs` has the trade-off between eps and delta of a data set and a record, in closed form, for one posterior
sample of ridge regression and for Gaussian noise; `guesses` finds eps in floating point, many records at a
time, and decides nothing; `certified` affirms the numbers by Arb. `gram` and `ridge` enclose leverages and
residuals, `smooth` the distance of two minimisers of a smooth loss, `worst` the largest eps over all records
in stated bounds. `exposing` puts them together; `reading` takes files and arrays.

Neighbours are add/remove throughout: the data set has the record, or it does not.
"""

from __future__ import annotations
