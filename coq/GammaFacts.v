(** The facts about gamma functions that the kernel trusts, and what scripts need of them. *)
From Coq Require Import Reals ZArith List Lra Lia.
From Coquelicot Require Import Coquelicot.
From Dptheory Require Import Semantics Shallow Facts Rules Calculus Gamma.
Open Scope R_scope.

Lemma exp_mono x y : x <= y -> exp x <= exp y. Proof. intros [H| ->]; [left; now apply exp_increasing | lra]. Qed.
Lemma ln_tangent t c : t > 0 -> c > 0 -> ln t <= t / c + ln c - 1.
Proof.
  intros T C. assert (t / c > 0) by (apply Rdiv_lt_0_compat; lra). pose proof (exp_ineq1_le (ln (t / c))) as L.
  rewrite exp_ln in L by lra. replace t with (t / c * c) at 1 by (field; lra). rewrite ln_mult by lra. lra.
Qed.
Lemma exp_convex s y : 0 <= s <= 1 -> exp (s * y) <= s * exp y + (1 - s).
Proof.
  intro S. pose proof (exp_ineq1_le ((1 - s) * y)) as A. pose proof (exp_ineq1_le (- (s * y))) as B. pose proof (exp_pos (s * y)) as W.
  apply (Rmult_le_compat_l (exp (s * y))) in A, B; try lra. rewrite <- !exp_plus in *.
  replace (s * y + (1 - s) * y) with y in A by ring. replace (s * y + - (s * y)) with 0 in B by ring. rewrite exp_0 in B.
  apply (Rmult_le_compat_l s) in A; [|lra]. apply (Rmult_le_compat_l (1 - s)) in B; lra.
Qed.
Lemma density_exp a t : t > 0 -> density a t = exp ((a - 1) * ln t - t).
Proof. intro T. unfold density. rewrite power_exp, <- exp_plus by auto. reflexivity. Qed.
Lemma gamma_positive a : a > 0 -> gamma a > 0.
Proof. intro A. rewrite <- (proj1 (gamma_at_zero a A)). apply uppergamma_positive; lra. Qed.

(** * Limits of primitives *)

Definition prim (a x : R) : R := RInt (density a) 1 x.
Lemma d_prim a (f : R -> R) t df : a > 0 -> is_derive f t df -> f t > 0 -> is_derive (fun x => prim a (f x)) t (density a (f t) * df).
Proof. intros A F X. exact (d_comp (prim a) f t (density a (f t)) df (d_P a (f t) X) F). Qed.
Lemma prim_1 a : prim a 1 = 0. Proof. apply (RInt_point 1 (density a)). Qed.
Lemma values a : a > 0 -> exists l u, filterlim (prim a) (at_right 0) (locally l) /\ filterlim (prim a) (Rbar_locally p_infty) (locally u) /\
  gamma a = u - l /\ forall x, x > 0 -> uppergamma a x = u - prim a x.
Proof.
  intro A. destruct (gamma_values a A) as (l & u & L & U & G & H & _). exists l, u. repeat split; auto.
  intros x X. rewrite H. destruct Rle_dec; [lra | reflexivity].
Qed.
Lemma prim_up a x y : 0 < x <= y -> prim a x <= prim a y. Proof. exact (P_up a x y). Qed.
Opaque prim.
Ltac der_more side ::= lazymatch goal with
  | |- is_derive (fun x => prim ?a (@?f x)) _ _ => eapply (d_prim a f); [side | der side | side]
  | |- is_derive (fun x => uppergamma ?a (@?f x)) _ _ => eapply (d_uppergamma a f); [side | der side | side]
  | |- is_derive (fun x => lowergamma ?a (@?f x)) _ _ => eapply (d_lowergamma a f); [side | der side | side] end.
