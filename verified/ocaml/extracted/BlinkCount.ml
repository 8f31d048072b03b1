open BinInt
open BinNat
open BinNums
open Blink
open BlinkChecks
open BlinkEncoder
open Cards
open Clauses
open Datatypes
open Game
open Judge
open List
open Lrat

(** val motion : bool -> bool -> bool -> coq_Z -> coq_Z -> cell -> cell **)

let motion mx my swap ax ay c =
  let u = Z.add (if mx then Z.opp (fst c) else fst c) ax in
  let v = Z.add (if my then Z.opp (snd c) else snd c) ay in
  if swap then (v, u) else (u, v)

(** val squared : cell -> cell -> coq_Z **)

let squared c d =
  Z.add (Z.mul (Z.sub (fst c) (fst d)) (Z.sub (fst c) (fst d)))
    (Z.mul (Z.sub (snd c) (snd d)) (Z.sub (snd c) (snd d)))

(** val cell_of_card : layout -> bcard -> cell **)

let cell_of_card t x =
  match find (fun e -> same_bcard (snd e) x) t with
  | Some e -> fst e
  | None -> (Z0, Z0)

(** val distances : bcard list -> layout -> coq_Z list **)

let distances deal t =
  let cs = map (cell_of_card t) deal in
  flat_map (fun c -> map (squared c) cs) cs

(** val sorted : layout -> layout **)

let sorted t =
  fold_right (fun e s -> add_entry (fst e) (snd e) s) [] t

(** val moved_by : (cell -> cell) -> layout -> layout **)

let moved_by f t =
  map (fun e -> ((f (fst e)), (snd e))) t

(** val frames : rules -> position -> layout -> bool **)

let frames r p t = match t with
| [] -> false
| e :: _ ->
  let xs = map fst (cells t) in
  let ys = map snd (cells t) in
  (&&)
    ((&&)
      (Z.ltb (Z.sub (most xs (fst (fst e))) (least xs (fst (fst e))))
        (wide r p))
      (Z.ltb (Z.sub (most ys (snd (fst e))) (least ys (snd (fst e))))
        (high r p)))
    (forallb (fun c ->
      (&&) (existsb (Z.eqb (fst c)) (frame p fst (wide r p)))
        (existsb (Z.eqb (snd c)) (frame p snd (high r p)))) (cells t))

(** val shift_to : coq_Z -> coq_Z -> cell -> cell **)

let shift_to x y c =
  ((Z.add (fst c) x), (Z.add (snd c) y))

(** val shifts : rules -> position -> layout -> (coq_Z * coq_Z) list **)

let shifts r p t =
  match p.table with
  | [] ->
    (match t with
     | [] -> []
     | e :: _ ->
       let x0 = least (map fst (cells t)) (fst (fst e)) in
       let y0 = least (map snd (cells t)) (snd (fst e)) in
       flat_map (fun x ->
         map (fun y -> ((Z.sub x x0), (Z.sub y y0))) (frame p snd (high r p)))
         (frame p fst (wide r p)))
  | p0 :: _ ->
    let (c, x) = p0 in
    let d = cell_of_card t x in
    ((Z.sub (fst c) (fst d)), (Z.sub (snd c) (snd d))) :: []

(** val lit_of : rules -> position -> (cell * bcard) -> atom lit **)

let lit_of r p e =
  match find (fun e' -> same_bcard (snd e') (snd e)) p.left with
  | Some p0 ->
    let (i, x) = p0 in
    if fits r p (fst e) (i, x) then Not (Lies (i, (fst e))) else Yes
  | None -> Yes

(** val clause_of : rules -> position -> layout -> atom Clauses.clause **)

let clause_of r p t =
  map (lit_of r p)
    (filter (fun e -> negb (existsb (same_entry e) p.table)) (sorted t))

(** val images : ((bool * bool) * bool) list **)

let images =
  flat_map (fun mx ->
    flat_map (fun my -> map (fun x -> ((mx, my), x)) (false :: (true :: [])))
      (false :: (true :: []))) (false :: (true :: []))

(** val forbid : rules -> position -> layout -> atom Clauses.clause list **)

let forbid r p t =
  flat_map (fun k ->
    let image = moved_by (motion (fst (fst k)) (snd (fst k)) (snd k) Z0 Z0) t
    in
    flat_map (fun a ->
      let t' = moved_by (shift_to (fst a) (snd a)) image in
      if (&&) (frames r p t')
           (forallb (fun e -> existsb (same_entry e) t') p.table)
      then (clause_of r p t') :: []
      else []) (shifts r p image)) images

(** val others_refuted :
    rules -> position -> layout list -> step list -> bool **)

let others_refuted r p ts steps =
  lrat_check
    (numbered_clauses same_atom hash_atom
      (app (clauses r p None) (flat_map (forbid r p) ts))) steps

(** val ends_of : rules -> position -> mv list list -> layout list option **)

let rec ends_of r p = function
| [] -> Some []
| l :: lines' ->
  (match replay (blink r) (Obj.magic p) (Obj.magic l) with
   | Some q ->
     (match ends_of r p lines' with
      | Some ts ->
        if is_won (Obj.magic q)
        then Some ((Obj.magic q).table :: ts)
        else None
      | None -> None)
   | None -> None)

(** val check_layouts :
    rules -> bcard list -> mv list -> coq_N -> mv list list -> step list ->
    result **)

let check_layouts r deal after n lines steps =
  if negb (distinct_by same_bcard deal)
  then CannotTell
  else (match replay (blink r) (Obj.magic start deal) (Obj.magic after) with
        | Some p ->
          (match ends_of r (Obj.magic p) lines with
           | Some ts ->
             if (&&)
                  ((&&)
                    ((&&)
                      ((&&)
                        ((&&) (Z.leb (Zpos Coq_xH) r.columns)
                          (Z.leb (Zpos Coq_xH) r.rows))
                        (negb (is_won (Obj.magic p)))) (N.eqb (count ts) n))
                    (distinct_by (same_list Z.eqb) (map (distances deal) ts)))
                  (others_refuted r (Obj.magic p) ts steps)
             then Verified
             else Failed
           | None -> Failed)
        | None -> Failed)
