open BinNat
open BinNums
open Cards
open Datatypes
open Game
open Judge
open List
open Universal
open UniversalEncoder
open UniversalLine
open UniversalRefuted

type sets = { gone : card list; barrable : card list }

(** val mem : card -> card list -> bool **)

let mem x l =
  existsb (same_card x) l

(** val laid : position -> card list **)

let laid p =
  concat p.columns

(** val heads : position -> card list **)

let heads p =
  flat_map (fun l -> match l with
                     | [] -> []
                     | x :: _ -> x :: []) p.columns

(** val unders : position -> (card * card) list **)

let unders p =
  flat_map beneath p.columns

(** val bars : rules -> position -> sets -> card -> bool **)

let bars r p s y =
  (||) (onbar r p y) (mem y s.barrable)

(** val lower_ok : rules -> position -> sets -> card -> bool **)

let lower_ok r p s y =
  (||) (N.eqb y.rank r.lowest)
    (bars r p s { rank = (N.sub y.rank (Npos Coq_xH)); suit = y.suit })

(** val under_ok : rules -> position -> sets -> card -> bool **)

let under_ok r p s y =
  forallb (fun e -> (||) (negb (same_card (fst e) y)) (bars r p s (snd e)))
    (unders p)

(** val can_bar : rules -> position -> sets -> card -> bool **)

let can_bar r p s y =
  (&&) (lower_ok r p s y) (under_ok r p s y)

(** val can_leave : rules -> position -> sets -> card -> bool **)

let can_leave r p s x =
  (||)
    ((||) ((||) (galaxy x) (lower_ok r p s x))
      (existsb (fun v ->
        (&&) (fits x v) ((||) (mem v s.gone) (under_ok r p s v)))
        (app (laid p) s.gone)))
    (existsb (fun h -> fits h x) (app (heads p) s.gone))

(** val closed : rules -> position -> sets -> bool **)

let closed r p s =
  forallb (fun y -> (||) (bars r p s y) (negb (can_bar r p s y)))
    (app (laid p) s.gone)

(** val stuck_top : rules -> position -> sets -> card list -> bool **)

let stuck_top r p s = function
| [] -> true
| y :: _ -> negb (can_leave r p s y)

(** val spread : rules -> position -> nat -> sets -> sets **)

let rec spread r p fuel s =
  match fuel with
  | O -> s
  | S f ->
    (match filter (fun y -> (&&) (negb (bars r p s y)) (can_bar r p s y))
             (app (laid p) s.gone) with
     | [] -> s
     | c :: l ->
       spread r p f { gone = s.gone; barrable = (app (c :: l) s.barrable) })

(** val pop : rules -> position -> sets -> card list -> sets * card list **)

let rec pop r p s w = match w with
| [] -> (s, [])
| y :: w' ->
  if can_leave r p s y
  then pop r p
         (spread r p (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
           (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
           (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
           O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
           { gone = (y :: s.gone); barrable = s.barrable }) w'
  else (s, w)

(** val group : rules -> card list -> nat **)

let group r st =
  N.to_nat (N.min r.draw (count st))

(** val run :
    rules -> position -> nat -> sets -> card list -> card list -> card list
    option **)

let rec run r p fuel s w st =
  match fuel with
  | O -> None
  | S f ->
    let (s', w') = pop r p s w in
    if (&&) (closed r p s') (stuck_top r p s' w')
    then (match st with
          | [] -> Some w'
          | _ :: _ ->
            run r p f s' (app (rev (firstn (group r st) st)) w')
              (skipn (group r st) st))
    else None

(** val begun : rules -> position -> sets **)

let begun r p =
  spread r p (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) { gone =
    []; barrable = [] }

(** val buried_check : rules -> position -> card list -> outcome **)

let buried_check r p deal =
  if N.eqb r.deck_size (count deal)
  then (match run r p (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
                (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
                (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
                (S (S
                O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
                (begun r p) p.waste p.stock with
        | Some stuck ->
          let n = count stuck in
          if distinct_by same_card stuck
          then Found { loses = (negb (N.eqb n N0)); limit = (Some
                 (N.sub (count deal) n)) }
          else Unable
        | None -> Unable)
  else Unable

(** val buried : rules -> card list -> position -> outcome **)

let buried r deal p =
  if N.eqb p.redeals N0
  then if sound_cards r p then buried_check r p deal else Unable
  else Found { loses = false; limit = (Some (count deal)) }
