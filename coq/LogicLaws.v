(** Laws, for statements of the logic: the part of docs/SEMANTICS.md that Logic.v leaves out, for laws with finitely many
    points. SEMANTICS speaks of all Borel laws; what is proved here of a statement is that it holds of these. Every
    function has an expectation under them, so [integrable] asks for nothing; a law has a density with respect to another
    in the sense of [ratio]. Laws of noise on R^d (Laplace, normal, Gamma) are none of these, and are not said. *)
From Coq Require Import Reals ZArith List Lra Lia Psatz FunctionalExtensionality Classical.
From Coquelicot Require Import Coquelicot.
From Dptheory Require Import Logic.
Import ListNotations.
Open Scope R_scope.

(** * Laws, expectations, chances *)

Definition weighted (A : Type) : Type := list (R * A).
Fixpoint total {A : Type} (l : weighted A) (f : A -> R) : R :=
  match l with [] => 0 | (p, x) :: k => p * f x + total k f end.
Record law (A : Type) := Law {
  points : weighted A;
  weights_nonnegative : List.Forall (fun q => 0 <= fst q) points;
  mass : total points (fun _ => 1) = 1 }.
Arguments points {A}. Arguments mass {A}. Arguments weights_nonnegative {A}.

(** A proposition holds or not ([EM_dec] comes from the axioms of the reals). *)
Definition decide (p : Prop) : {p} + {~ p} :=
  match EM_dec p with left a => left (NNPP p a) | right b => right b end.
Definition indicator (p : Prop) : R := if decide p then 1 else 0.

Definition mean {A : Type} (mu : law A) (f : A -> R) : R := total (points mu) f.
Definition chance {A : Type} (mu : law A) (phi : A -> Prop) : R := mean mu (fun x => indicator (phi x)).
Definition integrable {A : Type} (mu : law A) (f : A -> R) : Prop := True.
Definition ratio {A : Type} (mu nu : law A) (r : A -> R) : Prop :=
  forall B : A -> Prop, chance mu B = mean nu (fun x => r x * indicator (B x)).

Section Total.
Context {A B : Type}.
Implicit Types (l k : weighted A) (f g : A -> R).
Lemma total_same l f g : (forall x, f x = g x) -> total l f = total l g.
Proof. intro E. induction l as [|[p x] l IH]; cbn; [reflexivity|]. now rewrite E, IH. Qed.
Lemma total_linear l f g a b : total l (fun x => a * f x + b * g x) = a * total l f + b * total l g.
Proof. induction l as [|[p x] l IH]; cbn; [ring|]. rewrite IH. ring. Qed.
Lemma total_scaled l f a : total l (fun x => a * f x) = a * total l f.
Proof. induction l as [|[p x] l IH]; cbn; [ring|]. rewrite IH. ring. Qed.
Lemma total_monotone l f g : List.Forall (fun q => 0 <= fst q) l -> (forall x, f x <= g x) -> total l f <= total l g.
Proof. intros W L. induction W as [|[p x] l P _ IH]; cbn in *; [lra|]. pose proof (L x). nra. Qed.
Lemma total_app l k f : total (l ++ k) f = total l f + total k f.
Proof. induction l as [|[p x] l IH]; cbn; [ring|]. rewrite IH. ring. Qed.
Lemma total_map (h : A -> B) l (f : B -> R) : total (map (fun q => (fst q, h (snd q))) l) f = total l (fun x => f (h x)).
Proof. induction l as [|[p x] l IH]; cbn; [reflexivity|]. now rewrite IH. Qed.
Lemma total_scale p l f : total (map (fun q => (p * fst q, snd q)) l) f = p * total l f.
Proof. induction l as [|[q x] l IH]; cbn; [ring|]. rewrite IH. ring. Qed.
Lemma total_bind (K : A -> weighted B) l (f : B -> R) :
  total (flat_map (fun q => map (fun s => (fst q * fst s, snd s)) (K (snd q))) l) f = total l (fun x => total (K x) f).
Proof.
  induction l as [|[p x] l IH]; cbn; [reflexivity|]. rewrite <- IH.
  assert (C : forall a b : weighted B, total (a ++ b) f = total a f + total b f).
  { intros a b. induction a as [|[q y] a IHa]; cbn; [ring|]. rewrite IHa. ring. }
  rewrite C. f_equal. induction (K x) as [|[q y] m IHm]; cbn; [ring|]. rewrite IHm. ring.
Qed.
End Total.

(** * Laws made of others *)

Definition image {A B : Type} (mu : law A) (h : A -> B) : law B.
Proof.
  refine (Law _ (map (fun q => (fst q, h (snd q))) (points mu)) _ _).
  - apply List.Forall_map. exact (weights_nonnegative mu).
  - rewrite total_map. exact (mass mu).
