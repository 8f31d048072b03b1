open CardSet
open Datatypes
open List

type 'a card_tree =
| Empty
| One of cards * 'a
| Fork of place * 'a card_tree * 'a card_tree

(** val differ : cards -> cards -> place -> bool **)

let differ k k' q =
  xorb (has k q) (has k' q)

(** val two : cards -> 'a1 -> cards -> 'a1 -> 'a1 card_tree **)

let two k a k' a' =
  match find (differ k k') places with
  | Some q ->
    if has k q
    then Fork (q, (One (k', a')), (One (k, a)))
    else Fork (q, (One (k, a)), (One (k', a')))
  | None -> Empty

(** val update :
    ('a1 option -> 'a1) -> cards -> 'a1 card_tree -> 'a1 card_tree **)

let rec update f k = function
| Empty -> One (k, (f None))
| One (k', a) ->
  if same_cards k k' then One (k, (f (Some a))) else two k (f None) k' a
| Fork (q, out, here) ->
  if has k q
  then Fork (q, out, (update f k here))
  else Fork (q, (update f k out), here)

(** val gather : ('a1 -> 'a2 -> 'a2) -> 'a1 card_tree -> 'a2 -> 'a2 **)

let rec gather add t b =
  match t with
  | Empty -> b
  | One (_, a) -> add a b
  | Fork (_, out, here) -> gather add out (gather add here b)
