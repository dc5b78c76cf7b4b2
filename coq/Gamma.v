(** That the integrals of the gamma functions have values, and what follows: continuity, derivatives, signs. *)
From Coq Require Import Reals ZArith List Lra Lia.
From Coquelicot Require Import Coquelicot.
From Dptheory Require Import Semantics Shallow Facts Rules Calculus.
Open Scope R_scope.

Lemma limit_up (F : R -> R) B : (forall x y, 1 <= x <= y -> F x <= F y) -> (forall x, 1 <= x -> F x <= B) ->
  exists l, filterlim F (Rbar_locally p_infty) (locally l).
Proof.
  intros M H. destruct (completeness (fun r => exists x, 1 <= x /\ r = F x)) as (l & U & L).
  - exists B. intros r (x & X & ->). auto.
  - exists (F 1), 1. split; auto; lra.
  - exists l. intros P [eps HP]. assert (exists x, 1 <= x /\ l - eps < F x) as (x & X & Q).
    { apply Classical_Prop.NNPP. intro N. assert (l <= l - eps); [|destruct eps; simpl in *; lra]. apply L.
      intros r (x & X & ->). apply Rnot_lt_le. intro. apply N. eauto. }
    exists x. intros y Y. apply HP. pose proof (M x y ltac:(lra)). assert (F y <= l) by (apply U; exists y; split; auto; lra).
    change (Rabs (F y - l) < eps). apply Rabs_def1; lra.
Qed.
Lemma limit_down (F : R -> R) B : (forall x y, 0 < x <= y -> y <= 1 -> F x <= F y) -> (forall x, 0 < x <= 1 -> B <= F x) ->
  exists l, filterlim F (at_right 0) (locally l).