Defined.
(** The law of a draw from [K x] with x drawn from mu. *)
Definition mixture {A B : Type} (mu : law A) (K : A -> law B) : law B.
Proof.
  refine (Law _ (flat_map (fun q => map (fun s => (fst q * fst s, snd s)) (points (K (snd q)))) (points mu)) _ _).
  - apply List.Forall_flat_map. apply List.Forall_forall. intros [p x] I. apply List.Forall_map. apply List.Forall_forall. intros [q y] J. cbn.
    apply Rmult_le_pos; [exact (proj1 (List.Forall_forall _ _) (weights_nonnegative mu) _ I) |
      exact (proj1 (List.Forall_forall _ _) (weights_nonnegative (K x)) _ J)].
  - rewrite (total_bind (fun x => points (K x))). transitivity (total (points mu) (fun _ => 1)); [|exact (mass mu)].
    apply total_same. intro x. apply mass.
Defined.
(** n independent records: one at all places, then one after the other at its own. *)
Fixpoint draws {M : model} (D : law (record M)) (k : nat) : law (data M) :=
  match k with
  | O => image D (fun z => fun _ => z)
  | S j => mixture (draws D j) (fun S => image D (fun z => replace S (Z.of_nat k) z))
  end.
Definition iid {M : model} (D : law (record M)) : law (data M) := draws D (Z.to_nat (size M)).

(** i in 1 ... m with probabilities proportional to exp (u i). *)
Fixpoint listed (k : nat) (f : Z -> R) : weighted Z :=
  match k with O => [] | S j => listed j f ++ [(f (Z.of_nat k), Z.of_nat k)] end.
Lemma total_listed m f g : (0 <= m)%Z -> total (listed (Z.to_nat m) f) g = sum 1 m (fun i => f i * g i).
Proof.
  intro P. rewrite <- (Z2Nat.id m) at 2 by assumption. induction (Z.to_nat m) as [|j IH]; [now rewrite sum_empty|].
  cbn [listed]. rewrite total_app, IH, Nat2Z.inj_succ, <- Z.add_1_r, sum_next by lia. cbn. ring.
Qed.
Lemma sum_exp_positive m u : (1 <= m)%Z -> 0 < sum 1 m (fun i => exp (u i)).
Proof.
  intro P. apply Rlt_le_trans with (exp (u 1%Z)); [apply exp_pos|].
  apply (sum_term (fun i => exp (u i))); [intros; apply Rle_ge, Rlt_le, exp_pos | lra | now apply IZR_le].
Qed.
Definition gibbs (m : Z) (u : Z -> R) : law Z.
Proof.
  refine (match Z_le_dec 1 m with
    | left P => Law _ (listed (Z.to_nat m) (fun i => exp (u i) / sum 1 m (fun j => exp (u j)))) _ _
    | right _ => Law _ [(1, 0%Z)] _ _ end).
  - induction (Z.to_nat m); cbn; [constructor|]. apply List.Forall_app. split; [assumption|]. constructor; [cbn|constructor].
    apply Rlt_le, Rdiv_lt_0_compat; [apply exp_pos | now apply sum_exp_positive].
  - rewrite total_listed by lia. pose proof (sum_exp_positive m u P) as Q.
    rewrite (sum_same _ (fun i => / sum 1 m (fun j => exp (u j)) * exp (u i) + 0 * 0)) by (intros; unfold Rdiv; ring).
    rewrite sum_linear. field. lra.
  - constructor; [cbn; lra|constructor].
  - cbn. ring.
Defined.

(** * What the rules say *)

Section Rules.
Context {A B : Type}.
Implicit Types (mu nu : law A) (f g r : A -> R) (phi psi : A -> Prop).

Lemma indicator_true (p : Prop) : p -> indicator p = 1. Proof. intro. unfold indicator. now destruct decide. Qed.
Lemma indicator_false (p : Prop) : ~ p -> indicator p = 0. Proof. intro. unfold indicator. now destruct decide. Qed.
Lemma indicator_range (p : Prop) : 0 <= indicator p <= 1. Proof. unfold indicator. destruct decide; lra. Qed.

Lemma expect_linear mu f g a b : integrable mu f -> integrable mu g ->
  mean mu (fun x => a * f x + b * g x) = a * mean mu (fun x => f x) + b * mean mu (fun x => g x).
Proof. intros _ _. apply total_linear. Qed.
Lemma expect_constant mu c : mean mu (fun _ => c) = c.
Proof.
  unfold mean. rewrite (total_same _ _ (fun _ => c * 1)) by (intro; ring). rewrite total_scaled, mass. ring.
Qed.
Lemma expect_monotone mu f g : integrable mu f -> integrable mu g -> (forall x, f x <= g x) ->
  mean mu (fun x => f x) <= mean mu (fun x => g x).
Proof. intros _ _. apply total_monotone, weights_nonnegative. Qed.
Lemma mean_same mu f g : (forall x, f x = g x) -> mean mu f = mean mu g. Proof. apply total_same. Qed.
Lemma mean_monotone mu f g : (forall x, f x <= g x) -> mean mu f <= mean mu g.
Proof. apply total_monotone, weights_nonnegative. Qed.
Lemma mean_scaled mu f a : mean mu (fun x => a * f x) = a * mean mu f. Proof. apply total_scaled. Qed.
Lemma mean_add mu f g : mean mu (fun x => f x + g x) = mean mu f + mean mu g.
Proof. rewrite (mean_same _ _ (fun x => 1 * f x + 1 * g x)) by (intro; ring). unfold mean. rewrite total_linear. ring. Qed.
Lemma expect_equal mu f g : (forall x, f x = g x) ->
  mean mu (fun x => f x) = mean mu (fun x => g x) /\ (integrable mu f -> integrable mu g).
