(** The rules of the kernel (dptheory/kernel/README.md) on claims that are written with the operations of Coq: each lemma
    has the rule's premises and its conclusion; names.json says which lemmas are those of a rule. *)
From Coq Require Import Reals ZArith QArith List Lra Lia.
From Coquelicot Require Import Coquelicot.
From Dptheory Require Import Semantics Shallow Facts.
Import ListNotations.
Open Scope R_scope.

(** * poly: M*g = S with M > 0, S a sum of products whose signs the hypotheses say *)

Lemma poly_le M a b S : 0 < M -> 0 <= S -> M * (b - a) = S -> a <= b. Proof. intros; nra. Qed.
Lemma poly_ge M a b S : 0 < M -> 0 <= S -> M * (a - b) = S -> a >= b. Proof. intros; nra. Qed.
Lemma poly_lt M a b S : 0 < M -> 0 < S -> M * (b - a) = S -> a < b.
Proof. intros H K I. apply Rnot_le_lt. intro. assert (M * (b - a) <= 0) by nra. lra. Qed.
Lemma poly_gt M a b S : 0 < M -> 0 < S -> M * (a - b) = S -> a > b. Proof. apply poly_lt. Qed.
Lemma poly_eq M a b S : 0 < M -> S = 0 -> M * (a - b) = S -> a = b.
Proof. intros H -> I. apply Rmult_integral in I. lra. Qed.

(** What hypotheses say of their differences, and what products and sums make of it. *)
Lemma of_le a b : a <= b -> 0 <= b - a. Proof. lra. Qed.
Lemma of_ge a b : a >= b -> 0 <= a - b. Proof. lra. Qed.
Lemma of_lt a b : a < b -> 0 < b - a. Proof. lra. Qed.
Lemma of_gt a b : a > b -> 0 < a - b. Proof. lra. Qed.
Lemma of_eq a b : a = b -> a - b = 0. Proof. lra. Qed.
Lemma of_ne (a b : R) : a <> b -> 0 < (a - b) ^ 2.
Proof. intro. replace ((a - b) ^ 2) with (Rsqr (a - b)) by (unfold Rsqr; ring). apply Rsqr_pos_lt. lra. Qed.
Lemma pos_le x : 0 < x -> 0 <= x. Proof. lra. Qed.
Lemma zero_le x : x = 0 -> 0 <= x. Proof. lra. Qed.
Lemma square_le x : 0 <= x ^ 2. Proof. apply pow2_ge_0. Qed.
Lemma mul_le a b : 0 <= a -> 0 <= b -> 0 <= a * b. Proof. apply Rmult_le_pos. Qed.
Lemma mul_lt a b : 0 < a -> 0 < b -> 0 < a * b. Proof. apply Rmult_lt_0_compat. Qed.
Lemma mul_zero_l a b : a = 0 -> a * b = 0. Proof. intros ->; ring. Qed.
Lemma mul_zero_r a b : b = 0 -> a * b = 0. Proof. intros ->; ring. Qed.
Lemma add_le a b : 0 <= a -> 0 <= b -> 0 <= a + b. Proof. lra. Qed.
Lemma add_lt_l a b : 0 < a -> 0 <= b -> 0 < a + b. Proof. lra. Qed.
Lemma add_lt_r a b : 0 <= a -> 0 < b -> 0 < a + b. Proof. lra. Qed.
Lemma add_zero a b : a = 0 -> b = 0 -> a + b = 0. Proof. lra. Qed.

(** * cases, contradiction, both, apart, have, let, replace, generalise, forget, fact, apply, congruence, extreme *)

Lemma cases_LE (a b : R) (P : Prop) : (a <= b -> P) -> (a > b -> P) -> P. Proof. intros; destruct (Rle_lt_dec a b); auto. Qed.
Lemma cases_GT (a b : R) (P : Prop) : (a > b -> P) -> (a <= b -> P) -> P. Proof. intros; apply (cases_LE a b); auto. Qed.
Lemma cases_GE (a b : R) (P : Prop) : (a >= b -> P) -> (a < b -> P) -> P.
Proof. intros H K; apply (cases_LE b a); intro; [apply H; lra | auto]. Qed.
Lemma cases_LT (a b : R) (P : Prop) : (a < b -> P) -> (a >= b -> P) -> P. Proof. intros; apply (cases_GE a b); auto. Qed.
Lemma cases_EQ (a b : R) (P : Prop) : (a = b -> P) -> (a <> b -> P) -> P. Proof. intros; destruct (Req_EM_T a b); auto. Qed.
Lemma cases_NE (a b : R) (P : Prop) : (a <> b -> P) -> (a = b -> P) -> P. Proof. intros; apply (cases_EQ a b); auto. Qed.
Lemma absurd_goal (P : Prop) : 0 > 0 -> P. Proof. lra. Qed.
Lemma contradiction_LE (a b : R) : (a > b -> 0 > 0) -> a <= b. Proof. intro; apply (cases_LE a b); lra. Qed.
Lemma contradiction_GE (a b : R) : (a < b -> 0 > 0) -> a >= b. Proof. intro; apply (cases_GE a b); lra. Qed.
Lemma contradiction_LT (a b : R) : (a >= b -> 0 > 0) -> a < b. Proof. intro; apply (cases_LT a b); lra. Qed.
Lemma contradiction_GT (a b : R) : (a <= b -> 0 > 0) -> a > b. Proof. intro; apply (cases_GT a b); lra. Qed.
Lemma contradiction_EQ (a b : R) : (a <> b -> 0 > 0) -> a = b. Proof. intro; apply (cases_EQ a b); lra. Qed.
Lemma contradiction_NE (a b : R) : (a = b -> 0 > 0) -> a <> b. Proof. intro; apply (cases_NE a b); lra. Qed.
Lemma both_sides a b : a <= b -> a >= b -> a = b. Proof. lra. Qed.
Lemma apart_below (a b : R) : a < b -> a <> b. Proof. lra. Qed.
Lemma apart_above (a b : R) : a > b -> a <> b. Proof. lra. Qed.
Lemma have_it (H P : Prop) : H -> (H -> P) -> P. Proof. auto. Qed.
Lemma let_value (t : R) (P : Prop) : (forall y, y = t -> P) -> P. Proof. eauto. Qed.
Lemma let_integer (t : R) (P : Prop) : isint t -> (forall y, isint y -> y = t -> P) -> P. Proof. eauto. Qed.
Lemma replace_left (P : R -> Prop) x t : x = t -> P t -> P x. Proof. now intros ->. Qed.
Lemma replace_right (P : R -> Prop) x t : t = x -> P t -> P x. Proof. now intros ->. Qed.
Lemma generalise_value (P : R -> Prop) t : (forall y, P y) -> P t. Proof. auto. Qed.
Lemma generalise_integer (P : R -> Prop) t : isint t -> (forall y, isint y -> P y) -> P t. Proof. auto. Qed.
Lemma forget_it (H P : Prop) : P -> H -> P. Proof. auto. Qed.
Lemma use_it (H P : Prop) (sides : Prop) : (sides -> H) -> sides -> (H -> P) -> P. Proof. auto. Qed.
Lemma congruence_1 (f : R -> R) a b : a = b -> f a = f b. Proof. now intros ->. Qed.
Lemma congruence_2 (f : R -> R -> R) a b c d : a = b -> c = d -> f a c = f b d. Proof. now intros -> ->. Qed.
Lemma congruence_sum (body body' : R -> R) a b c d : (forall j, body j = body' j) -> a = b -> c = d ->
  sumr body a c = sumr body' b d.
Proof. intros H -> ->. replace body' with body; auto. apply FunctionalExtensionality.functional_extensionality, H. Qed.
Lemma extreme_max a b : Rmax a b >= a /\ Rmax a b >= b. Proof. split; apply Rle_ge; [apply Rmax_l | apply Rmax_r]. Qed.
Lemma extreme_min a b : Rmin a b <= a /\ Rmin a b <= b. Proof. split; [apply Rmin_l | apply Rmin_r]. Qed.
Lemma extreme_max_left a b : a >= b -> Rmax a b = a. Proof. intro; apply Rmax_left; lra. Qed.
Lemma extreme_max_right a b : b >= a -> Rmax a b = b. Proof. intro; apply Rmax_right; lra. Qed.
Lemma extreme_min_left a b : a <= b -> Rmin a b = a. Proof. apply Rmin_left. Qed.
Lemma extreme_min_right a b : b <= a -> Rmin a b = b. Proof. apply Rmin_right. Qed.

(** * mvt *)

Lemma mean_value (g g' : R -> R) a x : a < x ->
  (forall t, a <= t -> t <= x -> continuous g t) -> (forall t, a < t -> t < x -> is_derive g t (g' t)) ->
  exists t, a < t < x /\ g x = g a + g' t * (x - a).
Proof.
  intros L C D.
  assert (pr : forall c, a < c < x -> derivable_pt g c).
  { intros c H. exists (g' c). apply is_derive_Reals, D; lra. }
  destruct (MVT g id a x pr (fun c _ => derivable_pt_id c) L) as (c & H & Q).
  - intros c H. apply continuity_pt_filterlim. apply C; lra.
  - intros; apply derivable_continuous_pt, derivable_pt_id.
  - exists c. split; auto. rewrite derive_pt_id in Q. unfold id in Q.
    rewrite (derive_pt_eq_0 g c (g' c) (pr c H)) in Q by (apply is_derive_Reals, D; lra). lra.
Qed.

Section Below.
  Variables (g g' : R -> R) (a x : R).
  Hypothesis smooth : forall t, a <= t -> t <= x -> continuous g t.
  Hypothesis slope : forall t, a < t -> t < x -> is_derive g t (g' t).
  Lemma mvt_below : a <= x -> (forall t, a < t -> t < x -> g' t >= 0) -> g a >= 0 -> g x >= 0.
  Proof. intros [L| <-] P B; auto. destruct (mean_value g g' a x L smooth slope) as (t & T & ->). pose proof (P t). nra. Qed.
  Lemma mvt_below_base : a <= x -> (forall t, a < t -> t < x -> g' t >= 0) -> g a > 0 -> g x > 0.
  Proof. intros [L| <-] P B; auto. destruct (mean_value g g' a x L smooth slope) as (t & T & ->). pose proof (P t). nra. Qed.
  Lemma mvt_below_slope : a < x -> (forall t, a < t -> t < x -> g' t > 0) -> g a >= 0 -> g x > 0.
  Proof. intros L P B. destruct (mean_value g g' a x L smooth slope) as (t & T & ->). pose proof (P t). nra. Qed.
End Below.
Section Above.
  Variables (g g' : R -> R) (a x : R).
  Hypothesis smooth : forall t, x <= t -> t <= a -> continuous g t.
  Hypothesis slope : forall t, x < t -> t < a -> is_derive g t (g' t).
  Lemma mvt_above : x <= a -> (forall t, x < t -> t < a -> g' t <= 0) -> g a >= 0 -> g x >= 0.
  Proof. intros [L| ->] P B; auto. destruct (mean_value g g' x a L smooth slope) as (t & T & Q). pose proof (P t). nra. Qed.
  Lemma mvt_above_base : x <= a -> (forall t, x < t -> t < a -> g' t <= 0) -> g a > 0 -> g x > 0.
  Proof. intros [L| ->] P B; auto. destruct (mean_value g g' x a L smooth slope) as (t & T & Q). pose proof (P t). nra. Qed.
  Lemma mvt_above_slope : x < a -> (forall t, x < t -> t < a -> g' t < 0) -> g a >= 0 -> g x > 0.
  Proof. intros L P B. destruct (mean_value g g' x a L smooth slope) as (t & T & Q). pose proof (P t). nra. Qed.
End Above.
Lemma gap_LE a b : b - a >= 0 -> a <= b. Proof. lra. Qed.
Lemma gap_GE a b : a - b >= 0 -> a >= b. Proof. lra. Qed.
Lemma gap_LT a b : b - a > 0 -> a < b. Proof. lra. Qed.
Lemma gap_GT a b : a - b > 0 -> a > b. Proof. lra. Qed.

(** * archimedean, induction, terms *)

Lemma archimedean p K T : (forall t, t >= T -> t >= 1 -> t * p >= - K) -> p >= 0.
Proof.
  intro H. apply Rnot_lt_ge. intro N. set (t := Rmax (Rmax T 1) (K / - p + 1)).
  assert (t >= T /\ t >= 1 /\ t >= K / - p + 1) as (A & B & C).
  { unfold t. pose proof (Rmax_l (Rmax T 1) (K / - p + 1)). pose proof (Rmax_r (Rmax T 1) (K / - p + 1)).
    pose proof (Rmax_l T 1). pose proof (Rmax_r T 1). lra. }
  specialize (H t A B). assert (t * - p >= (K / - p + 1) * - p) by nra.
  replace ((K / - p + 1) * - p) with (K - p) in H0 by (field; lra). lra.
Qed.

(** The hypotheses that speak of n hold for n where they do for n + 1: [moving]. *)
Lemma induction_rule (k : R) (moving goal : R -> Prop) : isint k -> (moving k -> goal k) ->
  (forall n, isint n -> n >= k -> moving (n + 1) -> moving n) ->
  (forall n, isint n -> n >= k -> moving n -> moving (n + 1) -> goal n -> goal (n + 1)) ->
  forall n, isint n -> n >= k -> moving n -> goal n.
Proof.
  intros [z ->] B M S n [m ->] L. apply Rge_le, le_IZR in L.
  replace m with (z + Z.of_nat (Z.to_nat (m - z)))%Z by lia. generalize (Z.to_nat (m - z)). intro j. induction j.
  - rewrite Z.add_0_r; auto.
  - replace (IZR (z + Z.of_nat (Datatypes.S j))) with (IZR (z + Z.of_nat j) + 1).
    + assert (I : isint (IZR (z + Z.of_nat j))) by (eexists; eauto).
      assert (G : IZR (z + Z.of_nat j) >= IZR z) by (apply Rle_ge, IZR_le; lia).
      intro H. apply S; auto.
    + rewrite <- plus_IZR. f_equal; lia.
Qed.

Lemma iterate_app op s f a p q : (forall x y z, op (op x y) z = op x (op y z)) -> (forall x, op x s = x) ->
  iterate op s f a (p + q) = op (iterate op s f a p) (iterate op s f (a + INR p) q).
Proof.
  intros A I. induction q. rewrite Nat.add_0_r; simpl; now rewrite I.
  rewrite Nat.add_succ_r. cbn [iterate]. rewrite IHq, plus_INR, <- Rplus_assoc. apply A.
Qed.
Lemma terms_of a b z : b - a + 1 = IZR z -> terms a b = Z.to_nat z.
Proof. unfold terms. intros ->. now rewrite floor_IZR. Qed.
(** All terms; or the first c and the rest; or the rest and the last c: of a sum, and so of a product. *)
Lemma terms_all f a b c : b = a + INR c - 1 -> sumr f a b = iterate Rplus 0 f a c /\ prodr f a b = iterate Rmult 1 f a c.
Proof. intros ->. unfold sumr, prodr. rewrite (terms_of _ _ (Z.of_nat c)) by (rewrite <- INR_IZR_INZ; ring). now rewrite Nat2Z.id. Qed.
Lemma terms_first f a b c : isint a -> isint b -> a + INR c <= b + 1 ->
  sumr f a b = iterate Rplus 0 f a c + sumr f (a + INR c) b /\ prodr f a b = iterate Rmult 1 f a c * prodr f (a + INR c) b.
Proof.
  intros [x ->] [y ->] H. rewrite INR_IZR_INZ, <- !plus_IZR in H. apply le_IZR in H. unfold sumr, prodr.
  rewrite (terms_of (IZR x) (IZR y) (y - x + 1)) by (rewrite plus_IZR, minus_IZR; ring).
  rewrite (terms_of (IZR x + INR c) (IZR y) (y - x - Z.of_nat c + 1)) by (rewrite INR_IZR_INZ, plus_IZR, !minus_IZR; ring).
  replace (Z.to_nat (y - x + 1)) with (c + Z.to_nat (y - x - Z.of_nat c + 1))%nat by lia.
  split; apply iterate_app; intros; ring.
Qed.
Lemma terms_last f a b c : isint a -> isint b -> a <= b - INR c + 1 ->
  sumr f a b = sumr f a (b - INR c) + iterate Rplus 0 f (b - INR c + 1) c /\
  prodr f a b = prodr f a (b - INR c) * iterate Rmult 1 f (b - INR c + 1) c.
Proof.
  intros [x ->] [y ->] H. rewrite INR_IZR_INZ, <- minus_IZR, <- plus_IZR in H. apply le_IZR in H. unfold sumr, prodr.
  rewrite (terms_of (IZR x) (IZR y) (y - x + 1)) by (rewrite plus_IZR, minus_IZR; ring).
  rewrite (terms_of (IZR x) (IZR y - INR c) (y - Z.of_nat c - x + 1)) by (rewrite INR_IZR_INZ, plus_IZR, !minus_IZR; ring).
  replace (IZR y - INR c + 1) with (IZR x + INR (Z.to_nat (y - Z.of_nat c - x + 1))).
  replace (Z.to_nat (y - x + 1)) with (Z.to_nat (y - Z.of_nat c - x + 1) + c)%nat by lia.
  split; apply iterate_app; intros; ring.
  rewrite !INR_IZR_INZ, Z2Nat.id by lia. rewrite plus_IZR, !minus_IZR. ring.
Qed.
Lemma terms_integral (f : R -> R) a b : b = a -> RInt f a b = 0. Proof. intros ->. apply (RInt_point a f). Qed.
(** The body has a value at each of them, as it is written for an integer index. *)
Lemma terms_known r s f a b c k : def r s (Sum f a b) -> ev r a + INR c <= ev r b + 1 -> (k < c)%nat ->
  def (push (ev r a + INR k) r) (push true s) f.
Proof.
  cbn. intros (_ & _ & [z Z] & _ & _ & H) Q L. apply H.
  - exists (z + Z.of_nat k)%Z. now rewrite Z, INR_IZR_INZ, plus_IZR.
  - apply le_INR in L. rewrite S_INR in L. pose proof (pos_INR k). lra.
Qed.

(** * What is an integer *)

Lemma isint_IZR z : isint (IZR z). Proof. now exists z. Qed.
Lemma isint_add a b : isint a -> isint b -> isint (a + b). Proof. intros [x ->] [y ->]. exists (x + y)%Z. symmetry; apply plus_IZR. Qed.
Lemma isint_sub a b : isint a -> isint b -> isint (a - b). Proof. intros [x ->] [y ->]. exists (x - y)%Z. symmetry; apply minus_IZR. Qed.
Lemma isint_mul a b : isint a -> isint b -> isint (a * b). Proof. intros [x ->] [y ->]. exists (x * y)%Z. symmetry; apply mult_IZR. Qed.
Lemma isint_neg a : isint a -> isint (- a). Proof. intros [x ->]. exists (- x)%Z. symmetry; apply opp_IZR. Qed.
Lemma isint_pow a n : isint a -> isint (a ^ n).
Proof. intro H. induction n; simpl. apply (isint_IZR 1). now apply isint_mul. Qed.
Lemma isint_floor a : isint (rfloor a). Proof. apply isint_IZR. Qed.
Lemma isint_ceil a : isint (rceil a). Proof. apply isint_neg, isint_floor. Qed.

(** * domain: what a term demands that is known to have a value *)

(** The obligations of all subterms that have no alternative, as `obligations` of the kernel has them. *)
Definition demanded (s : sorts) (b : R) (e : term) : list Prop :=
  match number e with
  | Some q => if integral q then (if Qle_bool 1 q then [] else [b <> 0]) else [if Qle_bool 0 q then b >= 0 else b > 0]
  | None => if whole s e then [] else [b >= 0]
  end.
Definition demanded_of (f : func) (x : R) : list Prop :=
  match f with
  | Log | Gamma => [x > 0] | Sqrt => [x >= 0] | Tan => [cos x <> 0] | Asin | Acos => [x >= -1; x <= 1] | _ => []
  end.
Fixpoint demands (r : env) (s : sorts) (t : term) : list Prop :=
  match t with
  | Num _ | Var _ | Pi | E => [] | Neg a => demands r s a
  | Add a b | Sub a b | Mul a b | Max a b | Min a b => demands r s a ++ demands r s b
  | Div a b => demands r s a ++ demands r s b ++ [ev r b <> 0]
  | Pow b e => demands r s b ++ demands r s e ++ demanded s (ev r b) e
  | Fun f a => demands r s a ++ demanded_of f (ev r a)
  | UpperGamma a x | LowerGamma a x => demands r s a ++ demands r s x ++ [ev r a > 0; ev r x >= 0]
  | Sum f a b | Prod f a b => demands r s a ++ demands r s b ++ [isint (ev r a); isint (ev r b); ev r b + 1 >= ev r a]
  | Integral f a b => demands r s a ++ demands r s b ++ [ev r b >= ev r a]
  end.
Lemma domain_demands (r : env) (s : sorts) (t : term) : def r s t -> List.Forall (fun P : Prop => P) (demands r s t).
Proof.
  revert r s. induction t; intros r s; cbn [def demands]; intro D; decompose [and] D; repeat (apply Forall_app; split); auto.
  - unfold fits, demanded in *. destruct (number t2) as [q|]. destruct (integral q). destruct (Qle_bool 1 q); auto.
    destruct (Qle_bool 0 q); auto. destruct (whole s t2); auto. constructor; [apply H2 | auto].
  - destruct f; cbn in *; auto; decompose [and] H0; repeat apply List.Forall_cons; try apply List.Forall_nil; auto; lra.
Qed.

(** * sturm *)

(** Between two cuts with no zero of p a continuous p keeps its sign; beside the only zero it has those of the ends. *)
Lemma sturm_piece (p : R -> R) a b : a <= b -> (forall t, a <= t <= b -> continuous p t) ->
  (forall t, a <= t <= b -> p t <> 0) -> p a > 0 -> p b > 0 /\ (forall t, a <= t <= b -> p t > 0).
Proof.
  intros L C N P. assert (H : forall t, a <= t <= b -> p t > 0); [|split; auto; apply H; lra].
  intros t T. apply Rnot_le_gt. intro Q. destruct Q as [Q|Q]; [|apply (N t T Q)].
  assert (a < t) by (destruct (Rle_lt_or_eq_dec a t) as [|Q0]; [lra | auto | subst; lra]).
  destruct (Ranalysis5.IVT_interv (fun x => - p x) a t) as (z & Z & V); try lra.
  - intros z Z. apply continuity_pt_filterlim, (continuous_opp p), C. lra.
  - apply (N z); lra.
Qed.
