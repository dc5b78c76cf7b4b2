(** What a claim says, over the standard reals of Coq. This file is to be read beside docs/SEMANTICS.md; whoever believes
    it, and the printed statement of a theorem, need not look at anything else. *)
From Coq Require Import Reals ZArith QArith List.
From Coquelicot Require Import Coquelicot.
Import ListNotations.
Open Scope R_scope.

(** * Numbers *)

Definition isint (x : R) : Prop := exists z : Z, x = IZR z.
Definition floor (x : R) : Z := (up x - 1)%Z.
Definition rfloor (x : R) : R := IZR (floor x).
Definition rceil (x : R) : R := - rfloor (- x).

(** The one function of two numbers that every reading of [b**e] restricts; where none has a value it is anything. *)
Definition power (b e : R) : R :=
  if Req_EM_T (rfloor e) e then powerRZ b (floor e)
  else if Rle_dec b 0 then 0 else exp (e * ln b).

(** [f(a) + f(a + 1) + ... + f(b)]; of no terms where [b = a - 1]. *)
Fixpoint iterate (op : R -> R -> R) (start : R) (f : R -> R) (a : R) (n : nat) : R :=
  match n with O => start | S k => op (iterate op start f a k) (f (a + INR k)) end.
Definition terms (a b : R) : nat := Z.to_nat (floor (b - a + 1)).
Definition sumr (f : R -> R) (a b : R) : R := iterate Rplus 0 f a (terms a b).
Definition prodr (f : R -> R) (a b : R) : R := iterate Rmult 1 f a (terms a b).

Definition erf (a : R) : R := 2 / sqrt PI * RInt (fun t => exp (- t ^ 2)) 0 a.
Definition erfc (a : R) : R := 1 - erf a.
Definition density (a t : R) : R := power t (a - 1) * exp (- t).
Definition gamma (a : R) : R := RInt_gen (density a) (at_right 0) (Rbar_locally p_infty).
(** Of x < 0 these say nothing. *)
Definition uppergamma (a x : R) : R := RInt_gen (density a) (at_right (Rmax 0 x)) (Rbar_locally p_infty).
Definition lowergamma (a x : R) : R := if Rle_dec x 0 then 0 else RInt_gen (density a) (at_right 0) (at_point x).

(** * Terms, as they are written *)

Inductive func : Set := Exp | Log | Sqrt | Abs | Floor | Ceil | Sin | Cos | Tan | Sinh | Cosh | Tanh
  | Asin | Acos | Atan | Erf | Erfc | Gamma.

(** A variable is a number; what binds an index counts it as 0 in its body, and all others one higher there. *)
Inductive term : Set :=
| Num (n : Z) | Var (i : nat) | Pi | E
| Neg (a : term) | Add (a b : term) | Sub (a b : term) | Mul (a b : term) | Div (a b : term) | Pow (b e : term)
| Fun (f : func) (a : term) | Max (a b : term) | Min (a b : term) | UpperGamma (a x : term) | LowerGamma (a x : term)
| Sum (f a b : term) | Prod (f a b : term) | Integral (f a b : term).

(** What is known of variables: their values, and whether they are declared integers. *)
Definition env := nat -> R.
Definition sorts := nat -> bool.
Definition push {A : Type} (v : A) (r : nat -> A) : nat -> A := fun i => match i with O => v | S k => r k end.

(** * Values *)

Definition fval (f : func) : R -> R :=
  match f with
  | Exp => exp | Log => ln | Sqrt => sqrt | Abs => Rabs | Floor => rfloor | Ceil => rceil | Sin => sin | Cos => cos
  | Tan => tan | Sinh => sinh | Cosh => cosh | Tanh => tanh | Asin => asin | Acos => acos | Atan => atan
  | Erf => erf | Erfc => erfc | Gamma => gamma
  end.

Fixpoint ev (r : env) (t : term) : R :=
  match t with
  | Num n => IZR n | Var i => r i | Pi => PI | E => exp 1
  | Neg a => - ev r a | Add a b => ev r a + ev r b | Sub a b => ev r a - ev r b
  | Mul a b => ev r a * ev r b | Div a b => ev r a / ev r b | Pow b e => power (ev r b) (ev r e)
  | Fun f a => fval f (ev r a) | Max a b => Rmax (ev r a) (ev r b) | Min a b => Rmin (ev r a) (ev r b)
  | UpperGamma a x => uppergamma (ev r a) (ev r x) | LowerGamma a x => lowergamma (ev r a) (ev r x)
  | Sum f a b => sumr (fun j => ev (push j r) f) (ev r a) (ev r b)
  | Prod f a b => prodr (fun j => ev (push j r) f) (ev r a) (ev r b)
  | Integral f a b => RInt (fun t => ev (push t r) f) (ev r a) (ev r b)
  end.