Proof. split; [now apply mean_same | trivial]. Qed.
Lemma expect_abs mu f : integrable mu f -> Rabs (mean mu (fun x => f x)) <= mean mu (fun x => Rabs (f x)).
Proof.
  intros _. apply Rabs_le. split.
  - replace (- _) with (mean mu (fun x => (-1) * Rabs (f x))) by (rewrite mean_scaled; ring).
    apply mean_monotone. intro x. pose proof (Rle_abs (- f x)). rewrite Rabs_Ropp in H. lra.
  - apply mean_monotone. intro x. apply Rle_abs.
Qed.
Lemma integrable_linear mu f g (a b : R) : integrable mu f -> integrable mu g -> integrable mu (fun x => a * f x + b * g x).
Proof. easy. Qed.
Lemma integrable_constant mu (c : R) : integrable mu (fun _ => c). Proof. easy. Qed.
Lemma integrable_dominated mu f g : integrable mu g -> (forall x, Rabs (f x) <= g x) -> integrable mu f. Proof. easy. Qed.
Lemma integrable_abs mu f : integrable mu f -> integrable mu (fun x => Rabs (f x)). Proof. easy. Qed.
Lemma mean_sum mu (f : Z -> A -> R) m : mean mu (fun x => sum 1 m (fun j => f j x)) = sum 1 m (fun j => mean mu (f j)).
Proof.
  by_sum m.
  - rewrite (mean_same _ _ (fun _ => 0)); [apply expect_constant | intro; now apply sum_empty].
  - rewrite <- IH, <- mean_add. apply mean_same. intro. now apply sum_next.
Qed.
Lemma expect_sum mu (f : Z -> A -> R) m :
  (forall j, 1 <= IZR j /\ IZR j <= IZR m -> integrable mu (fun x => f j x)) ->
  integrable mu (fun x => sum 1 m (fun j => f j x)) /\
  mean mu (fun x => sum 1 m (fun j => f j x)) = sum 1 m (fun j => mean mu (fun x => f j x)).
Proof. split; [exact I | apply mean_sum]. Qed.
Lemma expect_positive mu f : integrable mu f -> (forall x, f x > 0) -> mean mu (fun x => f x) > 0.
Proof.
  intros _ P. unfold mean. pose proof (weights_nonnegative mu) as W. assert (K : 0 <= total (points mu) f /\ (0 < total (points mu) (fun _ => 1) -> 0 < total (points mu) f)).
  { induction W as [|[p x] l Q _ IH]; cbn in *; [lra|]. pose proof (P x). destruct IH as [N M]. split; [nra|]. intro L.
    destruct (Req_dec p 0) as [-> |]; [|nra]. assert (0 < total l (fun _ => 1)) by lra. pose proof (M H0). lra. }
  pose proof (mass mu). intros. apply (proj2 K). lra.
Qed.

Lemma prob_range mu phi : chance mu (fun x => phi x) >= 0 /\ chance mu (fun x => phi x) <= 1.
Proof.
  unfold chance. split.
  - apply Rle_ge, Rle_trans with (mean mu (fun _ => 0)); [rewrite expect_constant; lra | apply mean_monotone; intro; apply indicator_range].
  - apply Rle_trans with (mean mu (fun _ => 1)); [apply mean_monotone; intro; apply indicator_range | rewrite expect_constant; lra].
Qed.
Lemma prob_monotone mu phi psi : (forall x, phi x -> psi x) -> chance mu (fun x => phi x) <= chance mu (fun x => psi x).
Proof. intro L. apply mean_monotone. intro x. unfold indicator. repeat destruct decide; try lra. exfalso; auto. Qed.
Lemma prob_both mu phi psi :
  chance mu (fun x => phi x /\ psi x) >= chance mu (fun x => phi x) + chance mu (fun x => psi x) - 1.
Proof.
  cut (chance mu phi + chance mu psi <= chance mu (fun x => phi x /\ psi x) + mean mu (fun _ => 1)).
  { rewrite expect_constant. unfold chance. lra. }
  unfold chance. rewrite <- !mean_add. apply mean_monotone. intro x. unfold indicator. repeat destruct decide; try lra; tauto.
Qed.
Lemma prob_complement mu phi : chance mu (fun x => ~ phi x) = 1 - chance mu (fun x => phi x).
Proof.
  cut (chance mu (fun x => ~ phi x) + chance mu (fun x => phi x) = mean mu (fun _ => 1)); [rewrite expect_constant; lra|].
  unfold chance. rewrite <- mean_add. apply mean_same.
  intro x. unfold indicator. repeat destruct decide; try lra; tauto.
Qed.
Lemma prob_certain mu phi : (forall x, phi x) -> chance mu (fun x => phi x) = 1.
Proof. intro C. rewrite <- (expect_constant mu 1). apply mean_same. intro. now apply indicator_true. Qed.
Lemma event_bound mu f phi t : integrable mu f -> (forall x, f x >= 0) -> (forall x, phi x -> f x >= t) ->
  t * chance mu (fun x => phi x) <= mean mu (fun x => f x).
