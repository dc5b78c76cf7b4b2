(** The facts that the kernel trusts (dptheory/kernel/real/facts.py), each proved; of the gamma functions most in
    GammaFacts.v and Gauss.v. The conclusions of a partial fact ("where defined") have what definedness gives as a side. *)
From Coq Require Import Reals ZArith List Lra Lia.
From Coquelicot Require Import Coquelicot.
From Dptheory Require Import Semantics Shallow.
Open Scope R_scope.

(** * Powers *)

Lemma exp_multiple_nat a n : exp (IZR (Z.of_nat n) * a) = exp a ^ n.
Proof.
  induction n. simpl; rewrite Rmult_0_l; apply exp_0.
  rewrite Nat2Z.inj_succ, succ_IZR. simpl. rewrite <- IHn, <- exp_plus. f_equal; ring.
Qed.
Lemma power_exp b e : b > 0 -> power b e = exp (e * ln b).
Proof.
  intro H. unfold power. destruct Req_EM_T as [I|I].
  - unfold rfloor in I. revert I; generalize (floor e); intros [|p|p] <-; simpl powerRZ.
    + now rewrite Rmult_0_l, exp_0.
    + rewrite <- (positive_nat_Z p), exp_multiple_nat, exp_ln; auto.
    + replace (exp (IZR (Z.neg p) * ln b)) with (/ exp (IZR (Z.pos p) * ln b)).
      rewrite <- (positive_nat_Z p), exp_multiple_nat, exp_ln; auto.
      rewrite <- exp_Ropp. f_equal. replace (IZR (Z.neg p)) with (- IZR (Z.pos p)) by (symmetry; apply (opp_IZR (Z.pos p))). ring.
  - destruct Rle_dec; [lra | reflexivity].
Qed.
Lemma power_of_zero e : e > 0 -> power 0 e = 0.
Proof.
  intro H. unfold power. destruct Req_EM_T as [I|I]; [|destruct Rle_dec; lra].
  unfold rfloor in I. revert I; generalize (floor e); intros z <-. apply lt_IZR in H. destruct z; try lia. simpl. apply pow_i. lia.
Qed.
Lemma power_pos b e : b > 0 -> power b e > 0. Proof. intro. rewrite power_exp; auto. apply exp_pos. Qed.
Lemma powerRZ_zero z : powerRZ 0 z >= 0.
Proof.
  destruct z; simpl; [lra| |]; destruct (Nat.eq_dec (Pos.to_nat p) 0) as [->|N]; simpl; try lra;
  rewrite ?pow_i, ?Rinv_0; try lra; lia.
Qed.
Lemma power_nonnegative b e : b >= 0 -> power b e >= 0.
Proof.
  intros [H| ->]. left; now apply power_pos.
  unfold power. destruct Req_EM_T. apply powerRZ_zero. destruct Rle_dec; lra.
Qed.
Lemma power_nat b n : power b (IZR (Z.of_nat n)) = b ^ n.
Proof. rewrite power_Z. symmetry. apply pow_powerRZ. Qed.
Lemma power_nonzero b z : b <> 0 -> powerRZ b z <> 0. Proof. apply powerRZ_NOR. Qed.
Lemma power_add_integer b m n : isint m -> isint n -> b <> 0 \/ m >= 1 -> b <> 0 \/ n >= 1 ->
  power b (m + n) = power b m * power b n.
Proof.
  intros [i ->] [j ->] A B. destruct (Req_dec b 0) as [->|N].
  - rewrite !power_of_zero; lra.
  - rewrite <- plus_IZR, !power_Z. now apply powerRZ_add.
Qed.
Lemma power_product_integer a b n : isint n -> power (a * b) n = power a n * power b n.
Proof. intros [j ->]. rewrite !power_Z. destruct j; simpl; rewrite ?Rpow_mult_distr, ?Rinv_mult; ring. Qed.

(** * The exponential function, square roots, absolute values *)

Lemma exp_one : exp 1 = exp 1. Proof. reflexivity. Qed.
Lemma sqrt_square a : a >= 0 -> sqrt a ^ 2 = a. Proof. intro. apply pow2_sqrt; lra. Qed.
Lemma sqrt_nonnegative a : a >= 0 -> sqrt a >= 0. Proof. intro. apply Rle_ge, sqrt_pos. Qed.
Lemma abs_of_nonnegative a : a >= 0 -> Rabs a = a. Proof. apply Rabs_right. Qed.
Lemma abs_of_nonpositive a : a <= 0 -> Rabs a = - a. Proof. apply Rabs_left1. Qed.

(** * Integers *)

Lemma floor_bounds a : rfloor a <= a /\ a < rfloor a + 1. Proof. apply floor_bounds_R. Qed.
Lemma ceil_bounds a : rceil a >= a /\ a > rceil a - 1.
Proof. unfold rceil. pose proof (floor_bounds_R (- a)). lra. Qed.
Lemma integer_gap m n : isint m -> isint n -> m < n -> m + 1 <= n.
Proof. intros [i ->] [j ->] H. apply lt_IZR in H. rewrite <- plus_IZR. apply IZR_le. lia. Qed.

(** * Trigonometric functions *)

Lemma sin_half_pi : sin (PI / 2) = 1. Proof. apply sin_PI2. Qed.
Lemma sin_positive a : a > 0 -> a < PI -> sin a > 0. Proof. apply sin_gt_0. Qed.
Lemma tan_ratio a : cos a <> 0 -> tan a * cos a = sin a. Proof. intro. unfold tan. now field. Qed.

(** * Gamma functions *)

Lemma gamma_at_zero a : a > 0 -> uppergamma a 0 = gamma a /\ lowergamma a 0 = 0.
Proof.
  split; [unfold uppergamma; now rewrite Rmax_left by lra|]. unfold lowergamma. destruct Rle_dec; lra.
Qed.

(** * Powers with a whole number *)

Lemma power_up b e n : e = INR n -> power b e = b ^ n. Proof. intros ->. rewrite INR_IZR_INZ. apply power_nat. Qed.
Lemma power_down b e n : e = - INR n -> power b e = / (b ^ n).
Proof.
  intros ->. rewrite INR_IZR_INZ, <- opp_IZR, power_Z. destruct n as [|n]; [simpl; now rewrite Rinv_1|].
  rewrite pow_powerRZ. simpl (Z.of_nat (S n)). simpl. now rewrite SuccNat2Pos.id_succ.
Qed.
