(** What scripts call. A tactic cannot prove what is false; nothing here is trusted. *)
From Coq Require Export Reals ZArith List Lra Lia Psatz.
From Coquelicot Require Export Coquelicot.
From Interval Require Export Tactic.
From Dptheory Require Export Shallow Facts Rules Calculus Series Gamma GammaFacts Gauss Semantics.
From Dptheory Require Sturm.
From Coq Require Export FunctionalExtensionality.
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
(** What is owed of all indices of a sum, or between the ends of an integral. *)
Ltac of_all := match goal with |- forall _ : R, _ => intros; tidy; repeat match goal with |- _ /\ _ => split | |- True => exact I end;
  first [known | of_all | match goal with H : forall _ : R, _ |- _ => apply H; solve [known] end] end.
Ltac finish := repeat match goal with |- _ /\ _ => split | |- True => exact I end; try solve [known | of_all].
(** A numerator is not 0 where the quotient is not. *)
Ltac numerator := match goal with
  | H : ?e <> 0 |- _ <> 0 => intro; apply H; field_simplify_eq; solve [lra | finish]
  | H : ?e > 0 |- _ <> 0 => intro; apply (Rgt_not_eq e 0 H); field_simplify_eq; solve [lra | finish] end.
Ltac same := first [reflexivity | ring | (field; finish; try solve [numerator])].
Ltac alike := f_equal; first [same | (apply FunctionalExtensionality.functional_extensionality; intro; same)].

(** Comparisons of numbers. *)
Ltac with_gap tac := first [apply gap_LE | apply gap_LT | apply gap_GE | apply gap_GT]; tac.
(** A hypothesis that compares numbers wrongly. *)
Ltac impossible := exfalso; match goal with
  | H : _ <= _ |- _ => apply (Rle_not_lt _ _ H); interval | H : ~ (_ <= _) |- _ => apply H; first [lra | interval]
  | H : _ < _ |- _ => apply (Rlt_not_le _ _ H); first [lra | interval] | H : _ >= _ |- _ => apply (Rge_not_lt _ _ H); interval end.
(** Gamma at 1/2, 3/2, ... *)
Fixpoint halves (n : nat) : R := match n with O => 1 | S k => (INR k + 1 / 2) * halves k end.
Lemma gamma_halves n x : x = INR n + 1 / 2 -> gamma x = halves n * sqrt PI.
Proof.
  intros ->. induction n; cbn [halves]; [simpl; rewrite Rplus_0_l, gamma_half; ring|].
  rewrite S_INR. replace (INR n + 1 + 1 / 2) with (INR n + 1 / 2 + 1) by ring.
  rewrite gamma_step, IHn by (pose proof (pos_INR n); lra). ring.
Qed.
(** Powers of numbers as exponentials; and the functions that interval does not know. *)
Lemma tanh_exp x : tanh x = 1 - 2 / (exp (2 * x) + 1).
Proof.
  unfold tanh, sinh, cosh. replace (2 * x) with (x + x) by ring. rewrite exp_plus, exp_Ropp. pose proof (exp_pos x).
  field. repeat split; nra.
Qed.
Ltac plain := rewrite ?tanh_exp; unfold sinh, cosh; repeat match goal with |- context [power ?b ?e] =>
  rewrite (power_exp b e) by first [lra | (apply Rlt_gt; interval) | (apply Rlt_gt; interval with (i_prec 256))] end.
Lemma power_one e : power 1 e = 1.
Proof. rewrite power_exp, ln_1, Rmult_0_r by lra. apply exp_0. Qed.
(** Every integral of erf by its bounds. *)
Ltac integrals tac := unfold erfc, erf; repeat match goal with |- context [RInt ?f 0 ?b] =>
  let I := fresh "I" in integral_intro (RInt f 0 b) with (i_relwidth 40) as I; revert I; generalize (RInt f 0 b); intros ? I end;
  first [tac | with_gap tac].
(** Values at 0 and 1, where arguments are written otherwise. *)
Ltac value_at f a v := lazymatch a with v => fail | _ => replace (f a) with (f v) by (f_equal; first [lra | ring | field]) end.
Ltac plain_values := repeat match goal with
  | |- context [exp ?a] => value_at exp a 0 | |- context [erf ?a] => value_at erf a 0 | |- context [erfc ?a] => value_at erfc a 0
  | |- context [ln ?a] => value_at ln a 1 | |- context [sqrt ?a] => first [value_at sqrt a 1 | value_at sqrt a 0]
  | |- context [uppergamma 1 ?a] => rewrite (uppergamma_1 a) by first [lra | (apply Rle_ge; interval)]
  | |- context [gamma ?a] => first [rewrite (gamma_halves 0 a) by (simpl; lra) | rewrite (gamma_halves 1 a) by (simpl; lra)
      | rewrite (gamma_halves 2 a) by (simpl; lra) | rewrite (gamma_halves 3 a) by (simpl; lra) | rewrite (gamma_halves 4 a) by (simpl; lra)
      | rewrite (gamma_is 1 a _ ltac:(simpl; lra) eq_refl) | rewrite (gamma_is 2 a _ ltac:(simpl; lra) eq_refl)
      | rewrite (gamma_is 3 a _ ltac:(simpl; lra) eq_refl) | rewrite (gamma_is 4 a _ ltac:(simpl; lra) eq_refl)] end; cbn [halves fact INR Nat.mul Nat.add];
  rewrite ?exp_0, ?erf_0, ?erfc_0, ?ln_1, ?sqrt_0, ?sqrt_1, ?gamma_1, ?power_one.
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
  | (unfold Rmax, Rmin, Rabs; repeat destruct Rcase_abs; repeat destruct Rle_dec; lra)
  | (cut_extremes; unfold Rabs; repeat destruct Rcase_abs; first [lra | tac | with_gap tac | impossible])
  | (progress plain_values; first [lra | tac | with_gap tac]) | (progress plain; first [tac | with_gap tac])
  | lazymatch goal with |- context [erfc] => integrals tac | |- context [erf] => integrals tac end].

