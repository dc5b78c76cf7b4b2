(** What scripts call. A tactic cannot prove what is false; nothing here is trusted. *)
From Coq Require Export Reals ZArith List Lra Lia Psatz.
From Coquelicot Require Export Coquelicot.
From Interval Require Export Tactic.
From Dptheory Require Export Shallow Axioms Facts Rules Semantics.
Export ListNotations.
Open Scope R_scope.

Definition point (l : list R) : env := fun i => nth i l 0.
Ltac tidy := repeat match goal with H : _ /\ _ |- _ => destruct H | H : True |- _ => clear H end.

(** Integers. *)
Ltac whole := repeat match goal with
  | H : isint ?x |- isint ?x => exact H
  | |- isint (IZR ?z) => exists z; reflexivity
  | |- isint (_ + _) => apply isint_add | |- isint (_ - _) => apply isint_sub | |- isint (_ * _) => apply isint_mul
  | |- isint (- _) => apply isint_neg | |- isint (_ ^ _) => apply isint_pow
  | |- isint (rfloor _) => apply isint_floor | |- isint (rceil _) => apply isint_ceil end.

(** What the context says, or says with a little arithmetic. *)
Ltac known := first [assumption | exact I | lra | (intro; lra) | (intro; nra)
  | (apply Rgt_not_eq; first [assumption | apply exp_pos]) | apply exp_pos | (apply Rlt_not_eq; assumption)
  | (left; solve [assumption | lra | (intro; lra)]) | (right; solve [assumption | lra]) | solve [whole]].
Ltac finish := repeat match goal with |- _ /\ _ => split | |- True => exact I end; try solve [known].
Ltac same := first [reflexivity | ring | (field; finish)].

(** Comparisons of numbers. *)
Ltac cut_extremes := unfold Rmax, Rmin; repeat destruct Rle_dec.
Ltac exactly := first [lra | (cut_extremes; unfold Rabs; repeat destruct Rcase_abs; lra) | (simpl; lra) | interval
  | (repeat rewrite ?Rabs_right, ?ln_1, ?exp_0, ?sqrt_0, ?sqrt_1, ?sin_0, ?cos_0 by lra; lra) | (apply sqrt_lem_1; lra)
  | (cbv; lra)].
Ltac enclosed tac := first [tac
  | (cut_extremes; first [lra | tac | (unfold Rabs; repeat destruct Rcase_abs; first [lra | nra | tac])])].

(** The point of a domain. *)
Ltac inside := unfold point; repeat match goal with |- _ /\ _ => split | |- True => exact I end;
  first [solve [whole] | exactly | known].
