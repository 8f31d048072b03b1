open BinNat
open BinNums
open Bool
open Cards
open Datatypes
open FMapPositive
open Game
open Head
open HeadBlocks
open HeadMelds
open HeadSets
open Judge
open List
open PeanoNat

(** val joined :
    bool -> bool -> coq_N list -> coq_N -> coq_N list -> bool **)

let rec joined open0 open' ms acc = function
| [] ->
  (&&) (N.eqb acc N0)
    (match ms with
     | [] -> (||) open0 (negb open')
     | _ :: _ -> false)
| x :: bs' ->
  (match ms with
   | [] -> (&&) (N.eqb acc N0) open0
   | m :: ms' ->
     let a = N.coq_lor acc x in
     if N.eqb a m
     then joined open0 open' ms' N0 bs'
     else joined open0 open' ms a bs')

(** val formed : rules -> bpos -> bool **)

let formed r m =
  if ending r m
  then (match m.down with
        | [] -> true
        | _ :: _ -> false)
  else (&&) (N.eqb m.spent N0)
         ((||) (negb m.cut)
           ((&&)
             ((&&) (negb m.bburn)
               (N.eqb (N.add m.bturn (Npos Coq_xH)) r.passes))
             (match m.down with
              | [] -> false
              | _ :: _ -> true)))

(** val stands_for : rules -> bpos -> bpos -> bool **)

let stands_for r m b =
  (&&)
    ((&&)
      ((&&) ((&&) (formed r m) (N.eqb m.bturn b.bturn)) (eqb m.bburn b.bburn))
      (N.leb m.spent b.spent))
    (if ending r b
     then joined m.cut b.cut m.HeadBlocks.line N0 b.HeadBlocks.line
     else (&&) (same_list N.eqb m.HeadBlocks.line b.HeadBlocks.line)
            (joined m.cut b.cut m.down N0 b.down))

type tree = { next : coq_N PositiveMap.t; members : bpos PositiveMap.t;
              nodes : coq_N; known : nat PositiveMap.t }

(** val edge : coq_N -> coq_N -> positive **)

let edge node block =
  N.succ_pos
    (N.add
      (N.shiftl block (Npos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
        Coq_xH))))))) node)

(** val slot : coq_N -> bool -> positive **)

let slot node open0 =
  N.succ_pos
    (N.add (N.mul (Npos (Coq_xO Coq_xH)) node)
      (if open0 then Npos Coq_xH else N0))

(** val at_slot : tree -> coq_N -> bool -> bpos option **)

let at_slot t0 node open0 =
  PositiveMap.find (slot node open0) t0.members

(** val way : rules -> bpos -> coq_N list **)

let way r b =
  b.bturn :: ((if b.bburn then Npos Coq_xH else N0) :: (if ending r b
                                                        then []
                                                        else app
                                                               b.HeadBlocks.line
                                                               (N0 :: [])))

(** val blocks : rules -> bpos -> coq_N list **)

let blocks r b =
  if ending r b then b.HeadBlocks.line else b.down

(** val walk : tree -> coq_N -> coq_N list -> coq_N option **)

let rec walk t0 node = function
| [] -> Some node
| x :: l' ->
  (match PositiveMap.find (edge node x) t0.next with
   | Some node' -> walk t0 node' l'
   | None -> None)

(** val good : rules -> bpos option -> bpos -> bool **)

let good r o b =
  match o with
  | Some m -> stands_for r m b
  | None -> false

(** val search :
    rules -> tree -> bpos -> coq_N -> coq_N -> coq_N list -> bool **)

