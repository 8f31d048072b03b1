open BinInt
open BinNat
open BinNums
open Cards
open Datatypes
open Game
open List

type bcard = { number : coq_N; colour : coq_N; shape : coq_N }

(** val same_bcard : bcard -> bcard -> bool **)

let same_bcard a b =
  (&&) ((&&) (N.eqb a.number b.number) (N.eqb a.colour b.colour))
    (N.eqb a.shape b.shape)

(** val one : bool -> coq_N **)

let one = function
| true -> Npos Coq_xH
| false -> N0

(** val ways : bcard -> bcard -> coq_N **)

let ways a b =
  N.add
    (N.add (one (N.eqb a.number b.number)) (one (N.eqb a.colour b.colour)))
    (one (N.eqb a.shape b.shape))

type rules = { hold : coq_N; columns : coq_Z; rows : coq_Z }

type cell = coq_Z * coq_Z

(** val same_cell : cell -> cell -> bool **)

let same_cell a b =
  (&&) (Z.eqb (fst a) (fst b)) (Z.eqb (snd a) (snd b))

(** val before : cell -> cell -> bool **)

let before a b =
  (||) (Z.ltb (fst a) (fst b))
    ((&&) (Z.eqb (fst a) (fst b)) (Z.ltb (snd a) (snd b)))

type layout = (cell * bcard) list

type position = { table : layout; left : (coq_N * bcard) list }

type mv = { placed : bcard; onto : cell; draw_index : coq_N }

(** val same_mv : mv -> mv -> bool **)

let same_mv a b =
  (&&) (same_bcard a.placed b.placed) (same_cell a.onto b.onto)

(** val neighbours : cell -> cell list **)

let neighbours c =
  ((Z.sub (fst c) (Zpos Coq_xH)),
    (snd c)) :: (((Z.add (fst c) (Zpos Coq_xH)), (snd c)) :: (((fst c),
    (Z.sub (snd c) (Zpos Coq_xH))) :: (((fst c),
    (Z.add (snd c) (Zpos Coq_xH))) :: [])))

(** val touches : cell -> cell -> bool **)

let touches a b =
  existsb (same_cell b) (neighbours a)

(** val at_hand :
    coq_N -> bcard list -> (coq_N * bcard) list -> (coq_N * bcard) list **)

let rec at_hand reach seen = function
| [] -> []
| p :: l' ->
  let (i, c) = p in
  if (&&) (N.leb i reach) (negb (existsb (same_bcard c) seen))
  then (i, c) :: (at_hand reach (c :: seen) l')
  else at_hand reach seen l'

(** val cells : layout -> cell list **)

let cells t =
  map fst t

(** val occupied : layout -> cell -> bool **)

let occupied t c =
  existsb (same_cell c) (cells t)

(** val least : coq_Z list -> coq_Z -> coq_Z **)

let least l d =
  fold_right Z.min d l

(** val most : coq_Z list -> coq_Z -> coq_Z **)

let most l d =
  fold_right Z.max d l

(** val within : rules -> layout -> cell -> bool **)

let within r t c =
  let xs = map fst (cells t) in
  let ys = map snd (cells t) in
  (&&) (Z.ltb (Z.sub (most xs (fst c)) (least xs (fst c))) r.columns)
    (Z.ltb (Z.sub (most ys (snd c)) (least ys (snd c))) r.rows)

(** val add_cell : cell -> cell list -> cell list **)

let rec add_cell c l = match l with
| [] -> c :: []
| d :: l' ->
  if same_cell c d
  then l
  else if before c d then c :: l else d :: (add_cell c l')

(** val open_cells : rules -> layout -> cell list **)

let open_cells r t = match t with
| [] -> (Z0, Z0) :: []
| _ :: _ ->
  filter (fun c -> (&&) (negb (occupied t c)) (within r t c))
    (fold_right add_cell [] (flat_map neighbours (cells t)))

(** val matches_all : layout -> cell -> bcard -> bool **)

let matches_all t c x =
  forallb (fun e ->
    (||) (negb (touches c (fst e))) (N.ltb N0 (ways x (snd e)))) t

(** val legal : rules -> position -> mv list **)

let legal r p =
  let free = open_cells r p.table in
  flat_map (fun e ->
    map (fun c -> { placed = (snd e); onto = c; draw_index = (fst e) })
      (filter (fun c -> matches_all p.table c (snd e)) free))
    (at_hand (N.add (count p.table) r.hold) [] p.left)

(** val add_entry : cell -> bcard -> layout -> layout **)

let rec add_entry c x t = match t with
| [] -> (c, x) :: []
| p :: t' ->
  let (d, y) = p in
  if before c d then (c, x) :: t else (d, y) :: (add_entry c x t')

(** val after_move : position -> mv -> position **)

let after_move p m =
  { table = (add_entry m.onto m.placed p.table); left =
    (filter (fun e -> negb (N.eqb (fst e) m.draw_index)) p.left) }

(** val right_or_down : cell -> cell -> bool **)

let right_or_down a b =
  (||) (same_cell b ((Z.add (fst a) (Zpos Coq_xH)), (snd a)))
    (same_cell b ((fst a), (Z.add (snd a) (Zpos Coq_xH))))

(** val pair_score : (cell * bcard) -> (cell * bcard) -> coq_N **)

let pair_score a b =
  if right_or_down (fst a) (fst b) then ways (snd a) (snd b) else N0

(** val sum : ('a1 -> coq_N) -> 'a1 list -> coq_N **)

let sum f l =
  fold_right (fun x s -> N.add (f x) s) N0 l

(** val layout_score : layout -> coq_N **)

let layout_score t =
  N.mul (Npos (Coq_xO Coq_xH)) (sum (fun a -> sum (pair_score a) t) t)

(** val final : position -> coq_N option **)

let final p =
  match p.left with
  | [] -> Some (layout_score p.table)
  | _ :: _ -> None

(** val is_won : position -> bool **)

let is_won p =
  match p.left with
  | [] -> true
  | _ :: _ -> false

(** val blink : rules -> game **)

let blink r =
  { moves = (Obj.magic legal r); apply = (Obj.magic after_move); score =
    (Obj.magic final); won = (Obj.magic is_won); higher = true; same_move =
    (Obj.magic same_mv) }

(** val drawn_from : coq_N -> bcard list -> (coq_N * bcard) list **)

let rec drawn_from n = function
| [] -> []
| c :: l' -> (n, c) :: (drawn_from (N.succ n) l')

(** val start : bcard list -> position **)

let start deal =
  { table = []; left = (drawn_from N0 deal) }
