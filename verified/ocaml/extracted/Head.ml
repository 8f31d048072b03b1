open BinNat
open BinNums
open Bool
open Cards
open Datatypes
open Game
open List

type dcard = { drank : coq_N; suits : coq_N }

(** val same_dcard : dcard -> dcard -> bool **)

let same_dcard a b =
  (&&) (N.eqb a.drank b.drank) (N.eqb a.suits b.suits)

(** val excuse : dcard -> bool **)

let excuse c =
  N.eqb c.drank (Npos (Coq_xO (Coq_xO (Coq_xI Coq_xH))))

(** val ranked : dcard -> bool **)

let ranked c =
  N.leb c.drank (Npos (Coq_xI (Coq_xO (Coq_xO Coq_xH))))

type rules = { passes : coq_N; optional : bool; target : coq_N; full : coq_N }

(** val disjoint_suits : dcard list -> coq_N -> coq_N option **)

let rec disjoint_suits l seen =
  match l with
  | [] -> Some seen
  | c :: l' ->
    if N.eqb (N.coq_land seen c.suits) N0
    then disjoint_suits l' (N.coq_lor seen c.suits)
    else None

(** val ones : positive -> coq_N **)

let rec ones = function
| Coq_xI q -> N.succ (ones q)
| Coq_xO q -> ones q
| Coq_xH -> Npos Coq_xH

(** val how_many : coq_N -> coq_N **)

let how_many = function
| N0 -> N0
| Npos p -> ones p

(** val suit_meld : dcard list -> coq_N -> bool **)

let suit_meld plain excuses =
  match disjoint_suits plain N0 with
  | Some s ->
    N.eqb (N.add (how_many s) excuses) (Npos (Coq_xO (Coq_xI Coq_xH)))
  | None -> false

(** val kind_meld : dcard list -> bool **)

let kind_meld = function
| [] -> false
| c :: l -> forallb (fun d -> N.eqb d.drank c.drank) l

(** val run_meld : dcard list -> coq_N -> bool **)

let run_meld plain excuses =
  let ranks = map (fun d -> d.drank) plain in
  let span =
    N.add
      (N.sub (fold_right N.max N0 ranks)
        (fold_right N.min (Npos (Coq_xO (Coq_xO (Coq_xI (Coq_xO (Coq_xO
          (Coq_xI Coq_xH))))))) ranks)) (Npos Coq_xH)
  in
  (&&)
    ((&&)
      (negb
        (N.eqb
          (fold_right (fun c s -> N.coq_land c.suits s) (Npos (Coq_xI (Coq_xI
            (Coq_xI (Coq_xI (Coq_xI Coq_xH)))))) plain) N0))
      (distinct_by N.eqb ranks))
    ((||) (N.eqb span (count plain))
      ((&&) (N.eqb excuses (Npos Coq_xH))
        (N.eqb span (N.add (count plain) (Npos Coq_xH)))))

(** val is_meld : dcard list -> bool **)

let is_meld l =
  let plain = filter (fun c -> negb (excuse c)) l in
  let excuses = count (filter excuse l) in
  (||) (suit_meld plain excuses)
    ((&&)
      ((&&) (N.leb (Npos (Coq_xI Coq_xH)) (count l)) (forallb ranked plain))
      ((||) (kind_meld plain) (run_meld plain excuses)))

type position = { pile : dcard list; hand : dcard list;
                  discards : dcard list; turn : coq_N; may_burn : bool }

type named = coq_N * dcard

type mv =
| Meld of named list * dcard list
| Discard of dcard list
| Burn

(** val same_named : named -> named -> bool **)

let same_named a b =
  (&&) (N.eqb (fst a) (fst b)) (same_dcard (snd a) (snd b))

