open BinNat
open BinNums
open Cards
open Datatypes
open Game
open List
open PeanoNat

type rules = { draw : coq_N; lowest : coq_N; deck_size : coq_N }

(** val galaxy : card -> bool **)

let galaxy c =
  N.eqb c.rank (Npos (Coq_xI (Coq_xO (Coq_xO Coq_xH))))

type position = { columns : card list list; bar : coq_N list;
                  stock : card list; waste : card list; redeals : coq_N }

type mv =
| Turn
| Redeal
| Host of nat
| Crown of nat
| BarWaste
| BarFoot of nat
| Merge of nat * nat

(** val same_mv : mv -> mv -> bool **)

let same_mv a b =
  match a with
  | Turn -> (match b with
             | Turn -> true
             | _ -> false)
  | Redeal -> (match b with
               | Redeal -> true
               | _ -> false)
  | Host c -> (match b with
               | Host d -> Nat.eqb c d
               | _ -> false)
  | Crown c -> (match b with
                | Crown d -> Nat.eqb c d
                | _ -> false)
  | BarWaste -> (match b with
                 | BarWaste -> true
                 | _ -> false)
  | BarFoot c -> (match b with
                  | BarFoot d -> Nat.eqb c d
                  | _ -> false)
  | Merge (c, d) ->
    (match b with
     | Merge (c', d') -> (&&) (Nat.eqb c c') (Nat.eqb d d')
     | _ -> false)

(** val fits : card -> card -> bool **)

let fits a b =
  (&&) (N.eqb (N.add a.rank (Npos Coq_xH)) b.rank)
    ((||) (N.ltb b.suit a.suit)
      ((&&) (N.eqb b.suit (Npos (Coq_xI (Coq_xO Coq_xH)))) (N.eqb a.suit N0)))

(** val column : position -> nat -> card list **)

let column p c =
  nth c p.columns []

(** val replace : card list list -> nat -> card list -> card list list **)

let rec replace l c x =
  match l with
  | [] -> []
  | y :: l' -> (match c with
                | O -> x :: l'
                | S c' -> y :: (replace l' c' x))

(** val head : card list -> card option **)

let head = function
| [] -> None
| x :: _ -> Some x

(** val foot : card list -> card option **)

let foot = function
| [] -> None
| x :: l -> Some (last l x)

(** val next_on_bar : rules -> position -> card -> bool **)

let next_on_bar r p c =
  N.eqb c.rank (N.add r.lowest (nth (N.to_nat c.suit) p.bar N0))

(** val raise : coq_N list -> nat -> coq_N list **)