Ltac slopes := eapply d_value; [der ltac:(cbv beta; lra) | cbv beta].
Lemma lim_scal (F : (R -> Prop) -> Prop) (P : R -> R) p l : filterlim P F (locally l) -> filterlim (fun x => p * P x) F (locally (p * l)).
Proof. intro H. apply (filterlim_comp _ _ _ P (Rmult p) F (locally l)); auto. apply (filterlim_scal_r p l). Qed.
Lemma lim_add (F : (R -> Prop) -> Prop) (P Q : R -> R) l m : Filter F -> filterlim P F (locally l) -> filterlim Q F (locally m) ->
  filterlim (fun x => P x + Q x) F (locally (l + m)).
Proof. intros I H K. apply (filterlim_comp_2 (F := F) (G := locally l) (H := locally m) P Q Rplus); auto. apply (filterlim_plus l m). Qed.
Lemma near_zero (P : R -> Prop) : (forall x, 0 < x <= 1 -> P x) -> at_right 0 P.
Proof.
  intro H. exists (mkposreal 1 Rlt_0_1). intros y B Y. apply H. apply Rabs_lt_between in B. cbn in B.
  unfold minus, plus, opp in B; cbn in B. lra.
Qed.

(** A combination of densities that is nowhere negative has an integral that is not. *)
Lemma combined a b c p q r : a > 0 -> b > 0 -> c > 0 ->
  (forall t, t > 0 -> p * density a t + q * density b t + r * density c t >= 0) -> p * gamma a + q * gamma b + r * gamma c >= 0.
Proof.
  intros A B C H. destruct (values a A) as (la & ua & La & Ua & -> & _). destruct (values b B) as (lb & ub & Lb & Ub & -> & _).
  destruct (values c C) as (lc & uc & Lc & Uc & -> & _). set (G := fun x => p * prim a x + q * prim b x + r * prim c x).
  assert (M : forall x y, 0 < x <= y -> G x <= G y).
  { intros x y [X Y]. cut (G y - G x >= 0); [lra|]. apply (mvt_below (fun t => G t - G x) (fun t => p * density a t + q * density b t + r * density c t) x y); try lra.
    - intros t T _. apply c_derive. eexists. unfold G. der ltac:(cbv beta; lra).
    - intros t T _. unfold G. slopes. ring.
    - intros. apply H; lra. }
  assert (Z : G 1 = 0) by (unfold G; rewrite !prim_1; ring).
  assert (p * la + q * lb + r * lc <= G 1) as L.
  { apply (filterlim_le (F := at_right 0) G (fun _ => G 1) (p * la + q * lb + r * lc) (G 1)); [| |apply filterlim_const].
    apply near_zero. intros; apply M; lra. repeat (apply lim_add; [typeclasses eauto | | now apply lim_scal]). now apply lim_scal. }
  assert (G 1 <= p * ua + q * ub + r * uc) as U.
  { apply (filterlim_le (F := Rbar_locally p_infty) (fun _ => G 1) G (G 1) (p * ua + q * ub + r * uc)); [|apply filterlim_const|].
    exists 1. intros; apply M; lra. repeat (apply lim_add; [typeclasses eauto | | now apply lim_scal]). now apply lim_scal. }
  rewrite Z in *. lra.
Qed.
Lemma primitive_between a l u x : a > 0 -> filterlim (prim a) (at_right 0) (locally l) -> filterlim (prim a) (Rbar_locally p_infty) (locally u) ->
  x > 0 -> l <= prim a x <= u.
Proof.
  intros A L U X. split.
  - apply (filterlim_le (F := at_right 0) (prim a) (fun _ => prim a x) l (prim a x)); auto; [|apply filterlim_const].
    exists (mkposreal x X). intros y B Y. apply prim_up; auto. apply Rabs_lt_between in B. cbn in B. unfold minus, plus, opp in B; cbn in B. lra.
  - apply (filterlim_le (F := Rbar_locally p_infty) (fun _ => prim a x) (prim a) (prim a x) u); auto; [|apply filterlim_const].
    exists x. intros y Y. apply prim_up; auto. lra.
Qed.

(** * By parts *)

