(** Compound claims: relations joined by not, and, or, implies, as conditions and as what is claimed, and numbers that exist;
    beside docs/SEMANTICS.md: *Compound claims*. *)
From Coq Require Import Reals List Classical Lra.
From Dptheory Require Import Semantics Shallow.
Import ListNotations.
Open Scope R_scope.

Inductive formula : Set :=
  Rel (c : relation) | Not (f : formula) | And (f g : formula) | Or (f g : formula) | Implies (f g : formula).

(** A formula is true at a point, or false, or neither, as a relation is of which a side has no value. *)
Fixpoint is (v : bool) (r : env) (s : sorts) (f : formula) : Prop :=
  match f with
  | Rel (o, a, b) => (def r s a /\ def r s b) /\ if v then compare o (ev r a) (ev r b) else ~ compare o (ev r a) (ev r b)
  | Not f => is (negb v) r s f
  | And f g => if v then is true r s f /\ is true r s g else is false r s f \/ is false r s g
  | Or f g => if v then is true r s f \/ is true r s g else is false r s f /\ is false r s g
  | Implies f g => if v then is false r s f \/ is true r s g else is true r s f /\ is false r s g
  end.

(** Variables with [true] for an integer; conditions; the same of the numbers that exist, of which the last is number 0 in what
    is claimed of them, and the variables come after the first. *)
Record compound : Set := Compound { vars : list bool; when : list formula; there : list bool; says : formula }.
Definition place (b : list bool) : sorts := fun i => nth i b false.
Fixpoint given (r : env) (s : sorts) (fs : list formula) : Prop :=
  match fs with [] => True | f :: k => is true r s f /\ given r s k end.
Definition within (c : compound) (r : env) : Prop := sorted r 0 (vars c) /\ given r (place (vars c)) (when c).
Fixpoint some (b : list bool) (r : env) (s : sorts) (f : formula) : Prop :=
  match b with [] => is true r s f | i :: k => exists x, (if i then isint x else True) /\ some k (push x r) (push i s) f end.
Definition compound_proved (c : compound) : Prop :=
  (exists r, within c r) /\ forall r, within c r -> some (there c) r (place (vars c)) (says c).
Definition compound_refuted (c : compound) : Prop :=
  exists r, within c r /\ ~ some (there c) r (place (vars c)) (says c).

(** Nothing below is trusted: alternatives (true) of conjunctions, and clauses (false), as the kernel has them. *)
Definition opposite (o : op) : op := match o with LE => GT | LT => GE | EQ => NE | GE => LT | GT => LE | NE => EQ end.
Definition joins (same : bool) (a b : list (list relation)) : list (list relation) :=
  if same then a ++ b else flat_map (fun x => map (fun y => x ++ y) b) a.
Fixpoint ways (o v : bool) (f : formula) : list (list relation) :=
  match f with
  | Rel (p, a, b) => [[(if v then p else opposite p, a, b)]]
  | Not f => ways o (negb v) f
  | And f g => joins (xorb o v) (ways o v f) (ways o v g)
  | Or f g => joins (Bool.eqb o v) (ways o v f) (ways o v g)
  | Implies f g => joins (Bool.eqb o v) (ways o (negb v) f) (ways o v g)
  end.
Fixpoint domains (fs : list formula) : list (list relation) :=
  match fs with [] => [[]] | f :: k => joins false (ways true true f) (domains k) end.
Fixpoint any (r : env) (s : sorts) (cs : list relation) : Prop :=
  match cs with [] => False | c :: k => holds r s c \/ any r s k end.
Fixpoint none (r : env) (s : sorts) (cs : list relation) : Prop :=
  match cs with [] => True | c :: k => ~ holds r s c /\ none r s k end.
Fixpoint each (r : env) (s : sorts) (cs : list (list relation)) : Prop :=
  match cs with [] => True | c :: k => any r s c /\ each r s k end.
