(** What is believed of the gamma functions without a proof here; nothing else in this folder is an axiom. *)
From Coq Require Import Reals.
From Dptheory Require Import Semantics.
Open Scope R_scope.

Axiom gamma_half : gamma (1 / 2) = sqrt PI.
Axiom gamma_log_convex : forall a b, a > 0 -> b > 0 -> gamma ((a + b) / 2) ^ 2 <= gamma a * gamma b.
Axiom gamma_between : forall a s, a > 0 -> s >= 0 -> s <= 1 ->
  gamma (a + s) <= power a s * gamma a /\ gamma a * a <= power (a + s) (1 - s) * gamma (a + s).
Axiom uppergamma_chernoff : forall a x s, a > 0 -> x >= 0 -> s >= 0 -> s < 1 ->
  uppergamma a x <= gamma a * power (1 / (1 - s)) a * exp (- s * x).
Axiom uppergamma_union : forall n x, isint n -> n >= 1 -> x >= 0 -> uppergamma n x <= gamma n * n * exp (- x / n).
