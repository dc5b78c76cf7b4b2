(** The same claims, said with the powers of the library of Coq where an exponent is a whole number: what scripts
    work with. Nothing here is trusted: [by_val] gives back the claim as Semantics.v has it. *)
From Coq Require Import Reals ZArith QArith Qreals List Lra Lia FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Dptheory Require Import Semantics.
Import ListNotations.
Open Scope R_scope.

Lemma floor_bounds_R x : rfloor x <= x < rfloor x + 1.
Proof. unfold rfloor, floor. pose proof (archimed x). rewrite minus_IZR. lra. Qed.
Lemma floor_IZR z : floor (IZR z) = z.
Proof.
  pose proof (floor_bounds_R (IZR z)) as [A B]. unfold rfloor in *. apply le_IZR in A.
  rewrite <- plus_IZR in B. apply lt_IZR in B. lia.
Qed.
Lemma rfloor_IZR z : rfloor (IZR z) = IZR z. Proof. unfold rfloor. now rewrite floor_IZR. Qed.
Lemma power_Z b z : power b (IZR z) = powerRZ b z.
Proof. unfold power. rewrite rfloor_IZR, floor_IZR. destruct Req_EM_T; [reflexivity | lra]. Qed.

(** The whole number that a term of numerals is, and the power with it. *)
Definition whole_number (t : term) : option Z :=
  match number t with Some q => if integral q then Some (Qnum q / Zpos (Qden q))%Z else None | None => None end.
Definition to_power (n : option Z) (b e : R) : R :=
  match n with
  | Some Z0 => b ^ 0 | Some (Zpos p) => b ^ Pos.to_nat p | Some (Zneg p) => / (b ^ Pos.to_nat p) | None => power b e
  end.

Fixpoint val (r : env) (t : term) : R :=
  match t with
  | Num n => IZR n | Var i => r i | Pi => PI | E => exp 1
  | Neg a => - val r a | Add a b => val r a + val r b | Sub a b => val r a - val r b
  | Mul a b => val r a * val r b | Div a b => val r a / val r b
  | Pow b e => to_power (whole_number e) (val r b) (val r e)
  | Fun f a => fval f (val r a) | Max a b => Rmax (val r a) (val r b) | Min a b => Rmin (val r a) (val r b)
  | UpperGamma a x => uppergamma (val r a) (val r x) | LowerGamma a x => lowergamma (val r a) (val r x)
  | Sum f a b => sumr (fun j => val (push j r) f) (val r a) (val r b)
  | Prod f a b => prodr (fun j => val (push j r) f) (val r a) (val r b)
  | Integral f a b => RInt (fun t => val (push t r) f) (val r a) (val r b)
  end.

Lemma number_ev r t q : number t = Some q -> ev r t = Q2R q.
Proof.
  revert q. induction t; intros q; cbn [number ev]; try discriminate.
  - intros [= <-]. unfold Q2R; cbn. lra.
  - destruct (number t); [|discriminate]. intros [= <-]. rewrite Q2R_opp, (IHt q0); auto.
  - destruct (number t1), (number t2); try discriminate. intros [= <-]. rewrite Q2R_plus, (IHt1 q0), (IHt2 q1); auto.
  - destruct (number t1), (number t2); try discriminate. intros [= <-]. rewrite Q2R_minus, (IHt1 q0), (IHt2 q1); auto.
  - destruct (number t1), (number t2); try discriminate. intros [= <-]. rewrite Q2R_mult, (IHt1 q0), (IHt2 q1); auto.
  - destruct (number t1), (number t2); try discriminate. destruct (Qeq_bool q1 0) eqn:Z; [discriminate|].
    intros [= <-]. rewrite Q2R_div, (IHt1 q0), (IHt2 q1); auto. intro H. apply Qeq_bool_iff in H. congruence.
Qed.

Lemma whole_number_ev r t z : whole_number t = Some z -> ev r t = IZR z.
Proof.
  unfold whole_number. destruct (number t) as [[n d]|] eqn:N; [|discriminate]. unfold integral; cbn [Qnum Qden].
  destruct (n mod Zpos d =? 0)%Z eqn:I; [|discriminate]. intros [= <-]. rewrite (number_ev r t _ N). unfold Q2R; cbn [Qnum Qden].
  apply Z.eqb_eq in I. rewrite (Z.div_mod n (Zpos d)) at 1 by lia. rewrite I, Z.add_0_r, mult_IZR. field. apply not_0_IZR; lia.
Qed.

Lemma ev_val : ev = val.
Proof.
  apply functional_extensionality; intro r. apply functional_extensionality; intro t. revert r.
  induction t; intro r; cbn [ev val]; rewrite ?IHt, ?IHt1, ?IHt2, ?IHt3; auto.
  - destruct (whole_number t2) as [z|] eqn:W; [|reflexivity]. rewrite <- (IHt2 r), (whole_number_ev r _ _ W), power_Z.
    destruct z; reflexivity.
  - f_equal. apply functional_extensionality; intro. apply IHt1.
  - f_equal. apply functional_extensionality; intro. apply IHt1.
  - apply RInt_ext; intros; apply IHt1.
Qed.

(** What Semantics.v says, of any function that gives terms their values. *)
Definition by_values : (env -> term -> R) -> claim -> Prop :=
  ltac:(let t := eval cbv delta [proved valid inside all holds def] in proved in
        let t := eval pattern ev in t in match t with ?f _ => exact f end).
Definition valid_by_values : (env -> term -> R) -> claim -> Prop :=
  ltac:(let t := eval cbv delta [valid inside all holds def] in valid in
        let t := eval pattern ev in t in match t with ?f _ => exact f end).
Definition refuted_by_values : (env -> term -> R) -> claim -> Prop :=
  ltac:(let t := eval cbv delta [refuted inside all holds def] in refuted in
        let t := eval pattern ev in t in match t with ?f _ => exact f end).
Lemma by_val c : by_values val c -> proved c.
Proof. rewrite <- ev_val. exact (fun H => H). Qed.
Lemma valid_by_val c : valid_by_values val c -> valid c.
Proof. rewrite <- ev_val. exact (fun H => H). Qed.
Lemma valid_to_val c : valid c -> valid_by_values val c.
Proof. rewrite <- ev_val. exact (fun H => H). Qed.
Lemma refuted_by_val c : refuted_by_values val c -> refuted c.
Proof. rewrite <- ev_val. exact (fun H => H). Qed.
Theorem refuted_not_proved c : refuted c -> ~ proved c.
Proof. intros (r & I & N) [_ V]. exact (N (V r I)). Qed.

Ltac shown := cbv [by_values valid_by_values refuted_by_values val to_power whole_number number integral inject_Z fits whole fdef fval compare
  integers conditions concludes sort sorted nth push andb Qnum Qden Qle_bool Qeq_bool Zeq_bool Qplus Qminus Qmult Qopp Qdiv Qinv
  Z.add Z.sub Z.mul Z.opp Z.div Z.modulo Z.div_eucl Z.pos_div_eucl Z.eqb Z.leb Z.ltb Z.geb Z.compare Z.pos_sub
  Z.double Z.succ_double Z.pred_double Pos.eqb Pos.leb Pos.ltb Pos.compare Pos.compare_cont
  Pos.add Pos.mul Pos.sub Pos.sub_mask Pos.succ Pos.pred_double Pos.add_carry Pos.double_mask Pos.succ_double_mask
  Pos.sub_mask_carry Pos.double_pred_mask Pos.to_nat Pos.iter_op Nat.add].
