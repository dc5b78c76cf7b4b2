(** The rule sturm: what is computed of polynomials with rational coefficients holds on the whole line. *)
From Coq Require Import Reals ZArith QArith Qabs Qreals List Lra Lia Bool.
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

(** * Polynomials, by their coefficients *)

Fixpoint pe (p : list R) (x : R) : R := match p with [] => 0 | c :: q => c + x * pe q x end.
Definition qe (p : list Q) (x : R) : R := pe (map Q2R p) x.
(** Without (x - a): the quotient, the remainder being the value at a. *)
Fixpoint without (a : R) (p : list R) : list R :=
  match p with [] => [] | _ :: q => match q with [] => [] | _ => pe q a :: without a q end end.
Lemma without_is a p x : pe p x = (x - a) * pe (without a p) x + pe p a.
Proof.
  induction p as [|c q IH]; [simpl; ring|]. destruct q as [|d q]; [simpl; ring|].
  change (c + x * pe (d :: q) x = (x - a) * (pe (d :: q) a + x * pe (without a (d :: q)) x) + (c + a * pe (d :: q) a)).
  rewrite IH at 1. ring.
Qed.
Lemma pe_continuous p x : continuous (pe p) x.
Proof. induction p; simpl. apply c_const. apply c_add, c_mul; auto using c_const, c_id. Qed.
Lemma pe_isolated p : (exists x, pe p x <> 0) -> forall x, locally x (fun y => y <> x -> pe p y <> 0).
Proof.
  enough (forall n p, (length p <= n)%nat -> (exists x, pe p x <> 0) -> forall x, locally x (fun y => y <> x -> pe p y <> 0)) by eauto.
  clear p. induction n; intros p L (z & N) x.
  - destruct p; [simpl in N; lra | simpl in L; lia].
  - destruct (Req_dec (pe p x) 0) as [Z|Z].
    + assert (E : forall y, pe p y = (y - x) * pe (without x p) y) by (intro; rewrite (without_is x p), Z; ring).
      assert (length (without x p) <= n)%nat as M.
      { clear - L. revert n L. induction p as [|c [|d q] IH]; intros n L; simpl; try lia. simpl in L.
        destruct n; [lia|]. specialize (IH n ltac:(simpl; lia)). simpl in IH. simpl. lia. }
      assert (exists y, pe (without x p) y <> 0) as W by (exists z; intro F; apply N; rewrite E, F; ring).
      generalize (IHn _ M W x). apply filter_imp. intros y Y D.
      rewrite E. apply Rmult_integral_contrapositive. split; [lra | auto].
    + generalize (near_sign _ x (pe_continuous p x) Z). apply filter_imp. intros y Y _ W. apply Z, sgn_0. rewrite <- Y. now apply sgn_0.
Qed.

Fixpoint padd (p q : list Q) : list Q :=
  match p, q with [], _ => q | _, [] => p | a :: k, b :: l => Qred (a + b) :: padd k l end.
Definition pscale (c : Q) (p : list Q) : list Q := map (fun a => Qred (c * a)) p.
Fixpoint pmul (p q : list Q) : list Q := match p with [] => [] | a :: k => padd (pscale a q) (0 :: pmul k q)%Q end.
Fixpoint pder (p : list Q) : list Q := match p with [] => [] | _ :: q => padd q (0%Q :: pder q) end.
(** Without leading zeros. *)
Fixpoint trim (p : list Q) : list Q :=
  match p with [] => [] | a :: k => match trim k with [] => if Qeq_bool a 0 then [] else [a] | l => a :: l end end.
Lemma qred a : Q2R (Qred a) = Q2R a. Proof. apply Qeq_eqR, Qred_correct. Qed.
Lemma qe_add p q x : qe (padd p q) x = qe p x + qe q x.
Proof.
  revert q. induction p as [|a k IH]; intros [|b l]; unfold qe in *; cbn [padd map pe]; try ring. rewrite IH, qred, Q2R_plus. ring.
Qed.
Lemma qe_scale c p x : qe (pscale c p) x = Q2R c * qe p x.
Proof. induction p as [|a k IH]; unfold qe, pscale in *; cbn [map pe]; [ring|]. rewrite IH, qred, Q2R_mult. ring. Qed.
Lemma q2r_0 : Q2R 0 = 0. Proof. unfold Q2R. simpl. ring. Qed.
Lemma qe_mul p q x : qe (pmul p q) x = qe p x * qe q x.
Proof.
  induction p as [|a k IH]; simpl; [unfold qe; simpl; ring|]. rewrite qe_add, qe_scale.
  change (qe (0%Q :: pmul k q) x) with (Q2R 0 + x * qe (pmul k q) x). rewrite IH, q2r_0. unfold qe. simpl. ring.
