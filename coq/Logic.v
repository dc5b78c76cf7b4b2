(** The sorts and operations of the logic in which statements are written: the part of docs/SEMANTICS.md under
    "Statements" that has no laws in it. Laws are in LogicLaws.v. Whoever believes these two files and reads a statement
    need not look at its proof.

    What was chosen where SEMANTICS leaves room:
    - vec is any real inner product space, not R^d alone; R^d is one ([euclid]). A theorem holds in all of them.
    - int is Z, real is R; an integer stands for a real by [IZR], and integers are compared as reals.
    - terms are total: a quotient by 0, [item] outside of 1 ... n and so on are whatever Coq has there.
    - [v in H] is [H v]; a predicate is a function into Prop. *)
From Coq Require Import Reals ZArith Lra Lia Psatz FunctionalExtensionality Eqdep_dec Bool.
From Coquelicot Require Import Coquelicot.
From Dptheory Require Import Semantics.
Open Scope R_scope.

(** * Vectors *)

(** A real inner product space. That addition is commutative, that scaling distributes, that <u, u> = 0 for zero alone
    and the like follow from [apart]. *)
Record space := Space {
  point :> Type;
  zero : point;
  vadd : point -> point -> point;
  vscale : R -> point -> point;
  inner : point -> point -> R;
  inner_symmetric u v : inner u v = inner v u;
  inner_zero w : inner zero w = 0;
  inner_add u v w : inner (vadd u v) w = inner u w + inner v w;
  inner_scale a u w : inner (vscale a u) w = a * inner u w;
  inner_nonnegative u : 0 <= inner u u;
  apart u v : (forall w, inner u w = inner v w) -> u = v }.
Arguments zero {s}. Arguments vadd {s}. Arguments vscale {s}. Arguments inner {s}.

Definition vsub {V : space} (u v : V) : V := vadd u (vscale (-1) v).
Definition norm {V : space} (u : V) : R := sqrt (inner u u).
Infix "[+]" := vadd (at level 50, left associativity).
Infix "[-]" := vsub (at level 50, left associativity).
Infix "[*]" := vscale (at level 40, left associativity).
Definition closed {V : space} (H : V -> Prop) : Prop :=
  forall v, (forall e, 0 < e -> exists w, H w /\ norm (w [-] v) < e) -> H v.

(** * Sums over a, a + 1, ..., b; of nothing where b < a *)

Fixpoint sum_from (f : Z -> R) (a : Z) (k : nat) : R :=
  match k with O => 0 | S k => sum_from f a k + f (a + Z.of_nat k)%Z end.
Definition sum (a b : Z) (f : Z -> R) : R := sum_from f a (Z.to_nat (b - a + 1)).

(** * Data sets: a record at each of the places 1, ..., n *)

(** What is fixed for a statement: the space, the records, the size of data sets, a dimension. *)
Record model := Model {
  vec : space; record : Type; size : Z; dimension : Z; size_least : (1 <= size)%Z; dimension_least : (1 <= dimension)%Z }.

Section Data.
Context {M : model}.
Definition inside (j : Z) : bool := (1 <=? j)%Z && (j <=? size M)%Z.
Definition place : Type := {j : Z | inside j = true}.
Definition data : Type := place -> record M.

Lemma first_inside : inside 1 = true.
Proof. unfold inside. pose proof (size_least M). apply andb_true_intro; split; apply Z.leb_le; lia. Qed.
(** The place j; outside of 1 ... n the first. *)
Definition at_place (j : Z) : place :=
  match bool_dec (inside j) true with left e => exist _ j e | right _ => exist _ 1%Z first_inside end.
Definition item (S : data) (j : Z) : record M := S (at_place j).
Definition replace (S : data) (i : Z) (z : record M) : data :=
  fun p => if Z.eqb (proj1_sig p) i then z else S p.
End Data.
Arguments data M : clear implicits.

(** * What the rules of the logic say: a lemma a rule, by its name, with its premises in their order *)

(** ** Vectors *)
Section Vectors.
Context {V : space}.
Implicit Types u v w : V.