Proof.
  intros _ P L. unfold chance. rewrite <- mean_scaled. apply mean_monotone. intro x. specialize (P x). specialize (L x).
  unfold indicator. destruct decide; [specialize (L p)|]; lra.
Qed.
Lemma markov mu f t : integrable mu f -> (forall x, f x >= 0) -> t > 0 ->
  chance mu (fun x => f x <= t) >= 1 - mean mu (fun x => f x) / t.
Proof.
  intros _ P T. assert (K : t * chance mu (fun x => ~ f x <= t) <= mean mu f).
  { apply event_bound; [exact I | assumption | intros; lra]. }
  rewrite prob_complement in K. apply Rle_ge. apply Rmult_le_reg_l with t; [lra|].
  replace (t * (1 - mean mu (fun x => f x) / t)) with (t - mean mu (fun x => f x)) by (field; lra).
  change (mean mu f) with (mean mu (fun x => f x)) in K. lra.
Qed.
Lemma expect_outside mu f phi : (forall x, f x <= 1) -> (forall x, phi x -> f x <= 0) ->
  mean mu (fun x => f x) <= 1 - chance mu (fun x => phi x).
Proof.
  intros L O. rewrite <- prob_complement. apply mean_monotone. intro x. specialize (L x). specialize (O x).
  unfold indicator. destruct decide; [lra|]. apply O. now apply NNPP.
Qed.
Lemma prob_disjoint mu (phi : Z -> A -> Prop) psi m :
  (forall i, 1 <= IZR i /\ IZR i <= IZR m -> forall j, IZR i + 1 <= IZR j /\ IZR j <= IZR m ->
    forall x, phi i x -> ~ phi j x) ->
  (forall i, 1 <= IZR i /\ IZR i <= IZR m -> forall x, phi i x -> psi x) ->
  sum 1 m (fun i => chance mu (fun x => phi i x)) <= chance mu (fun x => psi x).
Proof.
  intros D W. unfold chance. rewrite <- mean_sum. apply mean_monotone. intro x.
  assert (K : forall k, (k <= m)%Z -> sum 1 k (fun i => indicator (phi i x)) = 0 \/
    (sum 1 k (fun i => indicator (phi i x)) = 1 /\ exists i, (1 <= i <= k)%Z /\ phi i x)).
  { intro k. by_sum k; intro P; [now left|]. destruct IH as [E | [E (i & Q & F)]]; [lia | |]; rewrite E.
    - unfold indicator. destruct decide as [F |]; [right | left; lra]. split; [lra|]. exists (k + 1)%Z. split; [lia | assumption].
    - right. rewrite indicator_false.
      + split; [lra|]. exists i. split; [lia | assumption].
      + apply (D i) with (x := x); try assumption; split; try rewrite <- plus_IZR; apply IZR_le; lia. }
  destruct (Z_le_gt_dec m m) as [Q | Q]; [|lia]. destruct (K m Q) as [E | [E (i & P & F)]]; rewrite E.
  - apply indicator_range.
  - rewrite indicator_true; [lra|]. apply (W i); [split; apply IZR_le; lia | assumption].
Qed.

Lemma mean_image mu (h : A -> B) (f : B -> R) : mean (image mu h) f = mean mu (fun x => f (h x)).
Proof. apply total_map. Qed.
Lemma mean_mixture mu (K : A -> law B) (f : B -> R) : mean (mixture mu K) f = mean mu (fun x => mean (K x) f).
Proof. apply (total_bind (fun x => points (K x))). Qed.
Lemma image_prob mu (h : A -> B) (phi : B -> Prop) :
  chance (image mu (fun x => h x)) (fun y => phi y) = chance mu (fun x => phi (h x)).
Proof. apply mean_image. Qed.
Lemma image_expect mu (h : A -> B) (f : B -> R) : integrable mu (fun x => f (h x)) ->
  integrable (image mu (fun x => h x)) f /\ mean (image mu (fun x => h x)) (fun y => f y) = mean mu (fun x => f (h x)).
Proof. split; [exact I | apply mean_image]. Qed.
Lemma mixture_prob mu (K : A -> law B) (phi : B -> Prop) :
  chance (mixture mu (fun x => K x)) (fun y => phi y) = mean mu (fun x => chance (K x) (fun y => phi y)).
Proof. apply mean_mixture. Qed.
Lemma mixture_expect mu (K : A -> law B) (f : B -> R) (b : R) : (forall y, Rabs (f y) <= b) ->
  mean (mixture mu (fun x => K x)) (fun y => f y) = mean mu (fun x => mean (K x) (fun y => f y)).
Proof. intros _. apply mean_mixture. Qed.
Lemma mixture_mean mu (K : A -> law B) (f : B -> R) (b : R) : (forall x, integrable (K x) f) ->
  (forall x, mean (K x) (fun y => Rabs (f y)) <= b) -> integrable (mixture mu (fun x => K x)) f /\
  mean (mixture mu (fun x => K x)) (fun y => f y) = mean mu (fun x => mean (K x) (fun y => f y)).