Qed.
Lemma qe_derive p x : is_derive (qe p) x (qe (pder p) x).
Proof.
  induction p as [|a q IH]; [apply (d_const 0)|]. simpl pder. rewrite qe_add.
  change (qe (0%Q :: pder q) x) with (Q2R 0 + x * qe (pder q) x). rewrite q2r_0.
  eapply d_value. apply (d_add (fun _ => Q2R a) (fun x => x * qe q x)). apply d_const. apply (d_mul (fun x => x) (qe q)). apply d_id.
  apply IH. ring.
Qed.
Lemma qe_trim p x : qe (trim p) x = qe p x.
Proof.
  induction p as [|a k IH]; auto. change (qe (a :: k) x) with (Q2R a + x * qe k x). rewrite <- IH. simpl trim.
  destruct (trim k) as [|b l].
  - destruct (Qeq_bool a 0) eqn:E; unfold qe; simpl; [|ring]. apply Qeq_bool_iff, Qeq_eqR in E. rewrite E, q2r_0. ring.
  - reflexivity.
Qed.
Lemma qe_continuous p x : continuous (qe p) x. Proof. apply pe_continuous. Qed.

(** Quotient and remainder. *)
Fixpoint divided (n : nat) (a b : list Q) : list Q * list Q :=
  match n with
  | O => ([], a)
  | S k => if (length a <? length b)%nat then ([], a) else
      let m := repeat 0%Q (length a - length b) ++ [Qred (last a 0%Q / last b 0%Q)%Q] in
      let (q, r) := divided k (trim (padd a (pscale (-1)%Q (pmul m b)))) b in (padd m q, r)
  end.
Lemma divided_is n a b x : qe a x = qe (fst (divided n a b)) x * qe b x + qe (snd (divided n a b)) x.
Proof.
  revert a. induction n; intro a; simpl; [unfold qe at 2; simpl; ring|]. destruct (length a <? length b)%nat; [unfold qe at 2; simpl; ring|].
  set (m := repeat 0%Q _ ++ _). specialize (IHn (trim (padd a (pscale (-1)%Q (pmul m b))))).
  destruct (divided n _ b) as [q r]. simpl in *. rewrite qe_trim, qe_add, qe_scale, qe_mul in IHn. rewrite qe_add.
  replace (Q2R (-1)) with (-1) in IHn by (unfold Q2R; simpl; lra). lra.
Qed.

(** The sequence after a: b, then the negatives of remainders, each with a leading coefficient 1 or -1. *)
Definition positive (q : Q) : Q := if Qle_bool q 0 then 1%Q else q.
Lemma positive_is q : 0 < Q2R (positive q).
Proof.
  unfold positive. destruct (Qle_bool q 0) eqn:E; [unfold Q2R; simpl; lra|]. rewrite <- q2r_0. apply Qlt_Rlt.
  apply Qnot_le_lt. intro H. apply Qle_bool_iff in H. congruence.
Qed.
Fixpoint sequence (n : nat) (a b : list Q) : option (list (list Q)) :=
  match n with
  | O => None
  | S k => let r := trim (snd (divided (S (length a)) a b)) in
      match r with
      | [] => Some [b]
      | _ => match sequence k b (pscale (- positive (Qabs.Qabs (/ last r 0%Q)%Q))%Q r) with Some l => Some (b :: l) | None => None end
      end
  end.
Lemma sequence_linked n : forall a b l, sequence n a b = Some l -> exists (c ra rb : R -> R) (rs : list (R -> R)),
  (forall x, qe a x = c x * ra x) /\ (forall x, qe b x = c x * rb x) /\
  (forall x, map (fun p => qe p x) l = map (fun r => c x * r x) (rb :: rs)) /\
  (forall x, List.Forall (fun g : R -> R => continuous g x) (ra :: rb :: rs)) /\ (forall x, linked x ra (rb :: rs)).
