(** The Gaussian integral, and with it the gamma function at 1/2. *)
From Coq Require Import Reals List Lra Lia.
From Coquelicot Require Import Coquelicot.
From Dptheory Require Import Semantics Shallow Facts Rules Calculus Gamma GammaFacts.
Open Scope R_scope.

Definition bell (x : R) : R := RInt (fun t => exp (- t ^ 2)) 0 x.
Definition layer (x t : R) : R := exp (- x ^ 2 * (1 + t ^ 2)) / (1 + t ^ 2).
Definition layers (x : R) : R := RInt (layer x) 0 1.

Lemma d_bell x : is_derive bell x (exp (- x ^ 2)).
Proof.
  apply (is_derive_RInt (fun t => exp (- t ^ 2)) _ 0); [|apply gauss_continuous].
  apply filter_forall. intro. apply (@RInt_correct R_CompleteNormedModule). apply gauss_integrable.
Qed.
Lemma over_pos t : 1 + t ^ 2 > 0. Proof. pose proof (pow2_ge_0 t). lra. Qed.
Lemma d_layer x t : is_derive (fun z => layer z t) x (- 2 * x * exp (- x ^ 2 * (1 + t ^ 2))).
Proof. unfold layer. eapply d_value; [der ltac:(lra)|]. cbv beta. simpl. pose proof (over_pos t). simpl in *. field. lra. Qed.
Lemma c_layer x t : continuous (layer x) t.
Proof. apply c_derive. unfold layer. auto_derive. pose proof (over_pos t). simpl in *. lra. Qed.
Lemma layer_integrable x : ex_RInt (layer x) 0 1.
Proof. apply (@ex_RInt_continuous R_CompleteNormedModule). intros. apply c_layer. Qed.

Lemma slopes_integral x : RInt (fun t => - 2 * x * exp (- x ^ 2 * (1 + t ^ 2))) 0 1 = - 2 * exp (- x ^ 2) * bell x.
Proof.
  assert (E : RInt (fun t => x * exp (- (x * t + 0) ^ 2)) 0 1 = bell x).
  { pose proof (RInt_comp_lin (V := R_CompleteNormedModule) (fun t => exp (- t ^ 2)) x 0 0 1) as L.
    replace (x * 0 + 0) with 0 in L by ring. replace (x * 1 + 0) with x in L by ring. exact (L (gauss_integrable 0 x)). }
  rewrite <- E. transitivity (RInt (fun t => scal (- 2 * exp (- x ^ 2)) (x * exp (- (x * t + 0) ^ 2))) 0 1).
  - apply RInt_ext. intros t _. change (- 2 * x * exp (- x ^ 2 * (1 + t ^ 2)) = - 2 * exp (- x ^ 2) * (x * exp (- (x * t + 0) ^ 2))).
    replace (- x ^ 2 * (1 + t ^ 2)) with (- x ^ 2 + - (x * t + 0) ^ 2) by ring. rewrite exp_plus. ring.
  - apply (RInt_scal (V := R_CompleteNormedModule)). apply (@ex_RInt_continuous R_CompleteNormedModule). intros.
    apply c_derive. auto_derive. auto.
Qed.

Lemma d_layers x : is_derive layers x (- 2 * exp (- x ^ 2) * bell x).
Proof.
  rewrite <- slopes_integral.
  rewrite (RInt_ext _ (fun t => Derive (fun z => layer z t) x)) by (intros; symmetry; apply is_derive_unique, d_layer).
  apply (is_derive_RInt_param layer 0 1 x).
  - apply filter_forall. intros y t _. eexists. apply d_layer.
  - intros t _. apply (continuity_2d_pt_ext (fun u v => - 2 * u * exp (- u ^ 2 * (1 + v ^ 2)))).
    + intros u v. symmetry. apply is_derive_unique, d_layer.
    + apply continuity_2d_pt_mult.
      * apply continuity_2d_pt_mult; [apply continuity_2d_pt_const | apply continuity_2d_pt_id1].
      * apply (continuity_1d_2d_pt_comp exp (fun u v => - u ^ 2 * (1 + v ^ 2))).
        apply derivable_continuous_pt, derivable_pt_exp.
        apply (continuity_2d_pt_ext (fun u v => - (u * u) * (1 + v * v))); [intros; ring|].
        apply continuity_2d_pt_mult; [apply continuity_2d_pt_opp, continuity_2d_pt_mult; apply continuity_2d_pt_id1|].
        apply continuity_2d_pt_plus; [apply continuity_2d_pt_const | apply continuity_2d_pt_mult; apply continuity_2d_pt_id2].
  - apply filter_forall. intro. apply layer_integrable.