Lemma tail a : a > 0 -> filterlim (fun t => power t a * exp (- t)) (Rbar_locally p_infty) (locally 0).
Proof.
  intros A Q [eps H]. set (K := exp ((a + 1) * (ln (a + 1) - 1))). exists (Rmax 1 (K / eps)). intros t T.
  assert (1 < t /\ K / eps < t) as [O D] by (unfold Rmax in T; destruct Rle_dec; lra).
  apply H. change (Rabs (power t a * exp (- t) - 0) < eps). rewrite Rminus_0_r, power_exp, <- exp_plus by lra.
  rewrite Rabs_right by (left; apply exp_pos). apply (Rmult_lt_reg_l t); [lra|]. apply Rle_lt_trans with K.
  - rewrite <- (exp_ln t) at 1 by lra. rewrite <- exp_plus. apply exp_mono. pose proof (ln_tangent t (a + 1) ltac:(lra) ltac:(lra)) as L.
    apply (Rmult_le_compat_l (a + 1)) in L; [|lra]. replace ((a + 1) * (t / (a + 1) + ln (a + 1) - 1)) with (t + (a + 1) * (ln (a + 1) - 1)) in L by (field; lra). lra.
  - destruct eps as [e E]; simpl in *. apply (Rmult_lt_compat_r e) in D; auto. replace (K / e * e) with K in D by (field; lra). exact D.
Qed.
Lemma by_parts a x : a > 0 -> x > 0 -> prim (a + 1) x - a * prim a x + power x a * exp (- x) = exp (- (1)).
Proof.
  intros A X. set (h := fun t => prim (a + 1) t - a * prim a t + power t a * exp (- t)).
  assert (Z : h 1 = exp (- (1))).
  { unfold h. rewrite !prim_1, power_exp, ln_1, Rmult_0_r, exp_0 by lra. ring. }
  assert (D : forall t, t > 0 -> is_derive h t 0).
  { intros t T. unfold h. slopes. rewrite !density_exp, !power_exp by auto. unfold Rminus. rewrite !exp_plus. replace (a + 1 + - (1)) with a by ring. replace ((a + - (1)) * ln t) with (a * ln t + - ln t) by ring. rewrite exp_plus, !exp_Ropp, exp_ln by auto. field. pose proof (exp_pos t). repeat split; lra. }
  change (h x = exp (- (1))). rewrite <- Z.
  assert (forall s t, 0 < s -> s < t -> h s = h t) as E.
  { intros s t S T. destruct (mean_value h (fun _ => 0) s t) as (w & _ & Q); [assumption | | | lra].
    - intros. apply c_derive. eexists. apply D. lra.
    - intros. apply D. lra. }
  destruct (Rtotal_order x 1) as [H|[->|H]]; [apply E; lra | reflexivity | symmetry; apply E; lra].
Qed.
Lemma parts_limits a l u m v : a > 0 -> filterlim (prim a) (at_right 0) (locally l) -> filterlim (prim a) (Rbar_locally p_infty) (locally u) ->
  filterlim (prim (a + 1)) (at_right 0) (locally m) -> filterlim (prim (a + 1)) (Rbar_locally p_infty) (locally v) ->
  m - a * l = exp (- (1)) /\ v - a * u = exp (- (1)).
