open BinNat
open BinNums
open Cards
open Datatypes
open Game
open Judge
open List
open Nat
open SingleLeft
open SingleLeftChecks

type open_deal = card option list

(** val unknowns : open_deal -> nat **)

let rec unknowns = function
| [] -> O
| o :: ks' -> (match o with
               | Some _ -> unknowns ks'
               | None -> S (unknowns ks'))

(** val veiled : open_deal -> card list **)

let veiled ks =
  map (fun k -> match k with
                | Some c -> c
                | None -> { rank = N0; suit = N0 }) ks

(** val known : open_deal -> coq_N -> card option **)

let known ks n =
  nth (N.to_nat n) ks None

(** val sure : open_deal -> item -> bool **)

let sure ks i =
  match known ks i.place with
  | Some c -> same_card c i.face
  | None -> false

(** val sure_window : open_deal -> position -> bool **)

let sure_window ks p =
  forallb (sure ks) (firstn (S (S (S (S O)))) p.hand)

(** val asks : open_deal -> position -> bool **)

let asks ks p =
  (||) (negb (sure_window ks p))
    (match p.deck with
     | [] -> false
     | x :: _ ->
       (match discard_moves p with
        | [] -> negb (sure ks x)
        | _ :: _ -> false))

(** val advance : rules -> open_deal -> nat -> position -> position **)

let rec advance r ks fuel p =
  match fuel with
  | O -> p
  | S f ->
    if asks ks p
    then p
    else (match legal r p with
          | [] -> p
          | m :: _ -> advance r ks f (after_move p m))

(** val repeated : (card -> coq_N) -> card list -> bool **)

let rec repeated part = function
| [] -> false
| u :: us' ->
  (||) (existsb (fun v -> N.eqb (part v) (part u)) us') (repeated part us')

(** val may :
    (card -> coq_N) -> open_deal -> card list -> item -> item -> bool **)

let may part ks missing i j =
  (||) (N.eqb i.place j.place)
    (match known ks i.place with
     | Some a ->
       (match known ks j.place with
        | Some b -> N.eqb (part a) (part b)
        | None -> existsb (fun u -> N.eqb (part u) (part a)) missing)
     | None ->
       (match known ks j.place with
        | Some a -> existsb (fun u -> N.eqb (part u) (part a)) missing
        | None -> repeated part missing))

(** val ruled_out :
    rules -> (open_deal -> card list -> position -> (coq_N * coq_N) list) ->
    open_deal -> card list -> position -> bool **)

let ruled_out r tables ks missing p =
  (&&)
    (forallb (fun i -> N.ltb i.place (N.of_nat (length ks)))
      (app (rev p.hand) p.deck))
    (match relations_by (may (fun c -> c.rank) ks missing)
             (may (fun c -> c.suit) ks missing) r p (tables ks missing p) with
     | Found e -> e.loses
     | _ -> false)

(** val over : rules -> open_deal -> position -> bool **)

let over r ks p =
  (&&) (sure_window ks p)
    (match legal r p with
     | [] -> negb (is_won r p)
     | _ :: _ -> false)

(** val cut :
    rules -> (open_deal -> card list -> position -> (coq_N * coq_N) list) ->
    open_deal -> card list -> bool **)

let cut r tables ks missing =
  let p = start r (veiled ks) in
  if r.forced
  then let q = advance r ks (mul (S (S O)) (length ks)) p in
       (match missing with
        | [] -> over r ks q
        | _ :: _ -> ruled_out r tables ks missing q)
  else ruled_out r tables ks missing p

(** val assign : card -> open_deal -> open_deal **)

let rec assign u = function
| [] -> []
| k :: ks' ->
  (match k with
   | Some _ -> k :: (assign u ks')
   | None -> (Some u) :: ks')

(** val without : card -> card list -> card list **)

let rec without u = function
| [] -> []
| v :: us' -> if same_card u v then us' else v :: (without u us')

(** val kinds : card list -> card list **)

let rec kinds = function
| [] -> []
| u :: us' -> u :: (filter (fun v -> negb (same_card u v)) (kinds us'))

(** val children :
    (open_deal -> card list -> bool list -> bool list option) -> card list ->
    open_deal -> card list -> bool list -> bool list option **)

let rec children node us ks missing words =
  match us with
  | [] -> Some words
  | u :: us' ->
    (match node (assign u ks) (without u missing) words with
     | Some rest -> children node us' ks missing rest
     | None -> None)

(** val tree :
    rules -> (open_deal -> card list -> position -> (coq_N * coq_N) list) ->
    nat -> open_deal -> card list -> bool list -> bool list option **)

let rec tree r tables depth ks missing = function
| [] -> None
| b :: rest ->
  if b
  then (match depth with
        | O -> None
        | S d ->
          (match missing with
           | [] -> None
           | _ :: _ ->
             children (tree r tables d) (kinds missing) ks missing rest))
  else if cut r tables ks missing then Some rest else None

type open_content =
| OpenParity
| Assignments of bool list

(** val loss_alone : mv claim -> bool **)

let loss_alone c =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) ((&&) (is_unwinnable c.says) (negb c.asks_best))
            (match c.after with
             | [] -> true
             | _ :: _ -> false)) (negb (given c.line)))
        (negb (given c.stated_score))) (negb (given c.stated_bound)))
    (negb c.optimal)

(** val check_open :
    rules -> (open_deal -> card list -> position -> (coq_N * coq_N) list) ->
    open_deal -> card list -> open_content -> mv claim -> result **)

let check_open r tables ks missing ct c =
  let holds =
    match ct with
    | OpenParity ->
      (match parity_check r (veiled ks) with
       | Found _ -> true
       | _ -> false)
    | Assignments words ->
      (&&) (N.eqb r.redeals_allowed N0)
        (match tree r tables (length missing) ks missing words with
         | Some l -> (match l with
                      | [] -> true
                      | _ :: _ -> false)
         | None -> false)
  in
  if (&&)
       ((&&) (loss_alone c) (PeanoNat.Nat.eqb (length missing) (unknowns ks)))
       holds
  then Verified
  else Failed