Fixpoint one (r : env) (s : sorts) (cs : list (list relation)) : Prop :=
  match cs with [] => False | c :: k => all r s c \/ one r s k end.

Lemma opposed o a b : compare (opposite o) a b <-> ~ compare o a b.
Proof. destruct o; cbn; split; intros; try lra; now apply NNPP. Qed.

Section Ways.
Variables (r : env) (s : sorts).
Lemma all_more a b : all r s (a ++ b) <-> all r s a /\ all r s b.
Proof. induction a as [|x a IH]; cbn [app all]; tauto. Qed.
Lemma any_more a b : any r s (a ++ b) <-> any r s a \/ any r s b.
Proof. induction a as [|x a IH]; cbn [app any]; tauto. Qed.
Lemma one_more a b : one r s (a ++ b) <-> one r s a \/ one r s b.
Proof. induction a as [|x a IH]; cbn [app one]; tauto. Qed.
Lemma each_more a b : each r s (a ++ b) <-> each r s a /\ each r s b.
Proof. induction a as [|x a IH]; cbn [app each]; tauto. Qed.
Lemma one_times a b : one r s (joins false a b) <-> one r s a /\ one r s b.
Proof.
  cbn. induction a as [|x a IH]; cbn [flat_map one]; [tauto|]. rewrite one_more, IH.
  assert (one r s (map (fun y => x ++ y) b) <-> all r s x /\ one r s b); [|tauto].
  clear. induction b as [|y b IH]; cbn [map one]; [tauto|]. rewrite IH, all_more. tauto.
Qed.
Lemma each_times a b : each r s (joins false a b) <-> each r s a \/ each r s b.
Proof.
  cbn. induction a as [|x a IH]; cbn [flat_map each]; [tauto|]. rewrite each_more, IH.
  assert (each r s (map (fun y => x ++ y) b) <-> any r s x \/ each r s b); [|tauto].
  clear. induction b as [|y b IH]; cbn [map each]; [tauto|]. rewrite IH, any_more. tauto.
Qed.
Lemma ways_are v f : (one r s (ways true v f) <-> is v r s f) /\ (each r s (ways false v f) <-> is v r s f).
Proof.
  revert v. induction f as [[[o a] b]|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg]; intro v.
  - cbn [ways one each all any is holds]. destruct v; rewrite ?opposed; tauto.
  - apply IH.
  - destruct (IHf v), (IHg v), v; cbn [ways xorb is]; rewrite ?one_times, ?each_times; cbn [joins];
      rewrite ?one_more, ?each_more; tauto.
  - destruct (IHf v), (IHg v), v; cbn [ways Bool.eqb is]; rewrite ?one_times, ?each_times; cbn [joins];
      rewrite ?one_more, ?each_more; tauto.
  - destruct (IHf (negb v)), (IHg v), v; cbn [ways Bool.eqb negb is] in *; rewrite ?one_times, ?each_times; cbn [joins];
      rewrite ?one_more, ?each_more; tauto.
Qed.
Lemma domains_are fs : one r s (domains fs) <-> given r s fs.
Proof.
  induction fs as [|f k IH]; [cbn; tauto|]. cbn [domains given]. rewrite one_times, IH, (proj1 (ways_are true f)). tauto.
Qed.
Lemma one_of i cs : all r s (nth i cs [(LT, Num 0, Num 0)]) -> one r s cs.
Proof. revert i. induction cs as [|c k IH]; intros [|i]; cbn [nth one all holds compare ev]; intro H; try lra; eauto. Qed.
Lemma none_of k cs : none r s (nth k cs []) -> (k < length cs)%nat -> ~ each r s cs.
Proof.
  revert k. induction cs as [|c cs IH]; intros [|k]; cbn [nth each length]; intros N L; try (inversion L; fail).
  - intros [A _]. clear - N A. induction c; cbn [none any] in *; tauto.
  - intros [_ A]. apply (IH k); auto. now apply le_S_n.
Qed.
End Ways.

