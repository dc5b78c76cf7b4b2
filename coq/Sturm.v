(** The rule sturm: what is computed of polynomials with rational coefficients holds on the whole line. *)
From Coq Require Import Reals ZArith QArith Qreals List Lra Lia Bool.
From Coquelicot Require Import Coquelicot.
From Dptheory Require Import Semantics Shallow Facts Rules Calculus.
Import ListNotations.
Open Scope R_scope.

(** * Signs, and their changes along a list *)

Definition sgn (x : R) : Z := if Rlt_dec 0 x then 1%Z else if Rlt_dec x 0 then (-1)%Z else 0%Z.
Lemma sgn_cases x : 0 < x /\ sgn x = 1%Z \/ x = 0 /\ sgn x = 0%Z \/ x < 0 /\ sgn x = (-1)%Z.
Proof. unfold sgn. destruct Rlt_dec; auto. destruct Rlt_dec; auto. right; left. split; auto. lra. Qed.
Ltac signs_of := repeat match goal with |- context [sgn ?x] => let K := fresh in let E := fresh in
  pose proof (sgn_cases x) as K; destruct K as [[K E]|[[K E]|[K E]]]; rewrite E in *; clear E end.
Lemma sgn_mul x y : sgn (x * y) = (sgn x * sgn y)%Z.
Proof. signs_of; try reflexivity; exfalso; try subst; try lra; nra. Qed.
Lemma sgn_0 x : sgn x = 0%Z <-> x = 0. Proof. signs_of; split; intro; auto; try lra; try discriminate. Qed.

Fixpoint changes (s : Z) (l : list Z) : nat :=
  match l with
  | [] => O | a :: k => if (a =? 0)%Z then changes s k else ((if (s * a <? 0)%Z then 1 else 0) + changes a k)%nat
  end.
Definition signs (fs : list (R -> R)) (x : R) : list Z := map (fun f => sgn (f x)) fs.
Lemma changes_scale e s l : (e = 1 \/ e = -1)%Z -> changes (e * s) (map (Z.mul e) l) = changes s l.
Proof.
  intro E. revert s. induction l as [|a l IH]; intro s; cbn [map changes]; auto.
  replace (e * a =? 0)%Z with (a =? 0)%Z by (destruct E as [-> | ->]; destruct a; reflexivity).
  destruct (a =? 0)%Z; auto. rewrite IH. replace (e * s * (e * a))%Z with (s * a)%Z; auto. destruct E as [-> | ->]; ring.
Qed.

(** Beside a zero of g the functions before and after it have opposite signs; the last one has no zero. *)
Fixpoint linked (x : R) (f : R -> R) (k : list (R -> R)) : Prop :=
  match k with
  | [] => f x <> 0 | g :: l => match l with h :: _ => g x = 0 -> f x * h x < 0 | [] => True end /\ linked x g l
  end.
Lemma linked_next x f g l : linked x f (g :: l) -> f x = 0 -> g x <> 0.
Proof. intros [H K] F G. destruct l; [now apply K|]. specialize (H G). rewrite F in H. lra. Qed.

Lemma near_sign (f : R -> R) x : continuous f x -> f x <> 0 -> locally x (fun y => sgn (f y) = sgn (f x)).
Proof.
  intros C N. destruct (Rlt_le_dec 0 (f x)) as [P|P].
  - apply (filter_imp (fun y => 0 < f y)); [|exact (C (fun b => 0 < b) (open_gt 0 (f x) P))]. intros y Y. signs_of; auto; lra.
  - apply (filter_imp (fun y => f y < 0)); [|exact (C (fun b => b < 0) (open_lt 0 (f x) ltac:(lra)))]. intros y Y. signs_of; auto; lra.
Qed.
Lemma near_changes k : forall f x, List.Forall (fun g : R -> R => continuous g x) k -> linked x f k -> f x <> 0 ->
  locally x (fun y => changes (sgn (f x)) (signs k y) = changes (sgn (f x)) (signs k x)).