Qed.

Lemma layers_0 : layers 0 = PI / 4.
Proof.
  unfold layers. rewrite (RInt_ext _ (Derive atan)).
  - rewrite RInt_Derive.
    + rewrite atan_1, atan_0. lra.
    + intros t _. eexists. apply is_derive_atan.
    + intros t _. apply (continuous_ext (fun t => / (1 + t ^ 2))).
      * intro u. symmetry. apply is_derive_unique. replace (u ^ 2) with (Rsqr u) by (unfold Rsqr; ring). apply is_derive_atan.
      * apply c_derive. auto_derive. pose proof (over_pos t). simpl in *. lra.
  - intros t _. symmetry. apply is_derive_unique. unfold layer. replace (- 0 ^ 2 * (1 + t ^ 2)) with 0 by ring. rewrite exp_0.
    replace (1 / (1 + t ^ 2)) with (/ (1 + Rsqr t)); [apply is_derive_atan | unfold Rsqr; pose proof (over_pos t); field; simpl in *; lra].
Qed.
Lemma gauss_square x : 0 < x -> bell x ^ 2 = PI / 4 - layers x.
Proof.
  intro X. destruct (mean_value (fun y => bell y ^ 2 + layers y) (fun _ => 0) 0 x) as (t & _ & Q); auto.
  - intros t _ _. apply c_derive. eexists. apply d_add; [apply (d_pow bell), d_bell | apply d_layers].
  - intros t _ _. eapply d_value. apply d_add; [apply (d_pow bell), d_bell | apply d_layers]. simpl. ring.
  - rewrite layers_0 in Q. unfold bell at 2 in Q. rewrite RInt_point in Q. change (@zero R_CompleteNormedModule) with 0 in Q. lra.
Qed.
Lemma layers_small x : 0 <= layers x <= exp (- x ^ 2).
Proof.
  split.
  - apply RInt_ge_0; [lra | apply layer_integrable|]. intros t _. left. apply Rdiv_lt_0_compat; [apply exp_pos | apply over_pos].
  - replace (exp (- x ^ 2)) with (RInt (fun _ => exp (- x ^ 2)) 0 1) by (rewrite RInt_const; unfold scal; simpl; unfold mult; simpl; ring).
    apply RInt_le; [lra | apply layer_integrable | apply ex_RInt_const|]. intros t T. unfold layer. pose proof (pow2_ge_0 t).
    apply Rmult_le_reg_r with (1 + t ^ 2); [apply over_pos|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (pose proof (over_pos t); lra).
    assert (exp (- x ^ 2 * (1 + t ^ 2)) <= exp (- x ^ 2)) by (apply exp_mono; pose proof (pow2_ge_0 x); nra).
    pose proof (exp_pos (- x ^ 2)). nra.
Qed.
Lemma bell_pos x : 0 < x -> 0 <= bell x.
Proof. intro. apply RInt_ge_0; [lra | apply gauss_integrable|]. intros. left. apply exp_pos. Qed.
Lemma bell_limit : filterlim bell (Rbar_locally p_infty) (locally (sqrt PI / 2)).
Proof.
  assert (S : sqrt PI / 2 = sqrt (PI / 4)).
  { pose proof PI_RGT_0. rewrite sqrt_div, (sqrt_lem_1 4 2) by lra. reflexivity. }
  rewrite S. apply (filterlim_ext_loc (fun x => sqrt (PI / 4 - layers x))).
  - exists 0. intros x X. rewrite <- gauss_square by auto. apply sqrt_pow2. now apply bell_pos.
  - apply (filterlim_comp _ _ _ (fun x => PI / 4 - layers x) sqrt _ (locally (PI / 4))); [|apply continuous_sqrt].
    intros Q [eps H]. exists (Rmax 1 (/ eps)). intros x X. assert (1 < x /\ / eps < x) as [O D] by (unfold Rmax in X; destruct Rle_dec; lra).
    apply H. change (Rabs (PI / 4 - layers x - PI / 4) < eps). pose proof (layers_small x) as [L U].
    rewrite Rabs_left1 by lra. apply Rle_lt_trans with (exp (- x ^ 2)); [lra|]. destruct eps as [e E]. simpl pos in *.
    pose proof (exp_ineq1_le (x ^ 2)) as I. rewrite exp_Ropp. assert (/ exp (x ^ 2) < / x).
    { apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; [lra | apply exp_pos]|]. nra. }
    apply Rlt_trans with (/ x); auto. rewrite <- (Rinv_inv e). apply Rinv_lt_contravar; auto. apply Rmult_lt_0_compat; [now apply Rinv_0_lt_compat | lra].
