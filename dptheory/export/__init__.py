"""Certificates and statements for another kernel: theorems and scripts for Coq. Untrusted, but for
`statement` and `logic.printing`."""
