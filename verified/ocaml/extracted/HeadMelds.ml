open BinNat
open BinNums
open Cards
open Datatypes
open FMapPositive
open Head
open HeadSets
open List
open PeanoNat

(** val set_of : coq_N list -> unit PositiveMap.t **)

let set_of l =
  fold_right (fun m t0 -> PositiveMap.add (N.succ_pos m) () t0)
    PositiveMap.empty l

(** val is_in : unit PositiveMap.t -> coq_N -> bool **)

let is_in t0 m =
  PositiveMap.mem (N.succ_pos m) t0

(** val one_rank : dcard list -> bool **)

let one_rank = function
| [] -> true
| c :: l -> forallb (fun d -> N.eqb d.drank c.drank) l

(** val could_be : dcard list -> bool **)

let could_be l =
  let plain = filter (fun c -> negb (excuse c)) l in
  (||)
    ((||) (match disjoint_suits plain N0 with
           | Some _ -> true
           | None -> false) (one_rank plain))
    ((&&)
      (negb
        (N.eqb
          (fold_right (fun c s -> N.coq_land c.suits s) (Npos (Coq_xI (Coq_xI
            (Coq_xI (Coq_xI (Coq_xI Coq_xH)))))) plain) N0))
      (distinct_by N.eqb (map (fun d -> d.drank) plain)))

(** val grow :
    (coq_N * dcard) list -> nat -> coq_N -> dcard list -> coq_N list **)

let rec grow l k m chosen =
  match l with
  | [] -> if is_meld chosen then m :: [] else []
  | x :: l' ->
    app
      (match k with
       | O -> []
       | S k' ->
         if could_be ((snd x) :: chosen)
         then grow l' k' (N.coq_lor (bit (fst x)) m) ((snd x) :: chosen)
         else []) (grow l' k m chosen)

(** val numbered : coq_N -> dcard list -> (coq_N * dcard) list **)

let rec numbered i = function
| [] -> []
| c :: l' -> (i, c) :: (numbered (N.succ i) l')

(** val places : dcard list -> coq_N list **)

let places cards =
  map fst (numbered N0 cards)

(** val all_melds : dcard list -> nat -> coq_N list **)

let all_melds cards full =
  grow (numbered N0 cards) full N0 []

(** val pick : coq_N -> coq_N list -> coq_N **)

let pick s ms =
  match fold_left (fun best x ->
          let c = count (filter (fun m -> N.testbit m x) ms) in
          (match best with
           | Some y0 ->
             let (_, d) = y0 in if N.ltb c d then Some (x, c) else best
           | None -> Some (x, c))) (bits s) None with
  | Some p -> let (x, _) = p in x
  | None -> N0

(** val can_leave : nat -> coq_N -> coq_N list -> nat -> bool **)

let rec can_leave fuel s ms k =
  match fuel with
  | O -> true
  | S fuel' ->
    (||) (Nat.leb (size s) k)
      (let x = pick s ms in
       (||)
         ((||) (negb (N.testbit s x))
           (match k with
            | O -> false
            | S k' ->
              can_leave fuel' (N.ldiff s (bit x))
                (filter (fun m -> negb (N.testbit m x)) ms) k'))
         (existsb (fun m ->
           (&&) (N.testbit m x)
             (can_leave fuel' (N.ldiff s m)
               (filter (fun m' -> N.eqb (N.coq_land m m') N0) ms) k)) ms))

(** val cannot_leave : coq_N list -> coq_N -> nat -> bool **)

let cannot_leave ms s k =
  negb
    (can_leave (S (size s)) s (filter (fun m -> N.eqb (N.ldiff m s) N0) ms) k)