Proof.
  intros M H. assert (I : forall x, 1 <= x -> 0 < / x <= 1).
  { intros x X. split. apply Rinv_0_lt_compat; lra. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  destruct (limit_up (fun x => - F (/ x)) (- B)) as [l L].
  - intros x y X. apply Ropp_le_contravar, M; [split|]. apply I; lra. apply Rinv_le_contravar; lra. apply I; lra.
  - intros x X. apply Ropp_le_contravar, H, I, X.
  - exists (- l). apply (filterlim_ext_loc (fun s => - - F (/ / s))).
    + exists (mkposreal 1 Rlt_0_1). intros s _ S. rewrite Rinv_inv. ring.
    + apply (filterlim_comp R R R (fun s => / s) (fun x => - - F (/ x)) (at_right 0) (Rbar_locally p_infty)).
      apply filterlim_Rinv_0_right. apply (filterlim_comp _ _ _ _ Ropp _ _ _ L). apply (filterlim_opp l).
Qed.

Section Gamma.
Variable a : R.
Hypothesis A : a > 0.
Let f := density a.
Let P x := RInt f 1 x.

Lemma f_exp t : t > 0 -> f t = exp ((a - 1) * ln t - t).
Proof. intro T. unfold f, density. rewrite power_exp, <- exp_plus by auto. reflexivity. Qed.
Lemma f_pos t : t > 0 -> f t > 0. Proof. intro. rewrite f_exp by auto. apply exp_pos. Qed.
Lemma f_cont t : t > 0 -> continuous f t. Proof. intro. unfold f, density. cont ltac:(simpl; lra). Qed.
Lemma f_int x y : x > 0 -> y > 0 -> ex_RInt f x y.
Proof.
  intros. apply (@ex_RInt_continuous R_CompleteNormedModule). intros z Z. apply f_cont.
  unfold Rmin in Z. destruct Rle_dec; lra.
Qed.
Lemma positive_near x : x > 0 -> locally x (fun y : R => y > 0). Proof. intro. apply (open_gt 0 x). auto. Qed.
Lemma d_P x : x > 0 -> is_derive P x (f x).
Proof.
  intro X. apply (is_derive_RInt f P 1 x); [|now apply f_cont]. apply (filter_imp (fun y => y > 0)); [|now apply positive_near].
  intros y Y. apply (@RInt_correct R_CompleteNormedModule). apply f_int; lra.
Qed.
Lemma c_P x : x > 0 -> continuous P x. Proof. intro. apply c_derive. eexists. now apply d_P. Qed.
Lemma P_up x y : 0 < x <= y -> P x <= P y.
Proof.
  intros [X Y]. cut (P y - P x >= 0). lra. apply (mvt_below (fun t => P t - P x) f x y); try lra.
  - intros. apply c_sub; [apply c_P; lra | apply c_const].
  - intros. rewrite <- (Rminus_0_r (f t)). apply (d_sub P (fun _ => P x)); [apply d_P; lra | apply d_const].
  - intros. left. apply f_pos; lra.
Qed.
Lemma P_1 : P 1 = 0. Proof. apply (RInt_point 1 f). Qed.

Lemma P_above x : 1 <= x -> P x <= 2 * exp (a * (ln (2 * a) - 1)).
Proof.
  intro X. set (C := exp (a * (ln (2 * a) - 1))).
  assert (L : forall t, 1 <= t -> f t <= C * exp (- t / 2)).
  { intros t T. rewrite f_exp by lra. unfold C. rewrite <- exp_plus. destruct (Rle_lt_dec ((a - 1) * ln t - t) (a * (ln (2 * a) - 1) + - t / 2)) as [[Q|Q]|Q].
    left; now apply exp_increasing. right; now f_equal. exfalso.
    assert (0 <= ln t). { rewrite <- ln_1. destruct (Req_dec t 1) as [->|]; [lra|]. left; apply ln_increasing; lra. }
    assert (ln t <= ln (2 * a) + t / (2 * a) - 1).
    { replace t with (t / (2 * a) * (2 * a)) at 1 by (field; lra). rewrite ln_mult; try lra.
      assert (0 < t / (2 * a)) by (apply Rdiv_lt_0_compat; lra). pose proof (exp_ineq1_le (ln (t / (2 * a)))).
      rewrite exp_ln in H1; lra. apply Rdiv_lt_0_compat; lra. }
    apply (Rmult_le_compat_l a) in H0; [|lra]. replace (a * (ln (2 * a) + t / (2 * a) - 1)) with (a * (ln (2 * a) - 1) + t / 2) in H0 by (field; lra). lra. }
  cut (2 * C * exp (- (1) / 2) - (P x + 2 * C * exp (- x / 2)) >= 0).
  { intro H. pose proof exp_0. assert (exp (- (1) / 2) < exp 0) by (apply exp_increasing; lra).
    assert (0 < C) by apply exp_pos.
    pose proof (Rmult_lt_0_compat _ _ H2 (exp_pos (- x / 2))). rewrite H0 in H1.
    pose proof (Rmult_lt_compat_l _ _ _ H2 H1). lra. }
  apply (mvt_below (fun t => 2 * C * exp (- (1) / 2) - (P t + 2 * C * exp (- t / 2))) (fun t => C * exp (- t / 2) - f t) 1 x); try lra.
  - intros. apply c_sub; [apply c_const|]. apply c_add; [apply c_P; lra|]. cont ltac:(lra).
  - intros. eapply d_value. apply d_sub. apply d_const. apply d_add. apply d_P; lra. der ltac:(lra). field.
  - intros. pose proof (L t). lra.
  - cbv beta. rewrite P_1. lra.
Qed.
Lemma P_below x : 0 < x <= 1 -> - / a <= P x.
Proof.
  intro X. assert (0 < power x a) by (apply power_pos; lra).
  cut (P x - power x a / a + / a >= 0).
  { intro. assert (0 < power x a / a) by (apply Rdiv_lt_0_compat; lra). lra. }
  apply (mvt_above (fun t => P t - power t a / a + / a) (fun t => f t - power t (a - 1)) 1 x); try lra.
  - intros. apply c_add; [|apply c_const]. apply c_sub; [apply c_P; lra|]. cont ltac:(lra).
  - intros. eapply d_value. apply d_add; [|apply d_const]. apply d_sub. apply d_P; lra. der ltac:(lra). cbv beta. field. lra.
  - intros. unfold f, density. pose proof (power_pos t (a - 1) ltac:(lra)) as W. pose proof exp_0.
    assert (exp (- t) < exp 0) by (apply exp_increasing; lra).
    pose proof (Rmult_lt_compat_l _ (exp (- t)) 1 W ltac:(lra)). lra.
  - cbv beta. rewrite P_1, power_exp, ln_1, Rmult_0_r, exp_0 by lra. right. field. lra.
Qed.

Lemma has_value (Fa Fb : (R -> Prop) -> Prop) la lb : ProperFilter Fa -> ProperFilter Fb ->
  Fa (fun x => x > 0) -> Fb (fun x => x > 0) -> filterlim P Fa (locally la) -> filterlim P Fb (locally lb) ->
  is_RInt_gen f Fa Fb (lb - la).
Proof.
  intros PA PB Ha Hb La Lb. assert (Q : forall T : R -> Prop, (forall x, x > 0 -> T x) ->
    filter_prod Fa Fb (fun ab => forall x, Rmin (fst ab) (snd ab) <= x <= Rmax (fst ab) (snd ab) -> T x)).
  { intros T H. exists (fun x => x > 0) (fun x => x > 0); auto. intros x y X Y z Z. apply H. simpl in Z. unfold Rmin in Z.
    destruct Rle_dec; lra. }
  apply (is_RInt_gen_ext (Derive P)).
  - generalize (Q (fun x => Derive P x = f x) (fun x X => is_derive_unique _ _ _ (d_P x X))). apply filter_imp. intros ab H x X. apply H; lra.
  - apply is_RInt_gen_Derive; auto; apply Q.
    + intros x X. eexists. now apply d_P.
    + intros x X. apply (continuous_ext_loc _ f); [|now apply f_cont].
      generalize (positive_near x X). apply filter_imp. intros y Y. symmetry. apply is_derive_unique. now apply d_P.
Qed.

Lemma limits : exists l u, filterlim P (at_right 0) (locally l) /\ filterlim P (Rbar_locally p_infty) (locally u).
Proof.
  destruct (limit_down P (- / a)) as [l L]. intros; apply P_up; lra. apply P_below.
  destruct (limit_up P (2 * exp (a * (ln (2 * a) - 1)))) as [u U]. intros; apply P_up; lra. apply P_above.
  eauto.
Qed.
Lemma positive_right x : 0 <= x -> at_right x (fun y => y > 0).
Proof. intro. exists (mkposreal 1 Rlt_0_1). intros; lra. Qed.
Lemma positive_infinity : Rbar_locally p_infty (fun y : R => y > 0). Proof. exists 0. auto. Qed.

(** The three functions by one primitive of the density and its two limits. *)
Lemma gamma_values : exists l u, filterlim P (at_right 0) (locally l) /\ filterlim P (Rbar_locally p_infty) (locally u) /\
  gamma a = u - l /\ (forall x, uppergamma a x = if Rle_dec x 0 then u - l else u - P x) /\
  (forall x, lowergamma a x = if Rle_dec x 0 then 0 else P x - l).
Proof.
  destruct limits as (l & u & L & U). exists l, u. split; auto. split; auto.
  assert (G : is_RInt_gen f (at_right 0) (Rbar_locally p_infty) (u - l)).
  { apply has_value; auto; try typeclasses eauto. apply positive_right; lra. apply positive_infinity. }
  split; [unfold gamma; apply is_RInt_gen_unique; exact G|]. split; intro x.
  - unfold uppergamma. destruct Rle_dec as [X|X].
    + rewrite Rmax_left by lra. apply is_RInt_gen_unique. exact G.
    + rewrite Rmax_right by lra. apply is_RInt_gen_unique. apply has_value; auto; try typeclasses eauto.
      apply positive_right; lra. apply positive_infinity.
      apply (filterlim_filter_le_1 _ (filter_le_within _)). apply c_P. lra.
  - unfold lowergamma. destruct Rle_dec as [X|X]; auto. apply is_RInt_gen_unique.
    apply has_value; auto; try typeclasses eauto. apply positive_right; lra. unfold at_point. lra.
    intros Q [eps H]. apply H, ball_center.
Qed.
End Gamma.

Lemma uppergamma_positive a x : a > 0 -> x >= 0 -> uppergamma a x > 0.
Proof.
  intros A X. destruct (gamma_values a A) as (l & u & L & U & _ & V & _). rewrite V. set (P := fun y => RInt (density a) 1 y) in *.
  assert (H : forall y, y > 0 -> P y < u).
  { intros y Y. apply Rlt_le_trans with (P (y + 1)).
    - cut (P (y + 1) - P y > 0). lra. apply (mvt_below_slope (fun t => P t - P y) (density a) y (y + 1)); try lra.
      + intros. apply c_sub; [apply c_P; lra | apply c_const].
      + intros t ? ?. rewrite <- (Rminus_0_r (density a t)). apply (d_sub P (fun _ => P y)); [apply d_P; lra | apply d_const].
      + intros. apply f_pos; lra.
    - apply (filterlim_le (F := Rbar_locally p_infty) (fun _ => P (y + 1)) P (P (y + 1)) u); [|apply filterlim_const | exact U].
      exists (y + 1). intros z Z. apply P_up; lra. }
  destruct Rle_dec as [Z|Z]; [|pose proof (H x ltac:(lra)); lra].
  assert (l <= P 1).
  { apply (filterlim_le (F := at_right 0) P (fun _ => P 1) l (P 1)); [|exact L | apply filterlim_const].
    exists (mkposreal 1 Rlt_0_1). intros y B Y. apply P_up; auto. apply Rabs_lt_between in B. cbn in B.
    unfold minus, plus, opp in B; cbn in B. lra. }
  pose proof (H 1 ltac:(lra)). lra.
Qed.

Lemma c_at_zero (g h : R -> R) : (forall x, g x = if Rle_dec x 0 then g 0 else h x) ->
  filterlim h (at_right 0) (locally (g 0)) -> continuous g 0.
Proof.
  intros V L Q HQ. destruct (L Q HQ) as [d D]. exists d. intros y B. destruct (Rle_dec y 0) as [Y|Y].
  - rewrite V. destruct Rle_dec; [|contradiction]. destruct HQ as [e E]. apply E, ball_center.
  - rewrite V. destruct Rle_dec; [contradiction|]. apply D; auto. lra.
Qed.
Lemma c_gamma (g h : R -> R) x : (forall y, g y = if Rle_dec y 0 then g 0 else h y) ->
  filterlim h (at_right 0) (locally (g 0)) -> (forall y, y > 0 -> continuous h y) -> continuous g x.
Proof.
  intros V L C. destruct (Rtotal_order x 0) as [X|[->|X]]; [|now apply (c_at_zero g h)|].
  - apply (continuous_ext_loc _ (fun _ => g 0)); [|apply continuous_const].
    generalize (open_lt 0 x X). apply filter_imp. intros y Y. rewrite (V y). destruct Rle_dec; auto; lra.
  - apply (continuous_ext_loc _ h); [|now apply C].
    generalize (open_gt 0 x X). apply filter_imp. intros y Y. rewrite (V y). destruct Rle_dec; auto; lra.
Qed.
Lemma c_uppergamma a (f : R -> R) t : a > 0 -> continuous f t -> continuous (fun x => uppergamma a (f x)) t.
Proof.
  intros A F. apply (c_comp (uppergamma a) f); auto. destruct (gamma_values a A) as (l & u & L & U & _ & V & _).
  assert (Z : uppergamma a 0 = u - l) by (rewrite V; destruct Rle_dec; lra).
  apply (c_gamma _ (fun x => u - RInt (density a) 1 x)).
  - intro. rewrite Z. apply V.
  - rewrite Z. apply (filterlim_comp_2 (F := at_right 0) (G := locally u) (H := locally (- l)) (fun _ => u) (fun x => - RInt (density a) 1 x) Rplus).
    apply filterlim_const. apply (filterlim_comp _ _ _ _ Ropp _ _ _ L). apply (filterlim_opp l). apply (filterlim_plus u (- l)).
  - intros. apply c_sub; [apply c_const | now apply c_P].
Qed.
Lemma c_lowergamma a (f : R -> R) t : a > 0 -> continuous f t -> continuous (fun x => lowergamma a (f x)) t.
Proof.
  intros A F. apply (c_comp (lowergamma a) f); auto. destruct (gamma_values a A) as (l & u & L & U & _ & _ & V).
  assert (Z : lowergamma a 0 = 0) by (rewrite V; destruct Rle_dec; lra).
  apply (c_gamma _ (fun x => RInt (density a) 1 x - l)).
  - intro. rewrite Z. apply V.
  - rewrite Z. replace 0 with (l + - l) at 2 by ring.
    apply (filterlim_comp_2 (F := at_right 0) (G := locally l) (H := locally (- l)) (fun x => RInt (density a) 1 x) (fun _ => - l) Rplus).
    exact L. apply filterlim_const. apply (filterlim_plus l (- l)).
  - intros. apply c_sub; [now apply c_P | apply c_const].
Qed.
Lemma d_uppergamma a (f : R -> R) (t df : R) : a > 0 -> is_derive f t df -> f t > 0 ->
  is_derive (fun x => uppergamma a (f x)) t (- (power (f t) (a - 1) * exp (- f t) * df)).
Proof.
  intros A F X. assert (D : is_derive (uppergamma a) (f t) (0 - density a (f t))).
  { destruct (gamma_values a A) as (l & u & L & U & _ & V & _).
    apply (is_derive_ext_loc (fun x => u - RInt (density a) 1 x)).
    - generalize (open_gt 0 (f t) X). apply filter_imp. intros y Y. rewrite V. destruct Rle_dec; auto; lra.
    - apply d_sub; [apply d_const | now apply d_P]. }
  eapply d_value. exact (d_comp _ f t _ df D F). unfold density; ring.
Qed.
Lemma d_lowergamma a (f : R -> R) (t df : R) : a > 0 -> is_derive f t df -> f t > 0 ->
  is_derive (fun x => lowergamma a (f x)) t (power (f t) (a - 1) * exp (- f t) * df).
Proof.
  intros A F X. assert (D : is_derive (lowergamma a) (f t) (density a (f t) - 0)).
  { destruct (gamma_values a A) as (l & u & L & U & _ & _ & V).
    apply (is_derive_ext_loc (fun x => RInt (density a) 1 x - l)).
    - generalize (open_gt 0 (f t) X). apply filter_imp. intros y Y. rewrite V. destruct Rle_dec; auto; lra.
    - apply d_sub; [now apply d_P | apply d_const]. }
  eapply d_value. exact (d_comp _ f t _ df D F). unfold density; ring.
Qed.
(** By parts, in the limit. *)
Lemma gamma_1 : gamma 1 = 1.
Proof.
  unfold gamma. apply is_RInt_gen_unique.
  apply (is_RInt_gen_ext (Derive (fun t => - exp (- t)))).
  - exists (fun x => x > 0) (fun x => x > 0); [apply positive_right; lra | apply positive_infinity|].
    intros x y X Y z Z. simpl in Z. assert (z > 0) by (unfold Rmin in Z; destruct Rle_dec; lra).
    unfold density. rewrite Rminus_eq_0, power_exp, Rmult_0_l, exp_0 by auto. apply is_derive_unique. auto_derive; auto. ring.
  - replace 1 with (0 - -1) by ring. apply is_RInt_gen_Derive; try typeclasses eauto.
    + apply filter_forall. intros ab x _. auto_derive. auto.
    + apply filter_forall. intros ab x _. apply (continuous_ext (fun t => exp (- t))).
      * intro t. symmetry. apply is_derive_unique. auto_derive; auto. ring.
      * cont ltac:(lra).
    + assert (C : continuous (fun t => - exp (- t)) 0) by cont ltac:(lra). unfold continuous in C.
      rewrite Ropp_0, exp_0 in C. apply (filterlim_filter_le_1 _ (filter_le_within _)), C.
    + replace (locally 0) with (locally (- 0)) by (f_equal; ring). apply (filterlim_comp _ _ _ (fun t => exp (- t)) Ropp _ (locally 0)).
      2: apply (filterlim_opp 0). apply (filterlim_comp _ _ _ Ropp exp _ (Rbar_locally m_infty)).
      * apply (filterlim_Rbar_opp p_infty).
      * apply is_lim_exp_m.
Qed.

Ltac der_more side ::= lazymatch goal with
  | |- is_derive (fun x => uppergamma ?a (@?f x)) _ _ => eapply (d_uppergamma a f); [side | der side | side]
  | |- is_derive (fun x => lowergamma ?a (@?f x)) _ _ => eapply (d_lowergamma a f); [side | der side | side] end.
Ltac cont_more side ::= lazymatch goal with
  | |- continuous (fun x => uppergamma ?a (@?f x)) _ => apply (c_uppergamma a f); [side | cont side]
  | |- continuous (fun x => lowergamma ?a (@?f x)) _ => apply (c_lowergamma a f); [side | cont side] end.