Proof. split; [exact I | apply mean_mixture]. Qed.
Lemma integrable_chance mu (K : A -> law B) (phi : A -> B -> Prop) : integrable mu (fun x => chance (K x) (fun y => phi x y)).
Proof. exact I. Qed.
Lemma mean_swap mu (nu : law B) (f : A -> B -> R) :
  mean mu (fun x => mean nu (f x)) = mean nu (fun y => mean mu (fun x => f x y)).
Proof.
  unfold mean at 1 4. induction (points mu) as [|[p x] l IH]; cbn.
  - unfold mean. rewrite (total_same _ (fun _ => 0) (fun _ => 0 * 0)), total_scaled by (intro; ring). ring.
  - rewrite IH. unfold mean. rewrite <- (total_scaled (points nu) (f x) p).
    rewrite <- (Rmult_1_l (total _ _)), <- (Rmult_1_l (total _ (fun y => total l _))), <- total_linear.
    apply total_same. intro; ring.
Qed.
Lemma expect_swap mu (nu : law B) (f : A -> B -> R) (b : R) : (forall x y, Rabs (f x y) <= b) ->
  mean mu (fun x => mean nu (fun y => f x y)) = mean nu (fun y => mean mu (fun x => f x y)).
Proof. intros _. apply mean_swap. Qed.
End Rules.

(** ** What a law says of its points: an expectation is a sum over them of values times chances *)
Section Points.
Context {A : Type}.
Implicit Types (mu nu : law A) (f g r : A -> R) (phi : A -> Prop).

Fixpoint over (l : list A) f : R := match l with [] => 0 | x :: k => f x + over k f end.
Lemma over_linear l f g a b : over l (fun x => a * f x + b * g x) = a * over l f + b * over l g.
Proof. induction l as [|x l IH]; cbn; [ring|]. rewrite IH. ring. Qed.
Lemma over_same l f g : (forall x, f x = g x) -> over l f = over l g.
Proof. intro E. induction l as [|x l IH]; cbn; [reflexivity|]. now rewrite E, IH. Qed.
Lemma over_monotone l f g : (forall x, f x <= g x) -> over l f <= over l g.
Proof. intro L. induction l as [|x l IH]; cbn; [lra|]. pose proof (L x). lra. Qed.
Lemma over_one l f x : NoDup l -> In x l -> over l (fun y => indicator (x = y) * f y) = f x.
Proof.
  assert (Z : forall k, ~ In x k -> over k (fun y => indicator (x = y) * f y) = 0).
  { induction k as [|y k IH]; cbn; intro N; [reflexivity|].
    rewrite IH, indicator_false by (intro; apply N; auto). ring. }
  induction 1 as [|y l N D IH]; cbn; [easy|]. intros [-> | I].
  - rewrite Z, indicator_true by auto. ring.
  - rewrite IH by assumption. rewrite indicator_false; [ring|]. now intros ->.
Qed.
Definition distinct (l : list A) : list A := nodup (fun x y => decide (x = y)) l.
(** Points enough for two laws. *)
Definition places mu nu : list A := distinct (map snd (points mu) ++ map snd (points nu)).
Lemma total_places (w : weighted A) l f : NoDup l -> (forall x, In x (map snd w) -> In x l) ->
  total w f = over l (fun y => total w (fun x => indicator (x = y)) * f y).
Proof.
  intros D. induction w as [|[p x] w IH]; cbn; intro S.
  - rewrite (over_same _ _ (fun y => 0 * 0 + 0 * 0)), over_linear by (intro; ring). ring.
  - rewrite IH by auto. rewrite (over_same _ (fun y => (p * _ + _) * _)
      (fun y => p * (indicator (x = y) * f y) + 1 * (total w (fun x => indicator (x = y)) * f y))) by (intro; ring).
    rewrite over_linear, over_one by auto. ring.
Qed.
Lemma mean_left mu nu f : mean mu f = over (places mu nu) (fun y => chance mu (fun x => x = y) * f y).
Proof. apply total_places; [apply NoDup_nodup|]. intros x I. apply nodup_In, in_or_app. now left. Qed.
Lemma mean_right mu nu f : mean nu f = over (places mu nu) (fun y => chance nu (fun x => x = y) * f y).
Proof. apply total_places; [apply NoDup_nodup|]. intros x I. apply nodup_In, in_or_app. now right. Qed.
Lemma mean_gap mu nu f (k : R) : mean mu f - k * mean nu f =
  over (places mu nu) (fun y => (chance mu (fun x => x = y) - k * chance nu (fun x => x = y)) * f y).
Proof.
  transitivity (over (places mu nu) (fun y => 1 * (chance mu (fun x => x = y) * f y) + - k * (chance nu (fun x => x = y) * f y))).
  - rewrite over_linear, <- mean_left, <- mean_right. ring.
  - apply over_same. intro; ring.
Qed.

Lemma ratio_expect_shift mu nu f (k c : R) :
  (forall B : A -> Prop, chance mu (fun x => B x) <= k * chance nu (fun x => B x) + c) -> (forall x, f x >= 0) ->
  (forall x, f x <= 1) -> mean mu (fun x => f x) <= k * mean nu (fun x => f x) + c.
