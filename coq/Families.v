(** What is said of all constants at once, and of growth, beside docs/SEMANTICS.md: *Best constants and growth*. *)
From Coq Require Import Reals ZArith List Lra Lia.
From Dptheory Require Import Semantics Shallow.
Import ListNotations.
Open Scope R_scope.

Definition constant (k : term) : Prop := forall r r', ev r k = ev r' k.

(** [f = O(g)] as variable [n] grows, on the domain of [c], whose conclusion is not looked at: one constant [k], from a start
    on; and there are points of the domain at which [n] is as large as you like. *)
Definition bounded (c : claim) (n : nat) (f k g : term) (start : list relation) : Prop :=
  constant k /\
  (forall r, inside c r -> all r (sort c) start ->
    (def r (sort c) f /\ def r (sort c) g) /\ Rabs (ev r f) <= ev r k * Rabs (ev r g)) /\
  (forall t, t >= 1 -> exists r, r n >= t /\ inside c r).

(** [k] is the best constant for variable [i] of [c], the least or the greatest: the claim holds with it; with every number
    beyond [b] that the conditions on it alone, [limits], allow it fails at some point. *)
Definition best (least : bool) (c : claim) (i : nat) (k b : term) (limits : list relation) : Prop :=
  (exists r, r i = ev r k /\ inside c r) /\
  (forall r, r i = ev r k -> inside c r -> holds r (sort c) (concludes c)) /\
  (forall r, (if least then r i < ev r b else r i > ev r b) -> all r (sort c) limits ->
    exists r', r' i = r i /\ inside c r' /\ ~ holds r' (sort c) (concludes c)).

(** Nothing below is trusted. *)
Definition inside_by_values : (env -> term -> R) -> claim -> env -> Prop :=
  ltac:(let t := eval cbv delta [inside all holds def] in inside in
        let t := eval pattern ev in t in match t with ?f _ => exact f end).
Lemma inside_by_val c r : inside_by_values val c r -> inside c r.
Proof. rewrite <- ev_val. exact (fun H => H). Qed.
Definition best_by_values : (env -> term -> R) -> bool -> claim -> nat -> term -> term -> list relation -> Prop :=
  ltac:(let t := eval cbv delta [best inside all holds def] in best in
        let t := eval pattern ev in t in match t with ?f _ => exact f end).
Lemma best_by_val least c i k b limits : best_by_values val least c i k b limits -> best least c i k b limits.
Proof. rewrite <- ev_val. exact (fun H => H). Qed.

Lemma all_app r s a b : all r s (a ++ b) <-> all r s a /\ all r s b.
Proof. induction a as [|x a IH]; cbn [app all]; tauto. Qed.
Lemma bounded_by c n f k g g' start : g' = g \/ g' = Neg g -> constant k -> (forall r, 0 <= ev r k) ->
  valid (Claim (integers c) (conditions c ++ start) (LE, f, Mul k g')) ->
  valid (Claim (integers c) (conditions c ++ start) (LE, Neg f, Mul k g')) ->
  (forall t, t >= 1 -> exists r, r n >= t /\ inside c r) -> bounded c n f k g start.
Proof.
  intros G K P A B T. split; [exact K | split; [|exact T]]. intros r [I J] S.
  assert (W : all r (sort c) (conditions c ++ start)) by now apply all_app.
  destruct (A r (conj I W)) as ((Df & _ & Dg) & L), (B r (conj I W)) as (_ & M). cbn [compare ev] in *.
  assert (D : def r (sort c) g) by (destruct G as [->| ->]; exact Dg). split; [exact (conj Df D)|].
  assert (N : ev r g' <= Rabs (ev r g)) by (destruct G as [->| ->]; cbn [ev]; [|rewrite <- Rabs_Ropp]; apply Rle_abs).
  specialize (P r). assert (ev r k * ev r g' <= ev r k * Rabs (ev r g)) by (apply Rmult_le_compat_l; auto).
  apply Rabs_le. lra.
Qed.

Lemma above x : exists y, isint y /\ y >= x.
Proof. exists (IZR (up x)). split. now exists (up x). pose proof (archimed x). lra. Qed.
Ltac spread := cbv [inside_by_values best_by_values]; shown.