Lemma inner_add_r u v w : inner w (u [+] v) = inner w u + inner w v.
Proof. rewrite !(inner_symmetric _ w). apply inner_add. Qed.
Lemma inner_scale_r a u w : inner w (a [*] u) = a * inner w u.
Proof. rewrite !(inner_symmetric _ w). apply inner_scale. Qed.
Lemma inner_zero_r w : inner w zero = 0.
Proof. rewrite inner_symmetric. apply inner_zero. Qed.
Lemma norm_square u : norm u ^ 2 = inner u u.
Proof. unfold norm. rewrite <- Rsqr_pow2. apply Rsqr_sqrt, inner_nonnegative. Qed.
Lemma norm_nonnegative u : norm u >= 0.
Proof. apply Rle_ge, sqrt_pos. Qed.
Lemma norm_unique u x : 0 <= x -> x ^ 2 = inner u u -> norm u = x.
Proof. intros P E. unfold norm. rewrite <- E. now apply sqrt_pow2. Qed.
End Vectors.

Ltac expand := unfold vsub; rewrite ?inner_add, ?inner_add_r, ?inner_scale, ?inner_scale_r, ?inner_add, ?inner_add_r,
  ?inner_scale, ?inner_scale_r, ?inner_zero, ?inner_zero_r.
(** Linear combinations of vectors that are the same. *)
Ltac vector := repeat match goal with x := _ |- _ => subst x end; unfold vsub; apply apart; let w := fresh in intro w;
  repeat first [rewrite inner_add | rewrite inner_scale | rewrite inner_zero]; first [ring | field].

Section Vectors.
Context {V : space}.
Implicit Types u v w : V.

Lemma null u v : inner u u = 0 -> inner v u = 0.
Proof.
  intro Z. destruct (Req_dec (inner v u) 0) as [|N]; [assumption|exfalso]. set (t := (inner v v + 1) / inner v u).
  pose proof (inner_nonnegative _ (v [-] (t / 2) [*] u)) as K. revert K. expand. rewrite (inner_symmetric _ u v), Z.
  assert (t * inner v u = inner v v + 1) by (unfold t; field; assumption). pose proof (inner_nonnegative _ v). lra.