Proof.
  intros L P Q. set (gap y := chance mu (fun x => x = y) - k * chance nu (fun x => x = y)).
  pose proof (L (fun y => gap y > 0)) as G. unfold chance in G. change (mean mu f <= k * mean nu f + c).
  cut (mean mu f - k * mean nu f <= c); [lra|].
  assert (E := mean_gap mu nu (fun y => indicator (gap y > 0)) k). fold (chance mu (fun y => gap y > 0)) in E.
  rewrite mean_gap. apply Rle_trans with (over (places mu nu) (fun y => gap y * indicator (gap y > 0))).
  - apply over_monotone. intro y. fold (gap y). pose proof (P y). pose proof (Q y). unfold indicator. destruct decide; nra.
  - unfold gap at 1. rewrite <- E. unfold chance in *. lra.
Qed.
Lemma ratio_expect mu nu f (k : R) : (forall B : A -> Prop, chance mu (fun x => B x) <= k * chance nu (fun x => B x)) ->
  integrable nu f -> (forall x, f x >= 0) -> mean mu (fun x => f x) <= k * mean nu (fun x => f x).
Proof.
  intros L _ P. change (mean mu f <= k * mean nu f). cut (mean mu f - k * mean nu f <= 0); [lra|]. rewrite mean_gap.
  apply Rle_trans with (over (places mu nu) (fun _ => 0 * 0 + 0 * 0)); [|rewrite over_linear; lra].
  apply over_monotone. intro y. pose proof (L (fun x => x = y)). pose proof (P y). nra.
Qed.

(** ** Densities with respect to another law *)
Lemma ratio_mean mu nu r f : ratio mu nu r -> integrable nu (fun x => r x * f x) ->
  integrable mu f /\ mean mu (fun x => f x) = mean nu (fun x => r x * f x).
Proof.
  intros D _. split; [exact I|]. rewrite (mean_left mu nu (fun x => f x)), (mean_right mu nu).
  apply over_same. intro y. rewrite D. unfold chance.
  rewrite (mean_same nu (fun x => r x * indicator (x = y)) (fun x => r y * indicator (x = y))).
  - rewrite mean_scaled. ring.
  - intro x. unfold indicator. destruct decide as [-> |]; ring.
Qed.
Lemma mean_density mu nu r f : ratio mu nu r -> mean mu f = mean nu (fun x => r x * f x).
Proof. intro D. now apply (ratio_mean mu nu r f). Qed.
Lemma ratio_best mu nu r (k : R) phi : ratio mu nu r ->
  chance mu (fun x => phi x) - k * chance nu (fun x => phi x) <= chance mu (fun x => r x > k) - k * chance nu (fun x => r x > k).
Proof.
  intro D. rewrite !(D _). unfold chance.
  assert (E : forall f, mean nu (fun x => r x * f x) - k * mean nu f = mean nu (fun x => (r x - k) * f x)).
  { intro f. rewrite (mean_same _ (fun x => (r x - k) * f x) (fun x => r x * f x + - k * f x)) by (intro; ring).
    rewrite mean_add, mean_scaled. ring. }
  rewrite !E. apply mean_monotone. intro x. unfold indicator. repeat destruct decide; lra.
Qed.
Lemma ratio_dominated mu nu (base : law A) f g (k : R) phi : ratio mu base f -> ratio nu base g ->
  (forall x, f x <= k * g x) -> chance mu (fun x => phi x) <= k * chance nu (fun x => phi x).
Proof.
  intros D C L. rewrite (D _), (C _), <- mean_scaled. apply mean_monotone. intro x. specialize (L x).
  unfold indicator. destruct decide; lra.
Qed.
Lemma ratio_tail mu nu r (k : R) phi : ratio mu nu r -> k >= 0 ->
  chance mu (fun x => phi x) <= k * chance nu (fun x => phi x) + 1 - chance mu (fun x => r x <= k).
Proof.
  intros D P. cut (chance mu (fun x => phi x /\ r x <= k) <= k * chance nu (fun x => phi x)).
  { pose proof (prob_both mu phi (fun x => r x <= k)). unfold chance in *. lra. }
  rewrite (D _). unfold chance. rewrite <- mean_scaled. apply mean_monotone. intro x. unfold indicator.
  repeat destruct decide; try lra; tauto.
Qed.
Lemma ratio_sides mu nu r (k : R) : ratio mu nu r ->
  chance mu (fun x => r x >= k) >= k * chance nu (fun x => r x >= k) /\
  chance mu (fun x => r x <= k) <= k * chance nu (fun x => r x <= k).
Proof.
  intro D. rewrite !(D _). unfold chance. rewrite <- !mean_scaled. split; [apply Rle_ge|];
    apply mean_monotone; intro x; unfold indicator; destruct decide; lra.
Qed.
Lemma ratio_excess mu nu r (k : R) f phi : ratio mu nu r -> integrable mu f -> (forall x, f x >= 0) ->
  (forall x, r x - k <= f x * r x) -> chance mu (fun x => phi x) <= k * chance nu (fun x => phi x) + mean mu (fun x => f x).
Proof.
  intros D _ P L. apply Rle_trans with (k * chance nu phi + mean mu (fun x => f x * indicator (phi x))).
  - rewrite (D _), (mean_density mu nu r _ D). unfold chance. rewrite <- mean_scaled, <- mean_add. apply mean_monotone.
    intro x. specialize (L x). unfold indicator. destruct decide; lra.
  - apply Rplus_le_compat_l, mean_monotone. intro x. specialize (P x). unfold indicator. destruct decide; lra.
