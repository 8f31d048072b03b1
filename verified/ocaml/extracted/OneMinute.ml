open BinNat
open BinNums
open Bool
open Cards
open Datatypes
open Game
open List
open Nat

type rules = { always_play : bool; budget : coq_N; pickup : coq_N }

type position = { laid : bool; top : card; hand : card list;
                  waste : card list; handlings : coq_N }

type mv = { played : card; copy : coq_N; at_place : nat }

(** val same_mv : mv -> mv -> bool **)

let same_mv a b =
  (&&) (same_card a.played b.played) (N.eqb a.copy b.copy)

(** val matches : card -> card -> bool **)

let matches a b =
  (||) (N.eqb a.rank b.rank) (N.eqb a.suit b.suit)

(** val coming : position -> card list **)

let coming p =
  app p.hand p.waste

(** val copies : card -> card list -> coq_N **)

let copies c l =
  count (filter (same_card c) l)

(** val named : card list -> card list -> nat -> mv list **)

let rec named before l k =
  match l with
  | [] -> []
  | c :: l' ->
    { played = c; copy = (copies c before); at_place =
      k } :: (named (c :: before) l' (S k))

(** val impasse : position -> bool **)

let impasse p =
  negb (existsb (matches p.top) (coming p))

(** val legal : rules -> position -> mv list **)

let legal r p =
  if negb p.laid
  then { played = p.top; copy = N0; at_place = O } :: []
  else if impasse p
       then named [] (coming p) O
       else let all =
              filter (fun m -> matches p.top m.played) (named [] (coming p) O)
            in
            if r.always_play then firstn (S O) all else all

(** val without : nat -> card list -> card list **)

let rec without k = function
| [] -> []
| x :: l' -> (match k with
              | O -> l'
              | S k' -> x :: (without k' l'))

(** val after_move : rules -> position -> mv -> position **)

let after_move r p m =
  let k = m.at_place in
  let h = length p.hand in
  if negb p.laid
  then { laid = true; top = p.top; hand = p.hand; waste = p.waste;
         handlings = p.handlings }
  else if impasse p
       then if PeanoNat.Nat.ltb k h
            then { laid = true; top = m.played; hand = (without k p.hand);
                   waste = p.waste; handlings =
                   (N.add p.handlings (Npos Coq_xH)) }
            else { laid = true; top = m.played; hand = p.hand; waste =
                   (without (sub k h) p.waste); handlings =
                   (N.add p.handlings (Npos Coq_xH)) }
       else if PeanoNat.Nat.ltb k h
            then { laid = true; top = m.played; hand = (skipn (S k) p.hand);
                   waste = (app (rev (firstn k p.hand)) p.waste); handlings =
                   (N.add (N.add p.handlings (N.of_nat k)) (Npos Coq_xH)) }
            else let up = app (rev p.hand) p.waste in
                 { laid = true; top = m.played; hand = (skipn (S k) up);
                 waste = (rev (firstn k up)); handlings =
                 (N.add
                   (N.add (N.add (N.add p.handlings (N.of_nat h)) r.pickup)
                     (N.of_nat k)) (Npos Coq_xH)) }

(** val final : position -> coq_N option **)

let final p =
  if p.laid
  then (match p.hand with
        | [] -> (match p.waste with
                 | [] -> Some p.handlings
                 | _ :: _ -> None)
        | _ :: _ -> None)
  else None

(** val is_won : rules -> position -> bool **)

let is_won r p =
  match final p with
  | Some s -> N.leb s r.budget
  | None -> false

(** val start : card -> card list -> position **)

let start base others =
  { laid = false; top = base; hand = (rev others); waste = []; handlings =
    N0 }

(** val one_minute : rules -> game **)

let one_minute r =
  { moves = (Obj.magic legal r); apply = (Obj.magic after_move r); score =
    (Obj.magic final); won = (Obj.magic is_won r); higher = false;
    same_move = (Obj.magic same_mv) }

(** val state : position -> ((bool * card) * card list) * card list **)

let state p =
  (((p.laid, p.top), p.hand), p.waste)

(** val same_state :
    (((bool * card) * card list) * card list) -> (((bool * card) * card
    list) * card list) -> bool **)

let same_state a b =
  let (p, w) = a in
  let (p0, h) = p in
  let (l, t) = p0 in
  let (p1, w') = b in
  let (p2, h') = p1 in
  let (l', t') = p2 in
  (&&) ((&&) ((&&) (eqb l l') (same_card t t')) (same_list same_card h h'))
    (same_list same_card w w')

(** val hash_state : (((bool * card) * card list) * card list) -> positive **)

let hash_state = function
| (p, w) ->
  let (p0, h) = p in
  let (_, t) = p0 in
  let f = fun h0 c ->
    mix h0 (N.add (N.mul c.rank (Npos (Coq_xO (Coq_xO Coq_xH)))) c.suit)
  in
  fold_left f h (fold_left f w (f (mix Coq_xH (count h)) t))