Proof.
  intros A L U M V.
  assert (forall (F : (R -> Prop) -> Prop) p q, ProperFilter F -> F (fun x => x > 0) -> filterlim (prim a) F (locally p) -> filterlim (prim (a + 1)) F (locally q) ->
    filterlim (fun t => power t a * exp (- t)) F (locally 0) -> q - a * p = exp (- (1))) as E.
  { intros F p q I X P Q T. assert (filterlim (fun _ : R => exp (- (1))) F (locally (q + - a * p + 0))) as K.
    { apply (filterlim_ext_loc (fun x => prim (a + 1) x + - a * prim a x + power x a * exp (- x))).
      - apply (filter_imp (fun x => x > 0)); auto. intros x O. rewrite <- (by_parts a x) by auto. ring.
      - apply lim_add; auto; try typeclasses eauto. apply lim_add; auto; try typeclasses eauto. now apply lim_scal. }
    pose proof (filterlim_const (F := F) (exp (- (1))) (U := R_UniformSpace)) as J.
    pose proof (filterlim_locally_unique (F := F) (V := R_NormedModule) _ _ _ K J). lra. }
  split; (eapply E; [| |eassumption|eassumption|]); try typeclasses eauto.
  - apply positive_right; lra.
  - assert (continuous (fun t => power t a * exp (- t)) 0) as C.
    { apply c_mul. apply c_power_zero; auto. cont ltac:(lra). }
    unfold continuous in C. rewrite power_of_zero, Rmult_0_l in C by auto. apply (filterlim_filter_le_1 _ (filter_le_within _)), C.
  - apply positive_infinity.
  - now apply tail.
Qed.
Lemma gamma_step a : a > 0 -> gamma (a + 1) = a * gamma a.
Proof.
  intro A. destruct (values a A) as (l & u & L & U & -> & _). destruct (values (a + 1) ltac:(lra)) as (m & v & M & V & -> & _).
  destruct (parts_limits a l u m v); auto. lra.
Qed.
Lemma uppergamma_step a x : a > 0 -> x >= 0 -> uppergamma (a + 1) x = a * uppergamma a x + power x a * exp (- x).
Proof.
  intros A [X| ->].
  - destruct (values a A) as (l & u & L & U & _ & H). destruct (values (a + 1) ltac:(lra)) as (m & v & M & V & _ & K).
    destruct (parts_limits a l u m v); auto. rewrite H, K by auto. pose proof (by_parts a x A X). lra.
  - rewrite (proj1 (gamma_at_zero a A)), (proj1 (gamma_at_zero (a + 1) ltac:(lra))), gamma_step, power_of_zero by auto. ring.
Qed.

(** * The facts *)

Lemma gamma_log_convex a b : a > 0 -> b > 0 -> gamma ((a + b) / 2) ^ 2 <= gamma a * gamma b.
Proof.
  intros A B. set (m := (a + b) / 2). pose proof (gamma_positive a A) as G. set (z := gamma m / gamma a).
  assert (z ^ 2 * gamma a + - 2 * z * gamma m + 1 * gamma b >= 0) as H.
  { apply combined; try (unfold m; lra). intros t T. rewrite !density_exp by auto.
    set (f := exp (((a - 1) * ln t - t) / 2)). set (g := exp (((b - 1) * ln t - t) / 2)).
    replace (exp ((a - 1) * ln t - t)) with (f * f) by (unfold f; rewrite <- exp_plus; f_equal; field).
    replace (exp ((b - 1) * ln t - t)) with (g * g) by (unfold g; rewrite <- exp_plus; f_equal; field).
    replace (exp ((m - 1) * ln t - t)) with (f * g) by (unfold f, g, m; rewrite <- exp_plus; f_equal; field).
    replace (z ^ 2 * (f * f) + - 2 * z * (f * g) + 1 * (g * g)) with ((z * f - g) ^ 2) by ring. apply Rle_ge, pow2_ge_0. }
  apply (Rmult_ge_compat_l (gamma a)) in H; [|lra]. unfold z in H.
  replace (gamma a * ((gamma m / gamma a) ^ 2 * gamma a + - 2 * (gamma m / gamma a) * gamma m + 1 * gamma b))
    with (gamma a * gamma b - gamma m ^ 2) in H by (field; lra). lra.