let rec raise b s =
  match b with
  | [] -> []
  | n :: b' ->
    (match s with
     | O -> (N.succ n) :: b'
     | S s' -> n :: (raise b' s'))

(** val on_bar : position -> card -> coq_N list **)

let on_bar p c =
  raise p.bar (N.to_nat c.suit)

(** val places : position -> nat list **)

let places p =
  seq O (length p.columns)

(** val may_host : card -> card list -> bool **)

let may_host x col =
  match foot col with
  | Some f -> fits x f
  | None -> galaxy x

(** val may_crown : card -> card list -> bool **)

let may_crown x col =
  match head col with
  | Some h -> fits h x
  | None -> false

(** val waste_moves : rules -> position -> mv list **)

let waste_moves r p =
  match p.waste with
  | [] -> []
  | x :: _ ->
    app (if next_on_bar r p x then BarWaste :: [] else [])
      (flat_map (fun c ->
        app (if may_host x (column p c) then (Host c) :: [] else [])
          (if may_crown x (column p c) then (Crown c) :: [] else []))
        (places p))

(** val may_merge : card list -> card list -> bool **)

let may_merge col other =
  match head col with
  | Some h -> (match foot other with
               | Some f -> fits h f
               | None -> false)
  | None -> false

(** val column_moves : rules -> position -> nat -> mv list **)

let column_moves r p c =
  match foot (column p c) with
  | Some f ->
    app (if next_on_bar r p f then (BarFoot c) :: [] else [])
      (flat_map (fun d ->
        if (&&) (negb (Nat.eqb c d)) (may_merge (column p c) (column p d))
        then (Merge (c, d)) :: []
        else []) (places p))
  | None -> []

(** val talon_moves : position -> mv list **)

let talon_moves p =
  match p.stock with
  | [] ->
    (match p.waste with
     | [] -> []
     | _ :: _ -> if N.eqb p.redeals N0 then [] else Redeal :: [])
  | _ :: _ -> Turn :: []

(** val legal : rules -> position -> mv list **)

let legal r p =
  app (talon_moves p)
    (app (waste_moves r p) (flat_map (column_moves r p) (places p)))

(** val turned : rules -> position -> nat **)

let turned r p =
  N.to_nat (N.min r.draw (count p.stock))

(** val after_move : rules -> position -> mv -> position **)

let after_move r p = function
| Turn ->
  let k = turned r p in
  { columns = p.columns; bar = p.bar; stock = (skipn k p.stock); waste =
  (app (rev (firstn k p.stock)) p.waste); redeals = p.redeals }
| Redeal ->
  { columns = p.columns; bar = p.bar; stock = (rev p.waste); waste = [];
    redeals = (N.pred p.redeals) }
| Host c ->
  (match p.waste with
   | [] -> p
   | x :: w ->
     { columns = (replace p.columns c (app (column p c) (x :: []))); bar =
       p.bar; stock = p.stock; waste = w; redeals = p.redeals })
| Crown c ->
  (match p.waste with
   | [] -> p
   | x :: w ->
     { columns = (replace p.columns c (x :: (column p c))); bar = p.bar;
       stock = p.stock; waste = w; redeals = p.redeals })
| BarWaste ->
  (match p.waste with
   | [] -> p
   | x :: w ->
     { columns = p.columns; bar = (on_bar p x); stock = p.stock; waste = w;
       redeals = p.redeals })
| BarFoot c ->
  (match foot (column p c) with
   | Some f ->
     { columns = (replace p.columns c (removelast (column p c))); bar =
       (on_bar p f); stock = p.stock; waste = p.waste; redeals = p.redeals }
   | None -> p)
| Merge (c, d) ->
  { columns =
    (replace (replace p.columns c []) d (app (column p d) (column p c)));
    bar = p.bar; stock = p.stock; waste = p.waste; redeals = p.redeals }

(** val total : coq_N list -> coq_N **)

let total b =
  fold_right N.add N0 b

(** val barred : position -> coq_N option **)

let barred p =
  Some (total p.bar)

(** val is_won : rules -> position -> bool **)

let is_won r p =
  N.eqb (total p.bar) r.deck_size

(** val universal : rules -> game **)

let universal r =
  { moves = (Obj.magic legal r); apply = (Obj.magic after_move r); score =
    (Obj.magic barred); won = (Obj.magic is_won r); higher = true;
    same_move = (Obj.magic same_mv) }

(** val start : nat -> coq_N -> card list -> position **)

let start columns0 passes deal =
  { columns = (map (fun c -> c :: []) (firstn columns0 deal)); bar =
    (repeat N0 (S (S (S (S (S (S O))))))); stock = (skipn columns0 deal);
    waste = []; redeals = (N.pred passes) }

(** val same_position : position -> position -> bool **)

let same_position a b =
  (&&)
    ((&&)
      ((&&)
        ((&&) (same_list (same_list same_card) a.columns b.columns)
          (same_list N.eqb a.bar b.bar))
        (same_list same_card a.stock b.stock))
      (same_list same_card a.waste b.waste)) (N.eqb a.redeals b.redeals)

(** val hash : position -> positive **)

let hash p =
  let f = fun h c ->
    mix h (N.add (N.mul c.rank (Npos (Coq_xO (Coq_xI Coq_xH)))) c.suit)
  in
  fold_left (fun h col ->
    fold_left f col
      (mix h (Npos (Coq_xO (Coq_xO (Coq_xI (Coq_xI (Coq_xI Coq_xH))))))))
    p.columns
    (fold_left f p.waste
      (fold_left f p.stock (mix (mix Coq_xH p.redeals) (count p.stock))))
