"""Rules about passing from one data set to another record by record, about disjoint events, about what is not
the case, and about replacing at two places.

Entries of the numbered list in ``rules.py``, with the conventions that stand there.
"""

from __future__ import annotations

from typing import Final

from ..entries import entries

STEPS: Final = entries("""
data-steps  phi: int, data -> prop; S: data; T: data
  if phi(0, S);
        forall j: int. forall U: data. 0 <= j and j < n and phi(j, U)
        implies phi(j + 1, replace(U, j + 1, item(T, j + 1)))
  then phi(n, T)
  since Let U(0) = S and U(j + 1) be U(j) with its record j + 1 replaced by that of T. By induction phi(j,
        U(j)) for j = 0, ..., n. The first j records of U(j) are those of T, so U(n) = T.

prob-disjoint  mu: law(?); phi: int, ? -> prop; psi: ? -> prop; m: int
  if forall i: int. 1 <= i and i <= m implies forall j: int. i + 1 <= j and j <= m
        implies forall x: ?. phi(i, x) implies not phi(j, x);
        forall i: int. 1 <= i and i <= m implies forall x: ?. phi(i, x) implies psi(x)
  then sum[i, 1, m](P[x ~ mu](phi(i, x))) <= P[x ~ mu](psi(x))
  since The events phi(1), ..., phi(m) are pairwise disjoint, so the sum is the chance of their union (0 if m
        < 1), which lies in psi.

not-at-most  x: real; y: real  if y < x  then not x <= y  since The order is total.
not-at-most-above  x: real; y: real  if not x <= y  then y < x  since The order is total.

replace-apart  S: data; i: int; j: int; y: record; z: record
  if 1 <= i; i < j; j <= n
  then replace(replace(S, i, y), j, z) = replace(replace(S, j, z), i, y)
  since Both have y in the place i, z in the place j, another one, and the records of S in the rest.

contraposition  p: prop; q: prop  if p implies q; not q  then not p  since If p held so would q.
""")