Qed.
Lemma gamma_above a s : a > 0 -> s >= 0 -> s <= 1 -> gamma (a + s) <= power a s * gamma a.
Proof.
  intros A S T. assert (power a s * (1 - s) * gamma a + power a s * s / a * gamma (a + 1) + - (1) * gamma (a + s) >= 0) as H.
  { apply combined; try lra. intros t P. rewrite !density_exp, power_exp by auto.
    pose proof (exp_convex s (ln t - ln a) ltac:(lra)) as C. unfold Rminus in C at 2. rewrite exp_plus, exp_Ropp, !exp_ln in C by auto.
    replace ((a + s - 1) * ln t - t) with (((a - 1) * ln t - t) + (s * ln a + s * (ln t - ln a))) by ring.
    replace ((a + 1 - 1) * ln t - t) with (((a - 1) * ln t - t) + ln t) by ring. rewrite !exp_plus, (exp_ln t) by auto.
    pose proof (exp_pos ((a - 1) * ln t - t)) as D. pose proof (exp_pos (s * ln a)) as E. set (d := exp ((a - 1) * ln t - t)) in *.
    set (e := exp (s * ln a)) in *. apply (Rmult_le_compat_l (d * e)) in C; [|left; now apply Rmult_lt_0_compat].
    replace (e * (1 - s) * d + e * s / a * (d * t) + - (1) * (d * (e * exp (s * (ln t - ln a)))))
      with (d * e * (s * (t * / a) + (1 - s)) - d * e * exp (s * (ln t - ln a))) by (field; lra). lra. }
  rewrite gamma_step in H by auto. replace (power a s * s / a * (a * gamma a)) with (power a s * s * gamma a) in H by (field; lra). lra.
Qed.
Lemma gamma_between a s : a > 0 -> s >= 0 -> s <= 1 ->
  gamma (a + s) <= power a s * gamma a /\ gamma a * a <= power (a + s) (1 - s) * gamma (a + s).
Proof.
  intros A S T. split; [now apply gamma_above|]. rewrite Rmult_comm, <- gamma_step by auto.
  replace (a + 1) with (a + s + (1 - s)) by ring. apply gamma_above; lra.
Qed.
Lemma uppergamma_chernoff a x s : a > 0 -> x >= 0 -> s >= 0 -> s < 1 ->
  uppergamma a x <= gamma a * power (1 / (1 - s)) a * exp (- s * x).
Proof.
  intros A X S T. assert (I : 1 / (1 - s) > 0) by (apply Rdiv_lt_0_compat; lra).
  assert (Q : ln (1 / (1 - s)) = - ln (1 - s)) by (unfold Rdiv; rewrite Rmult_1_l; apply ln_Rinv; lra). rewrite power_exp, Q by auto.
  pose proof (gamma_positive a A) as G. destruct X as [X| ->].
  - destruct (values a A) as (l & u & L & U & -> & H). rewrite H by auto. set (w := exp (a * - ln (1 - s))).
    set (d := fun y => exp (- s * x) * w * (prim a ((1 - s) * y) - prim a ((1 - s) * x)) - (prim a y - prim a x)).
    assert (N : forall y, y > 0 -> (1 - s) * y > 0) by (intros; apply Rmult_lt_0_compat; lra).
    assert (D : forall y, y > 0 -> is_derive d y (exp (- s * x) * w * (density a ((1 - s) * y) * (1 - s)) - density a y)).
    { intros y Y. pose proof (N y Y). unfold d. slopes. ring. }
    assert (forall y, y > x -> prim a y <= prim a x + exp (- s * x) * w * (u - l)) as B.
    { intros y Y. assert (d y >= 0) as P.
      { apply (mvt_below d (fun y => exp (- s * x) * w * (density a ((1 - s) * y) * (1 - s)) - density a y) x y); try lra.
        - intros t ? ?. apply c_derive. eexists. apply D. lra.
        - intros t ? ?. apply D. lra.
        - intros t ? ?. rewrite !density_exp, ln_mult by (try apply N; lra). unfold w. rewrite <- (exp_ln (1 - s)) at 4 by lra.
          rewrite <- !exp_plus. cut (exp ((a - 1) * ln t - t) <= exp (- s * x + a * - ln (1 - s) + ((a - 1) * (ln (1 - s) + ln t) - (1 - s) * t + ln (1 - s)))); [lra|].
          apply exp_mono. pose proof (Rmult_le_compat_l s x t ltac:(lra) ltac:(lra)). lra.
        - unfold d. right. ring. }
      unfold d in P. destruct (primitive_between a l u ((1 - s) * y) A L U (N y ltac:(lra))). destruct (primitive_between a l u ((1 - s) * x) A L U (N x ltac:(lra))).
      assert (0 < exp (- s * x) * w) as E by (apply Rmult_lt_0_compat; apply exp_pos).
      pose proof (Rmult_le_compat_l _ (prim a ((1 - s) * y) - prim a ((1 - s) * x)) (u - l) (Rlt_le _ _ E) ltac:(lra)). lra. }
    assert (u <= prim a x + exp (- s * x) * w * (u - l)); [|lra].
    apply (filterlim_le (F := Rbar_locally p_infty) (prim a) (fun _ => prim a x + exp (- s * x) * w * (u - l)) u (prim a x + exp (- s * x) * w * (u - l)));
      auto; [|apply filterlim_const]. exists x. auto.
  - rewrite (proj1 (gamma_at_zero a A)), Rmult_0_r, exp_0. assert (ln (1 - s) <= 0). { rewrite <- ln_1. destruct S as [S| ->].
    left; apply ln_increasing; lra. rewrite Rminus_0_r. lra. } assert (1 <= exp (a * - ln (1 - s))) as E. { rewrite <- exp_0 at 1. apply exp_mono. nra. } nra.
