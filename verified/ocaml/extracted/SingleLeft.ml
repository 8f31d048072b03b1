open BinNat
open BinNums
open Cards
open Datatypes
open Game
open List

type goal =
| Clear
| One
| AtMost of coq_N

type rules = { forced : bool; wants : goal; redeals_allowed : coq_N }

type position = { hand : item list; deck : item list; discards : item list;
                  redeals : coq_N }

type mv =
| Draw
| Pair
| Four
| Redeal

(** val same_mv : mv -> mv -> bool **)

let same_mv a b =
  match a with
  | Draw -> (match b with
             | Draw -> true
             | _ -> false)
  | Pair -> (match b with
             | Pair -> true
             | _ -> false)
  | Four -> (match b with
             | Four -> true
             | _ -> false)
  | Redeal -> (match b with
               | Redeal -> true
               | _ -> false)

(** val goal_met : rules -> coq_N -> bool **)

let goal_met r left =
  match r.wants with
  | Clear -> N.eqb left N0
  | One -> N.eqb left (Npos Coq_xH)
  | AtMost n -> N.leb left n

(** val put : item -> item list -> item list **)

let rec put i l = match l with
| [] -> i :: []
| j :: l' -> if N.leb i.place j.place then i :: l else j :: (put i l')

(** val discard_moves : position -> mv list **)

let discard_moves p =
  match p.hand with
  | [] -> []
  | d :: l ->
    (match l with
     | [] -> []
     | _ :: l0 ->
       (match l0 with
        | [] -> []
        | _ :: l1 ->
          (match l1 with
           | [] -> []
           | a :: _ ->
             app (if N.eqb a.face.rank d.face.rank then Four :: [] else [])
               (if N.eqb a.face.suit d.face.suit then Pair :: [] else []))))

(** val deck_moves : position -> mv list **)

let deck_moves p =
  match p.deck with
  | [] ->
    (match p.discards with
     | [] -> []
     | _ :: _ -> if N.eqb p.redeals N0 then [] else Redeal :: [])
  | _ :: _ -> Draw :: []

(** val all_moves : position -> mv list **)

let all_moves p =
  app (discard_moves p) (deck_moves p)

(** val legal : rules -> position -> mv list **)

let legal r p =
  if r.forced
  then (match all_moves p with
        | [] -> []
        | m :: _ ->
          (match m with
           | Redeal -> if goal_met r (count p.hand) then [] else Redeal :: []
           | _ -> m :: []))
  else all_moves p

(** val after_move : position -> mv -> position **)

let after_move p = function
| Draw ->
  (match p.deck with
   | [] -> p
   | x :: rest ->
     { hand = (x :: p.hand); deck = rest; discards = p.discards; redeals =
       p.redeals })
| Pair ->
  (match p.hand with
   | [] -> p
   | d :: l ->
     (match l with
      | [] -> p
      | c :: l0 ->
        (match l0 with
         | [] -> p
         | b :: rest ->
           { hand = (d :: rest); deck = p.deck; discards =
             (put b (put c p.discards)); redeals = p.redeals })))
| Four ->
  (match p.hand with
   | [] -> p
   | d :: l ->
     (match l with
      | [] -> p
      | c :: l0 ->
        (match l0 with
         | [] -> p
         | b :: l1 ->
           (match l1 with
            | [] -> p
            | a :: rest ->
              { hand = rest; deck = p.deck; discards =
                (put a (put b (put c (put d p.discards)))); redeals =
                p.redeals }))))
| Redeal ->
  { hand = p.hand; deck = p.discards; discards = []; redeals =
    (N.pred p.redeals) }

(** val left_over : rules -> position -> coq_N option **)

let left_over r p =
  match p.deck with
  | [] ->
    if (&&) r.forced (match legal r p with
                      | [] -> false
                      | _ :: _ -> true)
    then None
    else Some (count p.hand)
  | _ :: _ -> None

(** val is_won : rules -> position -> bool **)

let is_won r p =
  match left_over r p with
  | Some n -> goal_met r n
  | None -> false

(** val start : rules -> card list -> position **)

let start r deal =
  { hand = []; deck = (placed_from N0 deal); discards = []; redeals =
    r.redeals_allowed }

(** val single_left : rules -> game **)

let single_left r =
  { moves = (Obj.magic legal r); apply = (Obj.magic after_move); score =
    (Obj.magic left_over r); won = (Obj.magic is_won r); higher = false;
    same_move = (Obj.magic same_mv) }

(** val same_position : position -> position -> bool **)

let same_position a b =
  (&&)
    ((&&)
      ((&&) (same_list same_item a.hand b.hand)
        (same_list same_item a.deck b.deck))
      (same_list same_item a.discards b.discards)) (N.eqb a.redeals b.redeals)

(** val hash : position -> positive **)

let hash p =
  fold_left (fun h i -> mix h i.place) p.hand
    (fold_left (fun h i -> mix h i.place) p.discards
      (mix (mix Coq_xH p.redeals) (count p.deck)))
