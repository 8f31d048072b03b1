open BinInt
open BinNat
open BinNums
open Blink
open BlinkEncoder
open BlinkPairs
open Cards
open Datatypes
open List
open Mergesort

type spot = coq_N * cell

type place = coq_N * coq_N

(** val distance : cell -> cell -> coq_Z **)

let distance a b =
  Z.add (Z.abs (Z.sub (fst a) (fst b))) (Z.abs (Z.sub (snd a) (snd b)))

(** val card_cell : coq_N -> spot list -> cell **)

let rec card_cell c = function
| [] -> (Z0, Z0)
| s :: l' -> let (d, e) = s in if N.eqb d c then e else card_cell c l'

(** val add_number : coq_Z -> coq_Z list -> coq_Z list **)

let add_number x l =
  if existsb (Z.eqb x) l then l else x :: l

(** val numbers : coq_Z list -> coq_Z list **)

let numbers l =
  fold_right add_number [] l

(** val weigh :
    (coq_N -> coq_N -> bool) -> (coq_N -> coq_N -> bool) -> coq_N -> cell ->
    spot list -> coq_N option **)

let rec weigh matches partner c at_ = function
| [] -> Some N0
| s :: laid' ->
  let (d, e) = s in
  (match weigh matches partner c at_ laid' with
   | Some k ->
     let far = distance at_ e in
     if Z.eqb far Z0
     then None
     else if Z.eqb far (Zpos Coq_xH)
          then if matches c d then Some k else None
          else Some (if partner c d then N.succ k else k)
   | None -> None)

(** val candidates :
    (coq_N -> coq_N -> bool) -> coq_Z -> coq_Z -> coq_N -> spot list -> coq_N
    -> cell list **)

let candidates partner w h c laid lose =
  match laid with
  | [] -> (Z0, Z0) :: []
  | s :: _ ->
    let (_, e) = s in
    let partners = filter (fun s0 -> partner c (fst s0)) laid in
    if N.leb (count partners) lose
    then let xs = map (fun s0 -> fst (snd s0)) laid in
         let ys = map (fun s0 -> snd (snd s0)) laid in
         cells_between (Z.add (Z.sub (most xs (fst e)) w) (Zpos Coq_xH))
           (Z.sub (Z.add (least xs (fst e)) w) (Zpos Coq_xH))
           (Z.add (Z.sub (most ys (snd e)) h) (Zpos Coq_xH))
           (Z.sub (Z.add (least ys (snd e)) h) (Zpos Coq_xH))
    else fold_right add_cell []
           (flat_map (fun s0 -> neighbours (snd s0)) partners)

(** val roomy : coq_Z -> coq_Z -> coq_N -> spot list -> bool **)

let roomy w h limit laid = match laid with
| [] -> true
| s :: _ ->
  let (_, e) = s in
  let xs = map (fun s0 -> fst (snd s0)) laid in
  let ys = map (fun s0 -> snd (snd s0)) laid in
  (&&)
    ((&&) (Z.ltb (Z.sub (most xs (fst e)) (least xs (fst e))) w)
      (Z.ltb (Z.sub (most ys (snd e)) (least ys (snd e))) h))
    (N.leb (N.add (count (numbers xs)) (count (numbers ys))) limit)

(** val first_of :
    'a1 -> ('a1 -> (unit -> 'a1) -> 'a1) -> ('a2 -> 'a1) -> 'a2 list -> 'a1 **)

let rec first_of none either f = function
| [] -> none
| x :: l' -> either (f x) (fun _ -> first_of none either f l')