Qed.

(** * A whole number as the first argument *)

Lemma gamma_is n x v : x = INR n + 1 -> INR (fact n) = v -> gamma x = v.
Proof.
  intros -> <-. induction n; [replace (INR 0 + 1) with 1 by (simpl; ring); apply gamma_1|].
  rewrite S_INR, gamma_step, IHn by (pose proof (pos_INR n); lra). rewrite fact_simpl, mult_INR, S_INR. ring.
Qed.
Lemma uppergamma_1 x : x >= 0 -> uppergamma 1 x = exp (- x).
Proof.
  assert (Z : uppergamma 1 0 = 1) by (rewrite (proj1 (gamma_at_zero 1 ltac:(lra))); apply gamma_1).
  intros [X| ->]; [|rewrite Ropp_0, exp_0; exact Z].
  destruct (mean_value (fun t => uppergamma 1 t - exp (- t)) (fun _ => 0) 0 x) as (t & T & Q); [lra | | |].
  - intros. cont ltac:(lra).
  - intros t T U. eapply d_value; [der ltac:(lra)|]. cbv beta. rewrite (power_up t (1 - 1) 0) by (simpl; lra). ring.
  - cbv beta in Q. rewrite Z, Ropp_0, exp_0 in Q. lra.
Qed.
Lemma uppergamma_sum n x : x >= 0 -> uppergamma (INR n + 1) x = INR (fact n) * exp (- x) * sum_f_R0 (fun k => x ^ k / INR (fact k)) n.
Proof.
  intro X. induction n.
  - simpl INR. rewrite Rplus_0_l, uppergamma_1 by auto. simpl. field.
  - pose proof (pos_INR n). pose proof (INR_fact_neq_0 n). rewrite S_INR, uppergamma_step, IHn by lra.
    rewrite tech5, fact_simpl, mult_INR, (power_up x (INR n + 1) (S n)), S_INR by (rewrite S_INR; reflexivity). field. split; [auto | lra].
Qed.
Lemma exp_partial y n : y >= 0 -> sum_f_R0 (fun k => y ^ k / INR (fact k)) n <= exp y.
Proof.
  intro Y. unfold exp. destruct (exist_exp y) as [l L]. simpl. apply (sum_incr (fun k => y ^ k / INR (fact k)) n l).
  - intros eps E. destruct (L eps E) as (N & H). exists N. intros m M. specialize (H m M).
    rewrite (sum_eq _ (fun i => / INR (fact i) * y ^ i)) by (intros; unfold Rdiv; ring). exact H.
  - intro k. apply Rmult_le_pos; [apply pow_le; lra|]. left. apply Rinv_0_lt_compat, INR_fact_lt_0.
