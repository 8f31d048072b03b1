open BinNat
open BinNums
open Cards
open Clauses
open Datatypes
open Game
open Judge
open List
open Lrat
open PeanoNat
open Universal
open UniversalEncoder
open UniversalLine
open UniversalPasses
open UniversalStatements

(** val card_number : card -> coq_N **)

let card_number c =
  N.add (N.mul c.rank (Npos (Coq_xO (Coq_xI Coq_xH)))) c.suit

(** val hash_atom : atom -> positive **)

let hash_atom a =
  let h = fun k x y ->
    match N.add
            (N.mul
              (N.add
                (N.mul k (Npos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
                  (Coq_xO Coq_xH)))))))) x) (Npos (Coq_xO (Coq_xO (Coq_xO
              (Coq_xO (Coq_xO (Coq_xO Coq_xH)))))))) y with
    | N0 -> Coq_xH
    | Npos q -> q
  in
  let two = fun k x y -> h k (card_number x) (card_number y) in
  (match a with
   | There (p, x) -> h (Npos Coq_xH) (card_number x) (N.of_nat p)
   | Waits (p, x, y) ->
     two
       (N.add (Npos (Coq_xO (Coq_xO (Coq_xO (Coq_xO Coq_xH))))) (N.of_nat p))
       x y
   | Count (p, x, m) ->
     h (Npos (Coq_xI (Coq_xI (Coq_xO Coq_xH)))) (card_number x)
       (N.add (N.mul (N.of_nat p) (Npos (Coq_xO (Coq_xO (Coq_xO Coq_xH)))))
         (N.of_nat m))
   | Before (x, y) -> two (Npos (Coq_xO (Coq_xO (Coq_xI Coq_xH)))) x y
   | Barred (x, y) -> two (Npos (Coq_xO Coq_xH)) x y
   | Direct x -> h (Npos (Coq_xI Coq_xH)) (card_number x) N0
   | Hosted (x, y) -> two (Npos (Coq_xO (Coq_xO Coq_xH))) x y
   | Above (x, y) -> two (Npos (Coq_xI (Coq_xO Coq_xH))) x y
   | Slot (x, c) ->
     h (Npos (Coq_xO (Coq_xI Coq_xH))) (card_number x) (N.of_nat c)
   | Moves (x, y) -> two (Npos (Coq_xI (Coq_xI Coq_xH))) x y
   | Moved (x, y) -> two (Npos (Coq_xO (Coq_xO (Coq_xO Coq_xH)))) x y
   | Resides (x, c) ->
     h (Npos (Coq_xI (Coq_xO (Coq_xO Coq_xH)))) (card_number x) (N.of_nat c)
   | More (b, k) ->
     (match b with
      | [] -> Coq_xH
      | x :: _ ->
        h (Npos (Coq_xI (Coq_xO (Coq_xI Coq_xH)))) (card_number x)
          (N.add
            (N.mul (count b) (Npos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
              (Coq_xO Coq_xH)))))))) (N.of_nat k)))
   | Gone (x, y) -> two (Npos (Coq_xO (Coq_xI (Coq_xO Coq_xH)))) x y)

(** val numbered_clauses : atom Clauses.clause list list -> clause list **)

let numbered_clauses ps =
  numbered_clauses same_atom hash_atom (concat ps)

(** val cards_of : position -> card list **)

let cards_of p =
  app (concat p.columns) (app p.waste p.stock)

(** val sound_cards : rules -> position -> bool **)

let sound_cards r p =
  (&&) (distinct_by same_card (cards_of p))
    (forallb (fun x ->
      (&&)
        ((&&) (negb (onbar r p x)) (Nat.ltb (N.to_nat x.suit) (length p.bar)))
        (N.leb x.rank (Npos (Coq_xI (Coq_xO (Coq_xO Coq_xH)))))) (cards_of p))

(** val heads_closed : item list -> item list -> bool **)

let heads_closed t heads =
  forallb (fun y ->
    (||) (negb (existsb (fun h -> fits h.face y.face) heads))
      (existsb (same_item y) heads)) t

(** val sound_heads : position -> bool **)

let sound_heads p =
  let t = talon_items p in
  let heads = all_heads p (by_rank t) in
  (&&)
    ((&&)
      ((&&)
        (forallb (fun h -> existsb (same_item h) (app (column_items p) t))
          heads)
        (forallb (fun h -> existsb (same_item h) heads) (first_heads p)))
      (forallb (fun h ->
        (||) (negb (N.eqb h.place N0)) (existsb (same_item h) (first_heads p)))
        heads)) (heads_closed t heads)

(** val refuted :
    rules -> nat option -> card list option -> position -> step list -> bool **)

let refuted r asked named p steps =
  lrat_check (numbered_clauses (parts_of r asked named (passes_of p) p)) steps

(** val among : card list -> card -> bool **)

let among cs x =
  existsb (same_card x) cs

(** val goal_check :
    rules -> card list -> position -> coq_N option -> step list -> outcome **)

let goal_check r deal p goal steps =
  let deck = count deal in
  let asked =
    match goal with
    | Some s -> Some (N.to_nat (N.sub deck s))
    | None -> None
  in
  if (&&)
       ((&&)
         ((&&)
           ((&&) ((&&) (negb (N.eqb r.draw N0)) (sound_cards r p))
             (sound_heads p)) (N.eqb r.deck_size deck))
         (negb (N.eqb deck N0)))
       (match goal with
        | Some s -> (&&) (N.ltb N0 s) (N.leb s deck)
        | None -> true)
  then if refuted r asked None p steps
       then Found { loses = true; limit = (Some
              (N.pred (match goal with
                       | Some s -> s
                       | None -> deck))) }
       else Wrong
  else Unable

(** val clauses_check :
    rules -> card list -> position -> coq_N option -> step list -> outcome **)

let clauses_check r deal p goal steps =
  goal_check r deal (few_redeals p) goal steps

(** val binding : card list -> position -> card list option **)

let binding cs p =
  if forallb (among cs) (app p.waste p.stock) then None else Some cs

(** val stock_order_check :
    rules -> card list -> position -> card list -> step list -> outcome **)

let stock_order_check r deal p cs steps =
  let deck = count deal in
  if (&&)
       ((&&) ((&&) (sound_cards r p) (sound_heads p))
         (N.eqb r.deck_size deck)) (negb (N.eqb deck N0))
  then if (&&)
            ((&&)
              ((&&) ((&&) (N.eqb r.draw (Npos Coq_xH)) (N.eqb p.redeals N0))
                (distinct_by same_card cs))
              (forallb (among (app p.waste p.stock)) cs))
            (refuted r None (binding cs p) p steps)
       then Found { loses = true; limit = (Some (N.pred deck)) }
       else Wrong
  else Unable
