open BinNums
open BinPos

type 'a key_tree =
| Empty
| One of positive * 'a
| Fork of 'a key_tree * 'a option * 'a key_tree

(** val two : positive -> 'a1 -> positive -> 'a1 -> 'a1 key_tree **)

let rec two k a k' a' =
  match k with
  | Coq_xI i ->
    (match k' with
     | Coq_xI j -> Fork (Empty, None, (two i a j a'))
     | Coq_xO j -> Fork ((One (j, a')), None, (One (i, a)))
     | Coq_xH -> Fork (Empty, (Some a'), (One (i, a))))
  | Coq_xO i ->
    (match k' with
     | Coq_xI j -> Fork ((One (i, a)), None, (One (j, a')))
     | Coq_xO j -> Fork ((two i a j a'), None, Empty)
     | Coq_xH -> Fork ((One (i, a)), (Some a'), Empty))
  | Coq_xH ->
    (match k' with
     | Coq_xI j -> Fork (Empty, (Some a), (One (j, a')))
     | Coq_xO j -> Fork ((One (j, a')), (Some a), Empty)
     | Coq_xH -> Empty)

(** val update :
    ('a1 option -> 'a1) -> positive -> 'a1 key_tree -> 'a1 key_tree **)

let rec update f k = function
| Empty -> One (k, (f None))
| One (k', a) ->
  if Pos.eqb k k' then One (k, (f (Some a))) else two k (f None) k' a
| Fork (zeros, here, ones) ->
  (match k with
   | Coq_xI k' -> Fork (zeros, here, (update f k' ones))
   | Coq_xO k' -> Fork ((update f k' zeros), here, ones)
   | Coq_xH -> Fork (zeros, (Some (f here)), ones))

(** val gather : ('a1 -> 'a2 -> 'a2) -> 'a1 key_tree -> 'a2 -> 'a2 **)

let rec gather add t b =
  match t with
  | Empty -> b
  | One (_, a) -> add a b
  | Fork (zeros, here, ones) ->
    gather add zeros
      (match here with
       | Some a -> add a (gather add ones b)
       | None -> gather add ones b)