Qed.
Lemma small_powers m k : (k <= m)%nat -> (1 + / INR m) ^ k <= INR k + 1.
Proof.
  induction k; intro K; [simpl; lra|]. specialize (IHk ltac:(lia)). rewrite S_INR. simpl.
  assert (0 < INR m) as P by (apply lt_0_INR; lia). assert (INR k + 1 <= INR m) by (rewrite <- S_INR; apply le_INR; lia).
  pose proof (Rinv_0_lt_compat _ P). apply Rle_trans with ((1 + / INR m) * (INR k + 1)); [apply Rmult_le_compat_l; lra|].
  assert ((INR k + 1) * / INR m <= 1); [|lra]. apply Rle_trans with (INR m * / INR m); [apply Rmult_le_compat_r; lra | rewrite Rinv_r; lra].
Qed.
Lemma exponentials k x : x >= 0 -> exp (- x) * sum_f_R0 (fun j => x ^ j / INR (fact j)) k <= (INR k + 1) * exp (- x / (INR k + 1)).
Proof.
  intro X. pose proof (pos_INR k) as K. set (y := x * INR k / (INR k + 1)).
  assert (Y : y >= 0) by (apply Rle_ge, Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; lra]).
  assert (sum_f_R0 (fun j => x ^ j / INR (fact j)) k <= (INR k + 1) * exp y) as S.
  { destruct k as [|m]; [simpl; pose proof (exp_ineq1_le y); lra|]. set (k := S m) in *. assert (INR k <> 0) by (apply not_0_INR; discriminate).
    apply Rle_trans with ((INR k + 1) * sum_f_R0 (fun j => y ^ j / INR (fact j)) k); [|apply Rmult_le_compat_l; [lra | now apply exp_partial]].
    rewrite scal_sum. apply sum_Rle. intros j J. replace x with (y * (1 + / INR k)) by (unfold y; field; lra). rewrite Rpow_mult_distr.
    replace (y ^ j * (1 + / INR k) ^ j / INR (fact j)) with (y ^ j / INR (fact j) * (1 + / INR k) ^ j) by (unfold Rdiv; ring).
    apply Rmult_le_compat_l; [|apply Rle_trans with (INR j + 1); [now apply small_powers | apply le_INR in J; lra]].
    apply Rmult_le_pos; [apply pow_le; lra|]. left. apply Rinv_0_lt_compat, INR_fact_lt_0. }
  apply (Rmult_le_compat_l (exp (- x))) in S; [|left; apply exp_pos]. apply (Rle_trans _ _ _ S). right.
  replace (- x / (INR k + 1)) with (- x + y) by (unfold y; field; lra). rewrite exp_plus. ring.
Qed.
Lemma uppergamma_union n x : isint n -> n >= 1 -> x >= 0 -> uppergamma n x <= gamma n * n * exp (- x / n).
Proof.
  intros [z ->] N X. apply Rge_le, le_IZR in N. destruct (Z_of_nat_complete (z - 1) ltac:(lia)) as [m M].
  replace (IZR z) with (INR m + 1) by (rewrite INR_IZR_INZ, <- M, minus_IZR; ring).
  rewrite (gamma_is m _ _ eq_refl eq_refl), uppergamma_sum, !Rmult_assoc by auto. apply Rmult_le_compat_l; [apply pos_INR|]. now apply exponentials.
Qed.
Lemma uppergamma_most a x : a > 0 -> x >= 0 -> uppergamma a x <= gamma a.
Proof.
  intros. pose proof (uppergamma_chernoff a x 0). replace (1 / (1 - 0)) with 1 in * by field. rewrite power_exp, ln_1 in * by lra.
  replace (- (0) * x) with 0 in * by ring. rewrite Rmult_0_r, exp_0 in *. lra.
Qed.
