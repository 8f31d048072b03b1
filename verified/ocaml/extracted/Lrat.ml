open BinInt
open BinNums
open BinPos
open Datatypes
open FMapPositive
open List

type literal = coq_Z

type clause = literal list

type step =
| Learn of positive * clause * positive list
| Forget of positive list

type known = clause PositiveMap.t

type falses = bool PositiveMap.t

(** val make_false : literal -> falses -> falses **)

let make_false l f =
  match l with
  | Z0 -> f
  | Zpos v -> PositiveMap.add v true f
  | Zneg v -> PositiveMap.add v false f

(** val is_false : literal -> falses -> bool **)

let is_false l f =
  match l with
  | Z0 -> true
  | Zpos v -> (match PositiveMap.find v f with
               | Some b -> b
               | None -> false)
  | Zneg v ->
    (match PositiveMap.find v f with
     | Some b -> negb b
     | None -> false)

type opened =
| NoneOpen
| OneOpen of literal
| ManyOpen

(** val open_literals : clause -> falses -> opened -> opened **)

let rec open_literals c f found =
  match c with
  | [] -> found
  | l :: c' ->
    if is_false l f
    then open_literals c' f found
    else (match found with
          | NoneOpen -> open_literals c' f (OneOpen l)
          | _ -> ManyOpen)

(** val propagate : known -> positive list -> falses -> bool **)

let rec propagate cs hints f =
  match hints with
  | [] -> false
  | h :: hints' ->
    (match PositiveMap.find h cs with
     | Some c ->
       (match open_literals c f NoneOpen with
        | NoneOpen -> true
        | OneOpen l -> propagate cs hints' (make_false (Z.opp l) f)
        | ManyOpen -> false)
     | None -> false)

(** val derives : known -> clause -> positive list -> bool **)

let derives cs c hints =
  propagate cs hints
    (fold_left (fun f l -> make_false l f) c PositiveMap.empty)

(** val forget : positive list -> known -> known option **)

let rec forget names cs =
  match names with
  | [] -> Some cs
  | n :: names' ->
    if PositiveMap.mem n cs
    then forget names' (PositiveMap.remove n cs)
    else None

(** val refutes : known -> positive -> step list -> bool **)

let rec refutes cs last = function
| [] -> false
| s :: rest ->
  (match s with
   | Learn (name, c, hints) ->
     if (&&) (Pos.ltb last name) (derives cs c hints)
     then (match c with
           | [] -> (match rest with
                    | [] -> true
                    | _ :: _ -> false)
           | _ :: _ -> refutes (PositiveMap.add name c cs) name rest)
     else false
   | Forget names ->
     (match forget names cs with
      | Some cs' -> refutes cs' last rest
      | None -> false))

(** val numbered : clause list -> positive -> known -> known * positive **)

let rec numbered cs n k =
  match cs with
  | [] -> (k, n)
  | c :: cs' -> numbered cs' (Pos.succ n) (PositiveMap.add n c k)

(** val lrat_check : clause list -> step list -> bool **)

let lrat_check cs steps =
  match cs with
  | [] -> false
  | _ :: _ ->
    let (k, n) = numbered cs Coq_xH PositiveMap.empty in
    refutes k (Pos.pred n) steps