(** val lay :
    (coq_N -> coq_N -> bool) -> (coq_N -> coq_N -> bool) -> coq_Z -> coq_Z ->
    (spot list -> 'a1) -> 'a1 -> ('a1 -> (unit -> 'a1) -> 'a1) -> coq_N ->
    coq_N list -> spot list -> coq_N -> 'a1 **)

let rec lay matches partner w h leaf none either limit order0 laid lose =
  match order0 with
  | [] -> if N.eqb lose N0 then leaf laid else none
  | c :: order' ->
    first_of none either (fun e ->
      let laid' = (c, e) :: laid in
      if roomy w h limit laid'
      then (match weigh matches partner c e laid with
            | Some k ->
              if N.leb k lose
              then lay matches partner w h leaf none either limit order'
                     laid' (N.sub lose k)
              else none
            | None -> none)
      else none) (candidates partner w h c laid lose)

type component = { members : coq_N list; order : coq_N list }

(** val edges :
    (coq_N -> coq_N -> bool) -> component -> (coq_N * coq_N) list **)

let edges partner k =
  filter (fun z -> partner (fst z) (snd z)) (pairs k.order)

(** val runs_limit : component -> coq_N -> coq_N **)

let runs_limit k pairs0 =
  N.sub (N.mul (Npos (Coq_xO Coq_xH)) (count k.order)) pairs0

(** val search :
    (coq_N -> coq_N -> bool) -> (coq_N -> coq_N -> bool) -> (spot list ->
    'a1) -> 'a1 -> ('a1 -> (unit -> 'a1) -> 'a1) -> coq_Z -> coq_Z ->
    component -> coq_N -> 'a1 **)

let search matches partner leaf none either w h k pairs0 =
  if N.leb pairs0 (count (edges partner k))
  then lay matches partner w h leaf none either (runs_limit k pairs0) k.order
         [] (N.sub (count (edges partner k)) pairs0)
  else none

(** val can_lie :
    (coq_N -> coq_N -> bool) -> (coq_N -> coq_N -> bool) -> coq_Z -> coq_Z ->
    component -> coq_N -> bool **)

let can_lie matches partner w h k pairs0 =
  search matches partner (fun _ -> true) false (fun a b ->
    if a then true else b ()) w h k pairs0

(** val shapes :
    (coq_N -> coq_N -> bool) -> (coq_N -> coq_N -> bool) -> coq_Z -> coq_Z ->
    component -> coq_N -> spot list list **)

let shapes matches partner w h k pairs0 =
  search matches partner (fun s -> s :: []) [] (fun a b ->
    match b () with
    | [] -> a
    | l0 :: l1 -> app a (l0 :: l1)) w h k pairs0

(** val most_from :
    (coq_N -> coq_N -> bool) -> (coq_N -> coq_N -> bool) -> coq_Z -> coq_Z ->
    component -> nat -> coq_N option **)

let rec most_from matches partner w h k pairs0 =
  if can_lie matches partner w h k (N.of_nat pairs0)
  then Some (N.of_nat pairs0)
  else (match pairs0 with
        | O -> None
        | S p -> most_from matches partner w h k p)

(** val at_most : (coq_N -> coq_N -> bool) -> component -> coq_N **)

let at_most partner k =
  N.min (count (edges partner k))
    (N.sub (N.mul (Npos (Coq_xO Coq_xH)) (count k.order))
      (N.sqrt_up (N.mul (Npos (Coq_xO (Coq_xO Coq_xH))) (count k.order))))

(** val most_pairs :
    (coq_N -> coq_N -> bool) -> (coq_N -> coq_N -> bool) -> coq_Z -> coq_Z ->
    component -> coq_N option **)

let most_pairs matches partner w h k =
  most_from matches partner w h k (N.to_nat (at_most partner k))

(** val cell_number : coq_Z -> cell -> coq_N **)

let cell_number w c =
  Z.to_N (Z.add (fst c) (Z.mul w (snd c)))

(** val moved :
    coq_Z -> component -> spot list -> coq_Z -> coq_Z -> place list **)

let moved w k s x y =
  map (fun c ->
    let e = card_cell c s in
    (c, (cell_number w ((Z.add (fst e) x), (Z.add (snd e) y))))) k.members

(** val shifted :
    coq_Z -> coq_Z -> component -> spot list -> place list list **)

let shifted w h k s =
  let xs = map (fun e -> fst (snd e)) s in
  let ys = map (fun e -> snd (snd e)) s in
  let x0 = least xs Z0 in
  let y0 = least ys Z0 in
  flat_map (fun y ->
    map (fun x -> moved w k s x y)
      (whole_from (Z.opp x0) (Z.to_nat (Z.sub w (Z.sub (most xs Z0) x0)))))
    (whole_from (Z.opp y0) (Z.to_nat (Z.sub h (Z.sub (most ys Z0) y0))))

(** val rising : place list -> place list -> bool **)

let rec rising a b =
  match a with
  | [] -> true
  | p :: a' ->
    let (_, x) = p in
    (match b with
     | [] -> false
     | p0 :: b' ->
       let (_, y) = p0 in (||) (N.ltb x y) ((&&) (N.eqb x y) (rising a' b')))

module Rising =
 struct
  type t = place list

  (** val leb : place list -> place list -> bool **)

  let leb =
    rising
 end

module Sorting = Sort(Rising)

(** val placements :
    (coq_N -> coq_N -> bool) -> (coq_N -> coq_N -> bool) -> coq_Z -> coq_Z ->
    component -> coq_N -> place list list **)

let placements matches partner w h k pairs0 =
  Sorting.sort
    (flat_map (shifted w h k) (shapes matches partner w h k pairs0))
