(** Growth that is more, or less, than an O; beside docs/SEMANTICS.md: *Best constants and growth*, and `bounded` of Families.v. *)
From Coq Require Import Reals QArith Qreals List Lra.
From Dptheory Require Import Semantics Shallow Facts Families.
Import ListNotations.
Open Scope R_scope.

(** [f = o(g)] as variable [n] grows: for every [t], [t] times [f] is at most [g] from some number on, in absolute values. *)
Definition smaller (c : claim) (n : nat) (f g : term) : Prop :=
  (forall t, exists m, forall r, inside c r -> r n >= m ->
    (def r (sort c) f /\ def r (sort c) g) /\ t * Rabs (ev r f) <= Rabs (ev r g)) /\
  (forall t, t >= 1 -> exists r, r n >= t /\ inside c r).
(** There are points as far as you like at which [f] is more than [k t] times [g]: with [k t = t] no O, with one [k > 0] no o. *)
Definition beyond (c : claim) (n : nat) (f g : term) (k : R -> R) : Prop :=
  forall t, t >= 1 -> exists r, (r n >= t /\ inside c r) /\ (def r (sort c) f /\ def r (sort c) g) /\
    Rabs (ev r f) > k t * Rabs (ev r g).
Definition unbounded (c : claim) (n : nat) (f g : term) : Prop := beyond c n f g (fun t => t).
Definition not_smaller (c : claim) (n : nat) (f g : term) : Prop := exists k, k > 0 /\ beyond c n f g (fun _ => k).

(** Nothing below is trusted. *)
Theorem unbounded_not_bounded c n f g k : unbounded c n f g -> ~ bounded c n f k g [].
Proof.
  intros U (K & B & _). set (k0 := ev (fun _ => 0) k). destruct (U (Rmax 1 k0)) as (r & (_ & I) & _ & V).
  - apply Rle_ge, Rmax_l.
  - destruct (B r I Logic.I) as (_ & W). rewrite (K r (fun _ => 0)) in W. fold k0 in W.
    pose proof (Rmult_le_compat_r (Rabs (ev r g)) k0 (Rmax 1 k0) (Rabs_pos _) (Rmax_r _ _)). lra.
Qed.
Theorem not_smaller_not c n f g : not_smaller c n f g -> ~ smaller c n f g.
Proof.
  intros (k & K & U) [S _]. destruct (S (/ k)) as (m & M). destruct (U (Rmax 1 m)) as (r & (L & I) & _ & V).
  - apply Rle_ge, Rmax_l.
  - pose proof (Rmax_r 1 m). destruct (M r I ltac:(lra)) as (_ & W).
    apply (Rmult_le_compat_l k) in W; [|lra]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in W by lra. lra.
Qed.

Definition grows (n : nat) (h : term) : Prop := forall t, exists m, forall r, r n >= m -> ev r h >= t.
Lemma grows_var n : grows n (Var n).
Proof. intro t. exists t. auto. Qed.
Lemma ln_above x t : x >= exp t -> ln x >= t.
Proof. intros [H| ->]; [|rewrite ln_exp; lra]. pose proof (ln_increasing (exp t) x (exp_pos t) H). rewrite ln_exp in *. lra. Qed.
Lemma grows_log n : grows n (Fun Log (Var n)).
Proof. intro t. exists (exp t). intros r H. exact (ln_above _ _ H). Qed.
Lemma grows_sqrt n h : grows n h -> grows n (Fun Sqrt h).
Proof.
  intros G t. destruct (G (t ^ 2)) as (m & M). exists m. intros r H. cbn [ev fval]. destruct (Rle_lt_dec t 0).
  - pose proof (sqrt_pos (ev r h)). lra.
  - rewrite <- (sqrt_pow2 t) by lra. apply Rle_ge, sqrt_le_1_alt, Rge_le, M, H.
Qed.
Lemma grows_pow n e q : number e = Some q -> Q2R q > 0 -> grows n (Pow (Var n) e).
Proof.
  intros E P t. exists (exp ((t - 1) / Q2R q)). intros r H. cbn [ev]. rewrite (number_ev r e q E).
  pose proof (exp_pos ((t - 1) / Q2R q)). rewrite power_exp by lra. apply ln_above in H.
  apply (Rmult_ge_compat_l (Q2R q)) in H; [|lra]. replace (Q2R q * ((t - 1) / Q2R q)) with (t - 1) in H by (field; lra).
  pose proof (exp_ineq1_le (Q2R q * ln (r n))). lra.
Qed.
Ltac grow := repeat first [apply grows_sqrt | apply grows_log | apply grows_var
  | eapply grows_pow; [reflexivity | unfold Q2R; cbn; lra]].

(** A gauge [h] that grows, and [h f = O(g)]. *)
Lemma smaller_by c n h f k g start b : bounded c n (Mul h f) k g start ->
  (forall r s, r n >= b -> all r s start) -> grows n h -> smaller c n f g.
Proof.
  intros (K & B & T) S G. split; [|exact T]. intro t. set (k0 := ev (fun _ => 0) k).
  destruct (G (Rmax 1 (t * k0))) as (m & M). exists (Rmax m b). intros r I L.
  pose proof (Rmax_l m b). pose proof (Rmax_r m b). destruct (B r I (S r _ ltac:(lra))) as (((_ & D) & Dg) & U).
  split; [exact (conj D Dg)|]. cbn [ev] in U. rewrite Rabs_mult, (K r (fun _ => 0)) in U. fold k0 in U.
  specialize (M r ltac:(lra)). pose proof (Rmax_l 1 (t * k0)). pose proof (Rmax_r 1 (t * k0)).
  rewrite (Rabs_right (ev r h)) in U by lra. pose proof (Rabs_pos (ev r f)) as F. pose proof (Rabs_pos (ev r g)) as Q.
  destruct (Rle_lt_dec t 0); [nra|]. apply (Rmult_le_reg_l (ev r h)); [lra|].
  apply Rle_trans with (t * (k0 * Rabs (ev r g))); [|nra].
  replace (ev r h * (t * Rabs (ev r f))) with (t * (ev r h * Rabs (ev r f))) by ring. apply Rmult_le_compat_l; lra.
Qed.
Lemma larger (f f' g k : R) : f' = f \/ f' = - f -> f' > k * g -> f' > - (k * g) -> k >= 0 -> Rabs f > k * Rabs g.
Proof.
  intros E A B K. assert (Rabs f = Rabs f') by (destruct E as [->| ->]; [|rewrite Rabs_Ropp]; reflexivity). rewrite H.
  apply Rlt_le_trans with f'; [|apply Rle_abs]. destruct (Rcase_abs g); [rewrite Rabs_left | rewrite Rabs_right]; lra.
Qed.
Definition beyond_by_values : (env -> term -> R) -> claim -> nat -> term -> term -> (R -> R) -> Prop :=
  ltac:(let t := eval cbv delta [beyond inside all holds def] in beyond in
        let t := eval pattern ev in t in match t with ?f _ => exact f end).
Lemma beyond_by_val c n f g k : beyond_by_values val c n f g k -> beyond c n f g k.
Proof. rewrite <- ev_val. exact (fun H => H). Qed.
Ltac far := cbv [beyond_by_values]; shown.
From Dptheory Require Import Tactics.
(** A claim at a point, with all that its sides demand. *)
Ltac recall T p := let K := fresh "K" in pose proof (valid_to_val _ T p) as K; revert K; unfold point; shown; intro K;
  specialize (K ltac:(finish)); tidy.
