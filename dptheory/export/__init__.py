"""Certificates for another kernel: theorems and scripts for Coq. Untrusted, but for `statement`."""