(** What a script shows: a point of one alternative; in each of them the clauses, for some numbers. *)
Fixpoint chosen (b : list bool) (r : env) (s : sorts) (cs : list (list relation)) : Prop :=
  match b with [] => each r s cs | i :: k => exists x, (if i then isint x else True) /\ chosen k (push x r) (push i s) cs end.
Fixpoint over (c : compound) (ds : list (list relation)) : Prop :=
  match ds with
  | [] => True
  | d :: k => (forall r, sorted r 0 (vars c) /\ all r (place (vars c)) d ->
      chosen (there c) r (place (vars c)) (ways false true (says c))) /\ over c k
  end.
Definition parts (i : nat) (c : compound) : Prop :=
  (exists r, sorted r 0 (vars c) /\ all r (place (vars c)) (nth i (domains (when c)) [(LT, Num 0, Num 0)])) /\
  over c (domains (when c)).
Lemma chosen_some b r s f : chosen b r s (ways false true f) -> some b r s f.
Proof.
  revert r s. induction b as [|i k IH]; intros r s; cbn [chosen some]; [apply ways_are|]. intros (x & I & H). eauto.
Qed.
Lemma compound_by i c : parts i c -> compound_proved c.
Proof.
  intros [(r & S & D) O]. split.
  - exists r. split; auto. apply domains_are. exact (one_of _ _ _ _ D).
  - clear r S D. intros r [S G]. apply domains_are in G. apply chosen_some. revert O G.
    generalize (domains (when c)). intro ds. induction ds as [|d k IH]; cbn [over one]; [tauto|]. intros [H O] [G|G]; auto.
Qed.
Definition fails (i k : nat) (c : compound) : Prop :=
  exists r, (sorted r 0 (vars c) /\ all r (place (vars c)) (nth i (domains (when c)) [(LT, Num 0, Num 0)])) /\
    none r (place (vars c)) (nth k (ways false true (says c)) []).
Lemma compound_not i k c : there c = [] -> (k < length (ways false true (says c)))%nat -> fails i k c -> compound_refuted c.
Proof.
  intros T L (r & (S & D) & N). exists r. rewrite T. split.
  - split; auto. apply domains_are. exact (one_of _ _ _ _ D).
  - intro H. apply ways_are in H. revert H. now apply (none_of _ _ k).
Qed.

(** The same by values. *)
Definition parts_by_values : (env -> term -> R) -> nat -> compound -> Prop :=
  ltac:(let t := eval cbv delta [parts over chosen each any all holds def] in parts in
        let t := eval pattern ev in t in match t with ?f _ => exact f end).
Definition fails_by_values : (env -> term -> R) -> nat -> nat -> compound -> Prop :=
  ltac:(let t := eval cbv delta [fails none all holds def] in fails in
        let t := eval pattern ev in t in match t with ?f _ => exact f end).
Definition any_by_values : (env -> term -> R) -> env -> sorts -> list relation -> Prop :=
  ltac:(let t := eval cbv delta [any holds def] in any in
        let t := eval pattern ev in t in match t with ?f _ => exact f end).
Lemma compound_by_val i c : parts_by_values val i c -> compound_proved c.
Proof. rewrite <- ev_val. exact (compound_by i c). Qed.
Lemma compound_not_by_val i k c : there c = [] -> (k < length (ways false true (says c)))%nat -> fails_by_values val i k c ->
  compound_refuted c.
Proof. rewrite <- ev_val. exact (compound_not i k c). Qed.
Theorem compound_refuted_not_proved c : compound_refuted c -> ~ compound_proved c.
Proof. intros (r & I & N) [_ V]. exact (N (V r I)). Qed.

Ltac parted := cbv [parts_by_values fails_by_values any_by_values domains ways joins opposite flat_map map app xorb Bool.eqb negb place
  vars when there says]; shown.
From Dptheory Require Import Tactics.
Ltac clauses := first [tauto | intuition known].
