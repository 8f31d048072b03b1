open BinInt
open BinNat
open BinNums
open Blink
open Bool
open Cards
open Clauses
open Datatypes
open List
open PeanoNat

type atom =
| Lies of coq_N * cell
| At of coq_N * coq_N
| Placed of coq_N * coq_N
| Full of cell * coq_N
| Begins of bool * coq_Z
| Meets of cell * cell * coq_N
| Sum of coq_N * coq_N

(** val same_atom : atom -> atom -> bool **)

let same_atom a b =
  match a with
  | Lies (i, c) ->
    (match b with
     | Lies (j, d) -> (&&) (N.eqb i j) (same_cell c d)
     | _ -> false)
  | At (i, t) ->
    (match b with
     | At (j, u) -> (&&) (N.eqb i j) (N.eqb t u)
     | _ -> false)
  | Placed (i, t) ->
    (match b with
     | Placed (j, u) -> (&&) (N.eqb i j) (N.eqb t u)
     | _ -> false)
  | Full (c, t) ->
    (match b with
     | Full (d, u) -> (&&) (same_cell c d) (N.eqb t u)
     | _ -> false)
  | Begins (a0, s) ->
    (match b with
     | Begins (b0, u) -> (&&) (eqb a0 b0) (Z.eqb s u)
     | _ -> false)
  | Meets (c, d, w) ->
    (match b with
     | Meets (e, f, u) ->
       (&&) (same_cell c e) ((&&) (same_cell d f) (N.eqb w u))
     | _ -> false)
  | Sum (i, t) ->
    (match b with
     | Sum (j, u) -> (&&) (N.eqb i j) (N.eqb t u)
     | _ -> false)

(** val hash_atom : atom -> positive **)

let hash_atom a =
  let at_cell = fun c ->
    N.add
      (N.mul
        (Z.to_N
          (Z.add (fst c) (Zpos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
            (Coq_xO (Coq_xO (Coq_xO (Coq_xO Coq_xH)))))))))))) (Npos (Coq_xO
        (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
        (Coq_xO Coq_xH))))))))))))
      (Z.to_N
        (Z.add (snd c) (Zpos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
          (Coq_xO (Coq_xO (Coq_xO Coq_xH))))))))))))
  in
  let h = fun k x y ->
    match N.add
            (N.mul
              (N.add
                (N.mul y (Npos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
                  (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
                  (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
                  (Coq_xO Coq_xH)))))))))))))))))))))) x) (Npos (Coq_xO
              (Coq_xO (Coq_xO Coq_xH))))) k with
    | N0 -> Coq_xH
    | Npos q -> q
  in
  (match a with
   | Lies (i, c) -> h N0 (at_cell c) i
   | At (i, t) -> h (Npos Coq_xH) i t
   | Placed (i, t) -> h (Npos (Coq_xO Coq_xH)) i t
   | Full (c, t) -> h (Npos (Coq_xI Coq_xH)) (at_cell c) t
   | Begins (_, s) ->
     h (Npos (Coq_xO (Coq_xO Coq_xH)))
       (Z.to_N
         (Z.add s (Zpos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
           (Coq_xO (Coq_xO (Coq_xO Coq_xH)))))))))))) N0
   | Meets (c, d, w) ->
     h (Npos (Coq_xI (Coq_xO Coq_xH))) (at_cell c)
       (N.add (N.mul (at_cell d) (Npos (Coq_xO (Coq_xO Coq_xH)))) w)
   | Sum (k, m) -> h (Npos (Coq_xO (Coq_xI Coq_xH))) k m)

(** val whole_from : coq_Z -> nat -> coq_Z list **)

let rec whole_from from = function
| O -> []
| S k -> from :: (whole_from (Z.add from (Zpos Coq_xH)) k)

(** val steps_from : coq_N -> nat -> coq_N list **)

let rec steps_from from = function
| O -> []
| S k -> from :: (steps_from (N.succ from) k)

type spot = cell * (coq_N * bcard) list

(** val cards : position -> (coq_N * bcard) list **)

let cards p =
  p.left

(** val begun : position -> coq_N **)

let begun p =
  count p.table

(** val all_cards : position -> coq_N **)

let all_cards p =
  N.add (begun p) (count (cards p))

(** val fresh : position -> bool **)

let fresh p =
  match p.table with
  | [] -> true
  | _ :: _ -> false