(** * Having a value *)

(** The number that a term of numerals, + - * / is; a term is integer-sorted if it is written with integers. *)
Fixpoint number (t : term) : option Q :=
  match t with
  | Num n => Some (inject_Z n)
  | Neg a => match number a with Some x => Some (- x)%Q | None => None end
  | Add a b => match number a, number b with Some x, Some y => Some (x + y)%Q | _, _ => None end
  | Sub a b => match number a, number b with Some x, Some y => Some (x - y)%Q | _, _ => None end
  | Mul a b => match number a, number b with Some x, Some y => Some (x * y)%Q | _, _ => None end
  | Div a b => match number a, number b with
               | Some x, Some y => if Qeq_bool y 0 then None else Some (x / y)%Q | _, _ => None end
  | _ => None
  end.
Definition integral (q : Q) : bool := (Qnum q mod Zpos (Qden q) =? 0)%Z.

Fixpoint whole (s : sorts) (t : term) : bool :=
  match t with
  | Num _ | Fun Floor _ | Fun Ceil _ => true | Var i => s i | Neg a => whole s a
  | Add a b | Sub a b | Mul a b => whole s a && whole s b
  | Pow b e => whole s b && match e with Num _ => true | _ => false end
  | _ => false
  end.

(** The base [b] fits the exponent, which is written as [e] and has the value [x]. *)
Definition fits (s : sorts) (b : R) (e : term) (x : R) : Prop :=
  match number e with
  | Some q => if integral q then (if Qle_bool 1 q then True else b <> 0)
              else (if Qle_bool 0 q then b >= 0 else b > 0)
  | None => if whole s e then b <> 0 \/ x >= 1 else b >= 0 /\ (b > 0 \/ x > 0)
  end.

Definition fdef (f : func) (x : R) : Prop :=
  match f with
  | Log | Gamma => x > 0 | Sqrt => x >= 0 | Tan => cos x <> 0 | Asin | Acos => -1 <= x <= 1 | _ => True
  end.

Fixpoint def (r : env) (s : sorts) (t : term) : Prop :=
  match t with
  | Num _ | Var _ | Pi | E => True | Neg a => def r s a
  | Add a b | Sub a b | Mul a b | Max a b | Min a b => def r s a /\ def r s b
  | Div a b => def r s a /\ def r s b /\ ev r b <> 0
  | Pow b e => def r s b /\ def r s e /\ fits s (ev r b) e (ev r e)
  | Fun f a => def r s a /\ fdef f (ev r a)
  | UpperGamma a x | LowerGamma a x => def r s a /\ def r s x /\ ev r a > 0 /\ ev r x >= 0
  | Sum f a b | Prod f a b => def r s a /\ def r s b /\ isint (ev r a) /\ isint (ev r b) /\ ev r b + 1 >= ev r a /\
      forall j, isint j -> ev r a <= j <= ev r b -> def (push j r) (push true s) f
  | Integral f a b => def r s a /\ def r s b /\ ev r b >= ev r a /\
      forall t, ev r a <= t <= ev r b -> def (push t r) (push false s) f
  end.

(** * Claims *)

Inductive op : Set := LE | LT | EQ | GE | GT | NE.
Definition compare (o : op) (a b : R) : Prop :=
  match o with LE => a <= b | LT => a < b | EQ => a = b | GE => a >= b | GT => a > b | NE => a <> b end.
Definition relation : Set := op * term * term.
Definition holds (r : env) (s : sorts) (c : relation) : Prop :=
  let '(o, a, b) := c in (def r s a /\ def r s b) /\ compare o (ev r a) (ev r b).

(** Variables 0, 1, ... with [true] for an integer; conditions; what is claimed wherever they hold. *)
Record claim : Set := Claim { integers : list bool; conditions : list relation; concludes : relation }.
Definition sort (c : claim) : sorts := fun i => nth i (integers c) false.
Fixpoint sorted (r : env) (i : nat) (s : list bool) : Prop :=
  match s with [] => True | b :: k => (if b then isint (r i) else True) /\ sorted r (S i) k end.
Fixpoint all (r : env) (s : sorts) (cs : list relation) : Prop :=
  match cs with [] => True | c :: k => holds r s c /\ all r s k end.
Definition inside (c : claim) (r : env) : Prop := sorted r 0 (integers c) /\ all r (sort c) (conditions c).
Definition valid (c : claim) : Prop := forall r, inside c r -> holds r (sort c) (concludes c).
Definition proved (c : claim) : Prop := (exists r, inside c r) /\ valid c.
(** A claim fails at a point of its domain: there a side has no value, or the relation is not true. *)
Definition refuted (c : claim) : Prop := exists r, inside c r /\ ~ holds r (sort c) (concludes c).
