(** Finite worlds (docs/SEMANTICS.md): what is claimed of all mechanisms of a world. Records are numbers, a data set is a
    list of them, in order or not; K z h is the chance that a mechanism gives the outcome h on z. *)
From Coq Require Import Reals List Lra Lia.
Import ListNotations.
Open Scope R_scope.

Definition dataset : Type := list nat.
Fixpoint over (hs : list nat) (f : nat -> R) : R := match hs with [] => 0 | h :: k => f h + over k f end.
Fixpoint count (x : nat) (z : dataset) : nat :=
  match z with [] => 0%nat | y :: k => ((if Nat.eqb x y then 1 else 0) + count x k)%nat end.
Definition same (y z : dataset) : Prop := forall x, count x y = count x z.

(** Which data sets are neighbours: one entry replaced, or added or removed; of sequences, and of multisets. *)
Definition replaced_in_order (y z : dataset) : Prop := exists k x x' l, y = k ++ x :: l /\ z = k ++ x' :: l.
Definition replaced (y z : dataset) : Prop := exists k x x', same y (x :: k) /\ same z (x' :: k).
Definition removed_in_order (y z : dataset) : Prop := exists k x l, y = k ++ x :: l /\ z = k ++ l.
Definition removed (y z : dataset) : Prop := exists k x, same y (x :: k) /\ same z k.
Definition either (near : dataset -> dataset -> Prop) (y z : dataset) : Prop := near y z \/ near z y.

(** A law on the outcomes 0, ..., m - 1 for each data set; (eps, delta)-privacy with r = e^eps, for every event. *)
Definition mechanism (sets : list dataset) (m : nat) (K : dataset -> nat -> R) : Prop :=
  forall z, In z sets -> (forall h, In h (seq 0 m) -> 0 <= K z h) /\ over (seq 0 m) (K z) = 1.
Definition private (near : dataset -> dataset -> Prop) (sets : list dataset) (m : nat) (r delta : R)
  (K : dataset -> nat -> R) : Prop :=
  forall y z event, In y sets -> In z sets -> near y z -> NoDup event -> incl event (seq 0 m) ->
    over event (K y) <= r * over event (K z) + delta.

Ltac member := cbn; tauto.
Ltac same := let x := fresh in intro x; cbn [count]; lia.
Ltac event := first [(repeat constructor; cbn; intuition lia) | (intros ? ?; cbn in *; tauto)].
Ltac bounded := cbn [over seq] in *; lra.
