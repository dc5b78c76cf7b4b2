(** What scripts call. A tactic cannot prove what is false; nothing here is trusted. *)
From Coq Require Export Reals ZArith List Lra Lia Psatz.
From Coquelicot Require Export Coquelicot.
From Interval Require Export Tactic.
From Dptheory Require Export Shallow Axioms Facts Rules Calculus Series Gamma Semantics.
From Dptheory Require Sturm.
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
Ltac known := first [assumption | exact I | lra | (split; solve [assumption | lra]) | (intro; lra) | (intro; nra)
  | (apply Rgt_not_eq; first [assumption | apply exp_pos]) | apply exp_pos | (apply Rlt_not_eq; assumption)
  | (left; solve [assumption | lra | (intro; lra)]) | (right; solve [assumption | lra]) | solve [whole]].
Ltac finish := repeat match goal with |- _ /\ _ => split | |- True => exact I end; try solve [known].
(** A numerator is not 0 where the quotient is not. *)
Ltac numerator := match goal with
  | H : ?e <> 0 |- _ <> 0 => intro; apply H; field_simplify_eq; solve [lra | finish]
  | H : ?e > 0 |- _ <> 0 => intro; apply (Rgt_not_eq e 0 H); field_simplify_eq; solve [lra | finish] end.
Ltac same := first [reflexivity | ring | (field; finish; try solve [numerator])].
Ltac alike := f_equal; first [same | (apply FunctionalExtensionality.functional_extensionality; intro; same)].

(** Comparisons of numbers. *)
Ltac with_gap tac := first [apply gap_LE | apply gap_LT | apply gap_GE | apply gap_GT]; tac.
Ltac cut_extremes := unfold Rmax, Rmin; repeat destruct Rle_dec.
Ltac value := try symmetry; first [lra | (apply terms_integral; lra)
  | rewrite ?exp_0, ?ln_1, ?sqrt_0, ?sqrt_1, ?sin_0, ?cos_0, ?sinh_0, ?cosh_0, ?tan_0, ?asin_0, ?acos_1, ?atan_0,
      ?tanh_0', ?erf_0, ?erfc_0, ?gamma_1; lra
  | (cut_extremes; unfold Rabs; repeat destruct Rcase_abs; lra) | (apply sqrt_lem_1; lra)
  | (apply rfloor_is; lra) | (apply rceil_is; lra) | (apply power_of_zero; lra) | (apply power_root_is; [lra | lra | simpl; lra])
  | (apply (gamma_is 1); simpl; lra) | (apply (gamma_is 2); simpl; lra) | (apply (gamma_is 3); simpl; lra) | (apply (gamma_is 4); simpl; lra)].
Ltac exactly := first [lra | (cut_extremes; unfold Rabs; repeat destruct Rcase_abs; lra) | (simpl; lra) | interval
  | (apply sqrt_lem_1; lra) | (cbv; lra)].
Ltac enclosed tac := first [tac | with_gap tac | (unfold erfc, erf; first [integral | with_gap ltac:(integral)])
  | match goal with |- context [erfc ?a] => pose proof (erfc_above_one a ltac:(interval)); lra end
  | (cut_extremes; first [lra | tac | with_gap tac | (unfold Rabs; repeat destruct Rcase_abs; first [lra | nra | tac | with_gap tac])])
  | (repeat match goal with H : ?f ?a = ?y |- context [?f ?a] => rewrite H; clear H end;
      rewrite ?sqrt_0, ?Ropp_0, ?exp_0, ?erf_0, ?erfc_0, ?ln_1; lra)
  | (unfold Rmax, Rmin, Rabs; repeat destruct Rcase_abs; repeat destruct Rle_dec; lra)].

(** The point of a domain. *)
Ltac with_gamma := lazymatch goal with |- context [gamma 1] => idtac | |- context [uppergamma _ _] => idtac end;
  rewrite ?gamma_1; first [lra | (field; lra) | match goal with
    |- context [uppergamma ?a ?x] => pose proof (uppergamma_positive a x ltac:(lra) ltac:(lra));
      pose proof (uppergamma_most a x ltac:(lra) ltac:(lra)); rewrite ?gamma_1 in *; lra end].
Ltac inside := repeat match goal with |- _ /\ _ => split | |- True => exact I end;
  first [solve [whole] | lra | with_gamma | exactly | known | (cut_extremes; first [lra | interval | (exfalso; interval)]) | (field; finish) | (f_equal; field; finish)
  | with_gap ltac:(first [interval | lra | nra])].

