open BinNat
open BinNums
open Datatypes
open Game
open Judge
open List
open SingleLeft
open SingleLeftChecks
open Table

type marks = (position, coq_N) table

(** val mark_of : marks -> position -> coq_N **)

let mark_of t p =
  match lookup same_position hash p t with
  | Some _ -> Npos Coq_xH
  | None -> N0

(** val marked : (position * bool) list -> marks **)

let marked members =
  fold_left (fun t e ->
    if snd e then insert hash (fst e) (Npos Coq_xH) t else t) members
    no_entries

(** val less : coq_N -> coq_N option -> coq_N option **)

let less s = function
| Some x -> Some (N.min s x)
| None -> Some s

(** val bounded :
    rules -> (position -> (coq_N * coq_N) list) -> (position -> bool) ->
    position list -> bool -> coq_N option -> outcome **)

let rec bounded r tables stop all lost b =
  match all with
  | [] -> Found { loses = lost; limit = b }
  | m :: rest ->
    if stop m
    then if negb (N.eqb m.redeals N0)
         then Wrong
         else (match relations_check r m (tables m) with
               | Found e ->
                 let { loses = l; limit = limit0 } = e in
                 (match limit0 with
                  | Some x ->
                    bounded r tables stop rest ((&&) lost l) (less x b)
                  | None -> Unable)
               | _ -> Unable)
    else bounded r tables stop rest ((&&) lost (negb (is_won r m)))
           (match left_over r m with
            | Some s -> less s b
            | None -> b)

(** val set_check :
    rules -> (position -> (coq_N * coq_N) list) -> position -> bool ->
    ((coq_N * mv) * bool) list -> outcome **)

let set_check r tables p first lines =
  let moves = map fst lines in
  (match set_of (single_left r) (Obj.magic p) (Obj.magic moves) with
   | Some members ->
     let t =
       marked (combine (Obj.magic members) (rev' (first :: (map snd lines))))
     in
     (match closed_set (single_left r) (fun q -> Obj.magic q) same_position
              hash (Obj.magic mark_of t) (Some (Npos Coq_xH)) (Obj.magic p)
              (Obj.magic moves) with
      | Some all ->
        bounded r tables
          (Obj.magic stopped (single_left r) (mark_of t) (Some (Npos Coq_xH)))
          (Obj.magic all) true None
      | None -> Wrong)
   | None -> Wrong)