(** The point of a domain: what is there are numbers, so that denominators can be enclosed. *)
Ltac nonzero := first [interval | (with_gap ltac:(interval)) | (apply Rgt_not_eq; interval) | (apply Rlt_not_eq; interval)].
Ltac with_gamma := lazymatch goal with |- context [gamma 1] => idtac | |- context [uppergamma _ _] => idtac end;
  rewrite ?gamma_1; first [lra | (field; lra) | match goal with
    |- context [uppergamma ?a ?x] => pose proof (uppergamma_positive a x ltac:(lra) ltac:(lra));
      pose proof (uppergamma_most a x ltac:(lra) ltac:(lra)); rewrite ?gamma_1 in *; lra end
    | (plain_values; first [interval | (with_gap ltac:(interval))])].
Ltac inside := repeat match goal with |- _ /\ _ => split | |- True => exact I end;
  first [solve [whole] | lra | with_gamma | exactly | known | (cut_extremes; first [lra | interval | (exfalso; interval)]) | solve [field; finish; nonzero] | solve [f_equal; field; finish; nonzero]
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
(** The derivative as the kernel writes it, where factors 1 are left out; or by arithmetic. *)
Ltac written := cbv beta; cbn [pred Z.of_nat Pos.of_succ_nat Pos.succ];
  first [reflexivity | solve [rewrite ?Rmult_1_l, ?Rmult_1_r, ?pow_1; reflexivity] | idtac].
Ltac slope := eapply d_value; [der beside | written; powers; same].
(** A relation against its negation. *)
Ltac against n h := exfalso; clear - n h; first [lra | (apply Rgt_not_le in n; contradiction) | (apply Rlt_not_ge in n; contradiction)
  | (apply Rge_not_lt in n; contradiction) | (apply Rle_not_gt in n; contradiction) | (apply n; exact h) | (apply h; exact n)].
(** Leaves by series: derivatives, zeros, the sign of the quotient; the right argument of an extreme. *)
Ltac smooth_on_box := cont ltac:(cbv beta; first [known | nonzero]).
Ltac slope_on_box := eapply d_value; [der ltac:(cbv beta; first [known | nonzero]) | written; powers;
  first [reflexivity | ring | (field; repeat split; first [known | nonzero])]].
Ltac derivatives := cbn [chain]; repeat match goal with |- _ /\ _ => split | |- True => exact I end; intros; tidy; slope_on_box.
Ltac zero := first [exactly | same].
Ltac parity := first [(right; lra) | (left; apply Nat.even_spec; reflexivity) | (split; [apply Nat.odd_spec; reflexivity | lra])].
Fixpoint zfact (n : nat) : Z := match n with O => 1 | S k => Z.of_nat n * zfact k end.
Lemma fact_is n : INR (fact n) = IZR (zfact n).
Proof. induction n; [reflexivity|]. rewrite fact_simpl, mult_INR, IHn, INR_IZR_INZ, <- mult_IZR. reflexivity. Qed.
Ltac factorials := repeat match goal with |- context [INR (fact ?n)] =>
  let z := eval vm_compute in (zfact n) in replace (INR (fact n)) with (IZR z) by (rewrite fact_is; reflexivity) end.
Ltac leaf tac y := let s := fresh "s" in intros s ?; tidy; cbv [quotient later member nth Nat.add Nat.mul]; factorials; try progress plain_values;
  first [tac | interval with (i_prec 64, i_bisect s, i_autodiff s, i_depth 6) | interval with (i_prec 64, i_bisect s, i_bisect y, i_depth 8)
    | interval with (i_prec 64, i_bisect y) | interval with (i_prec 64, i_bisect y, i_autodiff y)].
Ltac branches := cut_extremes; unfold Rabs; repeat destruct Rcase_abs; first [lra | ring | (exfalso; interval) | impossible].
Ltac elsewhere := intro; subst; first [lra | (exfalso; interval) | known].
(** The polynomial of a relation is its difference times a square; what a relation says of its difference. *)
Ltac scale := first [lra | (apply Sturm.square_pos; first [known | nonzero | nra])].
Ltac coefficients := cbv [fst snd Sturm.qe map Sturm.pe Q2R QArith_base.Qnum QArith_base.Qden]; same.
Ltac difference := cbv [compare fst snd]; first [lra | (intro; match goal with H : _ <> _ |- _ => apply H; lra end)].

(** At a point: what a relation between numbers is, and that a side has no value. *)
Ltac decided tac := plain; first [lra | enclosed tac | exactly | same | (with_gap ltac:(apply Rle_ge; tac))].
Ltac absent := exfalso; tidy; repeat match goal with H : _ \/ _ |- _ => destruct H end; tidy;
  first [lra | match goal with H : _ <> _ |- _ => solve [apply H; lra] end].

(** A theorem about a claim, used at a point. *)
Ltac conclude T p := let K := fresh "K" in pose proof (valid_to_val _ T p) as K; revert K; unfold point; shown;
  intro K; apply K; finish.
