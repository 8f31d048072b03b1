open BinNums
open BinPos
open Datatypes
open FMapPositive
open List
open Lrat
open Table

type 'atom lit =
| Yes
| No
| Is of 'atom
| Not of 'atom

type 'atom clause = 'atom lit list

(** val neg : 'a1 lit -> 'a1 lit **)

let neg = function
| Yes -> No
| No -> Yes
| Is a -> Not a
| Not a -> Is a

type 'atom numbers = { given_to : ('atom, positive) table;
                       named : 'atom PositiveMap.t; unused : positive }

(** val number_atom :
    ('a1 -> 'a1 -> bool) -> ('a1 -> positive) -> 'a1 -> 'a1 numbers ->
    positive * 'a1 numbers **)

let number_atom same_atom hash_atom a s =
  match lookup same_atom hash_atom a s.given_to with
  | Some v -> (v, s)
  | None ->
    let v = s.unused in
    (v, { given_to = (insert hash_atom a v s.given_to); named =
    (PositiveMap.add v a s.named); unused = (Pos.succ v) })

(** val number_clause :
    ('a1 -> 'a1 -> bool) -> ('a1 -> positive) -> 'a1 clause -> 'a1 numbers ->
    Lrat.clause * 'a1 numbers **)

let rec number_clause same_atom hash_atom c s =
  match c with
  | [] -> ([], s)
  | l :: c' ->
    (match l with
     | Is a ->
       let (v, s1) = number_atom same_atom hash_atom a s in
       let (d, s2) = number_clause same_atom hash_atom c' s1 in
       (((Zpos v) :: d), s2)
     | Not a ->
       let (v, s1) = number_atom same_atom hash_atom a s in
       let (d, s2) = number_clause same_atom hash_atom c' s1 in
       (((Zneg v) :: d), s2)
     | _ -> number_clause same_atom hash_atom c' s)

(** val is_yes : 'a1 lit -> bool **)

let is_yes = function
| Yes -> true
| _ -> false

(** val number_one :
    ('a1 -> 'a1 -> bool) -> ('a1 -> positive) -> ('a1 numbers * Lrat.clause
    list) -> 'a1 clause -> 'a1 numbers * Lrat.clause list **)

let number_one same_atom hash_atom now c =
  let (s, done0) = now in
  if existsb is_yes c
  then now
  else let (d, s1) = number_clause same_atom hash_atom c s in
       (s1, (d :: done0))

(** val no_numbers : 'a1 numbers **)

let no_numbers =
  { given_to = no_entries; named = PositiveMap.empty; unused = (Coq_xO
    Coq_xH) }

(** val numbered_clauses :
    ('a1 -> 'a1 -> bool) -> ('a1 -> positive) -> 'a1 clause list ->
    Lrat.clause list **)

let numbered_clauses same_atom hash_atom cs =
  rev'
    (snd
      (fold_left (number_one same_atom hash_atom) cs (no_numbers, (((Zpos
        Coq_xH) :: []) :: []))))

(** val none_twice : 'a1 lit list -> 'a1 clause list **)

let rec none_twice = function
| [] -> []
| x :: l' ->
  app (map (fun y -> (neg x) :: ((neg y) :: [])) l') (none_twice l')

(** val is_no : 'a1 lit -> bool **)

let is_no = function
| No -> true
| _ -> false

(** val one_of : 'a1 lit list -> 'a1 clause list **)

let one_of l =
  let l' = filter (fun x -> negb (is_no x)) l in l' :: (none_twice l')
