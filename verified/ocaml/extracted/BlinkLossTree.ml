open BinInt
open BinNat
open BinNums
open Blink
open BlinkEncoder
open BlinkLayouts
open BlinkPairs
open BlinkPlacements
open BlinkTree
open Cards
open Datatypes
open FMapPositive
open Game
open Judge
open List

(** val table_by :
    ('a1 -> coq_N) -> ('a1 -> 'a2) -> 'a1 list -> 'a2 PositiveMap.t **)

let table_by name value l =
  fold_right (fun x m -> PositiveMap.add (key (name x)) (value x) m)
    PositiveMap.empty l

(** val ways_in : bcard PositiveMap.t -> coq_N -> coq_N -> coq_N **)

let ways_in m i j =
  match PositiveMap.find (key i) m with
  | Some a ->
    (match PositiveMap.find (key j) m with
     | Some b -> ways a b
     | None -> N0)
  | None -> N0

(** val matches_in : bcard PositiveMap.t -> coq_N -> coq_N -> bool **)

let matches_in m i j =
  N.ltb N0 (ways_in m i j)

(** val partner_in : bcard PositiveMap.t -> coq_N -> coq_N -> bool **)

let partner_in m i j =
  N.leb (Npos (Coq_xO Coq_xH)) (ways_in m i j)

(** val grid : coq_Z -> coq_Z -> cell list **)

let grid w h =
  cells_between Z0 (Z.sub w (Zpos Coq_xH)) Z0 (Z.sub h (Zpos Coq_xH))

(** val inside : coq_Z -> coq_Z -> cell -> bool **)

let inside w h c =
  (&&) ((&&) ((&&) (Z.leb Z0 (fst c)) (Z.ltb (fst c) w)) (Z.leb Z0 (snd c)))
    (Z.ltb (snd c) h)

(** val box_area : coq_Z -> coq_Z -> coq_N list **)

let box_area w h =
  map (cell_number w) (grid w h)

(** val box_near : coq_Z -> coq_Z -> coq_N list PositiveMap.t **)

let box_near w h =
  table_by (cell_number w) (fun c ->
    map (cell_number w) (filter (inside w h) (neighbours c))) (grid w h)

(** val near_in : coq_N list PositiveMap.t -> coq_N -> coq_N list **)

let near_in t0 c =
  match PositiveMap.find (key c) t0 with
  | Some l -> l
  | None -> []

(** val box_lines : coq_Z -> coq_Z -> coq_N list list **)

let box_lines w h =
  app
    (map (fun y ->
      map (fun x -> cell_number w (x, y)) (whole_from Z0 (Z.to_nat w)))
      (whole_from Z0 (Z.to_nat h)))
    (map (fun x ->
      map (fun y -> cell_number w (x, y)) (whole_from Z0 (Z.to_nat h)))
      (whole_from Z0 (Z.to_nat w)))

(** val box_quarter : coq_Z -> coq_Z -> coq_N list **)

let box_quarter w h =
  map (cell_number w) (filter (in_quarter w h) (grid w h))

(** val connected :
    coq_N list -> (coq_N -> coq_N -> bool) -> nat -> coq_N list -> coq_N list **)

let rec connected deck partner fuel l =
  match fuel with
  | O -> l
  | S f ->
    let l' = filter (fun c -> (||) (among c l) (existsb (partner c) l)) deck
    in
    if N.eqb (count l') (count l) then l else connected deck partner f l'

(** val best_linked :
    (coq_N -> coq_N -> bool) -> coq_N list -> coq_N -> coq_N -> coq_N list ->
    coq_N **)

let rec best_linked partner l most best = function
| [] -> best
| c :: waiting' ->
  let k = count (filter (partner c) l) in
  if N.ltb most k
  then best_linked partner l k c waiting'
  else best_linked partner l most best waiting'

(** val linked_order :
    (coq_N -> coq_N -> bool) -> nat -> coq_N list -> coq_N list -> coq_N list **)

let rec linked_order partner fuel l waiting =
  match fuel with
  | O -> rev l
  | S f ->
    (match waiting with
     | [] -> rev l
     | c :: _ ->
       let b = best_linked partner l (count (filter (partner c) l)) c waiting
       in
       linked_order partner f (b :: l)
         (filter (fun d -> negb (N.eqb d b)) waiting))

(** val component_from :
    coq_N list -> (coq_N -> coq_N -> bool) -> coq_N -> component **)

let component_from deck partner c =
  let l = connected deck partner (length deck) (c :: []) in
  { BlinkPlacements.members = l; order =
  (linked_order partner (length l) [] l) }

(** val components :
    coq_N list -> (coq_N -> coq_N -> bool) -> component list **)

let components deck partner =
  fold_left (fun ks c ->
    if existsb (fun k -> among c k.BlinkPlacements.members) ks
    then ks
    else if existsb (partner c) (filter (fun d -> negb (N.eqb d c)) deck)
         then app ks ((component_from deck partner c) :: [])
         else ks) deck []

(** val within_list : coq_N list -> coq_N list -> bool **)

let within_list a b =
  forallb (fun x -> among x b) a

(** val component_ok : coq_N list -> component -> bool **)

let component_ok deck k =
  (&&)
    ((&&)
      ((&&)
        ((&&) (distinct_by N.eqb k.BlinkPlacements.members)
          (distinct_by N.eqb k.order))
        (within_list k.BlinkPlacements.members k.order))
      (within_list k.order deck))
    (match k.order with
     | [] -> false
     | _ :: _ -> true)

(** val oriented : (coq_N * coq_N) -> coq_N * coq_N **)

let oriented z =
  if N.ltb (fst z) (snd z) then z else ((snd z), (fst z))

(** val covers :
    coq_N list -> (coq_N -> coq_N -> bool) -> component list -> bool **)

let covers deck partner ks =
  let es = map oriented (flat_map (edges partner) ks) in
  forallb (fun z ->
    (&&) (N.ltb (fst z) (snd z))
      ((||) (negb (partner (fst z) (snd z)))
        (existsb (fun e ->
          (&&) (N.eqb (fst e) (fst z)) (N.eqb (snd e) (snd z))) es)))
    (pairs deck)

type share = coq_N * coq_N list

(** val fewer : coq_N list -> coq_N -> coq_N list list **)

let rec fewer most loss =
  match most with
  | [] -> [] :: []
  | m :: most' ->
    flat_map (fun lost ->
      map (fun x -> (N.sub m lost) :: x) (fewer most' (N.sub loss lost)))
      (steps_from N0 (S (N.to_nat (N.min m loss))))

(** val shares : coq_N list -> coq_N -> bool -> share list **)

let shares most loss tight =
  flat_map (fun g -> map (fun x -> (g, x)) (fewer most (N.sub loss g)))
    (steps_from N0 (S (N.to_nat (if tight then N0 else loss))))

(** val nobody : component **)

let nobody =
  { BlinkPlacements.members = []; order = [] }

(** val nth_component : component list -> coq_N -> component **)

let nth_component ks k =
  nth (N.to_nat k) ks nobody

(** val pairs_of_share : share -> coq_N -> coq_N **)

let pairs_of_share s k =
  nth (N.to_nat k) (snd s) N0

type told = coq_N list * bool

(** val same_told : told -> share -> share -> bool **)

let same_told t0 s s' =
  (&&)
    (forallb (fun k -> N.eqb (pairs_of_share s k) (pairs_of_share s' k))
      (fst t0)) ((||) (negb (snd t0)) (N.eqb (fst s) (fst s')))

(** val told_components :
    bcard PositiveMap.t -> component list -> told -> share -> ((coq_N
    list * (coq_N * coq_N) list) * coq_N) list **)

let told_components links ks t0 s =
  map (fun k -> (((nth_component ks k).BlinkPlacements.members,
    (edges (partner_in links) (nth_component ks k))), (pairs_of_share s k)))
    (fst t0)

(** val told_of :
    ((coq_N list * (coq_N * coq_N) list) * coq_N) list -> coq_N ->
    ((coq_N * coq_N) list * coq_N) list **)

let told_of l i =
  map (fun e -> ((snd (fst e)), (snd e)))
    (filter (fun e -> among i (fst (fst e))) l)

type cached = (coq_N * coq_N) * place list list

(** val lists_of :
    bcard PositiveMap.t -> component list -> coq_Z -> coq_Z -> coq_N list ->
    share -> cached list -> place list list list * cached list **)

let rec lists_of links ks w h listed s cache =
  match listed with
  | [] -> ([], cache)
  | k :: listed' ->
    let t0 = pairs_of_share s k in
    let (l, cache') =
      match find (fun e ->
              (&&) (N.eqb (fst (fst e)) k) (N.eqb (snd (fst e)) t0)) cache with
      | Some e -> ((snd e), cache)
      | None ->
        let l =
          placements (matches_in links) (partner_in links) w h
            (nth_component ks k) t0
        in
        (l, (((k, t0), l) :: cache))
    in
    let (ls, cache'') = lists_of links ks w h listed' s cache' in
    ((l :: ls), cache'')

(** val check_share :
    coq_N list -> bcard PositiveMap.t -> coq_N -> component list -> coq_Z ->
    coq_Z -> coq_N list -> coq_N list PositiveMap.t -> coq_N list list ->
    coq_N list -> share -> coq_N -> coq_N list -> told -> cached list ->
    tree_line list -> tree_line list option * cached list **)

let check_share deck links hold0 ks w h area near lines quarter s pivot listed t0 cache text =
  let (lists, cache') = lists_of links ks w h listed s cache in
  ((check_tree deck (matches_in links) (near_in near) area lines (fun c ->
     among c quarter) hold0 pivot
     (map (fun k -> (k, (nth_component ks k).BlinkPlacements.members)) listed)
     (told_of (told_components links ks t0 s))
     (if snd t0 then Some (N.add (Z.to_N (Z.add w h)) (fst s)) else None)
     lists text), cache')

(** val check_shares :
    coq_N list -> bcard PositiveMap.t -> coq_N -> component list -> coq_Z ->
    coq_Z -> coq_N list -> coq_N list PositiveMap.t -> coq_N list list ->
    coq_N list -> share list -> (told * share) list -> cached list ->
    tree_line list -> tree_line list option **)

let rec check_shares deck links hold0 ks w h area near lines quarter ss found cache text =
  match ss with
  | [] -> Some text
  | s :: ss' ->
    if existsb (fun e -> same_told (fst e) (snd e) s) found
    then check_shares deck links hold0 ks w h area near lines quarter ss'
           found cache text
    else (match text with
          | [] -> None
          | t0 :: text' ->
            (match t0 with
             | HeadLine (pivot, listed, tells) ->
               let t1 =
                 match tells with
                 | Some t1 -> t1
                 | None -> ((steps_from N0 (length ks)), true)
               in
               if (&&)
                    ((&&) (among pivot deck) (within_list listed (fst t1)))
                    (forallb (fun k -> N.ltb k (count ks)) (fst t1))
               then let (o, cache') =
                      check_share deck links hold0 ks w h area near lines
                        quarter s pivot listed t1 cache text'
                    in
                    (match o with
                     | Some text'' ->
                       check_shares deck links hold0 ks w h area near lines
                         quarter ss' ((t1, s) :: found) cache' text''
                     | None -> None)
               else None
             | _ -> None))

(** val all_most :
    bcard PositiveMap.t -> coq_Z -> coq_Z -> component list -> coq_N list
    option **)

let rec all_most links w h = function
| [] -> Some []
| k :: l' ->
  (match most_pairs (matches_in links) (partner_in links) w h k with
   | Some m ->
     (match all_most links w h l' with
      | Some ms -> Some (m :: ms)
      | None -> None)
   | None -> None)

(** val loss_of : coq_N list -> coq_N -> coq_Z -> coq_Z -> coq_N -> coq_Z **)

let loss_of deck bound w h most =
  Z.sub
    (Z.add
      (Z.sub (Z.sub (Z.mul (Zpos (Coq_xO Coq_xH)) (Z.of_N (count deck))) w) h)
      (Z.of_N most))
    (Z.of_N (N.add (N.div bound (Npos (Coq_xO Coq_xH))) (Npos Coq_xH)))

(** val check_box :
    coq_N list -> bcard PositiveMap.t -> coq_N -> component list -> coq_N ->
    coq_Z -> coq_Z -> tree_line list -> tree_line list option **)

let check_box deck links hold0 ks bound w h text =
  if Z.ltb (loss_of deck bound w h (sum (at_most (partner_in links)) ks)) Z0
  then Some text
  else (match all_most links w h ks with
        | Some most ->
          let loss = loss_of deck bound w h (sum (fun m -> m) most) in
          if Z.ltb loss Z0
          then Some text
          else check_shares deck links hold0 ks w h (box_area w h)
                 (box_near w h) (box_lines w h) (box_quarter w h)
                 (shares most (Z.to_N loss)
                   (Z.eqb (Z.of_N (count deck)) (Z.mul w h))) [] [] text
        | None -> Some text)

(** val check_boxes :
    coq_N list -> bcard PositiveMap.t -> coq_N -> component list -> coq_N ->
    (coq_Z * coq_Z) list -> tree_line list -> tree_line list option **)

let rec check_boxes deck links hold0 ks bound bs text =
  match bs with
  | [] -> Some text
  | p :: bs' ->
    let (w, h) = p in
    (match check_box deck links hold0 ks bound w h text with
     | Some text' -> check_boxes deck links hold0 ks bound bs' text'
     | None -> None)

(** val turned_too : coq_Z -> coq_Z -> coq_Z -> coq_Z -> bool **)

let turned_too across down w h =
  (&&) ((&&) (Z.ltb w h) (Z.leb h across)) (Z.leb w down)

(** val boxes : coq_Z -> coq_Z -> coq_N -> (coq_Z * coq_Z) list **)

let boxes across down n =
  filter (fun b ->
    (&&) (Z.leb (Z.of_N n) (Z.mul (fst b) (snd b)))
      (negb (turned_too across down (fst b) (snd b))))
    (flat_map (fun w ->
      map (fun x -> (w, x)) (whole_from (Zpos Coq_xH) (Z.to_nat down)))
      (whole_from (Zpos Coq_xH) (Z.to_nat across)))

(** val loss_check :
    rules -> position -> coq_N -> tree_line list -> outcome **)

let loss_check r p bound text =
  let deck = map fst p.left in
  let links = table_by fst snd p.left in
  let ks = components deck (partner_in links) in
  let n = Z.of_N (count deck) in
  if (||) (negb (match p.table with
                 | [] -> true
                 | _ :: _ -> false))
       (negb
         (forallb (fun z ->
           N.leb (ways_in links (fst z) (snd z)) (Npos (Coq_xO Coq_xH)))
           (pairs deck)))
  then Unable
  else if (&&)
            ((&&)
              ((&&)
                ((&&) (Z.leb (Zpos Coq_xH) r.columns)
                  (Z.leb (Zpos Coq_xH) r.rows))
                (negb (N.eqb (count deck) N0)))
              (forallb (component_ok deck) ks))
            (covers deck (partner_in links) ks)
       then (match check_boxes deck links r.hold ks bound
                     (boxes (Z.min r.columns n) (Z.min r.rows n) (count deck))
                     text with
             | Some l ->
               (match l with
                | [] -> Found { loses = false; limit = (Some bound) }
                | _ :: _ -> Wrong)
             | None -> Wrong)
       else Unable
