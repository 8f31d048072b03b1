open BinNat
open BinNums
open Cards
open Datatypes
open Game
open Head
open Judge
open List
open Nat

(** val few : nat -> dcard list -> (dcard list * dcard list) list **)

let rec few k l = match l with
| [] -> ([], []) :: []
| x :: l' ->
  (match k with
   | O -> ([], l) :: []
   | S k' ->
     app (map (fun c -> ((x :: (fst c)), (snd c))) (few k' l'))
       (map (fun c -> ((fst c), (x :: (snd c)))) (few k l')))

(** val can_cover : nat -> nat -> dcard list -> nat -> bool **)

let rec can_cover fuel size cards spare =
  match fuel with
  | O -> true
  | S f ->
    (||) (PeanoNat.Nat.leb (length cards) spare)
      (match cards with
       | [] -> true
       | x :: l ->
         (||) (match spare with
               | O -> false
               | S s -> can_cover f size l s)
           (existsb (fun c ->
             (&&) (is_meld (x :: (fst c))) (can_cover f size (snd c) spare))
             (few (pred size) l)))

(** val most_cards : nat **)

let most_cards =
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))))))))

(** val cover_bound : rules -> position -> coq_N -> bool option **)

let cover_bound r p least =
  let last = N.eqb p.turn r.passes in
  let cards = app p.hand (app p.pile (if last then [] else p.discards)) in
  let spent = if last then p.discards else [] in
  if PeanoNat.Nat.ltb most_cards (length cards)
  then None
  else if N.ltb least (count spent)
       then Some true
       else Some
              (negb
                (can_cover (S (length cards)) (N.to_nat r.full) cards
                  (N.to_nat (N.sub least (count spent)))))

(** val cover_check : rules -> position -> coq_N option -> outcome **)

let cover_check r p bound =
  match cover_bound r p r.target with
  | Some b ->
    if b
    then (match bound with
          | Some b0 ->
            if N.leb b0 (N.add r.target (Npos Coq_xH))
            then Found { loses = true; limit = (Some
                   (N.add r.target (Npos Coq_xH))) }
            else (match cover_bound r p (N.sub b0 (Npos Coq_xH)) with
                  | Some b1 ->
                    if b1
                    then Found { loses = true; limit = (Some b0) }
                    else Found { loses = true; limit = (Some
                           (N.add r.target (Npos Coq_xH))) }
                  | None -> Unable)
          | None ->
            Found { loses = true; limit = (Some
              (N.add r.target (Npos Coq_xH))) })
    else Wrong
  | None -> Unable
