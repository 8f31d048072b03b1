open BinNat
open BinNums
open Bool
open Cards
open Datatypes
open Game
open Judge
open List
open Nat
open SingleLeft

(** val goal_within : rules -> coq_N -> coq_N -> bool **)

let goal_within r least most =
  let lowest = if eqb (N.odd least) (N.odd most) then least else N.succ least
  in
  (match r.wants with
   | Clear -> N.eqb lowest N0
   | One ->
     (&&) ((&&) (N.leb lowest (Npos Coq_xH)) (N.leb (Npos Coq_xH) most))
       (N.odd most)
   | AtMost n -> N.leb lowest n)

(** val parity_of : coq_N -> coq_N **)

let parity_of n =
  if N.odd n then Npos Coq_xH else N0

(** val parity_check : rules -> card list -> outcome **)

let parity_check r deal =
  if goal_within r (parity_of (count deal)) (count deal)
  then Wrong
  else Found { loses = true; limit = (Some (parity_of (count deal))) }

(** val play_out : rules -> nat -> position -> position option **)

let rec play_out r fuel p =
  match legal r p with
  | [] -> Some p
  | m :: _ ->
    (match fuel with
     | O -> None
     | S f -> play_out r f (after_move p m))

(** val forced_check : rules -> nat -> position -> outcome **)

let forced_check r fuel p =
  if r.forced
  then (match play_out r fuel p with
        | Some q ->
          Found { loses = (negb (goal_met r (count q.hand))); limit = (Some
            (count q.hand)) }
        | None -> Unable)
  else Wrong

(** val row : coq_N list -> nat -> coq_N **)

let row rows x =
  nth x rows N0

(** val bit : coq_N -> nat -> bool **)

let bit s x =
  N.testbit s (N.of_nat x)

(** val union : coq_N list -> coq_N -> coq_N **)

let rec union rows s =
  match rows with
  | [] -> N0
  | r :: rest ->
    if N.eqb s N0
    then N0
    else N.coq_lor (if N.odd s then r else N0) (union rest (N.div2 s))

(** val subset : coq_N -> coq_N -> bool **)

let subset a b =
  N.eqb (N.ldiff a b) N0

(** val bits_of : (item -> bool) -> item list -> coq_N **)

let rec bits_of f = function
| [] -> N0
| i :: l' ->
  if f i then N.succ_double (bits_of f l') else N.double (bits_of f l')

(** val numbers_of : (item -> bool) -> item list -> coq_N **)

let numbers_of f l =
  N.double (bits_of f l)

(** val filled : coq_N list -> coq_N **)

let rec filled = function
| [] -> N0
| r :: rest ->
  if N.eqb r N0 then N.double (filled rest) else N.succ_double (filled rest)

(** val two : coq_N list -> coq_N list **)

let two lies =
  map (union lies) lies

(** val three : coq_N list -> coq_N list **)

let three lies =
  map (union lies) (two lies)

(** val returns :
    (item -> item -> bool) -> item list -> coq_N list -> coq_N list -> coq_N
    list **)

let returns same_rank cards tops =
  let n = length cards in
  (fun threes ->
  N0 :: (map (fun k ->
          match nth_error cards k with
          | Some i ->
            union tops
              (N.coq_land (row threes (S k)) (numbers_of (same_rank i) cards))
          | None -> N0) (seq O n)))

(** val topping : coq_N list -> coq_N **)

let topping =
  filled

(** val closed_at :
    (item -> item -> bool) -> item list -> coq_N list -> coq_N list -> coq_N
    list -> coq_N list -> coq_N -> nat -> bool **)

let closed_at same_suit cards lies tops =
  let n = length cards in
  (fun threes returned topped x ->
  (&&)
    ((&&)
      (subset (N.coq_land (N.double (row tops x)) (N.ones (N.of_nat (S n))))
        (row lies x)) (subset (union returned (row lies x)) (row tops x)))
    (match x with
     | O -> true
     | S k ->
       (match nth_error cards k with
        | Some i ->
          subset
            (N.coq_land (N.coq_land (row threes x) topped)
              (numbers_of (same_suit i) cards)) (row lies x)
        | None -> true)))

(** val holds_at_start :
    item list -> coq_N list -> coq_N list -> nat -> bool **)

let holds_at_start cards lies tops =
  let n = length cards in
  (fun drawn ->
  (&&) (forallb (fun x -> bit (row lies x) (S x)) (seq O drawn))
    (forallb (fun x -> bit (row tops x) x) (seq drawn (sub (S n) drawn))))

(** val closed_relations :
    (item -> item -> bool) -> (item -> item -> bool) -> item list -> coq_N
    list -> coq_N list -> bool **)

let closed_relations same_rank same_suit cards lies tops =
  let n = length cards in
  let threes = three lies in
  let returned = returns same_rank cards tops threes in
  let topped = topping tops in
  forallb (closed_at same_suit cards lies tops threes returned topped)
    (seq O (S n))

(** val ending : item list -> coq_N list -> coq_N **)

let ending cards tops =
  let n = length cards in
  fold_right (fun x s ->
    if bit (row tops x) n then N.setbit s (N.of_nat x) else s) N0
    (seq O (S n))

(** val least_from :
    item list -> coq_N list -> coq_N list -> nat -> coq_N -> coq_N -> coq_N
    option **)

let rec least_from cards lies tops fuel k layer =
  if N.eqb (N.coq_land layer (ending cards tops)) N0
  then (match fuel with
        | O -> None
        | S f -> least_from cards lies tops f (N.succ k) (union lies layer))
  else Some k

(** val relations_by :
    (item -> item -> bool) -> (item -> item -> bool) -> rules -> position ->
    (coq_N * coq_N) list -> outcome **)

let relations_by same_rank same_suit r p table =
  let cards = app (rev p.hand) p.deck in
  let lies = map fst table in
  let tops = map snd table in
  let n = length cards in
  if (&&)
       ((&&)
         ((&&)
           ((&&)
             ((&&) (N.eqb p.redeals N0)
               (PeanoNat.Nat.eqb (length table) (S n)))
             (PeanoNat.Nat.leb n (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
               O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
           (forallb (fun x ->
             N.ltb x (N.shiftl (Npos Coq_xH) (N.of_nat (S n))))
             (app lies tops)))
         (holds_at_start cards lies tops (length p.hand)))
       (closed_relations same_rank same_suit cards lies tops)
  then (match least_from cards lies tops n N0 (Npos Coq_xH) with
        | Some least ->
          Found { loses = (negb (goal_within r least (count cards))); limit =
            (Some least) }
        | None ->
          Found { loses = (negb (goal_within r (count cards) (count cards)));
            limit = (Some (count cards)) })
  else Wrong

(** val relations_check :
    rules -> position -> (coq_N * coq_N) list -> outcome **)

let relations_check =
  relations_by (fun i j -> N.eqb i.face.rank j.face.rank) (fun i j ->
    N.eqb i.face.suit j.face.suit)