(** Rules. *)
Ltac congruent := first [f_equal; solve [assumption | reflexivity | (symmetry; assumption) | same | known] | (f_equal; f_equal; solve [known])].
Ltac extreme := cut_extremes; lra.
Ltac between := repeat match goal with
  | H : forall t : R, @?P t, A : ?a <= ?x, B : ?x <= ?b |- _ => pose proof (H x A B); clear H
  | H : forall t : R, @?P t, A : ?a < ?x, B : ?x < ?b |- _ =>
      first [pose proof (H x A B) | pose proof (H x (Rlt_le _ _ A) (Rlt_le _ _ B))]; clear H
  end; tidy.
Ltac beside := cbv beta; known.
Ltac smooth := cont beside.
Ltac powers := repeat match goal with
  | |- context [power ?b (?x - 1)] => first [rewrite (power_up b (x - 1) 0) by (simpl; lra)
      | rewrite (power_up b (x - 1) 1) by (simpl; lra) | rewrite (power_up b (x - 1) 2) by (simpl; lra)]
  | |- context [power ?b (?x - 1)] => match goal with
      |- context [power b ?y] => lazymatch y with x - 1 => fail | _ => replace (x - 1) with y by lra end end
  end.
Ltac slope := eapply d_value; [der beside | cbv beta; simpl pred; simpl INR; powers; same].
(** A relation against its negation. *)
Ltac against n h := exfalso; clear - n h; first [lra | (apply Rgt_not_le in n; contradiction) | (apply Rlt_not_ge in n; contradiction)
  | (apply Rge_not_lt in n; contradiction) | (apply Rle_not_gt in n; contradiction) | (apply n; exact h) | (apply h; exact n)].
(** Leaves by series: derivatives, zeros, the sign of the quotient; the right argument of an extreme. *)
Ltac nonzero := first [interval | (apply Rgt_not_eq; interval) | (apply Rlt_not_eq; interval)].
Ltac slope_on_box := eapply d_value; [der ltac:(cbv beta; first [known | nonzero]) | cbv beta; simpl pred; simpl INR; powers; same].
Ltac derivatives := cbn [chain]; repeat match goal with |- _ /\ _ => split | |- True => exact I end; intros; tidy;
  (eapply d_value; [der ltac:(cbv beta; first [known | nonzero])
    | cbv beta; simpl pred; simpl INR; powers; first [reflexivity | ring | (field; repeat split; first [known | nonzero])]]).
Ltac zero := first [exactly | same].
Ltac parity := first [(right; lra) | (left; apply Nat.even_spec; reflexivity) | (split; [apply Nat.odd_spec; reflexivity | lra])].
Ltac leaf tac y := intros; tidy; cbv [quotient later member nth Nat.add Nat.mul fact]; simpl INR;
  first [tac | interval with (i_prec 64, i_bisect y) | interval with (i_prec 64, i_bisect y, i_autodiff y)].
Ltac branches := cut_extremes; unfold Rabs; repeat destruct Rcase_abs; first [lra | ring | (exfalso; interval)].
Ltac elsewhere := intro; subst; first [lra | (exfalso; interval) | known].
(** The polynomial of a relation is its difference times a square; what a relation says of its difference. *)
Ltac scale := first [lra | (apply Sturm.square_pos; first [known | nonzero | nra])].
Ltac coefficients := cbv [fst snd Sturm.qe map Sturm.pe Q2R QArith_base.Qnum QArith_base.Qden]; same.
Ltac difference := cbv [compare fst snd]; first [lra | (intro; match goal with H : _ <> _ |- _ => apply H; lra end)].

(** At a point: what a relation between numbers is, and that a side has no value. *)
Ltac plain := unfold tanh, sinh, cosh; repeat match goal with |- context [power ?b ?e] =>
  rewrite (power_exp b e) by first [lra | (apply Rlt_gt; interval) | (apply Rlt_gt; interval with (i_prec 256))] end.
Ltac decided tac := plain; first [lra | enclosed tac | exactly | same | (with_gap ltac:(apply Rle_ge; tac))].
Ltac absent := exfalso; tidy; repeat match goal with H : _ \/ _ |- _ => destruct H end; tidy;
  first [lra | match goal with H : _ <> _ |- _ => solve [apply H; lra] end].

(** A theorem about a claim, used at a point. *)
Ltac conclude T p := let K := fresh "K" in pose proof (valid_to_val _ T p) as K; revert K; unfold point; shown;
  intro K; apply K; finish.