(** val take_out :
    ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> 'a1 list option **)

let rec take_out same x = function
| [] -> None
| y :: l' ->
  if same x y
  then Some l'
  else (match take_out same x l' with
        | Some r -> Some (y :: r)
        | None -> None)

(** val same_cards : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec same_cards same a b =
  match a with
  | [] -> (match b with
           | [] -> true
           | _ :: _ -> false)
  | x :: a' ->
    (match take_out same x b with
     | Some b' -> same_cards same a' b'
     | None -> false)

(** val same_mv : mv -> mv -> bool **)

let same_mv a b =
  match a with
  | Meld (l, _) ->
    (match b with
     | Meld (l', _) -> same_cards same_named l l'
     | _ -> false)
  | Discard l ->
    (match b with
     | Discard l' -> same_list same_dcard l l'
     | _ -> false)
  | Burn -> (match b with
             | Burn -> true
             | _ -> false)

(** val naming : dcard list -> dcard list -> named list **)

let rec naming before = function
| [] -> []
| c :: l' ->
  ((count (filter (same_dcard c) before)), c) :: (naming (c :: before) l')

(** val choices : named list -> (named list * dcard list) list **)

let rec choices = function
| [] -> ([], []) :: []
| x :: l' ->
  let rest = choices l' in
  app (map (fun c -> ((x :: (fst c)), (snd c))) rest)
    (map (fun c -> ((fst c), ((snd x) :: (snd c)))) rest)

(** val melds : dcard list -> (named list * dcard list) list **)

let melds h =
  filter (fun c -> is_meld (map snd (fst c))) (choices (naming [] h))

(** val has_meld : dcard list -> bool **)

let has_meld h =
  match melds h with
  | [] -> false
  | _ :: _ -> true

(** val insertions : 'a1 -> 'a1 list -> 'a1 list list **)

let rec insertions x l = match l with
| [] -> (x :: []) :: []
| y :: l' -> (x :: l) :: (map (fun x0 -> y :: x0) (insertions x l'))

(** val permutations : 'a1 list -> 'a1 list list **)

let rec permutations = function
| [] -> [] :: []
| x :: l' -> flat_map (insertions x) (permutations l')

(** val is_full : rules -> dcard list -> bool **)

let is_full r h =
  N.eqb (count h) r.full

(** val orders : position -> dcard list list **)

let orders p =
  if N.eqb p.turn (Npos Coq_xH) then permutations p.hand else p.hand :: []

(** val legal : rules -> position -> mv list **)

let legal r p =
  let m = melds p.hand in
  app (map (fun c -> Meld ((fst c), (snd c))) m)
    (app
      (if (&&) (is_full r p.hand)
            ((||) (match m with
                   | [] -> true
                   | _ :: _ -> false) r.optional)
       then map (fun x -> Discard x) (orders p)
       else []) (if p.may_burn then Burn :: [] else []))

(** val fill : rules -> position -> position **)

let fill r p =
  let room = N.to_nat (N.sub r.full (count p.hand)) in
  { pile = (skipn room p.pile); hand = (app p.hand (firstn room p.pile));
  discards = p.discards; turn = p.turn; may_burn = p.may_burn }

(** val draw : nat -> rules -> position -> position **)

let rec draw again r p =
  let q = fill r p in
  if (||) ((||) ((||) q.may_burn (is_full r q.hand)) (has_meld q.hand))
       (N.eqb q.turn r.passes)
  then q
  else (match again with
        | O -> q
        | S k ->
          draw k r { pile = q.discards; hand = q.hand; discards = []; turn =
            (match q.discards with
             | [] -> r.passes
             | _ :: _ -> N.add q.turn (Npos Coq_xH)); may_burn =
            (match q.hand with
             | [] -> (match q.discards with
                      | [] -> false
                      | _ :: _ -> true)
             | _ :: _ -> false) })

(** val drawn : rules -> position -> position **)

let drawn r p =
  draw (S (S (S O))) r p

(** val after_move : rules -> position -> mv -> position **)

let after_move r p = function
| Meld (_, rest) ->
  drawn r { pile = p.pile; hand = rest; discards = p.discards; turn = p.turn;
    may_burn = false }
| Discard order ->
  drawn r { pile = p.pile; hand = []; discards = (app p.discards order);
    turn = p.turn; may_burn = false }
| Burn ->
  drawn r { pile = p.pile; hand = (tl p.hand); discards =
    (app p.discards (firstn (S O) p.hand)); turn = p.turn; may_burn = false }

(** val spare : rules -> position -> coq_N option **)

let spare r p =
  match p.pile with
  | [] ->
    if (&&)
         ((&&) ((||) p.may_burn (N.eqb p.turn r.passes))
           (negb (is_full r p.hand))) (negb (has_meld p.hand))
    then Some (N.add (count p.hand) (count p.discards))
    else None
  | _ :: _ -> None

(** val is_won : rules -> position -> bool **)

let is_won r p =
  match spare r p with
  | Some s -> N.leb s r.target
  | None -> false

(** val head : rules -> game **)

let head r =
  { moves = (Obj.magic legal r); apply = (Obj.magic after_move r); score =
    (Obj.magic spare r); won = (Obj.magic is_won r); higher = false;
    same_move = (Obj.magic same_mv) }

(** val start : rules -> dcard list -> position **)

let start r deal =
  drawn r { pile = deal; hand = []; discards = []; turn = (Npos Coq_xH);
    may_burn = false }

(** val same_position : position -> position -> bool **)

let same_position a b =
  (&&)
    ((&&)
      ((&&)
        ((&&) (same_list same_dcard a.pile b.pile)
          (same_list same_dcard a.hand b.hand))
        (same_list same_dcard a.discards b.discards)) (N.eqb a.turn b.turn))
    (eqb a.may_burn b.may_burn)

(** val hash : position -> positive **)

let hash p =
  let f = fun h c ->
    mix h
      (N.add
        (N.mul c.drank (Npos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
          Coq_xH)))))))) c.suits)
  in
  fold_left f p.hand
    (fold_left f p.pile
      (fold_left f p.discards (mix (mix Coq_xH p.turn) (count p.pile))))