Qed.
Lemma ratio_at mu nu r y : ratio mu nu r -> chance mu (fun x => x = y) = r y * chance nu (fun x => x = y).
Proof.
  intro D. rewrite (D _). unfold chance. rewrite <- mean_scaled. apply mean_same. intro x.
  unfold indicator. destruct decide as [-> |]; ring.
Qed.
Lemma chance_nowhere mu phi : (forall y, phi y -> chance mu (fun x => x = y) = 0) -> chance mu phi = 0.
Proof.
  intro Z. unfold chance at 1. rewrite (mean_left mu mu). rewrite (over_same _ _ (fun _ => 0 * 0 + 0 * 0)).
  - rewrite over_linear. ring.
  - intro y. unfold indicator. destruct decide; [rewrite Z by assumption|]; ring.
Qed.
Lemma ratio_bounded mu nu r (k : R) : ratio mu nu r ->
  (forall B : A -> Prop, chance mu (fun x => B x) <= k * chance nu (fun x => B x)) ->
  (forall B : A -> Prop, chance nu (fun x => B x) <= k * chance mu (fun x => B x)) ->
  chance mu (fun x => r x <= k) = 1 /\ chance mu (fun x => 1 <= k * r x) = 1.
Proof.
  intros D L G.
  assert (E : forall phi, (forall y, ~ phi y -> chance mu (fun x => x = y) = 0) -> chance mu (fun x => phi x) = 1).
  { intros phi Z. pose proof (chance_nowhere mu (fun x => ~ phi x) Z) as K. rewrite prob_complement in K. lra. }
  split; apply E; intros y N; rewrite (ratio_at mu nu r y D); pose proof (L (fun x => x = y)) as L';
    pose proof (G (fun x => x = y)) as G'; cbv beta in L', G'; rewrite (ratio_at mu nu r y D) in L', G';
    pose proof (proj1 (prob_range nu (fun x => x = y))) as P; set (p := chance nu (fun x => x = y)) in *;
    assert (p = 0) as -> by nra; ring.
Qed.
Lemma ratio_inverse mu nu r (q : A -> R) : ratio mu nu r -> (forall x, r x * q x = 1) -> ratio nu mu q.
Proof.
  intros D E B. rewrite (mean_density mu nu r _ D). apply mean_same. intro x.
  rewrite <- Rmult_assoc, E. ring.
Qed.
End Points.

(** ** The exponential mechanism *)
Lemma mean_gibbs m u f : (1 <= m)%Z ->
  mean (gibbs m u) f = sum 1 m (fun i => exp (u i) * f i) / sum 1 m (fun i => exp (u i)).
Proof.
  intro P. unfold mean, gibbs. destruct Z_le_dec as [Q |]; [|easy]. cbn [points]. rewrite total_listed by lia.
  set (t := sum 1 m (fun i => exp (u i))). rewrite (sum_same _ (fun i => / t * (exp (u i) * f i) + 0 * 0)).
  - rewrite sum_linear. unfold Rdiv. ring.
  - intros. unfold Rdiv. ring.
Qed.
Lemma exponential_mechanism m u v r (phi : Z -> Prop) : IZR m >= 1 ->
  (forall i, 1 <= IZR i /\ IZR i <= IZR m -> Rabs (u i - v i) <= r) ->
  chance (gibbs m u) (fun i => phi i) <= exp (2 * r) * chance (gibbs m v) (fun i => phi i).
Proof.
  intros P L. apply Rge_le, le_IZR in P. unfold chance. rewrite !mean_gibbs by assumption.
  assert (K : forall a b c, Rabs (a - b) <= c -> exp a <= exp c * exp b).
  { intros a b c N. rewrite <- exp_plus. pose proof (Rle_abs (a - b)).
    destruct (Req_dec a (c + b)) as [<- |]; [lra|]. apply Rlt_le, exp_increasing. lra. }
  assert (N : sum 1 m (fun i => exp (u i) * indicator (phi i)) <= exp r * sum 1 m (fun i => exp (v i) * indicator (phi i))).
  { replace (exp r * _) with (sum 1 m (fun i => exp r * (exp (v i) * indicator (phi i)) + 0 * 0)) by (rewrite sum_linear; ring).
    apply sum_monotone. intros i Q. pose proof (K _ _ _ (L i Q)). pose proof (indicator_range (phi i)). nra. }
  assert (D : sum 1 m (fun i => exp (v i)) <= exp r * sum 1 m (fun i => exp (u i))).
  { replace (exp r * _) with (sum 1 m (fun i => exp r * exp (u i) + 0 * 0)) by (rewrite sum_linear; ring).
    apply sum_monotone. intros i Q. rewrite Rmult_0_l, Rplus_0_r. apply K. rewrite Rabs_minus_sym. now apply L. }
  pose proof (sum_exp_positive m u P). pose proof (sum_exp_positive m v P). pose proof (exp_pos r).
  replace (2 * r) with (r + r) by ring. rewrite exp_plus.
  set (a := sum 1 m (fun i => exp (u i) * indicator (phi i))) in *.
  set (b := sum 1 m (fun i => exp (v i) * indicator (phi i))) in *.
  set (s := sum 1 m (fun i => exp (u i))) in *. set (t := sum 1 m (fun i => exp (v i))) in *.
  assert (0 <= b). { unfold b. replace 0 with (sum 1 m (fun _ => 0 * 0 + 0 * 0)) by (rewrite sum_linear; ring).
    apply sum_monotone. intros i _. pose proof (indicator_range (phi i)). pose proof (exp_pos (v i)). nra. }
  apply Rmult_le_reg_l with (s * t); [apply Rmult_lt_0_compat; assumption|].
  replace (s * t * (a / s)) with (a * t) by (field; lra).
  replace (s * t * (exp r * exp r * (b / t))) with ((exp r * b) * (exp r * s)) by (field; lra).
  apply Rmult_le_compat; try assumption; [|lra]. unfold a.
  replace 0 with (sum 1 m (fun _ => 0 * 0 + 0 * 0)) by (rewrite sum_linear; ring).
  apply sum_monotone. intros i _. pose proof (indicator_range (phi i)). pose proof (exp_pos (u i)). nra.
