open BinNat
open BinNums
open Datatypes
open FMapPositive
open List
open Table

type __ = Obj.t

type game = { moves : (__ -> __ list); apply : (__ -> __ -> __);
              score : (__ -> coq_N option); won : (__ -> bool);
              higher : bool; same_move : (__ -> __ -> bool) }

type pos = __

type move = __

(** val next : game -> pos -> (move * pos) list **)

let next g p =
  map (fun m -> (m, (g.apply p m))) (g.moves p)

(** val no_betterb : game -> coq_N -> coq_N -> bool **)

let no_betterb g s b =
  if g.higher then N.leb s b else N.leb b s

type proven = { loses : bool; limit : coq_N option }

(** val play : game -> pos -> move -> pos option **)

let play g p m =
  match find (g.same_move m) (g.moves p) with
  | Some m' -> Some (g.apply p m')
  | None -> None

(** val replay : game -> pos -> move list -> pos option **)

let rec replay g p = function
| [] -> Some p
| m :: l' -> (match play g p m with
              | Some q -> replay g q l'
              | None -> None)

(** val stopped : game -> (pos -> coq_N) -> coq_N option -> pos -> bool **)

let stopped _ cost bound p =
  match bound with
  | Some b -> (&&) (negb (N.eqb (cost p) N0)) (N.leb b (cost p))
  | None -> false

(** val members :
    game -> (coq_N * move) list -> coq_N -> pos PositiveMap.t -> pos list ->
    pos list option **)

let rec members g lines n known all =
  match lines with
  | [] -> Some all
  | p :: rest ->
    let (from, m) = p in
    (match PositiveMap.find (N.succ_pos from) known with
     | Some p0 ->
       (match play g p0 m with
        | Some q ->
          members g rest (N.add n (Npos Coq_xH))
            (PositiveMap.add (N.succ_pos n) q known) (q :: all)
        | None -> None)
     | None -> None)

(** val set_of : game -> pos -> (coq_N * move) list -> pos list option **)

let set_of g start lines =
  members g lines (Npos Coq_xH)
    (PositiveMap.add Coq_xH start PositiveMap.empty) (start :: [])

(** val tabled :
    game -> (pos -> 'a1) -> ('a1 -> 'a1 -> bool) -> ('a1 -> positive) -> (pos
    -> coq_N) -> pos list -> ('a1, coq_N) table -> ('a1, coq_N) table option **)

let rec tabled g key same hash cost all t0 =
  match all with
  | [] -> Some t0
  | p :: rest ->
    (match lookup same hash (key p) t0 with
     | Some _ -> None
     | None ->
       tabled g key same hash cost rest (insert hash (key p) (cost p) t0))

(** val has :
    game -> (pos -> 'a1) -> ('a1 -> 'a1 -> bool) -> ('a1 -> positive) -> (pos
    -> coq_N) -> ('a1, coq_N) table -> pos -> bool **)

let has _ key same hash cost t0 q =
  match lookup same hash (key q) t0 with
  | Some c -> N.leb c (cost q)
  | None -> false

(** val closed :
    game -> (pos -> 'a1) -> ('a1 -> 'a1 -> bool) -> ('a1 -> positive) -> (pos
    -> coq_N) -> coq_N option -> ('a1, coq_N) table -> pos list -> bool **)

let closed g key same hash cost bound t0 all =
  forallb (fun p ->
    (||) (stopped g cost bound p)
      (forallb (fun m -> has g key same hash cost t0 (g.apply p m))
        (g.moves p))) all

(** val best : game -> pos list -> coq_N option **)

let rec best g = function
| [] -> None
| p :: rest ->
  (match g.score p with
   | Some s ->
     (match best g rest with
      | Some b -> if no_betterb g s b then Some b else Some s
      | None -> Some s)
   | None -> best g rest)

(** val closed_set :
    game -> (pos -> 'a1) -> ('a1 -> 'a1 -> bool) -> ('a1 -> positive) -> (pos
    -> coq_N) -> coq_N option -> pos -> (coq_N * move) list -> pos list option **)

let closed_set g key same hash cost bound start lines =
  match set_of g start lines with
  | Some all ->
    (match tabled g key same hash cost all no_entries with
     | Some t0 ->
       if (&&)
            (existsb (fun p ->
              (&&) (same (key p) (key start)) (N.leb (cost p) (cost start)))
              all) (closed g key same hash cost bound t0 all)
       then Some all
       else None
     | None -> None)
  | None -> None

(** val set_shows :
    game -> (pos -> coq_N) -> coq_N option -> (coq_N -> bool) -> pos list ->
    proven **)

let set_shows g cost bound too_dear all =
  let cut = existsb (stopped g cost bound) all in
  let b =
    if cut
    then (match bound with
          | Some b ->
            (match best g all with
             | Some s -> if N.ltb s b then Some s else Some b
             | None -> Some b)
          | None -> None)
    else best g all
  in
  { loses =
  ((&&) (negb (existsb g.won all))
    ((||) (negb cut)
      (match bound with
       | Some b0 -> too_dear b0
       | None -> false))); limit = b }

(** val closed_check :
    game -> (pos -> 'a1) -> ('a1 -> 'a1 -> bool) -> ('a1 -> positive) -> (pos
    -> coq_N) -> coq_N option -> (coq_N -> bool) -> pos -> (coq_N * move)
    list -> proven option **)

let closed_check g key same hash cost bound too_dear start lines =
  match closed_set g key same hash cost bound start lines with
  | Some all -> Some (set_shows g cost bound too_dear all)
  | None -> None

(** val plain_check :
    game -> (pos -> pos -> bool) -> (pos -> positive) -> pos ->
    (coq_N * move) list -> proven option **)

let plain_check g same hash =
  closed_check g (fun p -> p) same hash (fun _ -> N0) None (fun _ -> false)