(** val wide : rules -> position -> coq_Z **)

let wide r p =
  Z.min r.columns (Z.of_N (all_cards p))

(** val high : rules -> position -> coq_Z **)

let high r p =
  Z.min r.rows (Z.of_N (all_cards p))

(** val first_of : position -> (cell -> coq_Z) -> coq_Z **)

let first_of p axis =
  match cells p.table with
  | [] -> Z0
  | c :: l -> least (map axis l) (axis c)

(** val last_of : position -> (cell -> coq_Z) -> coq_Z **)

let last_of p axis =
  match cells p.table with
  | [] -> Z0
  | c :: l -> most (map axis l) (axis c)

(** val frame : position -> (cell -> coq_Z) -> coq_Z -> coq_Z list **)

let frame p axis size =
  if fresh p
  then whole_from Z0 (Z.to_nat size)
  else whole_from (Z.add (Z.sub (last_of p axis) size) (Zpos Coq_xH))
         (Z.to_nat
           (Z.sub (Z.add (first_of p axis) size)
             (Z.add (Z.sub (last_of p axis) size) (Zpos Coq_xH))))

(** val starts : position -> (cell -> coq_Z) -> coq_Z -> coq_Z list **)

let starts p axis size =
  whole_from (Z.add (Z.sub (last_of p axis) size) (Zpos Coq_xH))
    (Z.to_nat
      (Z.sub (Z.add (first_of p axis) (Zpos Coq_xH))
        (Z.add (Z.sub (last_of p axis) size) (Zpos Coq_xH))))

(** val free_cells : rules -> position -> cell list **)

let free_cells r p =
  filter (fun c -> negb (occupied p.table c))
    (flat_map (fun y -> map (fun x -> (x, y)) (frame p fst (wide r p)))
      (frame p snd (high r p)))

(** val first_of_images : rules -> position -> cell -> bool **)

let first_of_images r p c =
  (&&)
    ((&&)
      (Z.leb (Z.mul (Zpos (Coq_xO Coq_xH)) (fst c))
        (Z.sub (wide r p) (Zpos Coq_xH)))
      (Z.leb (Z.mul (Zpos (Coq_xO Coq_xH)) (snd c))
        (Z.sub (high r p) (Zpos Coq_xH))))
    ((||) (negb (Z.eqb (wide r p) (high r p))) (Z.leb (snd c) (fst c)))

(** val fits : rules -> position -> cell -> (coq_N * bcard) -> bool **)

let fits r p c e =
  (&&)
    ((||) (negb ((&&) (fresh p) (N.eqb (fst e) N0))) (first_of_images r p c))
    (matches_all p.table c (snd e))

(** val spots : rules -> position -> spot list **)

let spots r p =
  map (fun c -> (c, (filter (fits r p c) (cards p)))) (free_cells r p)

(** val beside : rules -> position -> cell -> spot list **)

let beside r p c =
  flat_map (fun d ->
    match find (fun s -> same_cell (fst s) d) (spots r p) with
    | Some s -> s :: []
    | None -> []) (neighbours c)

(** val board : rules -> position -> (spot * spot list) list **)

let board r p =
  map (fun s -> (s, (beside r p (fst s)))) (spots r p)

(** val lies : cell -> (coq_N * bcard) -> atom lit **)

let lies c e =
  Is (Lies ((fst e), c))

(** val at_ : rules -> coq_N -> coq_N -> atom lit **)

let at_ r i t =
  if N.ltb (N.add t r.hold) i then No else Is (At (i, t))

(** val placed_by : rules -> position -> coq_N -> coq_N -> atom lit **)

let placed_by r p i t =
  if N.leb t (N.max (begun p) (N.sub i r.hold))
  then No
  else if N.leb (all_cards p) t then Yes else Is (Placed (i, t))

(** val full : position -> cell -> coq_N -> atom lit **)

let full p c t =
  if N.leb t (begun p) then No else Is (Full (c, t))

(** val times : position -> coq_N list **)

let times p =
  steps_from (begun p) (length (cards p))

(** val cards_part : rules -> position -> atom clause list **)

let cards_part r p =
  app
    (flat_map (fun e ->
      one_of
        (map (fun c -> lies c e)
          (filter (fun c -> fits r p c e) (free_cells r p)))) (cards p))
    (flat_map (fun s ->
      app (none_twice (map (lies (fst s)) (snd s)))
        (if Nat.eqb (length (spots r p)) (length (cards p))
         then (map (lies (fst s)) (snd s)) :: []
         else [])) (spots r p))