Qed.

(** ** Independent records *)
Section Independent.
Context {M : model}.
Implicit Types (D : law (record M)) (i : Z).
Lemma draws_item D (f : record M -> R) i k : (1 <= i <= Z.of_nat k)%Z -> (Z.of_nat k <= size M)%Z ->
  mean (draws D k) (fun S => f (item S i)) = mean D f.
Proof.
  induction k as [|k IH]; [lia|]. intros P Q. cbn [draws]. rewrite mean_mixture. set (j := Z.of_nat (S k)) in *.
  rewrite (mean_same _ _ (fun S => if Z.eqb i j then mean D f else f (item S i))).
  - destruct (Z.eqb_spec i j); [apply expect_constant|]. apply IH; lia.
  - intro S. rewrite mean_image. rewrite (mean_same D _ (fun z => if Z.eqb i j then f z else f (item S i))).
    + destruct Z.eqb; [reflexivity | apply expect_constant].
    + intro z. rewrite item_replace by lia. now destruct Z.eqb.
Qed.
Lemma expect_item D (f : record M -> R) i : integrable D f -> 1 <= IZR i -> IZR i <= IZR (size M) ->
  integrable (iid D) (fun S => f (item S i)) /\ mean (iid D) (fun S => f (item S i)) = mean D (fun z => f z).
Proof.
  intros _ P Q. apply le_IZR in P, Q. split; [exact I|]. unfold iid. apply draws_item; lia.
Qed.
Lemma replace_twice (S : data M) j y z : (1 <= j <= size M)%Z -> replace (replace S j y) j z = replace S j z.
Proof. intro P. apply same_data. intros k K. rewrite !item_replace by assumption. now destruct Z.eqb. Qed.
Lemma replace_other (S : data M) i j y z : (1 <= i <= size M)%Z -> (1 <= j <= size M)%Z -> i <> j ->
  replace (replace S i y) j z = replace (replace S j z) i y.
Proof.
  intros P Q N. apply same_data. intros k K. rewrite !item_replace by assumption.
  destruct (Z.eqb_spec k i), (Z.eqb_spec k j); congruence.
Qed.
Lemma draws_exchange D (g : data M -> record M -> R) i k : (1 <= i <= Z.of_nat k)%Z -> (Z.of_nat k <= size M)%Z ->
  mean (draws D k) (fun S => mean D (fun z => g S z)) =
  mean (draws D k) (fun S => mean D (fun z => g (replace S i z) (item S i))).
Proof.
  revert g. induction k as [|k IH]; [lia|]. intros g P Q. cbn [draws]. rewrite !mean_mixture.
  set (j := Z.of_nat (S k)) in *. destruct (Z.eq_dec i j) as [E | N].
  - apply mean_same. intro S. rewrite !mean_image. rewrite mean_swap. apply mean_same. intro y. apply mean_same. intro z.
    rewrite E, replace_twice, item_replace, Z.eqb_refl by lia. reflexivity.
  - rewrite (mean_same _ (fun S => mean (image D _) _) (fun S => mean D (fun z => mean D (fun y => g (replace S j y) z)))).
    + rewrite (IH (fun S z => mean D (fun y => g (replace S j y) z))) by lia. apply mean_same. intro S.
      rewrite mean_image, mean_swap. apply mean_same. intro y. apply mean_same. intro z.
      rewrite (replace_other S j i) by lia. now rewrite item_replace, (proj2 (Z.eqb_neq _ _) N) by lia.
    + intro S. rewrite mean_image. apply mean_swap.
Qed.
Lemma exchange D (g : data M -> record M -> R) (m : record M -> R) i : integrable D m ->
  (forall S z, Rabs (g S z) <= m z) -> 1 <= IZR i -> IZR i <= IZR (size M) ->
  mean (iid D) (fun S => mean D (fun z => g S z)) = mean (iid D) (fun S => mean D (fun z => g (replace S i z) (item S i))).
Proof. intros _ _ P Q. apply le_IZR in P, Q. apply draws_exchange; lia. Qed.
End Independent.
