open BinInt
open BinNums
open Blink
open Datatypes

(** val in_quarter : coq_Z -> coq_Z -> cell -> bool **)

let in_quarter w h c =
  (&&)
    ((&&) (Z.ltb (Z.mul (Zpos (Coq_xO Coq_xH)) (fst c)) w)
      (Z.ltb (Z.mul (Zpos (Coq_xO Coq_xH)) (snd c)) h))
    ((||) (negb (Z.eqb w h)) (Z.leb (fst c) (snd c)))
