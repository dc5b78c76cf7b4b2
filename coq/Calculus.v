(** Derivatives and continuity of the functions of claims, as the kernel's `calculus` has them. *)
From Coq Require Import Reals ZArith List Lra Lia.
From Coquelicot Require Import Coquelicot.
From Dptheory Require Import Semantics Shallow Facts Rules.
Open Scope R_scope.

Lemma d_value (f : R -> R) (t d e : R) : is_derive f t d -> d = e -> is_derive f t e. Proof. now intros H <-. Qed.
Lemma d_comp (f g : R -> R) (t df dg : R) : is_derive f (g t) df -> is_derive g t dg -> is_derive (fun x => f (g x)) t (df * dg).
Proof. intros F G. rewrite Rmult_comm. exact (is_derive_comp f g t df dg F G). Qed.
Lemma d_const (c t : R) : is_derive (fun _ => c) t 0. Proof. apply @is_derive_const. Qed.
Lemma d_id t : is_derive (fun x : R => x) t 1. Proof. apply @is_derive_id. Qed.
Section Operations.
  Variables (f g : R -> R) (t df dg : R).
  Hypotheses (F : is_derive f t df) (G : is_derive g t dg).
  Lemma d_neg : is_derive (fun x => - f x) t (- df). Proof. exact (is_derive_opp f t df F). Qed.
  Lemma d_add : is_derive (fun x => f x + g x) t (df + dg). Proof. exact (is_derive_plus f g t df dg F G). Qed.
  Lemma d_sub : is_derive (fun x => f x - g x) t (df - dg). Proof. exact (is_derive_minus f g t df dg F G). Qed.
  Lemma d_mul : is_derive (fun x => f x * g x) t (df * g t + f t * dg).
  Proof. exact (is_derive_mult f g t df dg F G Rmult_comm). Qed.
  Lemma d_inv : f t <> 0 -> is_derive (fun x => / f x) t (- df / f t ^ 2). Proof. intro. now apply is_derive_inv. Qed.
  Lemma d_div : g t <> 0 -> is_derive (fun x => f x / g x) t ((df * g t - f t * dg) / g t ^ 2).
  Proof. intro. now apply is_derive_div. Qed.
  Lemma d_pow n : is_derive (fun x => f x ^ n) t (INR n * f t ^ pred n * df).
  Proof. eapply d_value. exact (is_derive_pow f n t df F). ring. Qed.
  Lemma d_exp : is_derive (fun x => exp (f x)) t (exp (f t) * df). Proof. apply d_comp; auto. apply is_derive_exp. Qed.
  Lemma d_ln : f t > 0 -> is_derive (fun x => ln (f x)) t (/ f t * df).
  Proof. intro. apply d_comp; auto. now apply is_derive_ln. Qed.
  Lemma d_sqrt : f t > 0 -> is_derive (fun x => sqrt (f x)) t (/ (2 * sqrt (f t)) * df).
  Proof. intro. apply d_comp; auto. now apply is_derive_Reals, derivable_pt_lim_sqrt. Qed.
  Lemma d_abs : f t <> 0 -> is_derive (fun x => Rabs (f x)) t (f t / Rabs (f t) * df).
  Proof.
    intro N. apply d_comp; auto. eapply d_value. now apply is_derive_Rabs with (f := fun x => x) (df := 1); [apply d_id|].
    unfold sign, Rabs. destruct total_order_T as [[]|]; destruct Rcase_abs; try lra; field; lra.
  Qed.
  Lemma d_sin : is_derive (fun x => sin (f x)) t (cos (f t) * df). Proof. apply d_comp; auto. apply is_derive_sin. Qed.
  Lemma d_cos : is_derive (fun x => cos (f x)) t (- sin (f t) * df). Proof. apply d_comp; auto. apply is_derive_cos. Qed.
  Lemma d_tan : cos (f t) <> 0 -> is_derive (fun x => tan (f x)) t ((1 + tan (f t) ^ 2) * df).
  Proof. intro. apply d_comp; auto. rewrite Rplus_comm. now apply is_derive_tan. Qed.
  Lemma d_sinh : is_derive (fun x => sinh (f x)) t (cosh (f t) * df).
  Proof. apply d_comp; auto. apply is_derive_Reals, derivable_pt_lim_sinh. Qed.
  Lemma d_cosh : is_derive (fun x => cosh (f x)) t (sinh (f t) * df).
  Proof. apply d_comp; auto. apply is_derive_Reals, derivable_pt_lim_cosh. Qed.
  Lemma d_atan : is_derive (fun x => atan (f x)) t (1 / (1 + f t ^ 2) * df).
  Proof. apply d_comp; auto. eapply d_value. apply is_derive_atan. unfold Rsqr. field. nra. Qed.
  Lemma d_asin : -1 < f t < 1 -> is_derive (fun x => asin (f x)) t (1 / sqrt (1 - f t ^ 2) * df).
  Proof.
    intro H. apply d_comp; auto. rewrite <- Rsqr_pow2.
    apply is_derive_Reals, (derive_pt_eq_1 _ _ _ (derivable_pt_asin _ H)), derive_pt_asin.
  Qed.
  Lemma d_acos : -1 < f t < 1 -> is_derive (fun x => acos (f x)) t (- (1 / sqrt (1 - f t ^ 2)) * df).
  Proof.
    intro H. apply d_comp; auto. rewrite <- Rsqr_pow2. replace (- (1 / sqrt (1 - Rsqr (f t)))) with (-1 / sqrt (1 - Rsqr (f t))).
    apply is_derive_Reals, (derive_pt_eq_1 _ _ _ (derivable_pt_acos _ H)), derive_pt_acos. unfold Rdiv; ring.
  Qed.

  (** As the kernel writes them. *)
  Lemma k_mul : is_derive (fun x => f x * g x) t (df * g t + dg * f t). Proof. rewrite (Rmult_comm dg). apply d_mul. Qed.
  Lemma k_div : g t <> 0 -> is_derive (fun x => f x / g x) t (df / g t - dg * (f t / g t ^ 2)).
  Proof. intro. eapply d_value. now apply d_div. now field. Qed.
  Lemma k_below c : g t <> 0 -> is_derive (fun x => c / g x) t (- (dg * (c / g t ^ 2))).
  Proof. intro. eapply d_value. apply (@is_derive_div (fun _ => c) g t 0 dg); auto. apply d_const. now field. Qed.
  Lemma k_plus c : is_derive (fun x => c + f x) t df. Proof. rewrite <- (Rplus_0_l df). exact (is_derive_plus (fun _ => c) f t 0 df (d_const c t) F). Qed.
  Lemma k_add c : is_derive (fun x => f x + c) t df. Proof. rewrite <- (Rplus_0_r df). exact (is_derive_plus f (fun _ => c) t df 0 F (d_const c t)). Qed.
  Lemma k_minus c : is_derive (fun x => c - f x) t (- df). Proof. rewrite <- (Rminus_0_l df). exact (is_derive_minus (fun _ => c) f t 0 df (d_const c t) F). Qed.
  Lemma k_sub c : is_derive (fun x => f x - c) t df. Proof. rewrite <- (Rminus_0_r df). exact (is_derive_minus f (fun _ => c) t df 0 F (d_const c t)). Qed.
  Lemma k_scal c : is_derive (fun x => c * f x) t (df * c). Proof. rewrite Rmult_comm. now apply (is_derive_scal f t c df). Qed.
  Lemma k_times c : is_derive (fun x => f x * c) t (df * c). Proof. exact (is_derive_scal_l f t df c F). Qed.
  Lemma k_over c : is_derive (fun x => f x / c) t (df / c). Proof. exact (is_derive_scal_l f t df (/ c) F). Qed.
  Lemma k_pow n : is_derive (fun x => f x ^ n) t (IZR (Z.of_nat n) * f t ^ pred n * df). Proof. rewrite <- INR_IZR_INZ. apply d_pow. Qed.
  Lemma k_ln : f t > 0 -> is_derive (fun x => ln (f x)) t (1 / f t * df).
  Proof. intro. eapply d_value. now apply d_ln. unfold Rdiv. ring. Qed.
  Lemma k_sqrt : f t > 0 -> is_derive (fun x => sqrt (f x)) t (1 / (2 * sqrt (f t)) * df).
  Proof. intro. eapply d_value. now apply d_sqrt. unfold Rdiv. ring. Qed.
End Operations.

Lemma cosh_pos x : cosh x > 0. Proof. unfold cosh. pose proof (exp_pos x). pose proof (exp_pos (- x)). lra. Qed.
Lemma d_tanh (f : R -> R) (t df : R) : is_derive f t df -> is_derive (fun x => tanh (f x)) t ((1 - tanh (f t) ^ 2) * df).
Proof.
  intro F. apply d_comp; auto. eapply d_value. unfold tanh. pose proof (cosh_pos (f t)).
  apply (d_div sinh cosh (f t) (cosh (f t)) (sinh (f t))); [| |lra]; apply is_derive_Reals;
    [apply derivable_pt_lim_sinh | apply derivable_pt_lim_cosh].
  unfold tanh. field. pose proof (cosh_pos (f t)). lra.
Qed.

Lemma gauss_continuous x : continuous (fun t => exp (- t ^ 2)) x.
Proof. apply (ex_derive_continuous (fun t => exp (- t ^ 2))). auto_derive. auto. Qed.
Lemma gauss_integrable a b : ex_RInt (fun t => exp (- t ^ 2)) a b.
Proof. apply (@ex_RInt_continuous R_CompleteNormedModule). intros. apply gauss_continuous. Qed.
Lemma d_erf (f : R -> R) (t df : R) : is_derive f t df -> is_derive (fun x => erf (f x)) t (2 / sqrt PI * exp (- f t ^ 2) * df).
Proof.
  intro F. apply d_comp; auto. apply (is_derive_scal (fun y => RInt (fun t => exp (- t ^ 2)) 0 y) (f t) (2 / sqrt PI)).
  apply (is_derive_RInt (fun t => exp (- t ^ 2)) _ 0).
  - apply filter_forall. intro. apply (@RInt_correct R_CompleteNormedModule). apply gauss_integrable.
  - apply gauss_continuous.
Qed.
Lemma d_erfc (f : R -> R) (t df : R) : is_derive f t df -> is_derive (fun x => erfc (f x)) t (- (2 / sqrt PI * exp (- f t ^ 2)) * df).
Proof. intro F. eapply d_value. unfold erfc. apply d_sub. apply d_const. apply d_erf, F. ring. Qed.

(** * Powers *)

Lemma power_integer b e : isint e -> power b e = powerRZ b (floor e).
Proof. intros [z ->]. now rewrite power_Z, floor_IZR. Qed.
Lemma d_power (f : R -> R) (e t df : R) : is_derive f t df -> f t > 0 -> is_derive (fun x => power (f x) e) t (e * power (f t) (e - 1) * df).
Proof.
  intros F P. apply (d_comp (fun b => power b e) f); auto.
  apply (is_derive_ext_loc (fun b => exp (e * ln b))).
  - exists (mkposreal _ P). intros y B. symmetry. apply power_exp. apply Rabs_lt_between in B. cbn in B.
    unfold minus, plus, opp in B; cbn in B. lra.
  - eapply d_value. apply d_exp, d_mul; [apply d_const | apply (d_ln (fun x => x) _ 1); [apply d_id | auto]].
    rewrite power_exp by auto. replace ((e - 1) * ln (f t)) with (e * ln (f t) + - ln (f t)) by ring.
    rewrite exp_plus, exp_Ropp, exp_ln by auto. field. lra.
Qed.
Lemma d_power_both (f e : R -> R) (t df de : R) : is_derive f t df -> is_derive e t de -> f t > 0 ->
  is_derive (fun x => power (f x) (e x)) t (power (f t) (e t) * (de * ln (f t) + e t * (df / f t))).
Proof.
  intros F D P. apply (is_derive_ext_loc (fun x => exp (e x * ln (f x)))).
  - pose proof (ex_derive_continuous f t (ex_intro _ df F)) as C.
    assert (locally (f t) (fun b => 0 < b)) as L by (apply open_gt; auto).
    apply (filter_imp (fun x => 0 < f x)); [|exact (C _ L)]. intros x H. symmetry. now apply power_exp.
  - eapply d_value. apply d_exp, d_mul; [exact D | apply d_ln; eauto]. rewrite power_exp by auto. field. lra.
Qed.

Lemma d_RInt (h f : R -> R) (a t df : R) : is_derive f t df -> (forall s, continuous h s) ->
  is_derive (fun x => RInt h a (f x)) t (h (f t) * df).
Proof.
  intros F C. apply (d_comp (fun y => RInt h a y) f); auto. apply (is_derive_RInt h _ a); auto.
  apply filter_forall. intro. apply (@RInt_correct R_CompleteNormedModule).
  apply (@ex_RInt_continuous R_CompleteNormedModule). auto.
Qed.

Lemma d_RInt_low (h f : R -> R) (b t df : R) : is_derive f t df -> (forall s, continuous h s) ->
  is_derive (fun x => RInt h (f x) b) t (- (h (f t) * df)).
Proof.
  intros F C. apply (is_derive_ext (fun x => - RInt h b (f x))).
  - intro x. apply (opp_RInt_swap h). apply (@ex_RInt_continuous R_CompleteNormedModule). auto.
  - now apply d_neg, d_RInt.
Qed.

(** * Continuity *)

Lemma c_comp (f g : R -> R) t : continuous f (g t) -> continuous g t -> continuous (fun x => f (g x)) t.
Proof. intros F G. exact (continuous_comp g f t G F). Qed.
Lemma c_derive f t : ex_derive (f : R -> R) t -> continuous f t. Proof. intro. now apply @ex_derive_continuous. Qed.
Lemma c_const (c t : R) : continuous (fun _ : R => c) t. Proof. apply continuous_const. Qed.
Lemma c_id t : continuous (fun x : R => x) t. Proof. apply continuous_id. Qed.
Section Continuity.
  Variables (f g : R -> R) (t : R).
  Hypotheses (F : continuous f t) (G : continuous g t).
  Lemma c_neg : continuous (fun x => - f x) t. Proof. exact (continuous_opp f t F). Qed.
  Lemma c_add : continuous (fun x => f x + g x) t. Proof. exact (continuous_plus f g t F G). Qed.
  Lemma c_sub : continuous (fun x => f x - g x) t. Proof. exact (continuous_minus f g t F G). Qed.
  Lemma c_mul : continuous (fun x => f x * g x) t. Proof. exact (continuous_mult f g t F G). Qed.
  Lemma c_inv : f t <> 0 -> continuous (fun x => / f x) t. Proof. intro. now apply continuous_Rinv_comp. Qed.
  Lemma c_div : g t <> 0 -> continuous (fun x => f x / g x) t.
  Proof. intro. apply (continuous_mult f (fun x => / g x)); auto. now apply continuous_Rinv_comp. Qed.
  Lemma c_pow n : continuous (fun x => f x ^ n) t.
  Proof. apply (c_comp (fun y => y ^ n)); auto. apply c_derive. auto_derive. auto. Qed.
  Lemma c_exp : continuous (fun x => exp (f x)) t. Proof. now apply continuous_exp_comp. Qed.
  Lemma c_ln : f t > 0 -> continuous (fun x => ln (f x)) t.
  Proof. intro. apply (c_comp ln); auto. apply c_derive. auto_derive. lra. Qed.
  Lemma c_sqrt : continuous (fun x => sqrt (f x)) t. Proof. now apply continuous_sqrt_comp. Qed.
  Lemma c_abs : continuous (fun x => Rabs (f x)) t. Proof. now apply continuous_Rabs_comp. Qed.
  Lemma c_power e : f t > 0 -> continuous (fun x => power (f x) e) t.
  Proof. intro. apply (c_comp (fun b => power b e)); auto. apply c_derive. eexists. apply (d_power (fun b => b) e (f t) 1); auto. apply d_id. Qed.
End Continuity.
Lemma c_max (f g : R -> R) (t : R) : continuous f t -> continuous g t -> continuous (fun x => Rmax (f x) (g x)) t.
Proof.
  intros F G. apply (continuous_ext (fun x => (f x + g x + Rabs (f x - g x)) / 2)).
  - intro x. unfold Rabs, Rmax. destruct Rcase_abs, Rle_dec; lra.
  - apply c_div; [|apply c_const | lra]. apply c_add; [now apply c_add | apply c_abs; now apply c_sub].
Qed.
Lemma c_min (f g : R -> R) (t : R) : continuous f t -> continuous g t -> continuous (fun x => Rmin (f x) (g x)) t.
Proof.
  intros F G. apply (continuous_ext (fun x => (f x + g x - Rabs (f x - g x)) / 2)).
  - intro x. unfold Rabs, Rmin. destruct Rcase_abs, Rle_dec; lra.
  - apply c_div; [|apply c_const | lra]. apply c_sub; [now apply c_add | apply c_abs; now apply c_sub].
Qed.

Lemma c_power_zero e : e > 0 -> continuous (fun b => power b e) 0.
Proof.
  intro H. destruct (Req_EM_T (rfloor e) e) as [I|N].
  - unfold rfloor in I. revert I; generalize (floor e); intros z <-. apply lt_IZR in H. destruct z as [|p|p]; try lia.
    apply (continuous_ext (fun b => b ^ Pos.to_nat p)). intro; now rewrite power_Z. apply c_pow, c_id.
  - apply continuity_pt_filterlim. intros eps E. exists (exp (ln eps / e)). split. apply exp_pos.
    intros b [_ B]. cbn in *. unfold R_dist in *. rewrite (power_of_zero e), Rminus_0_r by auto. rewrite Rminus_0_r in B.
    unfold power. destruct Req_EM_T; [contradiction|]. destruct Rle_dec as [L|L]. rewrite Rabs_R0; auto.
    rewrite Rabs_right by (left; apply exp_pos). rewrite Rabs_right in B by lra. rewrite <- (exp_ln eps) by auto.
    apply exp_increasing. apply Rnot_le_lt in L. apply ln_increasing in B; auto. rewrite ln_exp in B.
    apply (Rmult_lt_compat_l e) in B; auto. replace (e * (ln eps / e)) with (ln eps) in B by (field; lra). auto.
Qed.
Lemma c_power_weak (f : R -> R) (e t : R) : continuous f t -> f t >= 0 -> e > 0 -> continuous (fun x => power (f x) e) t.
Proof.
  intros F [P|Z] H. now apply c_power. apply (c_comp (fun b => power b e)); auto. rewrite Z. now apply c_power_zero.
Qed.
Lemma c_power_both (f e : R -> R) (t : R) : continuous f t -> continuous e t -> f t > 0 ->
  continuous (fun x => power (f x) (e x)) t.
Proof.
  intros F D P. apply (continuous_ext_loc _ (fun x => exp (e x * ln (f x)))).
  - assert (locally (f t) (fun b => 0 < b)) as L by (apply open_gt; auto).
    apply (filter_imp (fun x => 0 < f x)); [|exact (F _ L)]. intros x H. symmetry. now apply power_exp.
  - apply c_exp, c_mul; auto. now apply c_ln.
Qed.

Lemma asin_inside x : -1 <= x <= 1 -> sqrt (1 - x ^ 2) <> 0 -> -1 < x < 1.
Proof.
  intros H N. split; apply Rnot_le_lt; intro Q; apply N; rewrite <- sqrt_0; f_equal.
  replace x with (-1) by lra; ring. replace x with 1 by lra; ring.
Qed.
Lemma c_asin_1 : continuous asin 1.
Proof.
  apply continuity_pt_filterlim. intros eps H. pose proof PI2_1 as Q. unfold PI2 in Q. set (e := Rmin eps 1).
  assert (0 < e <= 1 /\ e <= eps) as (K & M) by (unfold e, Rmin; destruct Rle_dec; lra).
  exists (1 - sin (PI / 2 - e)). split.
  - pose proof (sin_increasing_1 (PI / 2 - e) (PI / 2)). rewrite sin_PI2 in H0. lra.
  - intros y [_ B]. cbn in *. unfold R_dist in *. rewrite asin_1. apply Rabs_def2 in B.
    destruct (Rle_lt_dec 1 y) as [Y|Y].
    + replace (asin y) with (PI / 2). rewrite Rminus_eq_0, Rabs_R0; auto. unfold asin. destruct Rle_dec; [lra|]. destruct Rle_dec; lra.
    + assert (-1 <= y <= 1) as R by (pose proof (SIN_bound (PI / 2 - e)); lra). pose proof (asin_bound y).
      assert (PI / 2 - e < asin y); [|apply Rabs_def1; lra]. apply Rnot_le_lt. intro N.
      apply sin_incr_1 in N; try lra. rewrite sin_asin in N by auto. lra.
Qed.
Lemma c_asin (f : R -> R) t : continuous f t -> -1 <= f t <= 1 -> continuous (fun x => asin (f x)) t.
Proof.
  intros F B. apply (c_comp asin f); auto. destruct (Req_dec (f t) 1) as [->|N]; [apply c_asin_1|].
  destruct (Req_dec (f t) (-1)) as [->|M].
  - apply (continuous_ext (fun y => - asin (- y))). intro y. rewrite asin_opp. apply Ropp_involutive.
    apply (c_neg (fun y => asin (- y))). apply (c_comp asin Ropp). replace (- (-1)) with 1 by ring. apply c_asin_1.
    apply (c_neg (fun y => y)), c_id.
  - apply c_derive. eexists. apply (d_asin (fun y => y) _ 1); [apply d_id | lra].
Qed.
Lemma c_acos (f : R -> R) t : continuous f t -> -1 <= f t <= 1 -> continuous (fun x => acos (f x)) t.
Proof.
  intros F B. apply (continuous_ext (fun x => PI / 2 - asin (f x))).
  - intro x. unfold acos, asin. destruct Rle_dec; [lra|]. destruct Rle_dec; lra.
  - apply c_sub; [apply c_const | now apply c_asin].
Qed.

(** * Tactics: what is differentiable or continuous by its shape, up to what [side] shows *)

(** For what Gamma.v adds. *)
Ltac der_more side := fail.
Ltac cont_more side := fail.
Ltac der side := cbv beta; lazymatch goal with
  | |- is_derive (fun _ => ?c) _ _ => apply d_const
  | |- is_derive (fun x => x) _ _ => apply d_id
  | |- is_derive (fun x => - @?f x) _ _ => eapply (d_neg f); der side
  | |- is_derive (fun x => @?f x + @?g x) _ _ => lazymatch f with (fun _ => ?c) => eapply (k_plus g); der side
      | _ => lazymatch g with (fun _ => ?c) => eapply (k_add f); der side | _ => eapply (d_add f g); der side end end
  | |- is_derive (fun x => @?f x - @?g x) _ _ => lazymatch f with (fun _ => ?c) => eapply (k_minus g); der side
      | _ => lazymatch g with (fun _ => ?c) => eapply (k_sub f); der side | _ => eapply (d_sub f g); der side end end
  | |- is_derive (fun x => @?f x * @?g x) _ _ => lazymatch f with (fun _ => ?c) => eapply (k_scal g); der side
      | _ => lazymatch g with (fun _ => ?c) => eapply (k_times f); der side | _ => eapply (k_mul f g); der side end end
  | |- is_derive (fun x => @?f x / @?g x) _ _ => lazymatch f with (fun _ => ?c) => eapply (k_below g); [der side | side]
      | _ => lazymatch g with (fun _ => ?c) => eapply (k_over f); der side
        | _ => eapply (k_div f g); [der side | der side | side] end end
  | |- is_derive (fun x => / @?f x) _ _ => eapply (d_inv f); [der side | side]
  | |- is_derive (fun x => @?f x ^ ?n) _ _ => eapply (k_pow f); der side
  | |- is_derive (fun x => exp (@?f x)) _ _ => eapply (d_exp f); der side
  | |- is_derive (fun x => ln (@?f x)) _ _ => eapply (k_ln f); [der side | side]
  | |- is_derive (fun x => sqrt (@?f x)) _ _ => eapply (k_sqrt f); [der side | side]
  | |- is_derive (fun x => Rabs (@?f x)) _ _ => eapply (d_abs f); [der side | side]
  | |- is_derive (fun x => sin (@?f x)) _ _ => eapply (d_sin f); der side
  | |- is_derive (fun x => cos (@?f x)) _ _ => eapply (d_cos f); der side
  | |- is_derive (fun x => tan (@?f x)) _ _ => eapply (d_tan f); [der side | side]
  | |- is_derive (fun x => sinh (@?f x)) _ _ => eapply (d_sinh f); der side
  | |- is_derive (fun x => cosh (@?f x)) _ _ => eapply (d_cosh f); der side
  | |- is_derive (fun x => tanh (@?f x)) _ _ => eapply (d_tanh f); der side
  | |- is_derive (fun x => asin (@?f x)) _ _ => eapply (d_asin f); [der side | apply asin_inside; side]
  | |- is_derive (fun x => acos (@?f x)) _ _ => eapply (d_acos f); [der side | apply asin_inside; side]
  | |- is_derive (fun x => atan (@?f x)) _ _ => eapply (d_atan f); der side
  | |- is_derive (fun x => erf (@?f x)) _ _ => eapply (d_erf f); der side
  | |- is_derive (fun x => erfc (@?f x)) _ _ => eapply (d_erfc f); der side
  | |- is_derive (fun x => RInt ?h (@?g x) (@?f x)) _ _ => lazymatch g with
      | (fun _ => ?a) => eapply (d_RInt h f a); [der side | intros; apply c_derive; eexists; der side]
      | _ => lazymatch f with
          (fun _ => ?b) => eapply (d_RInt_low h g b); [der side | intros; apply c_derive; eexists; der side] end end
  | |- is_derive (fun x => power (@?f x) (@?e x)) _ _ => lazymatch e with
      | (fun _ => ?c) => eapply (d_power f c); [der side | side]
      | _ => eapply (d_power_both f e); [der side | der side | side] end
  | |- is_derive _ _ _ => der_more side
  end.
Ltac cont side := cbv beta; lazymatch goal with
  | |- continuous (fun _ => ?c) _ => apply c_const
  | |- continuous (fun x => x) _ => apply c_id
  | |- continuous (fun x => - @?f x) _ => apply (c_neg f); cont side
  | |- continuous (fun x => @?f x + @?g x) _ => apply (c_add f g); cont side
  | |- continuous (fun x => @?f x - @?g x) _ => apply (c_sub f g); cont side
  | |- continuous (fun x => @?f x * @?g x) _ => apply (c_mul f g); cont side
  | |- continuous (fun x => @?f x / @?g x) _ => apply (c_div f g); [cont side | cont side | side]
  | |- continuous (fun x => / @?f x) _ => apply (c_inv f); [cont side | side]
  | |- continuous (fun x => @?f x ^ ?n) _ => apply (c_pow f); cont side
  | |- continuous (fun x => exp (@?f x)) _ => apply (c_exp f); cont side
  | |- continuous (fun x => ln (@?f x)) _ => apply (c_ln f); [cont side | side]
  | |- continuous (fun x => sqrt (@?f x)) _ => apply (c_sqrt f); cont side
  | |- continuous (fun x => Rabs (@?f x)) _ => apply (c_abs f); cont side
  | |- continuous (fun x => Rmax (@?f x) (@?g x)) _ => apply (c_max f g); cont side
  | |- continuous (fun x => Rmin (@?f x) (@?g x)) _ => apply (c_min f g); cont side
  | |- continuous (fun x => asin (@?f x)) _ => apply (c_asin f); [cont side | side]
  | |- continuous (fun x => acos (@?f x)) _ => apply (c_acos f); [cont side | side]
  | |- continuous (fun x => power (@?f x) (@?e x)) _ => lazymatch e with
      | (fun _ => ?c) => first [apply (c_power f); [cont side | side] | apply (c_power_weak f); [cont side | side | side]]
      | _ => apply (c_power_both f e); [cont side | cont side | side] end
  | |- continuous (fun x => RInt ?h (@?a x) (@?b x)) _ => apply c_derive; eexists; der side
  | |- continuous (fun x => ?h (@?f x)) _ => first [cont_more side
      | apply (c_comp (fun y => h y) f); [apply c_derive; eexists; der side | cont side]]
  | |- continuous _ _ => apply c_derive; eexists; der side
  end.

(** * Values *)

Lemma tanh_0' : tanh 0 = 0. Proof. unfold tanh. rewrite sinh_0. unfold Rdiv. ring. Qed.
Lemma erf_0 : erf 0 = 0. Proof. unfold erf. rewrite RInt_point. change (@zero R_CompleteNormedModule) with 0. ring. Qed.
Lemma erfc_0 : erfc 0 = 1. Proof. unfold erfc. rewrite erf_0. ring. Qed.
Lemma erfc_above_one a : a <= 0 -> erfc a >= 1.
Proof.
  intro A. cut (erfc a - 1 >= 0); [lra|]. apply (mvt_above (fun t => erfc t - 1) (fun t => - (2 / sqrt PI * exp (- t ^ 2)) * 1 - 0) 0 a); auto.
  - intros. apply c_derive. eexists. apply (d_sub erfc (fun _ => 1)). apply (d_erfc (fun x => x) t 1), d_id. apply d_const.
  - intros. apply (d_sub erfc (fun _ => 1)). apply (d_erfc (fun x => x) t 1), d_id. apply d_const.
  - intros t _ _. pose proof (exp_pos (- t ^ 2)). assert (0 < 2 / sqrt PI). apply Rdiv_lt_0_compat, sqrt_lt_R0, PI_RGT_0; lra. nra.
  - rewrite erfc_0. lra.
Qed.
Lemma rfloor_is a z : IZR z <= a -> a < IZR z + 1 -> rfloor a = IZR z.
Proof.
  intros H K. pose proof (floor_bounds_R a). unfold rfloor in *. f_equal.
  assert (floor a < z + 1)%Z by (apply lt_IZR; rewrite plus_IZR; lra).
  assert (z < floor a + 1)%Z by (apply lt_IZR; rewrite plus_IZR; lra). lia.
Qed.
Lemma rceil_is a z : IZR z >= a -> a > IZR z - 1 -> rceil a = IZR z.
Proof. intros. unfold rceil. rewrite (rfloor_is _ (- z)); rewrite opp_IZR; lra. Qed.
Lemma power_root_is a c p q : a > 0 -> c > 0 -> powerRZ c (Z.pos q) = powerRZ a p -> power a (IZR p / IZR (Z.pos q)) = c.
Proof.
  intros A C H. assert (Q : IZR (Z.pos q) <> 0) by (apply not_0_IZR; lia).
  rewrite <- !power_Z in H. rewrite !power_exp in * by auto. rewrite <- (exp_ln c) at 1 by auto.
  f_equal. apply exp_inv in H. apply (Rmult_eq_reg_l (IZR (Z.pos q))); auto. rewrite H. now field.
Qed.