Qed.

(** By the substitution of squares. *)
Lemma half_of_squares : exists c, forall x, x > 0 -> prim (1 / 2) (x ^ 2) = 2 * bell x + c.
Proof.
  exists (prim (1 / 2) (1 ^ 2) - 2 * bell 1). assert (forall s t, 0 < s -> s < t -> prim (1 / 2) (s ^ 2) - 2 * bell s = prim (1 / 2) (t ^ 2) - 2 * bell t) as E.
  { assert (D : forall t, t > 0 -> is_derive (fun t => prim (1 / 2) (t ^ 2) - 2 * bell t) t 0).
    { intros t T. assert (t ^ 2 > 0) by (apply pow_lt; lra). eapply d_value.
      - apply d_sub. apply (d_prim (1 / 2) (fun t => t ^ 2)); [lra | apply (d_pow (fun t => t)), d_id | auto]. apply d_mul; [apply d_const | apply d_bell].
      - cbv beta. rewrite density_exp by auto. replace (t ^ 2) with (t * t) at 1 by ring. rewrite ln_mult by lra.
        replace ((1 / 2 - 1) * (ln t + ln t) - t ^ 2) with (- ln t + - t ^ 2) by field. rewrite exp_plus, exp_Ropp, exp_ln by auto. simpl. field. lra. }
    intros s t S T. destruct (mean_value (fun t => prim (1 / 2) (t ^ 2) - 2 * bell t) (fun _ => 0) s t) as (w & _ & Q); [assumption | | | lra].
    - intros. apply c_derive. eexists. apply D. lra.
    - intros. apply D. lra. }
  intros x X. destruct (Rtotal_order x 1) as [H|[->|H]]; [pose proof (E x 1 X H); lra | lra | pose proof (E 1 x ltac:(lra) H); lra].
Qed.
Lemma gamma_half : gamma (1 / 2) = sqrt PI.
Proof.
  destruct (values (1 / 2) ltac:(lra)) as (l & u & L & U & -> & _). destruct half_of_squares as [c C].
  assert (forall (F G : (R -> Prop) -> Prop) a b, ProperFilter F -> F (fun x => x > 0) -> filterlim (fun x => x ^ 2) F G -> filterlim (prim (1 / 2)) G (locally a) ->
    filterlim bell F (locally b) -> a = 2 * b + c) as E.
  { intros F G a b P X S A B. apply (filterlim_locally_unique (F := F) (V := R_NormedModule) (fun x => prim (1 / 2) (x ^ 2))).
    - exact (filterlim_comp _ _ _ (fun x => x ^ 2) (prim (1 / 2)) F G (locally a) S A).
    - apply (filterlim_ext_loc (fun x => 2 * bell x + c)).
      + apply (filter_imp (fun x => x > 0)); auto. intros x O. symmetry. now apply C.
      + apply lim_add; [typeclasses eauto | now apply lim_scal | apply filterlim_const]. }
  assert (u = 2 * (sqrt PI / 2) + c) as V.
  { apply (E (Rbar_locally p_infty) (Rbar_locally p_infty)); auto; [typeclasses eauto | apply positive_infinity | | apply bell_limit].
    intros Q [M H]. exists (Rmax 1 M). intros x X. apply H. assert (1 < x /\ M < x) as [O D] by (unfold Rmax in X; destruct Rle_dec; lra). nra. }
  assert (l = 2 * 0 + c) as W; [|lra].
  apply (E (at_right 0) (at_right 0)); auto; [typeclasses eauto | apply positive_right; lra | |].
  - intros Q [d H]. destruct d as [d P]. assert (M : 0 < Rmin 1 d) by (apply Rmin_pos; lra). exists (mkposreal _ M). intros x B X.
    assert (Rabs x < Rmin 1 d) as B' by (replace x with (x - 0) by ring; exact B). rewrite Rabs_right in B' by lra.
    pose proof (Rmin_l 1 d). pose proof (Rmin_r 1 d).
    apply H; [|apply pow_lt; lra]. change (Rabs (x ^ 2 - 0) < d). rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, pow2_ge_0). nra.
  - assert (continuous bell 0) as K by (apply c_derive; eexists; apply d_bell). unfold continuous in K.
    unfold bell at 2 in K. rewrite RInt_point in K. apply (filterlim_filter_le_1 _ (filter_le_within _)), K.
Qed.