(** val axis_part :
    rules -> position -> bool -> (cell -> coq_Z) -> coq_Z -> atom clause list **)

let axis_part r p down axis size =
  let from = starts p axis size in
  app (one_of (map (fun s -> Is (Begins (down, s))) from))
    (flat_map (fun s ->
      let some =
        filter (fun b ->
          (&&) (Z.leb b (axis (fst s))) (Z.ltb (axis (fst s)) (Z.add b size)))
          from
      in
      if Nat.ltb (length some) (length from)
      then map (fun e ->
             (neg (lies (fst s) e)) :: (map (fun b -> Is (Begins (down, b)))
                                         some)) (snd s)
      else []) (spots r p))

(** val box_part : rules -> position -> atom clause list **)

let box_part r p =
  if fresh p
  then []
  else app (axis_part r p false fst (wide r p))
         (axis_part r p true snd (high r p))

(** val matches_part : rules -> position -> atom clause list **)

let matches_part r p =
  flat_map (fun e ->
    let (s, near) = e in
    flat_map (fun d ->
      if before (fst s) (fst d)
      then flat_map (fun i ->
             flat_map (fun j ->
               if (&&) (negb (N.eqb (fst i) (fst j)))
                    (N.eqb (ways (snd i) (snd j)) N0)
               then ((neg (lies (fst s) i)) :: ((neg (lies (fst d) j)) :: [])) :: []
               else []) (snd d)) (snd s)
      else []) near) (board r p)

(** val steps_part : rules -> position -> atom clause list **)

let steps_part r p =
  app
    (flat_map (fun t -> one_of (map (fun e -> at_ r (fst e) t) (cards p)))
      (times p))
    (flat_map (fun e ->
      let i = fst e in
      app (one_of (map (at_ r i) (times p)))
        (flat_map (fun t ->
          let b = placed_by r p i t in
          let a = at_ r i t in
          let l = placed_by r p i (N.add t (Npos Coq_xH)) in
          ((neg b) :: (l :: [])) :: (((neg a) :: ((neg b) :: [])) :: ((
          (neg a) :: (l :: [])) :: (((neg l) :: (b :: (a :: []))) :: []))))
          (times p))) (cards p))

(** val filled_part : rules -> position -> atom clause list **)

let filled_part r p =
  flat_map (fun s ->
    let c = fst s in
    flat_map (fun t ->
      ((neg (full p c t)) :: (map (lies c) (snd s))) :: (app
                                                          (if N.ltb
                                                                (N.add
                                                                  (begun p)
                                                                  (Npos
                                                                  Coq_xH)) t
                                                           then ((neg
                                                                   (full p c
                                                                    (N.sub t
                                                                    (Npos
                                                                    Coq_xH)))) :: (
                                                                  (full p c t) :: [])) :: []
                                                           else [])
                                                          (flat_map (fun e ->
                                                            ((neg (lies c e)) :: (
                                                            (neg
                                                              (placed_by r p
                                                                (fst e) t)) :: (
                                                            (full p c t) :: []))) :: ((
                                                            (neg (lies c e)) :: (
                                                            (placed_by r p
                                                              (fst e) t) :: (
                                                            (neg (full p c t)) :: []))) :: []))
                                                            (snd s))))
      (tl (times p))) (spots r p)

(** val beside_part : rules -> position -> atom clause list **)

let beside_part r p =
  flat_map (fun e ->
    flat_map (fun b ->
      let (s, near) = b in
      let c = fst s in
      if (&&) (fits r p c e) (negb (existsb (touches c) (cells p.table)))
      then map (fun t ->
             (neg (lies c e)) :: ((neg (at_ r (fst e) t)) :: (map (fun d ->
                                                               full p 
                                                                 (fst d) t)
                                                               near)))
             (if fresh p then tl (times p) else times p)
      else []) (board r p)) (cards p)

type option_ = (coq_N option * bcard) * atom lit

type side = cell * option_ list

(** val side_of : spot -> side **)

let side_of s =
  ((fst s),
    (map (fun e -> (((Some (fst e)), (snd e)), (lies (fst s) e))) (snd s)))

(** val same_option : option_ -> option_ -> bool **)

