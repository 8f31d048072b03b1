open BinNat
open BinNums
open Cards
open List
open Universal

(** val on : rules -> coq_N list -> card -> bool **)

let on r b x =
  N.ltb x.rank (N.add r.lowest (nth (N.to_nat x.suit) b N0))

(** val onbar : rules -> position -> card -> bool **)

let onbar r p x =
  on r p.bar x
