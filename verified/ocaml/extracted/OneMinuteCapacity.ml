open BinNat
open BinNums
open Cards
open Datatypes
open Game
open Judge
open List
open Nat
open OneMinute

(** val may_follow : card option -> card -> bool **)

let may_follow t x =
  match t with
  | Some c -> matches c x
  | None -> true

(** val reach : card option -> (card * nat list) list -> nat -> nat **)

let reach t v u =
  fold_right (fun e m ->
    if may_follow t (fst e) then PeanoNat.Nat.max (nth u (snd e) O) m else m)
    O v

(** val from : card option -> (card * nat list) list -> nat -> nat **)

let rec from t v u =
  PeanoNat.Nat.max (reach t v u)
    (match u with
     | O -> O
     | S u' -> S (from None v u'))

(** val values : nat -> card list -> (card * nat list) list **)

let rec values most = function
| [] -> []
| x :: l' ->
  let v = values most l' in
  (x, (map (fun u -> S (from (Some x) v u)) (seq O (S most)))) :: v

(** val longest : nat -> card list -> card option -> nat list **)

let longest most l t =
  let v = values most l in map (from t v) (seq O (S most))

(** val later : card list -> nat -> nat list **)

let later cards most =
  map (fun ab -> PeanoNat.Nat.max (fst ab) (snd ab))
    (combine (longest most cards None) (longest most (rev cards) None))

(** val least_of : (nat -> coq_N) -> nat -> coq_N **)

let rec least_of f = function
| O -> f O
| S u' -> N.min (f (S u')) (least_of f u')

(** val after : coq_N -> nat list -> nat -> nat -> nat -> coq_N **)

let rec after pickup0 plays fuel left imp =
  match fuel with
  | O -> N0
  | S f ->
    (match left with
     | O -> N0
     | S _ ->
       N.add (N.add pickup0 (N.of_nat left))
         (least_of (fun u ->
           after pickup0 plays f (sub left (nth u plays O)) (sub imp u)) imp))

(** val lying : position -> card list **)

let lying p =
  app (rev p.waste) p.hand

(** val suits_in : card list -> nat **)

let suits_in l =
  length (nodup N.eq_dec (map (fun c -> c.suit) l))

(** val impasses : position -> nat **)

let impasses p =
  pred (suits_in (p.top :: (lying p)))

(** val capacity : rules -> position -> coq_N **)

let capacity r p =
  let cards = lying p in
  let most = impasses p in
  let now = longest most p.hand (Some p.top) in
  let plays = later cards most in
  let n = length cards in
  let rest =
    least_of (fun u ->
      after r.pickup plays (S n) (sub n (nth u now O)) (sub most u)) most
  in
  N.add (N.add p.handlings (N.of_nat (length p.hand))) rest

(** val capacity_check : rules -> position -> outcome **)

let capacity_check r p =
  let least = capacity r p in
  Found { loses = (N.ltb r.budget least); limit = (Some least) }
