open BinNat
open BinNums
open Datatypes
open List

(** val bits_from : coq_N -> positive -> coq_N list **)

let rec bits_from i = function
| Coq_xI q -> i :: (bits_from (N.succ i) q)
| Coq_xO q -> bits_from (N.succ i) q
| Coq_xH -> i :: []

(** val bits : coq_N -> coq_N list **)

let bits = function
| N0 -> []
| Npos p -> bits_from N0 p

(** val size : coq_N -> nat **)

let size b =
  length (bits b)

(** val bit : coq_N -> coq_N **)

let bit i =
  N.shiftl (Npos Coq_xH) i

(** val mask : coq_N list -> coq_N **)

let mask l =
  fold_right (fun i m -> N.coq_lor (bit i) m) N0 l

(** val union : coq_N list -> coq_N **)

let union l =
  fold_right N.coq_lor N0 l

(** val upto : nat -> coq_N list -> coq_N list **)

let rec upto k = function
| [] -> N0 :: []
| x :: l' ->
  (match k with
   | O -> N0 :: []
   | S k' -> app (map (N.coq_lor (bit x)) (upto k' l')) (upto k l'))