Qed.
Lemma cauchy_schwarz u v : inner u v <= norm u * norm v.
Proof.
  pose proof (norm_nonnegative u). pose proof (norm_nonnegative v).
  destruct (Req_dec (norm u) 0) as [Z | N]; [|destruct (Req_dec (norm v) 0) as [Z | N']].
  - pose proof (norm_square u) as U. rewrite Z in U. rewrite Z, inner_symmetric, null; lra.
  - pose proof (norm_square v) as U. rewrite Z in U. rewrite Z, null; lra.
  - pose proof (inner_nonnegative _ (norm v [*] u [-] norm u [*] v)) as K. revert K. expand.
    rewrite (inner_symmetric _ v u), <- !norm_square. assert (0 < norm u * norm v) by (apply Rmult_lt_0_compat; lra).
    intro K. apply Rmult_le_reg_l with (norm u * norm v); nra.
Qed.

Lemma triangle u v : norm (u [+] v) <= norm u + norm v.
Proof.
  pose proof (norm_nonnegative u). pose proof (norm_nonnegative v). apply Rsqr_incr_0_var; [|lra].
  rewrite !Rsqr_pow2, norm_square. expand. pose proof (cauchy_schwarz u v). rewrite (inner_symmetric _ v u), <- !norm_square. nra.
Qed.
Lemma norm_scale u a : norm (a [*] u) = Rabs a * norm u.
Proof.
  apply norm_unique; [apply Rmult_le_pos; [apply Rabs_pos | apply sqrt_pos]|]. expand.
  rewrite Rpow_mult_distr, norm_square, pow2_abs. ring.
Qed.
Lemma norm_symmetric u v : norm (u [-] v) = norm (v [-] u).
Proof. unfold norm. f_equal. expand. ring. Qed.
Lemma norm_combination u v a :
  norm (a [*] u [+] (1 - a) [*] v) ^ 2 = a * norm u ^ 2 + (1 - a) * norm v ^ 2 - a * (1 - a) * norm (u [-] v) ^ 2.
Proof. rewrite !norm_square. expand. rewrite (inner_symmetric _ v u). ring. Qed.
Lemma norm_zero u v : norm (u [-] v) <= 0 -> u = v.
Proof.
  intro N. pose proof (norm_nonnegative (u [-] v)). assert (Z : norm (u [-] v) = 0) by lra.
  apply apart. intro w. pose proof (cauchy_schwarz (u [-] v) w) as A. pose proof (cauchy_schwarz (u [-] v) ((-1) [*] w)) as B.
  rewrite Z in A, B. revert A B. expand. lra.
Qed.
Lemma ball_closed r : closed (fun w : V => norm w <= r).
Proof.
  intros v near. apply le_epsilon. intros e P. destruct (near e P) as (w & A & B).
  pose proof (triangle w (v [-] w)). rewrite (norm_symmetric v w) in H.
  replace (w [+] (v [-] w)) with v in H by (symmetry; vector). lra.
Qed.
End Vectors.

Lemma limit x y : (forall a, 0 < a /\ a < 1 -> a * x <= y) -> x <= y.
Proof.
  intro near. destruct (Rle_dec x y) as [|G]; [assumption|]. destruct (Rle_dec x 0) as [N | P].
  - pose proof (near (1 / 2)). lra.
  - pose proof (near (1 / 2) ltac:(lra)) as Y. set (a := (1 + y / x) / 2).
    assert (y / x * x = y) by (field; lra). assert (0 < y / x < 1) by nra.
    pose proof (near a ltac:(unfold a; lra)) as K. unfold a in K. nra.
Qed.

(** ** Sums *)
Lemma sum_from_same f g a b k :
  (forall i, (i < k)%nat -> f (a + Z.of_nat i)%Z = g (b + Z.of_nat i)%Z) -> sum_from f a k = sum_from g b k.
Proof. induction k; intro E; cbn; [reflexivity|]. rewrite IHk, E; auto. Qed.
(** A sum that starts at 1, by the number of its terms. *)
Lemma sum_induction (P : Z -> Prop) :
  (forall m, (m <= 0)%Z -> P m) -> (forall m, (0 <= m)%Z -> P m -> P (m + 1)%Z) -> forall m, P m.
Proof.
  intros Z N m. destruct (Z_le_gt_dec m 0) as [L | G]; [auto|]. apply (Zlt_0_ind (fun k => P k)); [|lia].
  intros k IH K. destruct (Z.eq_dec k 0) as [-> | D]; [apply Z; lia|].
  replace k with (k - 1 + 1)%Z by lia. apply N; [lia|]. apply IH. lia.
Qed.
Lemma sum_empty m f : (m <= 0)%Z -> sum 1 m f = 0.
Proof. intro L. unfold sum. now replace (Z.to_nat (m - 1 + 1)) with 0%nat by lia. Qed.
Lemma sum_next m f : (0 <= m)%Z -> sum 1 (m + 1) f = sum 1 m f + f (m + 1)%Z.
Proof.
  intro L. unfold sum. replace (Z.to_nat (m + 1 - 1 + 1)) with (S (Z.to_nat (m - 1 + 1))) by lia. cbn [sum_from].
  do 2 f_equal. lia.
Qed.
Ltac by_sum m := pattern m; apply sum_induction; clear m; [intros m L; rewrite !sum_empty by assumption
  | intros m L IH; rewrite !sum_next by assumption].

Lemma sum_linear f g a b m : sum 1 m (fun j => a * f j + b * g j) = a * sum 1 m (fun j => f j) + b * sum 1 m (fun j => g j).
Proof. by_sum m; [ring|]. rewrite IH. ring. Qed.
Lemma sum_monotone f g m : (forall j, 1 <= IZR j /\ IZR j <= IZR m -> f j <= g j) -> sum 1 m (fun j => f j) <= sum 1 m (fun j => g j).
Proof.
  by_sum m; [lra|]. intro K. apply Rplus_le_compat.
  - apply IH. intros j [A B]. apply K. rewrite plus_IZR. lra.
  - apply K. split; [apply IZR_le; lia | lra].
Qed.
Lemma sum_same f g m : (forall j, (1 <= j <= m)%Z -> f j = g j) -> sum 1 m f = sum 1 m g.
Proof.
  intro E. apply Rle_antisym; apply sum_monotone; intros j [A B]; apply le_IZR in A, B; rewrite E by lia; lra.
Qed.
Lemma sum_constant c m : IZR m >= 0 -> sum 1 m (fun j => c) = IZR m * c.
Proof.
  intro P. apply Rge_le, le_IZR in P. revert P. by_sum m; intro P.
  - replace m with 0%Z by lia. lra.
  - rewrite IH, plus_IZR by lia. ring.
Qed.
Lemma sum_last f m : IZR m >= 1 -> sum 1 m (fun j => f j) = sum 1 (m - 1) (fun j => f j) + f m.
Proof. intro P. apply Rge_le, le_IZR in P. rewrite <- (Z.sub_add 1 m) at 1 by lia. rewrite sum_next by lia. do 2 f_equal. lia. Qed.
Lemma sum_term f i m : (forall j, 1 <= IZR j /\ IZR j <= IZR m -> f j >= 0) -> 1 <= IZR i -> IZR i <= IZR m ->
  f i <= sum 1 m (fun j => f j).
Proof.
  intros P A B. apply le_IZR in A, B. revert B P. by_sum m; intros B P; [lia|].
  assert (0 <= sum 1 m (fun j => f j)).
  { apply Rle_trans with (sum 1 m (fun _ => 0)).
    - rewrite sum_constant; [lra | apply Rle_ge, IZR_le; lia].
    - apply sum_monotone. intros j [C D]. apply Rge_le, P. rewrite plus_IZR. lra. }
  destruct (Z.eq_dec i (m + 1)) as [-> | D]; [lra|]. pose proof (P (m + 1)%Z).
  assert (f i <= sum 1 m (fun j => f j)). { apply IH; [lia|]. intros j [C D']. apply P. rewrite plus_IZR. lra. }
  assert (f (m + 1)%Z >= 0) by (apply P; split; [apply IZR_le; lia | lra]). lra.
Qed.

(** ** Data sets *)
Section Data.
Context {M : model}.
Implicit Types (S T : data M) (y z : record M).
Notation n := (size M).

Lemma size_positive : IZR n >= 1. Proof. apply Rle_ge, IZR_le, size_least. Qed.
Lemma dimension_positive : IZR (dimension M) >= 1. Proof. apply Rle_ge, IZR_le, dimension_least. Qed.
Lemma inside_iff j : inside (M := M) j = true <-> (1 <= j <= n)%Z.
Proof. unfold inside. rewrite andb_true_iff, !Z.leb_le. tauto. Qed.
Lemma place_same (p q : place (M := M)) : proj1_sig p = proj1_sig q -> p = q.
Proof. destruct p as [i P], q as [j Q]; cbn. intros ->. f_equal. apply UIP_dec, bool_dec. Qed.
Lemma at_place_inside j : (1 <= j <= n)%Z -> proj1_sig (at_place (M := M) j) = j.
Proof. intro P. unfold at_place. destruct bool_dec as [|N]; [reflexivity|]. now apply inside_iff in P. Qed.
Lemma at_place_of (p : place (M := M)) : at_place (proj1_sig p) = p.
Proof. apply place_same, at_place_inside, inside_iff, (proj2_sig p). Qed.
Lemma same_data S T : (forall j, (1 <= j <= n)%Z -> item S j = item T j) -> S = T.
Proof.
  intro E. apply functional_extensionality. intro p. rewrite <- (at_place_of p). apply E, inside_iff, (proj2_sig p).
Qed.
Lemma item_replace S i j z : (1 <= j <= n)%Z -> item (replace S i z) j = if Z.eqb j i then z else item S j.
Proof. intro P. unfold item at 1, replace. now rewrite at_place_inside. Qed.

Ltac by_items := apply same_data; intros ? ?; rewrite !item_replace by assumption;
  repeat match goal with |- context [Z.eqb ?a ?b] => destruct (Z.eqb_spec a b) end; subst; try reflexivity; try lia.

Lemma sum_replace f S i z m : 1 <= IZR i -> IZR i <= IZR m -> IZR m <= IZR n ->
  sum 1 m (fun j => f (item (replace S i z) j)) = sum 1 m (fun j => f (item S j)) - f (item S i) + f z.
Proof.
  intros A B C. apply le_IZR in A, B, C.
  assert (K : forall k, (k <= m)%Z -> sum 1 k (fun j => f (item (replace S i z) j)) =
    sum 1 k (fun j => f (item S j)) + if (i <=? k)%Z then f z - f (item S i) else 0).
  { intro k. by_sum k; intro D.
    - destruct (Z.leb_spec i k); [lia | ring].
    - rewrite IH by lia. rewrite item_replace by lia.
      destruct (Z.eqb_spec (k + 1) i), (Z.leb_spec i k), (Z.leb_spec i (k + 1)); subst; try lia; ring. }
  rewrite K by lia. destruct (Z.leb_spec i m); [ring | lia].
Qed.
Lemma replaced S i z : 1 <= IZR i -> IZR i <= IZR n ->
  ((item (replace S i z) i = z /\ replace (replace S i z) i (item S i) = S) /\
   (forall j, (1 <= IZR j /\ IZR j <= IZR n) /\ IZR j <> IZR i -> item (replace S i z) j = item S j)) /\
  (forall y, replace (replace S i z) i y = replace S i y).
Proof.
  intros A B. apply le_IZR in A, B. repeat split.
  - rewrite item_replace, Z.eqb_refl; [reflexivity | lia].
  - by_items.
  - intros j [[C D] N]. apply le_IZR in C, D. rewrite item_replace by lia. now destruct (Z.eqb_spec j i) as [-> |].
  - intro y. by_items.
Qed.
Lemma replace_apart S i j y z : 1 <= IZR i -> IZR i < IZR j -> IZR j <= IZR n ->
  replace (replace S i y) j z = replace (replace S j z) i y.
Proof. intros A B C. apply le_IZR in A, C. apply lt_IZR in B. by_items. Qed.
Lemma data_steps (phi : Z -> data M -> Prop) S T : phi 0%Z S ->
  (forall j U, (0 <= IZR j /\ IZR j < IZR n) /\ phi j U -> phi (j + 1)%Z (replace U (j + 1) (item T (j + 1)))) -> phi n T.
Proof.
  intros Z N.
  assert (K : forall k, (0 <= k)%Z -> (k <= n)%Z -> exists U, phi k U /\ forall j, (1 <= j <= k)%Z -> item U j = item T j).
  { apply (natlike_ind (fun k => (k <= n)%Z -> exists U, phi k U /\ forall j, (1 <= j <= k)%Z -> item U j = item T j)).
    - intros _. exists S. split; [assumption | lia].
    - intros k P IH Q. destruct IH as (U & A & B); [lia|]. exists (replace U (k + 1) (item T (k + 1))). split.
      + apply N. repeat split; [apply IZR_le; lia | apply IZR_lt; lia | assumption].
      + intros j J. rewrite item_replace by lia. destruct (Z.eqb_spec j (k + 1)) as [-> |]; [reflexivity|]. apply B. lia. }
  pose proof (size_least M). destruct (K n) as (U & A & B); [lia | lia|]. replace T with U; [assumption|]. now apply same_data.
Qed.
End Data.

(** ** Order, induction *)
Definition int (z : Z) : isint (IZR z) := ex_intro _ z eq_refl.
(** A statement at the integer j + 1 has IZR (j + 1) where its text has IZR j + 1. *)
Ltac integers := cbv beta in *; rewrite ?plus_IZR, ?minus_IZR, ?mult_IZR, ?opp_IZR in *.
Tactic Notation "by_integers" uconstr(t) := first [exact t | integers; exact t | (pose proof t; integers; assumption)
  | (intros; integers; apply t; assumption)].
Lemma order_cases x y (q : Prop) : (x <= y -> q) -> (y < x -> q) -> q.
Proof. intros A B. destruct (Rle_or_lt x y); auto. Qed.
Lemma not_at_most x y : y < x -> ~ x <= y. Proof. lra. Qed.
Lemma not_at_most_above x y : ~ x <= y -> y < x. Proof. lra. Qed.
Lemma contraposition (p q : Prop) : (p -> q) -> ~ q -> ~ p. Proof. tauto. Qed.
Lemma induction (phi : Z -> Prop) m : phi 0%Z -> (forall j, 0 <= IZR j /\ phi j -> phi (j + 1)%Z) -> IZR m >= 0 -> phi m.
Proof.
  intros Z N P. apply Rge_le, le_IZR in P. revert m P. apply natlike_ind; [assumption|].
  intros k K IH. apply N. split; [apply IZR_le|]; assumption.
Qed.

Lemma erfc_reflection x : erfc (- x) = 2 - erfc x.
Proof.
  assert (C : forall a b, ex_RInt (fun t => exp (- t ^ 2)) a b).
  { intros. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros. apply (ex_derive_continuous (fun t => exp (- t ^ 2))).
    auto_derive. trivial. }
  assert (E : RInt (fun t => exp (- t ^ 2)) 0 (- x) = - RInt (fun t => exp (- t ^ 2)) 0 x).
  { pose proof (is_RInt_unique _ _ _ _ (is_RInt_comp_opp _ 0 x _ (RInt_correct _ _ _ (C (- 0) (- x))))) as K.
    rewrite Ropp_0 in K. rewrite <- K.
    change (- RInt (fun t => exp (- t ^ 2)) 0 x) with (opp (RInt (fun t => exp (- t ^ 2)) 0 x)).
    rewrite <- (RInt_opp (V := R_CompleteNormedModule)) by apply C. apply RInt_ext. intros y _.
    now replace ((- y) ^ 2) with (y ^ 2) by ring. }
  unfold erfc, erf. rewrite E. ring.
Qed.

(** * R^d is such a space *)
Fixpoint tuple (d : nat) : Type := match d with O => unit | S k => (R * tuple k)%type end.
Fixpoint tzero d : tuple d := match d with O => tt | S k => (0, tzero k) end.
Fixpoint tadd d : tuple d -> tuple d -> tuple d :=
  match d with O => fun _ _ => tt | S k => fun u v => (fst u + fst v, tadd k (snd u) (snd v)) end.
Fixpoint tscale d (a : R) : tuple d -> tuple d :=
  match d with O => fun _ => tt | S k => fun u => (a * fst u, tscale k a (snd u)) end.
Fixpoint tinner d : tuple d -> tuple d -> R :=
  match d with O => fun _ _ => 0 | S k => fun u v => fst u * fst v + tinner k (snd u) (snd v) end.
Definition euclid (d : nat) : space.
Proof.
  assert (Z : forall d w, tinner d (tzero d) w = 0) by (intro k; induction k; intros; cbn; [|rewrite IHk]; ring).
  refine (Space (tuple d) (tzero d) (tadd d) (tscale d) (tinner d) _ _ _ _ _ _); [| apply Z | | | |].
  - induction d; intros; cbn; [reflexivity|]. rewrite IHd. ring.
  - induction d; intros; cbn; [ring|]. rewrite IHd. ring.
  - induction d; intros; cbn; [ring|]. rewrite IHd. ring.
  - induction d; intro u; cbn; [lra|]. pose proof (IHd (snd u)). nra.
  - induction d; intros u v E; [now destruct u, v|]. destruct u as [x u], v as [y v]. f_equal.
    + pose proof (E (1, tzero d)) as K. cbn in K. assert (S : forall t, tinner d t (tzero d) = 0).
      { clear - Z. intro t. assert (C : forall k s t, tinner k s t = tinner k t s) by
          (induction k; intros; cbn; [|rewrite IHk]; ring). rewrite C. apply Z. }
      rewrite !S in K. lra.
    + apply IHd. intro w. pose proof (E (0, w)) as K. cbn in K. lra.
Defined.
