(** Leaves of boxes: signs by Taylor's theorem with zeros of known order, and by coefficients in Bernstein's basis. *)
From Coq Require Import Reals List Lra Lia Arith.
From Coquelicot Require Import Coquelicot.
From Dptheory Require Import Semantics Shallow Facts Rules Calculus.
Import ListNotations.
Open Scope R_scope.

(** * series *)

Section Taylor.
  Variable g : nat -> R -> R.
  (** The first n terms of the series at t, of y; from the m-th on d of them, divided by z^m. *)
  Fixpoint taylor (n : nat) (t y : R) : R :=
    match n with O => 0 | S k => taylor k t y + g k t * (y - t) ^ k / INR (fact k) end.
  Fixpoint later (m d : nat) (a z : R) : R :=
    match d with O => 0 | S j => later m j a z + g (m + j)%nat a * z ^ j / INR (fact (m + j)) end.

  Lemma taylor_here n y : taylor (S n) y y = g 0%nat y.
  Proof.
    induction n; [simpl; field|]. change (taylor (S n) y y + g (S n) y * (y - y) ^ S n / INR (fact (S n)) = g 0%nat y).
    rewrite IHn, Rminus_eq_0, pow_i by lia. unfold Rdiv. ring.
  Qed.
  Lemma taylor_derive n y t : (forall k, (k <= n)%nat -> is_derive (g k) t (g (S k) t)) ->
    is_derive (fun s => taylor (S n) s y) t (g (S n) t * (y - t) ^ n / INR (fact n)).
  Proof.
    assert (P : forall k, is_derive (fun s => (y - s) ^ k) t (INR k * (y - t) ^ pred k * (0 - 1))).
    { intro k. apply (d_pow (fun s => y - s)). apply (d_sub (fun _ => y) (fun s => s)); [apply d_const | apply d_id]. }
    intro D. induction n.
    - eapply d_value; [apply (d_add (fun _ => 0) (fun s => g 0%nat s * (y - s) ^ 0 / INR (fact 0)))|].
      apply d_const. apply (d_mul (fun s => g 0%nat s * (y - s) ^ 0) (fun _ => / INR (fact 0))).
      apply d_mul; [apply D; lia | apply P]. apply d_const. simpl. field.
    - eapply d_value; [apply (d_add (fun s => taylor (S n) s y) (fun s => g (S n) s * (y - s) ^ S n / INR (fact (S n))))|].
      apply IHn; intros; apply D; lia. apply (d_mul (fun s => g (S n) s * (y - s) ^ S n) (fun _ => / INR (fact (S n)))).
      apply d_mul; [apply D; lia | apply P]. apply d_const.
      pose proof (INR_fact_neq_0 n). assert (INR (S n) <> 0) by (apply not_0_INR; lia).
      rewrite fact_simpl, mult_INR. simpl pred. rewrite <- (tech_pow_Rmult (y - t) n). field. auto.
  Qed.

  Variables a y : R.
  Let between t := Rmin a y <= t <= Rmax a y.
  Lemma rolle (h h' : R -> R) : a <> y -> (forall t, between t -> is_derive h t (h' t)) -> h a = h y ->
    exists s, between s /\ s <> y /\ h' s = 0.
  Proof.
    unfold between, Rmin, Rmax. intros N D E. destruct Rle_dec as [L|L].
    - destruct (mean_value h h' a y) as (s & B & Q); try lra; [| |exists s; repeat split; nra].
      intros; apply c_derive; eexists; apply D; lra. intros; apply D; lra.
    - destruct (mean_value h h' y a) as (s & B & Q); try lra; [| |exists s; repeat split; nra].
      intros; apply c_derive; eexists; apply D; lra. intros; apply D; lra.
  Qed.
  Lemma lagrange n : (forall k t, (k < n)%nat -> between t -> is_derive (g k) t (g (S k) t)) ->
    exists s, between s /\ g 0%nat y = taylor n a y + g n s * (y - a) ^ n / INR (fact n).
  Proof.
    intro D. assert (Y : between y) by (unfold between, Rmin, Rmax; destruct Rle_dec; lra).
    destruct n as [|n]; [exists y; split; auto; simpl; field|]. destruct (Req_dec a y) as [<-|N].
    - exists a. split; auto. rewrite taylor_here, Rminus_eq_0, pow_i by lia. unfold Rdiv. ring.
    - assert (Z : (y - a) ^ S n <> 0) by (apply pow_nonzero; lra). pose proof (INR_fact_neq_0 n) as F.
      assert (I : INR (S n) <> 0) by (apply not_0_INR; lia). set (M := (g 0%nat y - taylor (S n) a y) / (y - a) ^ S n).
      destruct (rolle (fun t => taylor (S n) t y + M * (y - t) ^ S n)
        (fun t => g (S n) t * (y - t) ^ n / INR (fact n) + M * (INR (S n) * (y - t) ^ n * (0 - 1)))) as (s & B & O & Q); auto.
      + intros t T. apply d_add. apply taylor_derive; intros; apply D; auto; lia.
        eapply d_value. apply (d_mul (fun _ => M) (fun s => (y - s) ^ S n)). apply d_const. apply (d_pow (fun s => y - s) t).
        apply (d_sub (fun _ => y) (fun s => s)); [apply d_const | apply d_id]. simpl pred. ring.
      + rewrite taylor_here, Rminus_eq_0, (pow_i (S n)) by lia. unfold M. field. auto.
      + exists s. split; auto. assert (P : (y - s) ^ n <> 0) by (apply pow_nonzero; lra).
        assert (M = g (S n) s / (INR (S n) * INR (fact n))) as E.
        { apply (Rmult_eq_reg_r (INR (S n) * (y - s) ^ n)); [|now apply Rmult_integral_contrapositive].
          replace (g (S n) s / (INR (S n) * INR (fact n)) * (INR (S n) * (y - s) ^ n)) with (g (S n) s * (y - s) ^ n / INR (fact n)) by (field; auto). lra. }
        rewrite fact_simpl, mult_INR. replace (g (S n) s * (y - a) ^ S n / (INR (S n) * INR (fact n))) with (M * (y - a) ^ S n).
        unfold M. field. auto. rewrite E. field. auto.
  Qed.
  Lemma series m d : (forall k t, (k < m + d)%nat -> between t -> is_derive (g k) t (g (S k) t)) ->
    (forall k, (k < m)%nat -> g k a = 0) ->
    exists s, between s /\ g 0%nat y = (y - a) ^ m * (later m d a (y - a) + g (m + d)%nat s * (y - a) ^ d / INR (fact (m + d))).
  Proof.
    intros D Z. destruct (lagrange (m + d) D) as (s & B & E). exists s. split; auto. rewrite E.
    rewrite pow_add. replace (taylor (m + d) a y) with ((y - a) ^ m * later m d a (y - a)). field. apply INR_fact_neq_0.
    clear E D. induction d.
    - rewrite Nat.add_0_r. simpl. clear B. revert Z. induction m; intro Z; simpl; [ring|].
      rewrite Z, <- IHm by (auto; lia). unfold Rdiv; ring.
    - rewrite Nat.add_succ_r. simpl. rewrite <- IHd, pow_add. unfold Rdiv. ring.
  Qed.
End Taylor.

(** Functions, each the derivative of the one before. *)
Fixpoint chain (gs : list (R -> R)) (low high : R) : Prop :=
  match gs with
  | g :: ((h :: _) as k) => (forall t, low <= t <= high -> is_derive g t (h t)) /\ chain k low high | _ => True
  end.
Definition member (gs : list (R -> R)) (k : nat) : R -> R := nth k gs (fun _ => 0).
Lemma chain_member gs low high k t : chain gs low high -> (S k < length gs)%nat -> low <= t <= high ->
  is_derive (member gs k) t (member gs (S k) t).
Proof.
  revert k. induction gs as [|g [|h l] IH]; intros k C L T; simpl in L; try lia. destruct C as [C D].
  destruct k; [now apply C|]. apply (IH k); auto. simpl. lia.
Qed.
(** The leaf: the first m of the functions are 0 at a, and the quotient by (y - a)^m is positive; negative where y < a
    and m is odd. *)
Definition quotient (gs : list (R -> R)) m d a z s : R :=
  later (member gs) m d a z + member gs (m + d) s * z ^ d / INR (fact (m + d)).
Lemma series_leaf gs m d low high a y : length gs = S (m + d) -> low <= a <= high -> low <= y <= high ->
  chain gs low high -> (forall k, (k < m)%nat -> member gs k a = 0) ->
  ((Nat.Even m \/ a <= y) /\ (forall s, low <= s <= high -> quotient gs m d a (y - a) s > 0) \/
   (Nat.Odd m /\ y <= a) /\ (forall s, low <= s <= high -> quotient gs m d a (y - a) s < 0)) ->
  member gs 0 y >= 0 /\ (y <> a \/ m = 0%nat -> member gs 0 y > 0).
Proof.
  intros L A Y C Z H. destruct (series (member gs) a y m d) as (s & B & ->); auto.
  - intros k t K T. apply (chain_member _ low high); auto; [lia|]. unfold Rmin, Rmax in T. destruct Rle_dec; lra.
  - fold (quotient gs m d a (y - a) s). assert (I : low <= s <= high) by (unfold Rmin, Rmax in B; destruct Rle_dec; lra).
    assert (P : forall b c, b >= 0 -> c > 0 -> b * c >= 0 /\ (b <> 0 -> b * c > 0)) by (intros; split; [nra | intro; assert (b > 0) by lra; nra]).
    assert (N : y <> a \/ m = 0%nat -> (y - a) ^ m <> 0) by (intros [F| ->]; [apply pow_nonzero; lra | simpl; lra]).
    assert (E : forall x j, Nat.Even j -> x ^ j >= 0).
    { intros x j [i ->]. rewrite pow_mult. apply Rle_ge, pow_le, pow2_ge_0. }
    destruct H as [[U Q] | [[[i ->] U] Q]]; specialize (Q s I).
    + destruct (P ((y - a) ^ m) (quotient gs m d a (y - a) s)) as [F G]; auto.
      destruct U as [U|U]; [now apply E | apply Rle_ge, pow_le; lra].
    + destruct (P ((a - y) * (y - a) ^ (2 * i)) (- quotient gs (2 * i + 1) d a (y - a) s)) as [F G]; try lra.
      * apply Rle_ge, Rmult_le_pos; [lra | apply Rge_le, E; exists i; lia].
      * replace ((y - a) ^ (2 * i + 1) * quotient gs (2 * i + 1) d a (y - a) s)
          with ((a - y) * (y - a) ^ (2 * i) * - quotient gs (2 * i + 1) d a (y - a) s) by (rewrite pow_add; ring).
        split; auto. intro K. apply G. intro V. apply (N K). rewrite pow_add.
        replace ((y - a) ^ (2 * i) * (y - a) ^ 1) with (- ((a - y) * (y - a) ^ (2 * i))) by ring. rewrite V. ring.
Qed.

(** * mean *)

(** From the middle c to a point x of the box, one variable after the other. *)
Section Mean.
  Variables (g : env -> R) (d : nat -> env -> R) (n : nat) (low high : nat -> R).
  Definition put (i : nat) (t : R) (r : env) : env := fun j => if Nat.eq_dec j i then t else r j.
  Let box (r : env) := forall i, (i < n)%nat -> low i <= r i <= high i.
  Hypothesis smooth : forall r i, (i < n)%nat -> box r -> continuous (fun t => g (put i t r)) (r i).
  Hypothesis slope : forall r i, (i < n)%nat -> box r -> low i < r i < high i -> is_derive (fun t => g (put i t r)) (r i) (d i r).
  Fixpoint changed (k : nat) (x c : env) (rs : nat -> env) : R :=
    match k with O => 0 | S j => changed j x c rs + d j (rs j) * (x j - c j) end.
  Lemma put_put i s t r : put i t (put i s r) = put i t r.
  Proof. apply FunctionalExtensionality.functional_extensionality. intro j. unfold put. now destruct Nat.eq_dec. Qed.
  Lemma put_same i r : put i (r i) r = r.
  Proof. apply FunctionalExtensionality.functional_extensionality. intro j. unfold put. destruct Nat.eq_dec; congruence. Qed.
  Lemma put_at i t r : put i t r i = t. Proof. unfold put. now destruct Nat.eq_dec. Qed.
  Lemma mean_step i r y : (i < n)%nat -> box r -> low i <= y <= high i ->
    exists t, box (put i t r) /\ g (put i y r) = g r + d i (put i t r) * (y - r i).
  Proof.
    intros I B Y. pose proof (B i I) as Bi.
    assert (P : forall t, low i <= t <= high i -> box (put i t r)) by (intros t T j J; unfold put; destruct Nat.eq_dec; subst; auto).
    assert (C : forall t, low i <= t <= high i -> continuous (fun s => g (put i s r)) t).
    { intros t T. pose proof (smooth (put i t r) i I (P t T)) as H. rewrite put_at in H.
      apply (continuous_ext (fun s => g (put i s (put i t r)))); auto. intro s. now rewrite put_put. }
    assert (D : forall t, low i < t < high i -> is_derive (fun s => g (put i s r)) t (d i (put i t r))).
    { intros t T. pose proof (slope (put i t r) i I (P t ltac:(lra))) as H. rewrite put_at in H. specialize (H T).
      eapply is_derive_ext; [|exact H]. intro s. cbv beta. now rewrite put_put. }
    replace (g r) with (g (put i (r i) r)) by now rewrite put_same. destruct (Rtotal_order (r i) y) as [L|[<-|L]].
    - destruct (mean_value (fun s => g (put i s r)) (fun t => d i (put i t r)) (r i) y) as (t & T & E); auto; try (intros; apply C || apply D; lra).
      exists t. split; [apply P; lra | exact E].
    - exists (r i). rewrite put_same. split; auto. ring.
    - destruct (mean_value (fun s => g (put i s r)) (fun t => d i (put i t r)) y (r i)) as (t & T & E); auto; try (intros; apply C || apply D; lra).
      exists t. split; [apply P; lra | lra].
  Qed.
  Lemma mean_leaf (c x : env) : box c -> box x -> (forall i, (n <= i)%nat -> x i = c i) ->
    exists rs, (forall i, (i < n)%nat -> box (rs i)) /\ g x = g c + changed n x c rs.
  Proof.
    intros C X E. set (mix := fun k (i : nat) => if lt_dec i k then x i else c i).
    assert (M : forall k, box (mix k)) by (intros k i I; unfold mix; destruct lt_dec; auto).
    assert (forall k, (k <= n)%nat -> exists rs, (forall i, (i < k)%nat -> box (rs i)) /\ g (mix k) = g c + changed k x c rs) as H.
    { induction k; intro K.
      - exists (fun _ => c). split; [lia|]. simpl. rewrite Rplus_0_r. reflexivity.
      - destruct IHk as (rs & B & Q); [lia|]. destruct (mean_step k (mix k) (x k) ltac:(lia) (M k) ltac:(apply X; lia)) as (t & T & S).
        exists (fun i => if Nat.eq_dec i k then put k t (mix k) else rs i). split.
        + intros i I. destruct Nat.eq_dec; auto. apply B; lia.
        + simpl. destruct Nat.eq_dec; [|lia]. replace (mix (Datatypes.S k)) with (put k (x k) (mix k)).
          * rewrite S, Q. replace (mix k k) with (c k) by (unfold mix; destruct (lt_dec k k); auto; lia). rewrite <- Rplus_assoc. f_equal. f_equal.
            clear - K. assert (G : forall j, (j <= k)%nat -> changed j x c rs = changed j x c (fun i => if Nat.eq_dec i k then put k t (mix k) else rs i)).
            { induction j; intro J; simpl; auto. rewrite IHj by lia. destruct (Nat.eq_dec j k); auto; lia. }
            now apply G.
          * apply FunctionalExtensionality.functional_extensionality. intro i. unfold put, mix.
            destruct (Nat.eq_dec i k), (lt_dec i k), (lt_dec i (Datatypes.S k)); subst; auto; lia. }
    destruct (H n (le_n n)) as (rs & B & Q). exists rs. split; auto. rewrite <- Q. f_equal.
    apply FunctionalExtensionality.functional_extensionality. intro i. unfold mix. destruct lt_dec; auto. apply E. lia.
  Qed.
End Mean.

(** * bernstein *)

(** Of one variable; of several, the coefficients are such sums in the others. *)
Definition bernstein (n : nat) (c : nat -> R) (t : R) : R := sum_f_R0 (fun k => c k * (Binomial.C n k * t ^ k * (1 - t) ^ (n - k))) n.
Lemma bernstein_basis n k t : (k <= n)%nat -> 0 <= t <= 1 -> 0 <= Binomial.C n k * t ^ k * (1 - t) ^ (n - k).
Proof.
  intros K T. repeat apply Rmult_le_pos; try (apply pow_le; lra); [apply pos_INR|].
  left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; apply INR_fact_lt_0.
Qed.
Lemma bernstein_one n t : sum_f_R0 (fun k => Binomial.C n k * t ^ k * (1 - t) ^ (n - k)) n = 1.
Proof. rewrite <- binomial. replace (t + (1 - t)) with 1 by ring. apply pow1. Qed.
Lemma bernstein_above n c t b : 0 <= t <= 1 -> (forall k, (k <= n)%nat -> c k >= b) -> bernstein n c t >= b.
Proof.
  intros T H. rewrite <- (Rmult_1_r b), <- (bernstein_one n t), scal_sum. apply Rle_ge, sum_Rle. intros k K.
  rewrite Rmult_comm. apply Rmult_le_compat_r. now apply bernstein_basis. now apply Rge_le, H.
Qed.
Lemma bernstein_weak n c t : 0 <= t <= 1 -> (forall k, (k <= n)%nat -> c k >= 0) -> bernstein n c t >= 0.
Proof. apply bernstein_above. Qed.
Lemma least n (c : nat -> R) : (forall k, (k <= n)%nat -> c k > 0) -> exists b, b > 0 /\ forall k, (k <= n)%nat -> c k >= b.
Proof.
  induction n; intro H. exists (c 0%nat). split; [apply H; lia|]. intros k K. replace k with 0%nat by lia. lra.
  destruct IHn as (b & B & K); [intros; apply H; lia|]. exists (Rmin b (c (S n))). pose proof (H (S n) (le_n _)).
  split; [unfold Rmin; destruct Rle_dec; lra|]. intros k L. destruct (Nat.eq_dec k (S n)) as [->|N].
  - apply Rle_ge, Rmin_r.
  - pose proof (K k ltac:(lia)). pose proof (Rmin_l b (c (S n))). lra.
Qed.
Lemma bernstein_strict n c t : 0 <= t <= 1 -> (forall k, (k <= n)%nat -> c k > 0) -> bernstein n c t > 0.
Proof. intros T H. destruct (least n c H) as (b & B & K). pose proof (bernstein_above n c t b T K). lra. Qed.
Lemma bernstein_place low high x : low < high -> low <= x <= high -> 0 <= (x - low) / (high - low) <= 1.
Proof.
  intros. assert (0 < / (high - low)) by (apply Rinv_0_lt_compat; lra). split.
  - apply Rmult_le_pos; lra.
  - apply (Rmult_le_reg_r (high - low)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
