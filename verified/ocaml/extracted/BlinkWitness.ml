open BinInt
open BinNat
open BinNums
open Blink
open BlinkChecks
open Cards
open Datatypes
open Game
open Judge
open List

(** val room_check : rules -> bcard list -> outcome **)

let room_check r deal =
  Found { loses =
    ((&&) ((&&) (Z.leb (Zpos Coq_xH) r.columns) (Z.leb (Zpos Coq_xH) r.rows))
      (Z.ltb (Z.mul r.columns r.rows) (Z.of_nat (length deal)))); limit =
    None }

(** val in_set : (coq_N * bcard) -> (coq_N * bcard) list -> bool **)

let in_set e s =
  existsb (same_drawn e) s

(** val fitting : rules -> position -> bcard -> bool **)

let fitting r p x =
  match p.table with
  | [] -> false
  | _ :: _ ->
    existsb (fun c -> matches_all p.table c x) (open_cells r p.table)

(** val beside :
    rules -> position -> bcard -> (coq_N * bcard) list -> bool **)

let beside r p x s =
  (||) (fitting r p x) (existsb (fun e -> N.ltb N0 (ways x (snd e))) s)

(** val may_come :
    rules -> position -> (coq_N * bcard) list -> (coq_N * bcard) -> bool **)

let may_come r p s e =
  (&&)
    ((&&) (N.leb (fst e) (N.add (N.add (count p.table) (count s)) r.hold))
      (negb (in_set e s))) (beside r p (snd e) s)

(** val grow :
    rules -> position -> nat -> (coq_N * bcard) list -> (coq_N * bcard) list **)

let rec grow r p fuel s =
  match fuel with
  | O -> s
  | S f ->
    (match find (may_come r p s) p.left with
     | Some e -> grow r p f (e :: s)
     | None -> s)

(** val shut : rules -> position -> (coq_N * bcard) list -> bool **)

let shut r p s =
  (&&) (negb (existsb (may_come r p s) p.left))
    (N.ltb (count s) (count p.left))

(** val grown :
    rules -> position -> (coq_N * bcard) list -> (coq_N * bcard) list **)

let grown r p first =
  grow r p (length p.left) first

(** val match_graph : rules -> position -> bool **)

let match_graph r p =
  match p.table with
  | [] ->
    (&&) (negb (N.eqb (count p.left) N0))
      (forallb (fun e ->
        (||) (negb (N.leb (fst e) r.hold))
          (let s = grown r p (e :: []) in (&&) (in_set e s) (shut r p s)))
        p.left)
  | _ :: _ -> shut r p (grown r p [])

(** val match_check : rules -> position -> outcome **)

let match_check r p =
  Found { loses = (match_graph r p); limit = None }