Proof.
  induction n; intros a b l; [discriminate|]. cbn [sequence]. pose proof (divided_is (S (length a)) a b) as D.
  destruct (divided (S (length a)) a b) as [q r]. cbn [fst snd] in *.
  assert (T : forall x, qe (trim r) x = qe r x) by (intro; apply qe_trim). destruct (trim r) as [|u v] eqn:E.
  - intros [= <-]. exists (qe b), (qe q), (fun _ => 1), []. split; [|split; [|split; [|split]]].
    + intro x. rewrite D, <- T. unfold qe at 3. simpl. ring.
    + intro x. ring.
    + intro x. simpl. f_equal. ring.
    + intro x. repeat apply List.Forall_cons; auto using qe_continuous. apply c_const.
    + intro x. split; [exact I | exact R1_neq_R0].
  - set (k := positive (Qabs.Qabs (/ last (u :: v) 0%Q)%Q)). destruct (sequence n b (pscale (- k)%Q (u :: v))) as [m|] eqn:S; [|discriminate].
    intros [= <-]. destruct (IHn _ _ _ S) as (c & rb & rc & rs & B & C & L & F & K). pose proof (positive_is (Qabs.Qabs (/ last (u :: v) 0%Q)%Q)) as P.
    fold k in P. exists c, (fun x => qe q x * rb x - rc x / Q2R k), rb, (rc :: rs). split; [|split; [|split; [|split]]]; auto.
    + intro x. rewrite D, B, <- T. pose proof (C x) as G. rewrite qe_scale, Q2R_opp in G.
      replace (qe (u :: v) x) with (- (c x * rc x) / Q2R k) by (rewrite <- G; field; lra). field. lra.
    + intro x. simpl. rewrite <- B. f_equal. rewrite L. reflexivity.
    + intro x. constructor; [|apply F]. pose proof (F x) as G. inversion_clear G as [|? ? G1 G2]. inversion_clear G2 as [|? ? G3 G4].
      apply c_sub; [apply c_mul; auto using qe_continuous | apply (c_div rc (fun _ => Q2R k)); auto using c_const; lra].
    + intro x. split; [|apply K]. intro Z. pose proof (linked_next _ _ _ _ (K x) Z). rewrite Z.
      replace ((qe q x * 0 - rc x / Q2R k) * rc x) with (- (rc x * rc x / Q2R k)) by (field; lra).
      assert (0 < rc x * rc x / Q2R k); [|lra]. apply Rdiv_lt_0_compat; auto. nra.
Qed.

(** How many zeros lie between two places at which p is not 0. *)
Definition all_of (p : list Q) : option (list (list Q)) :=
  match sequence (S (length p)) p (trim (pder p)) with Some l => Some (p :: l) | None => None end.
Definition along (ps : list (list Q)) (x : R) : list Z := map (fun p => sgn (qe p x)) ps.
Theorem zeros_between p l a b : all_of p = Some l -> a < b -> qe p a <> 0 -> qe p b <> 0 ->
  exists zs, NoDup zs /\ (forall z, In z zs <-> a < z < b /\ qe p z = 0) /\
    (changes 0 (along l b) + length zs = changes 0 (along l a))%nat.
