open BinInt
open BinNums
open Cards
open Datatypes
open List
open OneMinute
open PeanoNat

(** val mem : positive -> nat -> bool **)

let rec mem s i =
  match s with
  | Coq_xI s' -> (match i with
                  | O -> true
                  | S i' -> mem s' i')
  | Coq_xO s' -> (match i with
                  | O -> false
                  | S i' -> mem s' i')
  | Coq_xH -> false

(** val clear : positive -> nat -> positive **)

let rec clear s i =
  match s with
  | Coq_xI s' -> (match i with
                  | O -> Coq_xO s'
                  | S i' -> Coq_xI (clear s' i'))
  | Coq_xO s' -> (match i with
                  | O -> Coq_xO s'
                  | S i' -> Coq_xO (clear s' i'))
  | Coq_xH -> Coq_xH

(** val full : nat -> positive **)

let rec full = function
| O -> Coq_xH
| S n' -> Coq_xI (full n')

(** val total_of : positive -> coq_Z list -> coq_Z **)

let rec total_of s prices =
  match s with
  | Coq_xI s' ->
    (match prices with
     | [] -> Z0
     | y :: l -> Z.add y (total_of s' l))
  | Coq_xO s' -> (match prices with
                  | [] -> Z0
                  | _ :: l -> total_of s' l)
  | Coq_xH -> Z0

type label = { rest : positive; at_top : nat; turn : nat; spot : nat;
               cost : coq_Z }

(** val comes : nat -> nat -> nat -> bool **)

let comes k p x =
  if Nat.even k then Nat.leb p x else Nat.ltb x p

(** val number : card list -> nat **)

let number =
  length

(** val card_of : card list -> card -> nat -> card **)

let card_of cs base i =
  nth i (app cs (base :: [])) base

(** val fit : card list -> card -> nat -> nat -> bool **)

let fit cs base t x =
  matches (card_of cs base t) (card_of cs base x)

(** val picking : rules -> coq_Z **)

let picking r =
  Z.of_N r.pickup

(** val first_label : card list -> position -> label **)

let first_label cs q =
  { rest = (full (number cs)); at_top = (number cs); turn = O; spot =
    (length q.waste); cost =
    (Z.sub (Z.of_N q.handlings) (Z.of_nat (length q.waste))) }