let same_option a b =
  match fst (fst a) with
  | Some i -> (match fst (fst b) with
               | Some j -> N.eqb i j
               | None -> false)
  | None -> false

(** val pairs_of : position -> (spot * spot list) -> (side * side) list **)

let pairs_of p = function
| (s, near) ->
  flat_map (fun d ->
    match find (fun e -> same_cell (fst e) d) p.table with
    | Some e -> ((side_of s), (d, (((None, (snd e)), Yes) :: []))) :: []
    | None ->
      (match find (fun z -> same_cell (fst z) d) near with
       | Some z ->
         if before (fst s) d then ((side_of s), (side_of z)) :: [] else []
       | None -> [])) (neighbours (fst s))

(** val all_pairs : rules -> position -> (side * side) list **)

let all_pairs r p =
  flat_map (pairs_of p) (board r p)

(** val side_clauses :
    atom lit -> coq_N -> side -> side -> atom clause list **)

let side_clauses u w here there =
  ((neg u) :: (map snd (snd here))) :: (map (fun a ->
                                         (neg u) :: ((neg (snd a)) :: 
                                         (map snd
                                           (filter (fun b ->
                                             (&&) (negb (same_option a b))
                                               (N.leb w
                                                 (ways (snd (fst a))
                                                   (snd (fst b)))))
                                             (snd there))))) (snd here))

(** val meets : (side * side) -> coq_N -> atom **)

let meets q w =
  Meets ((fst (fst q)), (fst (snd q)), w)

(** val meets_part : (side * side) list -> atom clause list **)

let meets_part ps =
  flat_map (fun q ->
    flat_map (fun w ->
      app (side_clauses (Is (meets q w)) w (fst q) (snd q))
        (side_clauses (Is (meets q w)) w (snd q) (fst q))) ((Npos
      Coq_xH) :: ((Npos (Coq_xO Coq_xH)) :: ((Npos (Coq_xI Coq_xH)) :: []))))
    ps

(** val counted : (side * side) list -> atom list **)

let counted ps =
  flat_map (fun q ->
    map (meets q) ((Npos Coq_xH) :: ((Npos (Coq_xO Coq_xH)) :: ((Npos (Coq_xI
      Coq_xH)) :: [])))) ps

(** val sum_to : coq_N -> coq_N -> atom lit **)

let sum_to k m =
  if N.ltb k m then No else if N.eqb m N0 then Yes else Is (Sum (k, m))

(** val sums_part :
    coq_N -> coq_N -> coq_N -> atom list -> atom clause list **)

let rec sums_part all least0 k = function
| [] -> []
| u :: rest ->
  let low = N.max (Npos Coq_xH) (N.sub least0 (N.sub all k)) in
  let high0 = N.min k least0 in
  app
    (flat_map (fun m ->
      ((neg (sum_to k m)) :: ((sum_to (N.sub k (Npos Coq_xH)) m) :: ((Is
      u) :: []))) :: (((neg (sum_to k m)) :: ((sum_to (N.sub k (Npos Coq_xH))
                                                m) :: ((sum_to
                                                         (N.sub k (Npos
                                                           Coq_xH))
                                                         (N.sub m (Npos
                                                           Coq_xH))) :: []))) :: []))
      (steps_from low (N.to_nat (N.sub (N.add high0 (Npos Coq_xH)) low))))
    (sums_part all least0 (N.sub k (Npos Coq_xH)) rest)

(** val laid_score : position -> coq_N **)

let laid_score p =
  sum (fun a -> sum (pair_score a) p.table) p.table

(** val score_part : rules -> position -> coq_N -> atom clause list **)

let score_part r p above =
  let ps = all_pairs r p in
  let us = counted ps in
  let many = count us in
  let least0 = N.sub (N.add (N.div2 above) (Npos Coq_xH)) (laid_score p) in
  app (meets_part ps)
    (if N.ltb many least0
     then (No :: []) :: []
     else app
            (if N.eqb least0 N0
             then []
             else ((sum_to many least0) :: []) :: [])
            (sums_part many least0 many (rev' us)))

(** val clauses : rules -> position -> coq_N option -> atom clause list **)

let clauses r p above =
  app (cards_part r p)
    (app (box_part r p)
      (app (matches_part r p)
        (app (steps_part r p)
          (app (filled_part r p)
            (app (beside_part r p)
              (match above with
               | Some b -> score_part r p b
               | None -> []))))))
