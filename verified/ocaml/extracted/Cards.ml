open BinNat
open BinNums
open Datatypes
open List

type card = { rank : coq_N; suit : coq_N }

(** val same_card : card -> card -> bool **)

let same_card a b =
  (&&) (N.eqb a.rank b.rank) (N.eqb a.suit b.suit)

(** val count : 'a1 list -> coq_N **)

let rec count = function
| [] -> N0
| _ :: l' -> N.succ (count l')

(** val same_list : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec same_list same a b =
  match a with
  | [] -> (match b with
           | [] -> true
           | _ :: _ -> false)
  | x :: a' ->
    (match b with
     | [] -> false
     | y :: b' -> (&&) (same x y) (same_list same a' b'))

(** val distinct_by : ('a1 -> 'a1 -> bool) -> 'a1 list -> bool **)

let rec distinct_by same = function
| [] -> true
| x :: l' -> (&&) (negb (existsb (same x) l')) (distinct_by same l')

(** val pairs : 'a1 list -> ('a1 * 'a1) list **)

let rec pairs = function
| [] -> []
| x :: l' -> app (map (fun x0 -> (x, x0)) l') (pairs l')

type item = { place : coq_N; face : card }

(** val same_item : item -> item -> bool **)

let same_item a b =
  (&&) (N.eqb a.place b.place) (same_card a.face b.face)

(** val placed_from : coq_N -> card list -> item list **)

let rec placed_from n = function
| [] -> []
| c :: l' -> { place = n; face = c } :: (placed_from (N.succ n) l')

(** val mix : positive -> coq_N -> positive **)

let mix h n =
  match N.coq_land
          (N.add
            (N.add
              (N.mul (Npos h) (Npos (Coq_xI (Coq_xI (Coq_xI (Coq_xI
                Coq_xH))))))
              (N.mul n (Npos (Coq_xI (Coq_xO (Coq_xO (Coq_xO Coq_xH)))))))
            (Npos (Coq_xI (Coq_xI Coq_xH)))) (Npos (Coq_xI (Coq_xI (Coq_xI
          (Coq_xI (Coq_xI (Coq_xI (Coq_xI (Coq_xI (Coq_xI (Coq_xI (Coq_xI
          (Coq_xI (Coq_xI (Coq_xI (Coq_xI (Coq_xI (Coq_xI (Coq_xI (Coq_xI
          Coq_xH)))))))))))))))))))) with
  | N0 -> Coq_xH
  | Npos q -> q
