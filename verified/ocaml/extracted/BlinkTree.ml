open BinNat
open BinNums
open Blink
open BlinkPairs
open BlinkPlacements
open Cards
open Datatypes
open FMapPositive
open List

type tree_line =
| HeadLine of coq_N * coq_N list * (coq_N list * bool) option
| CellLine of coq_N
| CardLine of coq_N
| ComponentLine of coq_N
| OrderLine

(** val among : coq_N -> coq_N list -> bool **)

let among x l =
  existsb (N.eqb x) l

(** val key : coq_N -> positive **)

let key =
  N.succ_pos

(** val set_of : coq_N list -> unit PositiveMap.t **)

let set_of l =
  fold_right (fun x s -> PositiveMap.add (key x) () s) PositiveMap.empty l

(** val has : coq_N -> unit PositiveMap.t -> bool **)

let has x s =
  match PositiveMap.find (key x) s with
  | Some _ -> true
  | None -> false

(** val loose : coq_N list -> coq_N list -> bool **)

let loose deck area =
  N.ltb (count deck) (count area)

type node = { at_ : coq_N option PositiveMap.t; where_ : coq_N PositiveMap.t;
              left_ : coq_N list; spare : coq_N; alive : place list list list }

(** val some_empty : place list list list -> bool **)

let some_empty lists =
  existsb (fun l -> match l with
                    | [] -> true
                    | _ :: _ -> false) lists

(** val held_at : node -> coq_N -> coq_N option option **)

let held_at nd c =
  PositiveMap.find (key c) nd.at_

(** val cell_of : node -> coq_N -> coq_N option **)

let cell_of nd i =
  PositiveMap.find (key i) nd.where_

(** val undecided : node -> coq_N -> bool **)

let undecided nd c =
  match held_at nd c with
  | Some _ -> false
  | None -> true

(** val fits :
    (coq_N -> coq_N -> bool) -> (coq_N -> coq_N list) -> node -> coq_N ->
    coq_N -> bool **)

let fits matches near nd c i =
  forallb (fun d ->
    match held_at nd d with
    | Some o -> (match o with
                 | Some j -> matches i j
                 | None -> true)
    | None -> true) (near c)

(** val allows :
    (coq_N -> coq_N -> bool) -> coq_N -> coq_N option -> coq_N list -> place
    list -> bool **)

let allows matches c h beside0 pl =
  match h with
  | Some i ->
    (match find (fun e -> N.eqb (fst e) i) pl with
     | Some e -> N.eqb (snd e) c
     | None ->
       forallb (fun e ->
         (&&) (negb (N.eqb (snd e) c))
           ((||) (negb (among (snd e) beside0)) (matches i (fst e)))) pl)
  | None -> forallb (fun e -> negb (N.eqb (snd e) c)) pl

(** val adjacent : (coq_N -> coq_N list) -> coq_N -> coq_N -> bool **)

let adjacent near a b =
  among b (near a)

(** val edge_counts :
    (coq_N -> coq_N list) -> node -> (coq_N * coq_N) list -> coq_N * coq_N **)

let edge_counts near nd es =
  fold_right (fun z s ->
    match cell_of nd (fst z) with
    | Some a ->
      (match cell_of nd (snd z) with
       | Some b ->
         if adjacent near a b
         then ((N.succ (fst s)), (snd s))
         else ((fst s), (N.succ (snd s)))
       | None -> s)
    | None -> s) (N0, N0) es

(** val counts_ok :
    (coq_N -> coq_N list) -> (coq_N -> ((coq_N * coq_N) list * coq_N) list)
    -> node -> coq_N -> bool **)

let counts_ok near told_of nd i =
  forallb (fun z ->
    let s = edge_counts near nd (fst z) in
    (&&) (N.leb (fst s) (snd z))
      (N.leb (N.add (snd s) (snd z)) (count (fst z)))) (told_of i)

(** val seen : node -> coq_N -> bool list **)

let seen nd c =
  match held_at nd c with
  | Some o -> (match o with
               | Some _ -> true :: []
               | None -> false :: [])
  | None -> (match nd.left_ with
             | [] -> false :: []
             | _ :: _ -> [])

(** val runs_seen : node -> coq_N list -> coq_N **)

let runs_seen nd line =
  let k = line_runs false (flat_map (seen nd) line) in
  (match nd.left_ with
   | [] -> k
   | _ :: _ -> N.max (Npos Coq_xH) k)

(** val lines_ok :
    coq_N list -> coq_N list -> coq_N list list -> coq_N option -> node ->
    bool **)

let lines_ok deck area lines runs_most nd =
  (||) (negb (loose deck area))
    ((&&)
      (negb
        (existsb
          (forallb (fun c ->
            match held_at nd c with
            | Some o -> (match o with
                         | Some _ -> false
                         | None -> true)
            | None -> false)) lines))
      (match runs_most with
       | Some most -> N.leb (sum (runs_seen nd) lines) most
       | None -> true))

