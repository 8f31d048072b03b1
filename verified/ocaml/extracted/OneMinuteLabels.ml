open BinInt
open BinNums
open CardSet
open Cards
open Datatypes
open List
open OneMinute
open PeanoNat

type label = { rest : cards; at_top : nat; turn : nat; spot : nat;
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