let rec search r t0 b node acc = function
| [] -> false
| x :: bs' ->
  let a = N.coq_lor acc x in
  (||)
    (match PositiveMap.find (edge node a) t0.next with
     | Some node' ->
       (||) (good r (at_slot t0 node' true) b)
         (match bs' with
          | [] -> good r (at_slot t0 node' false) b
          | _ :: _ -> search r t0 b node' N0 bs')
     | None -> false) (search r t0 b node a bs')

(** val stood : rules -> tree -> bpos -> bool **)

let stood r t0 b =
  match walk t0 N0 (way r b) with
  | Some node ->
    (match blocks r b with
     | [] -> good r (at_slot t0 node false) b
     | n0 :: l -> search r t0 b node N0 (n0 :: l))
  | None -> false

(** val held : rules -> coq_N list -> coq_N -> tree -> bpos -> tree option **)

let held r all_of bound t0 b =
  if (||) (N.leb bound b.spent) (stood r t0 b)
  then Some t0
  else if b.cut
       then None
       else let s = union (app b.HeadBlocks.line b.down) in
            let k = N.to_nat (N.sub (N.sub bound (Npos Coq_xH)) b.spent) in
            if match PositiveMap.find (N.succ_pos s) t0.known with
               | Some k' -> Nat.leb k k'
               | None -> false
            then Some t0
            else if cannot_leave all_of s k
                 then Some { next = t0.next; members = t0.members; nodes =
                        t0.nodes; known =
                        (PositiveMap.add (N.succ_pos s) k t0.known) }
                 else None

(** val all_held :
    rules -> coq_N list -> coq_N -> tree -> bpos list -> tree option **)

let rec all_held r all_of bound t0 = function
| [] -> Some t0
| b :: bs' ->
  (match held r all_of bound t0 b with
   | Some t' -> all_held r all_of bound t' bs'
   | None -> None)

(** val add_way : tree -> coq_N -> coq_N list -> tree * coq_N **)

let rec add_way t0 node = function
| [] -> (t0, node)
| x :: l' ->
  (match PositiveMap.find (edge node x) t0.next with
   | Some node' -> add_way t0 node' l'
   | None ->
     add_way { next = (PositiveMap.add (edge node x) t0.nodes t0.next);
       members = t0.members; nodes = (N.add t0.nodes (Npos Coq_xH)); known =
       t0.known } t0.nodes l')

(** val place : rules -> coq_N -> tree -> bpos -> tree option **)

let place r bound t0 m =
  let (t', node) = add_way t0 N0 (app (way r m) (blocks r m)) in
  if (&&)
       (match at_slot t' node m.cut with
        | Some m' -> N.ltb m.spent m'.spent
        | None -> true) (N.ltb m.spent bound)
  then Some { next = t'.next; members =
         (PositiveMap.add (slot node m.cut) m t'.members); nodes = t'.nodes;
         known = t'.known }
  else None

(** val end_ok : rules -> coq_N -> (coq_N -> bool) -> bpos -> bool **)

let end_ok r bound =
  let full0 = N.to_nat r.full in
  (fun meldq m ->
  (||)
    (negb
      ((&&)
        ((&&) ((||) m.bburn (ending r m))
          (Nat.ltb (total m.HeadBlocks.line) full0))
        (negb (any_meld r meldq (union m.HeadBlocks.line)))))
    (N.leb bound (N.add (N.of_nat (total m.HeadBlocks.line)) m.spent)))

(** val tidy : rules -> dcard list -> (coq_N -> bool) -> bpos -> bool **)

let tidy r cards =
  let full0 = N.to_nat r.full in
  let n = count cards in
  (fun meldq m ->
  let every = app m.HeadBlocks.line m.down in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) ((&&) (formed r m) (N.leb m.bturn r.passes))
            (Nat.eqb (total every) (size (union every))))
          (N.ltb (union every) (N.shiftl (Npos Coq_xH) n)))
        (negb ((&&) m.bburn (match m.down with
                             | [] -> false
                             | _ :: _ -> true))))
      (let (p, _) = laid full0 m.HeadBlocks.line in
       let (p0, j) = p in
       let (_, pt) = p0 in (||) (Nat.eqb j O) (Nat.leb (size pt) full0)))
    (let m' = settle r meldq (S (S (S O))) m in
     (&&) ((&&) (N.eqb m'.bturn m.bturn) (eqb m'.bburn m.bburn))
       (same_list N.eqb m'.HeadBlocks.line m.HeadBlocks.line)))

(** val take :
    rules -> dcard list -> coq_N list -> coq_N -> (coq_N -> bool) -> tree ->
    bpos -> tree option **)

let take r cards all_of bound meldq t0 m =
  if (&&) (tidy r cards meldq m) ((&&) (ready r m) (end_ok r bound meldq m))
  then (match all_held r all_of bound t0 (successors r meldq m) with
        | Some t' -> place r bound t' m
        | None -> None)
  else None

(** val take_all :
    rules -> dcard list -> coq_N list -> coq_N -> (coq_N -> bool) -> tree ->
    bpos list -> tree option **)

let rec take_all r cards all_of bound meldq t0 = function
| [] -> Some t0
| m :: ms' ->
  (match take r cards all_of bound meldq t0 m with
   | Some t' -> take_all r cards all_of bound meldq t' ms'
   | None -> None)

(** val cards_of : position -> dcard list **)

let cards_of p =
  app p.hand (app p.pile p.discards)

(** val first_of : rules -> position -> bpos **)

let first_of r p =
  let seen = length (app p.hand p.pile) in
  let all = places (cards_of p) in
  let last = N.eqb p.turn r.passes in
  normal r { bturn = p.turn; bburn = p.may_burn; HeadBlocks.line =
    (map bit (firstn seen all)); down =
    (if last then [] else map bit (skipn seen all)); cut = false; spent =
    (if last then count p.discards else N0) }

(** val block_check :
    rules -> position -> coq_N option -> bpos list -> outcome **)

let block_check r p bound ms =
  match bound with
  | Some b ->
    let cards = cards_of p in
    let melds = all_melds cards (N.to_nat r.full) in
    let holds_meld = set_of melds in
    if (||) (N.eqb (count p.hand) r.full)
         (match p.pile with
          | [] -> true
          | _ :: _ -> false)
    then (match take_all r cards melds b (is_in holds_meld) { next =
                  PositiveMap.empty; members = PositiveMap.empty; nodes =
                  (Npos Coq_xH); known = PositiveMap.empty } ms with
          | Some t0 ->
            (match held r melds b t0 (first_of r p) with
             | Some _ ->
               Found { loses = (N.ltb r.target b); limit = (Some b) }
             | None -> Wrong)
          | None -> Wrong)
    else Unable
  | None -> Wrong