(** val decide :
    coq_N list -> (coq_N -> coq_N -> bool) -> (coq_N -> coq_N list) -> coq_N
    list -> coq_N list list -> (coq_N -> bool) -> coq_N -> (coq_N ->
    ((coq_N * coq_N) list * coq_N) list) -> coq_N option -> node ->
    (coq_N * coq_N option) -> node option **)

let decide deck matches near area lines quarter pivot told_of runs_most nd = function
| (c, h) ->
  if match h with
     | Some i -> (&&) (N.eqb i pivot) (negb (quarter c))
     | None -> false
  then None
  else let beside0 = near c in
       let alive' = map (filter (allows matches c h beside0)) nd.alive in
       if some_empty alive'
       then None
       else let at' = PositiveMap.add (key c) h nd.at_ in
            let nd' =
              match h with
              | Some i ->
                { at_ = at'; where_ = (PositiveMap.add (key i) c nd.where_);
                  left_ = (filter (fun j -> negb (N.eqb j i)) nd.left_);
                  spare = nd.spare; alive = alive' }
              | None ->
                { at_ = at'; where_ = nd.where_; left_ = nd.left_; spare =
                  (N.sub nd.spare (Npos Coq_xH)); alive = alive' }
            in
            if (&&)
                 (match h with
                  | Some i -> counts_ok near told_of nd' i
                  | None -> true) (lines_ok deck area lines runs_most nd')
            then Some nd'
            else None

type job = node * (coq_N * coq_N option) list

(** val decide_all :
    coq_N list -> (coq_N -> coq_N -> bool) -> (coq_N -> coq_N list) -> coq_N
    list -> coq_N list list -> (coq_N -> bool) -> coq_N -> (coq_N ->
    ((coq_N * coq_N) list * coq_N) list) -> coq_N option -> node ->
    (coq_N * coq_N option) list -> node option **)

let rec decide_all deck matches near area lines quarter pivot told_of runs_most nd = function
| [] -> Some nd
| d :: ds' ->
  (match decide deck matches near area lines quarter pivot told_of runs_most
           nd d with
   | Some nd' ->
     decide_all deck matches near area lines quarter pivot told_of runs_most
       nd' ds'
   | None -> None)

(** val comes_in_time :
    (coq_N -> coq_N list) -> coq_N -> node -> coq_N -> coq_N -> bool **)

let comes_in_time near hold nd c i =
  (||)
    ((||) ((||) (negb (N.eqb hold N0)) (N.eqb i N0))
      (existsb (fun j -> N.ltb j i) nd.left_))
    (existsb (fun d ->
      match held_at nd d with
      | Some o -> (match o with
                   | Some j -> N.ltb j i
                   | None -> false)
      | None -> false) (near c))

(** val beside :
    (coq_N -> coq_N -> bool) -> (coq_N -> coq_N list) -> node -> coq_N ->
    coq_N -> bool **)

let beside matches near nd i j =
  match cell_of nd i with
  | Some a ->
    (match cell_of nd j with
     | Some b -> adjacent near a b
     | None ->
       existsb (fun c -> (&&) (undecided nd c) (fits matches near nd c j))
         (near a))
  | None ->
    (match cell_of nd j with
     | Some b ->
       existsb (fun c -> (&&) (undecided nd c) (fits matches near nd c i))
         (near b)
     | None -> matches i j)

(** val may_come :
    coq_N -> unit PositiveMap.t -> coq_N -> (coq_N * coq_N list) -> bool **)

let may_come hold reached many row =
  (&&) (N.leb (fst row) (N.add many hold))
    (existsb (fun j -> has j reached) (snd row))

(** val grow :
    coq_N -> nat -> coq_N list -> (coq_N * coq_N list) list -> coq_N list **)

let rec grow hold fuel l waiting =
  match fuel with
  | O -> l
  | S f ->
    let (come, stay) = partition (may_come hold (set_of l) (count l)) waiting
    in
    (match come with
     | [] -> l
     | _ :: _ -> grow hold f (app (map fst come) l) stay)

(** val shut : coq_N -> (coq_N * coq_N list) list -> coq_N list -> bool **)

let shut hold rows l =
  let reached = set_of l in
  (&&) (negb (forallb (fun row -> has (fst row) reached) rows))
    (forallb (fun row ->
      (||) (has (fst row) reached)
        (negb (may_come hold reached (count l) row))) rows)

(** val never_in_time :
    coq_N list -> (coq_N -> coq_N -> bool) -> (coq_N -> coq_N list) -> coq_N
    -> node -> bool **)

let never_in_time deck matches near hold nd =
  let rows = map (fun i -> (i, (filter (beside matches near nd i) deck))) deck
  in
  forallb (fun i ->
    (||) (N.ltb hold i)
      (let l =
         grow hold (length deck) (i :: [])
           (filter (fun row -> negb (N.eqb (fst row) i)) rows)
       in
       (&&) (among i l) (shut hold rows l))) deck

(** val lies : node -> coq_N -> bool **)

let lies nd i =
  match cell_of nd i with
  | Some _ -> true
  | None -> false

(** val component_of :
    coq_N -> (coq_N * coq_N list) list -> place list list list -> (coq_N
    list * place list list) option **)

let rec component_of k ls al =
  match ls with
  | [] -> None
  | p :: ls' ->
    let (m, members) = p in
    (match al with
     | [] -> None
     | l :: al' ->
       if N.eqb m k then Some (members, l) else component_of k ls' al')

(** val children :
    coq_N list -> (coq_N -> coq_N -> bool) -> (coq_N -> coq_N list) -> coq_N
    list -> coq_N -> (coq_N * coq_N list) list -> node -> tree_line -> job
    list option **)

let children deck matches near area hold listed nd = function
| HeadLine (_, _, _) -> None
| CellLine c ->
  if (&&) (among c area) (undecided nd c)
  then Some
         (app
           (map (fun i -> (nd, ((c, (Some i)) :: [])))
             (filter (fits matches near nd c) nd.left_))
           (if N.eqb nd.spare N0 then [] else (nd, ((c, None) :: [])) :: []))
  else None
| CardLine i ->
  if among i nd.left_
  then Some
         (map (fun c -> (nd, ((c, (Some i)) :: [])))
           (filter (fun c ->
             (&&) ((&&) (undecided nd c) (fits matches near nd c i))
               (comes_in_time near hold nd c i)) area))
  else None
| ComponentLine k ->
  (match component_of k listed nd.alive with
   | Some p ->
     let (members, l0) = p in
     if existsb (fun i -> negb (lies nd i)) members
     then Some
            (map (fun pl -> (nd,
              (map (fun e -> ((snd e), (Some (fst e))))
                (filter (fun e -> negb (lies nd (fst e))) pl)))) l0)
     else None
   | None -> None)
| OrderLine ->
  if never_in_time deck matches near hold nd then Some [] else None

(** val next_open :
    coq_N list -> (coq_N -> coq_N -> bool) -> (coq_N -> coq_N list) -> coq_N
    list -> coq_N list list -> (coq_N -> bool) -> coq_N -> (coq_N ->
    ((coq_N * coq_N) list * coq_N) list) -> coq_N option -> job list ->
    (node * job list) option **)

let rec next_open deck matches near area lines quarter pivot told_of runs_most = function
| [] -> None
| j :: jobs' ->
  let (nd, ds) = j in
  (match decide_all deck matches near area lines quarter pivot told_of
           runs_most nd ds with
   | Some nd' -> Some (nd', jobs')
   | None ->
     next_open deck matches near area lines quarter pivot told_of runs_most
       jobs')

(** val run :
    coq_N list -> (coq_N -> coq_N -> bool) -> (coq_N -> coq_N list) -> coq_N
    list -> coq_N list list -> (coq_N -> bool) -> coq_N -> coq_N ->
    (coq_N * coq_N list) list -> (coq_N -> ((coq_N * coq_N) list * coq_N)
    list) -> coq_N option -> tree_line list -> job list -> tree_line list
    option **)

let rec run deck matches near area lines quarter hold pivot listed told_of runs_most text jobs =
  match next_open deck matches near area lines quarter pivot told_of
          runs_most jobs with
  | Some p ->
    let (nd, jobs') = p in
    (match text with
     | [] -> None
     | l :: text' ->
       (match children deck matches near area hold listed nd l with
        | Some new0 ->
          run deck matches near area lines quarter hold pivot listed told_of
            runs_most text' (app new0 jobs')
        | None -> None))
  | None -> Some text

(** val root : coq_N list -> coq_N list -> place list list list -> node **)

let root deck area lists =
  { at_ = PositiveMap.empty; where_ = PositiveMap.empty; left_ = deck;
    spare = (N.sub (count area) (count deck)); alive = lists }

(** val check_tree :
    coq_N list -> (coq_N -> coq_N -> bool) -> (coq_N -> coq_N list) -> coq_N
    list -> coq_N list list -> (coq_N -> bool) -> coq_N -> coq_N ->
    (coq_N * coq_N list) list -> (coq_N -> ((coq_N * coq_N) list * coq_N)
    list) -> coq_N option -> place list list list -> tree_line list ->
    tree_line list option **)

let check_tree deck matches near area lines quarter hold pivot listed told_of runs_most lists text =
  if some_empty lists
  then Some text
  else run deck matches near area lines quarter hold pivot listed told_of
         runs_most text (((root deck area lists), []) :: [])