Proof.
  enough (forall n, (length k <= n)%nat -> forall f x, List.Forall (fun g : R -> R => continuous g x) k -> linked x f k -> f x <> 0 ->
    locally x (fun y => changes (sgn (f x)) (signs k y) = changes (sgn (f x)) (signs k x))) by eauto.
  intro n. revert k. induction n; intros [|g l] L f x C K N; try (apply filter_forall; reflexivity); simpl in L; try lia.
  inversion_clear C as [|? ? G C']. destruct K as [K K']. destruct (Req_dec (g x) 0) as [Z|Z].
  - destruct l as [|h l]; [now apply K' in Z|]. inversion_clear C' as [|? ? H C]. destruct K' as [_ K']. specialize (K Z).
    assert (h x <> 0) as M by (intro Q; rewrite Q in K; lra).
    pose proof (near_sign h x H M) as A. pose proof (IHn l ltac:(simpl in L; lia) h x C K' M) as B.
    generalize (filter_and _ _ A B). apply filter_imp. intros y [Y E]. cbn [signs map changes].
    fold (signs l y) (signs l x). rewrite Y, Z. revert E. generalize (signs l y) (signs l x). intros u v. signs_of; try lra; intro E;
      cbn; rewrite ?E; reflexivity || (exfalso; nra).
  - generalize (filter_and _ _ (near_sign g x G Z) (IHn l ltac:(lia) g x C' K' Z)). apply filter_imp. intros y [Y E]. cbn [signs map changes].
    fold (signs l y) (signs l x). rewrite Y. destruct (sgn (g x) =? 0)%Z eqn:Q; [|now rewrite E].
    apply Z.eqb_eq, sgn_0 in Q. contradiction.
Qed.

(** * Sturm's theorem *)

Lemma keeps (h : R -> R) a b : a <= b -> (forall t, a <= t <= b -> continuous h t) -> (forall t, a <= t <= b -> h t <> 0) ->
  sgn (h a) = sgn (h b).
Proof.
  intros L C N. pose proof (N a ltac:(lra)). destruct (Rlt_le_dec 0 (h a)) as [P|P].
  - destruct (sturm_piece h a b L C N P) as [Q _]. signs_of; auto; lra.
  - destruct (sturm_piece (fun t => - h t) a b L) as [Q _]; try lra. intros; now apply c_neg, C. intros t T. pose proof (N t T). lra.
    signs_of; auto; lra.
Qed.
Lemma creeping (P : R -> Prop) a b : a <= b -> P a -> (forall x, a <= x < b -> P x -> locally x (fun y => x < y -> P y)) ->
  (forall x, a < x <= b -> locally x (fun y => a <= y < x -> P y -> P x)) -> P b.
Proof.
  intros L A U D. set (E := fun x => a <= x <= b /\ forall y, a <= y <= x -> P y).
  assert (E a) as Ea by (split; [lra|]; intros y Y; replace y with a by lra; auto).
  destruct (completeness E) as (s & Us & Ls); [exists b; intros x [X _]; lra | eauto|].
  assert (a <= s <= b) as S by (split; [now apply Us | apply Ls; intros x [X _]; lra]).
  assert (Q : forall y, a <= y < s -> P y).
  { intros y Y. assert (exists x, E x /\ y < x) as (x & [_ X] & K); [|apply X; lra].
    apply Classical_Prop.NNPP. intro N. assert (s <= y); [|lra]. apply Ls. intros x X. apply Rnot_lt_le. eauto. }
  assert (P s) as Ps.
  { destruct (Rle_lt_or_eq_dec a s) as [H| <-]; [lra| |auto]. destruct (D s ltac:(lra)) as [d H'].
    destruct d as [d d0]. assert (a <= Rmax a (s - d / 2) < s /\ Rabs (Rmax a (s - d / 2) - s) < d) as [Y B].
    { unfold Rmax. destruct Rle_dec; rewrite Rabs_left; lra. }
    exact (H' _ B Y (Q _ Y)). }
  destruct (Rle_lt_or_eq_dec s b) as [H| <-]; [lra| |auto]. exfalso. destruct (U s ltac:(lra) Ps) as [d K].
  set (y := Rmin b (s + d / 2)). assert (s < y <= b /\ y <= s + d / 2) as Y.
  { unfold y, Rmin. destruct d; simpl in *. destruct Rle_dec; lra. }
  assert (E y); [|pose proof (Us y H0); lra]. split; [lra|]. intros z Z. destruct (Rlt_le_dec z s) as [|W]; [apply Q; lra|].
  destruct W as [W| <-]; auto. apply K; auto. change (Rabs (z - s) < d). destruct d; simpl in *. rewrite Rabs_right; lra.
Qed.

Section Sturm.
  (** A function p with its derivative, both times c of the first of a linked list; c may have zeros. *)
  Variables (p p' c r0 r1 : R -> R) (rs : list (R -> R)).
  Hypothesis slope : forall x, is_derive p x (p' x).
  Hypothesis first : forall x, p x = c x * r0 x.
  Hypothesis second : forall x, p' x = c x * r1 x.
  Hypothesis smooth : forall x, List.Forall (fun g : R -> R => continuous g x) (r0 :: r1 :: rs).
  Hypothesis link : forall x, linked x r0 (r1 :: rs).
  Hypothesis isolated : forall x, locally x (fun y => y <> x -> p y <> 0).
  Let V x := changes 0 (signs (r0 :: r1 :: rs) x).
  Let C0 x : continuous r0 x. Proof. pose proof (smooth x) as H. now inversion H. Qed.
  Let C1 x : continuous r1 x. Proof. pose proof (smooth x) as H. inversion_clear H as [|? ? _ K]. now inversion K. Qed.
  Let Crest x : List.Forall (fun g : R -> R => continuous g x) rs.
  Proof. pose proof (smooth x) as H. inversion_clear H as [|? ? _ K]. now inversion K. Qed.

  (** From a zero of p on its square grows, in both directions. *)
  Lemma beside x y : p x = 0 -> y <> x -> (forall t, Rmin x y <= t <= Rmax x y -> r1 t <> 0 /\ (t <> x -> p t <> 0)) ->
    r0 y * r1 y * (y - x) > 0.
  Proof.
    intros Z N H. assert (S : forall t, is_derive (fun t => p t ^ 2) t (INR 2 * p t ^ pred 2 * p' t)) by (intro; now apply d_pow).
    assert (C : forall t, continuous (fun t => p t ^ 2) t) by (intro; apply c_derive; eexists; apply S).
    assert (Y : 0 < p y ^ 2).
    { assert (p y <> 0); [|nra]. apply H; auto. unfold Rmin, Rmax; destruct Rle_dec; lra. }
    assert (exists t, Rmin x y < t < Rmax x y /\ p t * p' t * (y - x) > 0) as (t & T & K).
    { unfold Rmin, Rmax. destruct Rle_dec.
      - destruct (mean_value (fun t => p t ^ 2) _ x y ltac:(lra) (fun t _ _ => C t) (fun t _ _ => S t)) as (t & T & K).
        exists t. split; auto. rewrite Z in K. simpl in K, Y. lra.
      - destruct (mean_value (fun t => p t ^ 2) _ y x ltac:(lra) (fun t _ _ => C t) (fun t _ _ => S t)) as (t & T & K).
        exists t. split; auto. rewrite Z in K. simpl in K, Y. lra. }
    assert (G : forall s, Rmin t y <= s <= Rmax t y -> r0 s * r1 s <> 0).
    { intros s B. assert (Rmin x y <= s <= Rmax x y /\ s <> x) as [I M].
      { revert B T. unfold Rmin, Rmax. repeat destruct Rle_dec; intros; lra. }
      destruct (H s I) as [P Q]. specialize (Q M). rewrite first in Q. intro W. apply Rmult_integral in W as [W|W]; [|contradiction].
      apply Q. rewrite W. ring. }
    assert (E : sgn (r0 t * r1 t) = sgn (r0 y * r1 y)).
    { assert (D : forall s, continuous (fun s => r0 s * r1 s) s) by (intro; now apply c_mul).
      destruct (Rle_lt_dec t y).
      - apply (keeps (fun s => r0 s * r1 s)); auto. intros. apply G. rewrite Rmin_left, Rmax_right by lra. lra.
      - symmetry. apply (keeps (fun s => r0 s * r1 s)); auto. lra. intros. apply G. rewrite Rmin_right, Rmax_left by lra. lra. }
    rewrite first, second in K. assert (r0 t * r1 t * (y - x) > 0).
    { replace (c t * r0 t * (c t * r1 t) * (y - x)) with (c t ^ 2 * (r0 t * r1 t * (y - x))) in K by ring.
      pose proof (pow2_ge_0 (c t)). apply Rnot_le_gt. intro. nra. }
    revert E. signs_of; intro E; try discriminate; try nra.
  Qed.

  (** Where p is 0 the quotient is 0: else p' would be small beside p, and p be 0 all around. *)
  Lemma zero_of_first x : p x = 0 -> r0 x = 0.
  Proof.
    intro Z. apply Classical_Prop.NNPP. intro R. set (K := r1 x ^ 2 + 1). set (k := r0 x ^ 2 / 2).
    assert (0 < K /\ 0 < k) as [Kp kp] by (unfold K, k; split; nra).
    assert (A : locally x (fun y => r1 y ^ 2 < K)).
    { apply (c_pow r1 x (C1 x) 2 (fun b => b < K)). apply (open_lt K). unfold K. lra. }
    assert (B : locally x (fun y => k < r0 y ^ 2)).
    { apply (c_pow r0 x (C0 x) 2 (fun b => k < b)). apply (open_gt k). unfold k. nra. }
    destruct (filter_and _ _ (isolated x) (filter_and _ _ A B)) as [[d D] H].
    set (h := Rmin (d / 2) (Rmin 1 (k / (2 * K)))). assert (k / (2 * K) * (2 * K) = k) as Q by (field; lra).
    assert (0 < k / (2 * K)) by (apply Rdiv_lt_0_compat; lra).
    assert (0 < h /\ h <= d / 2 /\ h <= 1 /\ h * (2 * K) <= k) as (h0 & h1 & h2 & h3).
    { unfold h. assert (forall u, u <= k / (2 * K) -> u * (2 * K) <= k) as W by (intros; nra).
      unfold Rmin. repeat destruct Rle_dec; repeat split; try lra; apply W; lra. }
    assert (I : forall t, x <= t <= x + h -> ball x d t) by (intros t T; change (Rabs (t - x) < d); rewrite Rabs_right; lra).
    assert (C : forall t, continuous p t) by (intro; apply c_derive; eexists; apply slope).
    destruct (continuity_ab_maj (fun t => p t ^ 2) x (x + h)) as (m & M & Im); [lra| |].
    { intros. apply continuity_pt_filterlim. now apply c_pow. }
    assert (0 < p m ^ 2) as P.
    { pose proof (M (x + h) ltac:(lra)). destruct (H (x + h)) as [N _]; [apply I; lra|]. specialize (N ltac:(lra)). nra. }
    assert (x < m) by (destruct Im as [[G|G] _]; [auto | rewrite <- G, Z in P; lra]).
    destruct (mean_value p p' x m) as (t & T & E); auto. pose proof (M t ltac:(lra)) as Mt. destruct (H t ltac:(apply I; lra)) as (_ & B1 & B0).
    rewrite Z, Rplus_0_l in E. assert (F : r0 t ^ 2 * p m ^ 2 = r1 t ^ 2 * p t ^ 2 * (m - x) ^ 2) by (rewrite E, first, second; ring).
    assert ((m - x) ^ 2 <= h) by nra. pose proof (pow2_ge_0 (p t)). pose proof (pow2_ge_0 (m - x)). pose proof (pow2_ge_0 (r1 t)).
    assert (r1 t ^ 2 * p t ^ 2 * (m - x) ^ 2 <= K * p m ^ 2 * h).
    { apply Rmult_le_compat; auto. now apply Rmult_le_pos. apply Rmult_le_compat; lra. }
    assert (k * p m ^ 2 < r0 t ^ 2 * p m ^ 2) by (apply Rmult_lt_compat_r; lra). nra.
  Qed.

  Lemma near x : locally x (fun y => (y <> x -> p y <> 0) /\ (x < y -> V y = V x) /\
    (y < x -> V y = ((if Req_EM_T (p x) 0 then 1 else 0) + V x)%nat)).
  Proof.
    destruct (Req_EM_T (p x) 0) as [Z|Z].
    - assert (R : r0 x = 0) by now apply zero_of_first. pose proof (linked_next _ _ _ _ (link x) R) as N.
      pose proof (near_changes rs r1 x (Crest x) (proj2 (link x)) N) as A. pose proof (near_sign r1 x (C1 x) N) as B.
      destruct (filter_and _ _ (isolated x) (filter_and _ _ A B)) as [d H]. exists d. intros y Y.
      assert (I : forall t, Rmin x y <= t <= Rmax x y -> ball x d t).
      { intros t T. change (Rabs (y - x) < d) in Y. change (Rabs (t - x) < d). revert T Y. unfold Rmin, Rmax, Rabs.
        destruct Rle_dec; repeat destruct Rcase_abs; lra. }
      destruct (H y Y) as (Hp & Hc & Hs). split; [auto|].
      assert (K : y <> x -> r0 y * r1 y * (y - x) > 0).
      { intro M. apply beside; auto. intros t T. destruct (H t (I t T)) as (P & _ & Q). split; auto.
        intro W. rewrite W in Q. apply N, sgn_0. rewrite <- Q. now apply sgn_0. }
      unfold V, signs. cbn [map changes]. fold (signs rs y) (signs rs x). rewrite R. rewrite Hs in *.
      replace (sgn 0) with 0%Z by (symmetry; now apply sgn_0). cbn [Z.eqb].
      destruct (sgn (r1 x) =? 0)%Z eqn:Q; [apply Z.eqb_eq, sgn_0 in Q; contradiction|]. rewrite Hc. clear Hc.
      split; intro L; specialize (K ltac:(lra)).
      + assert (r0 y * r1 y > 0) by (apply Rnot_le_gt; intro; nra). clear K. revert Hs Q. signs_of; intros; cbn in *; try discriminate; auto; exfalso; subst; nra.
      + assert (r0 y * r1 y < 0) by (apply Rnot_le_gt; intro; nra). clear K. revert Hs Q. signs_of; intros; cbn in *; try discriminate; auto; exfalso; subst; nra.
    - assert (R : r0 x <> 0) by (intro R; apply Z; rewrite first, R; ring).
      pose proof (near_changes (r1 :: rs) r0 x) as A. pose proof (near_sign r0 x (C0 x) R) as B.
      pose proof (smooth x) as S. inversion_clear S as [|? ? _ K]. specialize (A K (link x) R).
      generalize (filter_and _ _ (isolated x) (filter_and _ _ A B)). apply filter_imp. intros y (Hp & Hc & Hs). split; auto.
      assert (V y = V x); [|auto]. unfold V.
      change (changes 0 (sgn (r0 y) :: signs (r1 :: rs) y) = changes 0 (sgn (r0 x) :: signs (r1 :: rs) x)).
      cbn [changes]. rewrite Hs. destruct (sgn (r0 x) =? 0)%Z eqn:Q; [apply Z.eqb_eq, sgn_0 in Q; contradiction|]. now rewrite Hc.
  Qed.

  Theorem sturm a b : a < b -> p a <> 0 -> exists zs, NoDup zs /\ (forall z, In z zs <-> a < z <= b /\ p z = 0) /\
    (V b + length zs = V a)%nat.
  Proof.
    intros L A. apply (creeping (fun x => exists zs, NoDup zs /\ (forall z, In z zs <-> a < z <= x /\ p z = 0) /\
      (V x + length zs = V a)%nat) a b); [lra| | |].
    - exists []. split; [constructor|]. split; [|simpl; lia]. intro z. split; [intros []|]. intros [H _]. lra.
    - intros x X (zs & D & Z & C). destruct (near x) as [[d D0] H]. exists (mkposreal d D0). intros y Y l. exists zs. split; auto. split.
      + intro z. rewrite Z. split; intros [T E]; split; auto; [lra|]. destruct (Rle_lt_dec z x) as [|G]; [lra|]. exfalso.
        destruct (H z) as [N _]; [|apply N; auto; lra]. change (Rabs (y - x) < d) in Y. change (Rabs (z - x) < d).
        rewrite Rabs_right in * by lra. lra.
      + destruct (H y Y) as (_ & K & _). rewrite (K l). auto.
    - intros x X. destruct (near x) as [[d D0] H]. exists (mkposreal d D0). intros y Y l (zs & D & Z & C).
      destruct (H y Y) as (_ & _ & K). specialize (K ltac:(lra)).
      assert (G : forall z, y < z < x -> p z <> 0).
      { intros z T. destruct (H z) as [N _]; [|apply N; lra]. change (Rabs (y - x) < d) in Y. change (Rabs (z - x) < d).
        rewrite Rabs_left in * by lra. lra. }
      destruct (Req_EM_T (p x) 0) as [E|E].
      + exists (x :: zs). split; [|split; [|simpl; lia]].
        * constructor; auto. rewrite Z. lra.
        * intro z. simpl. rewrite Z. split; [intros [<-|[T F]]; split; auto; lra|]. intros [T F].
          destruct (Req_dec x z); auto. right. split; auto. destruct (Rle_lt_dec z y); [lra|]. exfalso. apply (G z); auto; lra.
      + exists zs. split; auto. split; [|lia]. intro z. rewrite Z. split; intros [T F]; split; auto; [lra|].
        destruct (Rle_lt_dec z y); [lra|]. exfalso. destruct (Req_dec x z) as [<-|]; auto. apply (G z); auto; lra.
  Qed.
End Sturm.