Proof.
  unfold all_of. destruct (sequence _ p _) as [m|] eqn:E; [|discriminate]. intros [= <-] L A B.
  destruct (sequence_linked _ _ _ _ E) as (c & r0 & r1 & rs & P & P' & M & F & K).
  destruct (sturm (qe p) (qe (trim (pder p))) c r0 r1 rs) with (a := a) (b := b) as (zs & D & Z & C); auto.
  - intro x. rewrite qe_trim. apply qe_derive.
  - apply pe_isolated. exists a. exact A.
  - exists zs. split; auto. split.
    + intro z. rewrite Z. split; intros [T F']; split; auto; [|lra]. destruct (Req_dec z b) as [->|]; [contradiction | lra].
    + assert (W : forall x, qe p x <> 0 -> changes 0 (along (p :: m) x) = changes 0 (signs (r0 :: r1 :: rs) x)).
      { intros x N. assert (c x <> 0) as Cx by (intro G; apply N; rewrite P, G; ring).
        replace (along (p :: m) x) with (map (Z.mul (sgn (c x))) (signs (r0 :: r1 :: rs) x)).
        - rewrite <- (Z.mul_0_r (sgn (c x))) at 1. apply changes_scale. signs_of; auto. contradiction.
        - unfold along, signs. rewrite map_map. specialize (M x). cbn [map] in *.
          rewrite <- !sgn_mul, <- P. f_equal. rewrite <- !map_map with (g := sgn) (f := fun p => qe p x), M. cbn [map]. f_equal.
          rewrite !map_map. apply map_ext. intro. now rewrite sgn_mul. }
      rewrite !W by auto. exact C.
Qed.

(** * The rule *)

(** An end of the line, or a cut; the sign beside it. *)
Inductive place : Set := Low | At (q : Q) | High.
Fixpoint peval (p : list Q) (x : Q) : Q := match p with [] => 0%Q | c :: k => Qred (c + x * peval k x) end.
Definition leading (p : list Q) : Z := Z.sgn (Qnum (last (trim p) 0%Q)).
Definition sign_at (at_ : place) (p : list Q) : Z :=
  match at_ with
  | At q => Z.sgn (Qnum (peval p q)) | High => leading p
  | Low => if Nat.even (length (trim p)) then (- leading p)%Z else leading p
  end.
Lemma sgn_q a : sgn (Q2R a) = Z.sgn (Qnum a).
Proof.
  unfold Q2R. assert (0 < / IZR (Zpos (Qden a))) by (apply Rinv_0_lt_compat, IZR_lt; reflexivity).
  rewrite sgn_mul. replace (sgn (/ IZR (Zpos (Qden a)))) with 1%Z by (signs_of; auto; lra). rewrite Z.mul_1_r.
  destruct (Qnum a) as [|z|z]; simpl; [now apply sgn_0| |].
  - assert (0 < IZR (Zpos z)) by (apply IZR_lt; reflexivity). signs_of; auto; lra.
  - assert (IZR (Zneg z) < 0) by (apply IZR_lt; reflexivity). signs_of; auto; lra.
Qed.
Lemma sign_at_is p q : sgn (qe p (Q2R q)) = sign_at (At q) p.
Proof.
  simpl. rewrite <- sgn_q. f_equal. induction p as [|c k IH]; unfold qe in *; cbn [map pe peval]; [now rewrite q2r_0|].
  now rewrite qred, Q2R_plus, Q2R_mult, IH.
Qed.
Lemma trim_last p : trim p = [] \/ Q2R (last (trim p) 0%Q) <> 0.
Proof.
  induction p as [|a k IH]; [now left|]. cbn [trim]. destruct (trim k) as [|b l].
  - destruct (Qeq_bool a 0) eqn:E; [now left|]. right. cbn. intro Z. rewrite <- q2r_0 in Z. apply eqR_Qeq, Qeq_bool_iff in Z. congruence.
  - right. destruct IH as [?|N]; [discriminate | exact N].
Qed.
Lemma grows (p : list R) l : p <> [] -> last p 0 = l -> l > 0 -> exists B, 0 <= B /\ forall x, B <= x -> pe p x >= l.
Proof.
  intros N E P. induction p as [|c q IH]; [easy|]. destruct q as [|d q].
  - exists 0. split; [lra|]. intros. simpl in *. nra.
  - destruct IH as (B & B0 & H); [easy | exact E|]. set (b := Rabs c / l). assert (b * l = Rabs c) as Q by (unfold b; field; lra).
    assert (0 <= b) by (apply Rmult_le_pos; [apply Rabs_pos | left; apply Rinv_0_lt_compat; lra]).
    exists (B + 1 + b). split; [lra|]. intros x X. change (c + x * pe (d :: q) x >= l). pose proof (H x ltac:(lra)).
    pose proof (Rle_abs (- c)). rewrite Rabs_Ropp in *. assert (x * pe (d :: q) x >= (1 + b) * l) by nra. nra.
Qed.
Lemma pe_opp p x : pe (map Ropp p) x = - pe p x. Proof. induction p; simpl; [ring|]. rewrite IHp. ring. Qed.
Lemma last_opp p : last (map Ropp p) 0 = - last p 0.
Proof. induction p as [|a [|b q] IH]; simpl in *; try ring. exact IH. Qed.
Lemma far_real (p : list R) : p <> [] -> last p 0 <> 0 -> exists B, forall x, B <= x -> sgn (pe p x) = sgn (last p 0).
Proof.
  intros N L. destruct (Rlt_le_dec 0 (last p 0)) as [P|P].
  - destruct (grows p _ N eq_refl P) as (B & _ & H). exists B. intros x X. specialize (H x X). signs_of; auto; lra.
  - destruct (grows (map Ropp p) (- last p 0)) as (B & _ & H); [now destruct p | apply last_opp | lra|].
    exists B. intros x X. specialize (H x X). rewrite pe_opp in H. signs_of; auto; lra.
Qed.
Fixpoint flip (p : list R) : list R := match p with [] => [] | c :: q => c :: map Ropp (flip q) end.
Lemma pe_flip p x : pe (flip p) x = pe p (- x).
Proof. induction p; simpl; auto. rewrite pe_opp, IHp. ring. Qed.
Lemma last_flip p : p <> [] -> last (flip p) 0 = if Nat.even (length p) then - last p 0 else last p 0.
Proof.
  induction p as [|a [|b q] IH]; intro N; [easy | reflexivity|]. specialize (IH ltac:(easy)).
  change (last (flip (a :: b :: q)) 0) with (last (map Ropp (flip (b :: q))) 0). rewrite last_opp, IH.
  change (last (a :: b :: q) 0) with (last (b :: q) 0). change (length (a :: b :: q)) with (S (length (b :: q))).
  rewrite Nat.even_succ, <- Nat.negb_even. destruct (Nat.even (length (b :: q))); simpl negb; cbv iota; ring.
Qed.
Lemma last_map (p : list Q) : last (map Q2R p) 0 = Q2R (last p 0%Q).
Proof. induction p as [|a [|b q] IH]; simpl in *; auto. now rewrite q2r_0. Qed.
Lemma far p : exists B, forall x, B <= x -> sgn (qe p x) = sign_at High p /\ sgn (qe p (- x)) = sign_at Low p.
Proof.
  unfold sign_at, leading. rewrite <- sgn_q. destruct (trim_last p) as [E|N].
  - exists 0. intros x _. rewrite <- (qe_trim p x), <- (qe_trim p (- x)), E. cbn. rewrite q2r_0.
    replace (sgn 0) with 0%Z by (symmetry; now apply sgn_0). auto.
  - assert (trim p <> []) as M by (intro E; apply N; rewrite E; apply q2r_0). rewrite <- last_map in *.
    assert (map Q2R (trim p) <> []) as M' by now destruct (trim p).
    destruct (far_real _ M' N) as (B & H).
    assert (L : last (flip (map Q2R (trim p))) 0 = if Nat.even (length (trim p)) then - last (map Q2R (trim p)) 0 else last (map Q2R (trim p)) 0)
      by (rewrite last_flip, map_length; auto).
    destruct (far_real (flip (map Q2R (trim p)))) as (C & K); [now destruct (trim p) | rewrite L; destruct Nat.even; lra|].
    exists (Rmax B C). intros x X. pose proof (Rmax_l B C). pose proof (Rmax_r B C). split.
    + rewrite <- qe_trim. apply H. lra.
    + rewrite <- qe_trim. unfold qe. rewrite <- pe_flip, K, L by lra. destruct Nat.even; auto. signs_of; auto; lra.
Qed.

Definition constant (p : list Q) : bool := match trim p with [] | [_] => true | _ => false end.
Lemma constant_is p x y : constant p = true -> qe p x = qe p y.
Proof.
  unfold constant. rewrite <- (qe_trim p x), <- (qe_trim p y). destruct (trim p) as [|a [|]]; try discriminate; intros _; unfold qe; simpl; ring.
Qed.
Definition count (l : list (list Q)) (low high : place) : nat :=
  (changes 0 (map (sign_at low) l) - changes 0 (map (sign_at high) l))%nat.
Definition zeros (low high : place) (p : list Q) : option nat :=
  if constant p then Some O else match all_of p with Some l => Some (count l low high) | None => None end.
Definition product (ps : list (list Q)) : list Q := fold_right pmul [1%Q] (filter (fun p => negb (constant p)) ps).
Definition inside_sign (low high : place) (p : list Q) : Z := match zeros low high p with Some O => sign_at low p | _ => 0%Z end.
(** Within a piece the polynomials have together one zero at most; what is asked of signs holds of those at its left end, at
    the zero, and at its right end. *)
Definition piece (f : list Z -> bool) (ps : list (list Q)) (low high : place) : bool :=
  forallb (fun p => constant p || negb (sign_at low p =? 0)%Z && negb (sign_at high p =? 0)%Z) ps &&
  forallb (fun p => match zeros low high p with Some _ => true | None => false end) ps &&
  match zeros low high (product ps) with Some n => (n <=? 1)%nat | None => false end &&
  (f (map (sign_at low) ps) && f (map (inside_sign low high) ps) && f (map (sign_at high) ps)).
Fixpoint pieces (f : list Z -> bool) (ps : list (list Q)) (low : place) (cuts : list Q) : bool :=
  match cuts with [] => piece f ps low High | c :: k => piece f ps low (At c) && pieces f ps (At c) k end.

Definition members (ps : list (list Q)) : list (list Q) :=
  flat_map (fun p => p :: match all_of p with Some l => l | None => [] end) (product ps :: ps).
Definition stands (ps : list (list Q)) (x : R) (at_ : place) : Prop := forall p, In p (members ps) -> sgn (qe p x) = sign_at at_ p.

Section Piece.
  Variables (f : list Z -> bool) (ps : list (list Q)) (low high : place) (a b : R).
  Hypotheses (A : stands ps a low) (B : stands ps b high) (L : a < b).
  Lemma is_member p : In p (product ps :: ps) -> In p (members ps).
  Proof. intro H. apply in_flat_map. exists p. split; auto. now left. Qed.
  Lemma members_of p l : In p (product ps :: ps) -> all_of p = Some l -> forall q, In q l -> In q (members ps).
  Proof. intros H E q Q. apply in_flat_map. exists p. split; auto. right. now rewrite E. Qed.
  Lemma along_at l at_ x : (forall q, In q l -> sgn (qe q x) = sign_at at_ q) -> along l x = map (sign_at at_) l.
  Proof. intro H. apply map_ext_in, H. Qed.

  (** What the count says. *)
  Lemma zeros_are p n : In p (product ps :: ps) -> zeros low high p = Some n -> (constant p = true -> qe p a <> 0) ->
    qe p a <> 0 -> qe p b <> 0 -> exists zs, (forall z, In z zs <-> a < z < b /\ qe p z = 0) /\ length zs = n.
  Proof.
    intros I E C Pa Pb. unfold zeros in E. destruct (constant p) eqn:K.
    - injection E as <-. exists []. split; auto. intro z. split; [intros [] | intros [_ Z]]. apply Pa. rewrite <- Z. now apply constant_is.
    - destruct (all_of p) as [l|] eqn:M; [|discriminate]. injection E as <-.
      destruct (zeros_between p l a b M L Pa Pb) as (zs & _ & Z & H). exists zs. split; auto. unfold count.
      rewrite <- (along_at l low a), <- (along_at l high b); [lia| |]; intros q Q; [apply B | apply A]; eapply members_of; eauto.
  Qed.
  Lemma product_zero p z : In p ps -> constant p = false -> qe p z = 0 -> qe (product ps) z = 0.
  Proof.
    clear. intros I C Z. unfold product. induction ps as [|q k IH]; [easy|]. cbn [filter]. destruct I as [->|I].
    - rewrite C. cbn [negb fold_right]. rewrite qe_mul, Z. ring.
    - destruct (negb (constant q)); [cbn [fold_right]; rewrite qe_mul, IH by auto; ring | now apply IH].
  Qed.
  Lemma product_nonzero z : (forall p, In p ps -> constant p = false -> qe p z <> 0) -> qe (product ps) z <> 0.
  Proof.
    clear. intro H. unfold product. induction ps as [|q k IH]; [unfold qe; cbn; unfold Q2R; cbn; lra|]. cbn [filter].
    destruct (constant q) eqn:C; cbn [negb fold_right]; [apply IH; intros; apply H; auto; now right|]. rewrite qe_mul.
    apply Rmult_integral_contrapositive. split; [apply H; auto; now left | apply IH; intros; apply H; auto; now right].
  Qed.

  Lemma piece_is x : piece f ps low high = true -> a <= x <= b -> f (along ps x) = true.
  Proof.
    unfold piece. intros H X. apply andb_prop in H as [H Fs]. apply andb_prop in H as [H W]. apply andb_prop in H as [Ends Known].
    apply andb_prop in Fs as [Fs Fr]. apply andb_prop in Fs as [Fl Fi]. rewrite forallb_forall in Ends, Known.
    assert (N : forall p, In p ps -> constant p = false -> qe p a <> 0 /\ qe p b <> 0).
    { intros p I C. specialize (Ends p I). rewrite C in Ends. apply andb_prop in Ends as [E1 E2].
      rewrite <- (A p), negb_true_iff, Z.eqb_neq in E1 by (apply is_member; now right).
      rewrite <- (B p), negb_true_iff, Z.eqb_neq in E2 by (apply is_member; now right).
      split; intro Z; [apply E1 | apply E2]; now apply sgn_0. }
    assert (Na : qe (product ps) a <> 0) by (apply product_nonzero; intros; now apply N).
    assert (Nb : qe (product ps) b <> 0) by (apply product_nonzero; intros; now apply N).
    destruct (zeros low high (product ps)) as [n|] eqn:E; [|discriminate]. apply Nat.leb_le in W.
    destruct (zeros_are (product ps) n (or_introl eq_refl) E) as (zs & Z & Len); auto.
    assert (One : forall y z, a < y < b -> a < z < b -> qe (product ps) y = 0 -> qe (product ps) z = 0 -> y = z).
    { intros y z Y Zz Py Pz. assert (In y zs) as I by (apply Z; auto). assert (In z zs) as J by (apply Z; auto).
      destruct zs as [|u [|v w]]; simpl in *; [easy| |lia]. destruct I as [<-|[]], J as [<-|[]]; auto. }
    assert (Left : forall y, a <= y <= b -> (forall t, a <= t <= y -> qe (product ps) t <> 0) -> along ps y = map (sign_at low) ps).
    { intros y Y K. apply map_ext_in. intros p I. rewrite <- (A p) by (apply is_member; now right). destruct (constant p) eqn:C.
      now rewrite (constant_is p y a C). symmetry. apply keeps; [lra | intros; apply qe_continuous|]. intros t T Q. apply (K t T).
      now apply (product_zero p). }
    destruct (Req_dec (qe (product ps) x) 0) as [V|V].
    - assert (a < x < b) as Xi by (split; apply Rnot_le_lt; intro Q; [apply Na; rewrite <- V | apply Nb; rewrite <- V]; f_equal; lra).
      replace (along ps x) with (map (inside_sign low high) ps); auto. apply map_ext_in. intros p I. unfold inside_sign.
      specialize (Known p I). destruct (zeros low high p) as [m|] eqn:M; [|discriminate]. destruct (constant p) eqn:C.
      + unfold zeros in M. rewrite C in M. injection M as <-. rewrite <- (A p) by (apply is_member; now right). now rewrite (constant_is p x a C).
      + destruct (N p I C) as [Pa Pb]. destruct (zeros_are p m (or_intror I) M) as (ys & Y & Lm); auto. destruct m as [|m].
        * rewrite <- (A p) by (apply is_member; now right). apply keeps; [lra | intros; apply qe_continuous|]. intros t T Q.
          destruct ys; [|discriminate]. destruct (Y t) as [_ G]. apply G. split; auto.
          destruct (Req_dec t a) as [->|]; [contradiction|]. lra.
        * destruct ys as [|z ys]; [discriminate|]. destruct (proj1 (Y z) (or_introl eq_refl)) as [Zi Zz].
          assert (x = z) as -> by (apply One; auto; now apply (product_zero p)). symmetry. now apply sgn_0.
    - destruct (Classical_Prop.classic (exists z, a < z < x /\ qe (product ps) z = 0)) as [(z & Zi & Zz)|No].
      + replace (along ps x) with (map (sign_at high) ps); auto. apply map_ext_in. intros p I.
        rewrite <- (B p) by (apply is_member; now right). destruct (constant p) eqn:C. now rewrite (constant_is p x b C).
        symmetry. apply keeps; [lra | intros; apply qe_continuous|]. intros t T Q.
        assert (Pt : qe (product ps) t = 0) by now apply (product_zero p).
        assert (t = z); [|lra]. apply One; auto; [|lra]. split; [lra|]. destruct (Req_dec t b) as [->|]; [|lra].
        exfalso. now apply (proj2 (N p I C)).
      + rewrite (Left x); auto. intros t T Q. apply No. exists t. split; auto. split.
        * destruct (Req_dec t a) as [->|]; [contradiction | lra].
        * destruct (Req_dec t x) as [->|]; [contradiction | lra].
  Qed.
End Piece.

Lemma far_all l m : exists B, m < B /\ forall p, In p l -> sgn (qe p B) = sign_at High p /\ sgn (qe p (- B)) = sign_at Low p.
Proof.
  enough (exists B, m < B /\ forall x p, B <= x -> In p l -> sgn (qe p x) = sign_at High p /\ sgn (qe p (- x)) = sign_at Low p) as (B & M & H).
  { exists B. split; auto. intros. apply H; auto. lra. }
  induction l as [|p l (B & M & H)]; [exists (m + 1); split; [lra | easy]|]. destruct (far p) as [C K].
  exists (Rmax B C). pose proof (Rmax_l B C). pose proof (Rmax_r B C). split; [lra|].
  intros x q X [<-|I]; [apply K; lra | apply H; auto; lra].
Qed.
Lemma pieces_are f ps cuts : forall low a x, stands ps a low -> a <= x -> pieces f ps low cuts = true -> f (along ps x) = true.
Proof.
  assert (Here : forall low a hi, stands ps a low -> piece f ps low hi = true -> f (along ps a) = true).
  { intros low a hi A P. unfold piece in P. apply andb_prop in P as [_ P]. apply andb_prop in P as [P _]. apply andb_prop in P as [P _].
    rewrite (along_at ps low a); auto. intros q Q. apply A, is_member. now right. }
  induction cuts as [|c k IH]; intros low a x A X H; cbn [pieces] in H.
  - destruct (far_all (members ps) x) as (B & M & K). apply (piece_is f ps low High a B); auto; [|lra|lra]. intros p I. now apply K.
  - apply andb_prop in H as [P H]. assert (C : stands ps (Q2R c) (At c)) by (intros p _; apply sign_at_is).
    destruct (Rle_lt_dec x (Q2R c)) as [Q|Q]; [|now apply (IH (At c) (Q2R c)); auto; lra].
    destruct (Rle_lt_or_eq_dec a (Q2R c)) as [G|G]; [lra | now apply (piece_is f ps low (At c) a (Q2R c))|].
    replace x with a by lra. now apply (Here low a (At c)).
Qed.

Definition holds_sign (o : op) (s : Z) : bool :=
  match o with LE => s <=? 0 | LT => s <? 0 | EQ => s =? 0 | GE => 0 <=? s | GT => 0 <? s | NE => negb (s =? 0) end%Z.
Lemma holds_sign_is o v : holds_sign o (sgn v) = true <-> compare o v 0.
Proof. destruct o; cbn [holds_sign compare]; signs_of; cbn; split; intro; try discriminate; auto; try lra; try reflexivity. Qed.
Fixpoint truths (os : list op) (ss : list Z) : bool :=
  match os, ss with o :: k, s :: l => holds_sign o s && truths k l | _, _ => true end.
(** The first holds, or one of the others does not. *)
Definition follows (os : list op) (ss : list Z) : bool :=
  match os, ss with o :: k, s :: l => holds_sign o s || negb (truths k l) | _, _ => false end.
(** The same where the sequence of each polynomial is made once, not for each piece. *)
Definition made (p : list Q) := (p, if constant p then None else all_of p).
Definition zeros_of (low high : place) (p : list Q * option (list (list Q))) : option nat :=
  if constant (fst p) then Some O else match snd p with Some l => Some (count l low high) | None => None end.
Lemma zeros_of_made low high p : zeros_of low high (made p) = zeros low high p.
Proof. unfold zeros_of, zeros, made; cbn [fst snd]. now destruct (constant p). Qed.
Definition piece_of (f : list Z -> bool) (whole : list Q * option (list (list Q))) ps (low high : place) : bool :=
  forallb (fun p => constant (fst p) || negb (sign_at low (fst p) =? 0)%Z && negb (sign_at high (fst p) =? 0)%Z) ps &&
  forallb (fun p => match zeros_of low high p with Some _ => true | None => false end) ps &&
  match zeros_of low high whole with Some n => (n <=? 1)%nat | None => false end &&
  (f (map (fun p => sign_at low (fst p)) ps) &&
   f (map (fun p => match zeros_of low high p with Some O => sign_at low (fst p) | _ => 0%Z end) ps) &&
   f (map (fun p => sign_at high (fst p)) ps)).
Fixpoint pieces_of f whole ps (low : place) (cuts : list Q) : bool :=
  match cuts with [] => piece_of f whole ps low High | c :: k => piece_of f whole ps low (At c) && pieces_of f whole ps (At c) k end.
Lemma forallb_of {A B} (g : A -> B) (f : B -> bool) l : forallb f (map g l) = forallb (fun x => f (g x)) l.
Proof. induction l; cbn; congruence. Qed.
Lemma piece_of_made f ps low high : piece_of f (made (product ps)) (map made ps) low high = piece f ps low high.
Proof.
  unfold piece_of, piece. rewrite !forallb_of, !map_map, zeros_of_made. f_equal; [f_equal; f_equal|f_equal; f_equal].
  - induction ps; cbn [forallb]; [|rewrite zeros_of_made, IHps]; reflexivity.
  - f_equal. apply map_ext. intro. now rewrite zeros_of_made.
Qed.
Lemma pieces_of_made f ps cuts : forall low, pieces_of f (made (product ps)) (map made ps) low cuts = pieces f ps low cuts.
Proof. induction cuts; intro; cbn [pieces_of pieces]; now rewrite piece_of_made, ?IHcuts. Qed.
Definition check_line (goal : op * list Q) (given : list (op * list Q)) (cuts : list Q) : bool :=
  let ps := map snd (goal :: given) in
  pieces_of (follows (map fst (goal :: given))) (made (product ps)) (map made ps) Low cuts.
Theorem sturm_line goal given cuts : check_line goal given cuts = true ->
  forall x, List.Forall (fun r => compare (fst r) (qe (snd r) x) 0) given -> compare (fst goal) (qe (snd goal) x) 0.
Proof.
  unfold check_line. rewrite pieces_of_made. intros H x G. destruct (far_all (members (map snd (goal :: given))) (- x)) as (B & M & K).
  assert (F : follows (map fst (goal :: given)) (along (map snd (goal :: given)) x) = true).
  { apply (pieces_are _ _ cuts Low (- B)); auto; [|lra]. intros p I. now apply K. }
  cbn [map along follows] in F. apply orb_prop in F as [F|F]; [now apply holds_sign_is|]. exfalso.
  apply negb_true_iff in F. revert F. apply not_false_iff_true. clear - G. induction given as [|r k IH]; auto. cbn [map truths].
  inversion_clear G as [|? ? R T]. apply holds_sign_is in R. rewrite R. now apply IH.
Qed.

(** A difference and the polynomial with its sign: numerator times denominator. *)
Lemma scaled o m d v : 0 < m -> v = m * d -> compare o d 0 -> compare o v 0.
Proof. intros M ->. rewrite <- !holds_sign_is, sgn_mul. replace (sgn m) with 1%Z by (signs_of; auto; lra). now rewrite Z.mul_1_l. Qed.
Lemma unscaled o m d v : 0 < m -> v = m * d -> compare o v 0 -> compare o d 0.
Proof. intros M ->. rewrite <- !holds_sign_is, sgn_mul. replace (sgn m) with 1%Z by (signs_of; auto; lra). now rewrite Z.mul_1_l. Qed.
Lemma square_pos x : x <> 0 -> 0 < x ^ 2. Proof. intro. nra. Qed.
