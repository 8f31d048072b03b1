open BinInt
open BinNat
open BinNums
open BinPos
open CardSet
open CardTree
open Cards
open Datatypes
open FMapPositive
open Game
open Judge
open List
open OneMinute
open OneMinuteLabels
open PeanoNat

(** val suit_in : positive -> nat -> bool **)

let rec suit_in s i =
  match s with
  | Coq_xI s' -> (match i with
                  | O -> true
                  | S i' -> suit_in s' i')
  | Coq_xO s' -> (match i with
                  | O -> false
                  | S i' -> suit_in s' i')
  | Coq_xH -> false

(** val put : positive -> nat -> positive **)

let rec put s i =
  match s with
  | Coq_xI s' -> (match i with
                  | O -> Coq_xI s'
                  | S i' -> Coq_xI (put s' i'))
  | Coq_xO s' -> (match i with
                  | O -> Coq_xI s'
                  | S i' -> Coq_xO (put s' i'))
  | Coq_xH -> Coq_xH

type tree =
| Leaf of coq_Z option
| Ask of place * tree * tree

(** val walk : cards -> tree -> coq_Z option **)

let rec walk s = function
| Leaf v -> v
| Ask (q, here, out) -> if CardSet.has s q then walk s here else walk s out

(** val nat_key : nat -> positive **)

let nat_key =
  Pos.of_succ_nat

type item = { ix : nat; loc : place; key : positive; su : nat; price : coq_Z }

type row = { played_at : tree PositiveMap.t;
             impasse_at : coq_Z option PositiveMap.t;
             taken_at : coq_Z option PositiveMap.t PositiveMap.t }

type group = { from_layer : nat; prices_of : coq_Z list;
               near : nat list list list }

(** val suit_no : card list -> card -> nat -> nat **)

let suit_no cs base i =
  N.to_nat (card_of cs base i).suit

(** val items : card list -> card -> coq_Z list -> item list **)

let items cs base prices =
  map (fun i -> { ix = i; loc = (place_of i); key = (nat_key i); su =
    (suit_no cs base i); price = (nth i prices Z0) }) (seq O (number cs))

(** val fit_items : card list -> card -> coq_Z list -> nat -> item list **)

let fit_items cs base prices t0 =
  filter (fun z -> fit cs base t0 z.ix) (items cs base prices)

(** val fits_of :
    card list -> card -> coq_Z list -> item list list -> nat -> item list **)

let fits_of cs base prices memo t0 =
  match nth_error memo t0 with
  | Some l -> l
  | None -> fit_items cs base prices t0

(** val total : sums list -> cards -> coq_Z **)

let total by_cell s =
  total_by by_cell (digits s)

(** val arriving : coq_Z list -> nat -> nat -> coq_Z **)

let arriving prices k x =
  Z.sub
    (Z.mul (Zpos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
      (Coq_xO Coq_xH))))))))) (Z.add (Z.of_nat k) (Zpos Coq_xH)))
    (nth x prices Z0)

(** val taking : coq_Z list -> nat -> nat -> nat -> coq_Z **)

let taking prices k p x =
  Z.sub
    (Z.mul (Zpos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
      (Coq_xO Coq_xH)))))))))
      (Z.add (Z.of_nat k)
        (if comes k p x then Zpos Coq_xH else Zpos (Coq_xO Coq_xH))))
    (nth x prices Z0)

(** val raised : coq_Z -> coq_Z option -> coq_Z option **)

let raised d = function
| Some x -> Some (Z.add d x)
| None -> None

(** val lowest :
    (item -> coq_Z -> coq_Z option) -> item list -> coq_Z -> coq_Z option **)

let rec lowest f l a =
  match l with
  | [] -> Some a
  | z :: l' -> (match f z a with
                | Some b -> lowest f l' b
                | None -> None)

(** val play :
    positive -> nat -> tree PositiveMap.t -> coq_Z -> bool -> tree
    PositiveMap.t -> nat -> cards -> item -> coq_Z -> coq_Z option **)

let play g k next_played extra later played0 p s z a =
  if (||) (suit_in g z.su) (negb (CardSet.has s z.loc))
  then Some a
  else if comes k p z.ix
       then (match PositiveMap.find z.key played0 with
             | Some t0 ->
               (match walk s t0 with
                | Some y -> Some (Z.min a y)
                | None -> None)
             | None -> None)
       else if later
            then (match PositiveMap.find z.key next_played with
                  | Some t0 ->
                    (match walk s t0 with
                     | Some y -> Some (Z.min a (Z.add y extra))
                     | None -> None)
                  | None -> None)
            else Some a

(** val value :
    card list -> card -> coq_Z list -> item list list -> positive -> nat ->
    tree PositiveMap.t -> coq_Z option PositiveMap.t list -> coq_Z -> bool ->
    tree PositiveMap.t -> nat -> nat -> nat -> cards -> coq_Z option **)

let value cs base prices memo g k next_played more_gone extra later played0 p x of_suit s =
  match nth_error more_gone of_suit with
  | Some m ->
    (match PositiveMap.find (nat_key p) m with
     | Some o ->
       (match o with
        | Some i ->
          lowest (play g k next_played extra later played0 p s)
            (fits_of cs base prices memo x) (Z.min Z0 i)
        | None -> None)
     | None -> None)
  | None -> None

(** val grow :
    card list -> card -> coq_Z list -> item list list -> positive -> nat ->
    tree PositiveMap.t -> coq_Z option PositiveMap.t list -> coq_Z -> bool ->
    tree PositiveMap.t -> coq_Z -> nat -> nat -> nat list -> cards -> tree **)

let rec grow cs base prices memo g k next_played more_gone extra later played0 d c of_suit ys s =
  match ys with
  | [] ->
    Leaf
      (raised d
        (value cs base prices memo g k next_played more_gone extra later
          played0 c c of_suit s))
  | y :: ys' ->
    Ask ((place_of y),
      (grow cs base prices memo g k next_played more_gone extra later played0
        d c of_suit ys' s),
      (grow cs base prices memo g k next_played more_gone extra later played0
        d c of_suit ys' (clear s y)))

(** val add_played :
    card list -> card -> coq_Z list -> item list list -> positive -> nat ->
    tree PositiveMap.t -> coq_Z option PositiveMap.t list -> coq_Z -> coq_Z
    -> bool -> (nat -> nat list) -> cards -> tree PositiveMap.t -> item ->
    tree PositiveMap.t **)

let add_played cs base prices memo g k next_played more_gone up extra later near_of everything played0 z =
  if suit_in g z.su
  then played0
  else PositiveMap.add z.key
         (grow cs base prices memo g k next_played more_gone extra later
           played0 (Z.sub up z.price) z.ix z.su (near_of z.ix)
           (clear everything z.ix)) played0

(** val all_played :
    card list -> card -> coq_Z list -> item list -> item list list ->
    positive -> nat -> tree PositiveMap.t -> coq_Z option PositiveMap.t list
    -> coq_Z -> coq_Z -> bool -> (nat -> nat list) -> cards -> tree
    PositiveMap.t **)

let all_played cs base prices all_items memo g k next_played more_gone up extra later near_of everything =
  fold_left
    (add_played cs base prices memo g k next_played more_gone up extra later
      near_of everything) (if Nat.even k then rev' all_items else all_items)
    PositiveMap.empty

(** val add_taken :
    card list -> card -> coq_Z list -> item list list -> positive -> nat ->
    tree PositiveMap.t -> coq_Z option PositiveMap.t list -> coq_Z -> coq_Z
    -> coq_Z -> bool -> cards -> tree PositiveMap.t -> nat -> coq_Z option
    PositiveMap.t -> item -> coq_Z option PositiveMap.t **)

let add_taken cs base prices memo g k next_played more_gone up twice extra later everything played0 p m z =
  if suit_in g z.su
  then m
  else PositiveMap.add z.key
         (raised (Z.sub (if comes k p z.ix then up else twice) z.price)
           (value cs base prices memo g k next_played more_gone extra later
             played0 p z.ix z.su (clear everything z.ix))) m

(** val take :
    positive -> coq_Z option PositiveMap.t -> item -> coq_Z -> coq_Z option **)

let take g m z a =
  if suit_in g z.su
  then Some a
  else (match PositiveMap.find z.key m with
        | Some o -> (match o with
                     | Some y -> Some (Z.min a y)
                     | None -> None)
        | None -> None)

(** val add_place :
    card list -> card -> coq_Z list -> item list -> item list list ->
    positive -> nat -> tree PositiveMap.t -> coq_Z option PositiveMap.t list
    -> coq_Z -> coq_Z -> coq_Z -> bool -> cards -> tree PositiveMap.t -> (nat
    -> bool) -> (coq_Z option PositiveMap.t * coq_Z option PositiveMap.t
    PositiveMap.t) -> nat -> coq_Z option PositiveMap.t * coq_Z option
    PositiveMap.t PositiveMap.t **)

let add_place cs base prices all_items memo g k next_played more_gone up twice extra later everything played0 wanted o p =
  if wanted p
  then let m =
         fold_left
           (add_taken cs base prices memo g k next_played more_gone up twice
             extra later everything played0 p) all_items PositiveMap.empty
       in
       ((PositiveMap.add (nat_key p) (lowest (take g m) all_items Z0) (fst o)),
       (PositiveMap.add (nat_key p) m (snd o)))
  else o

(** val finish_row :
    card list -> card -> coq_Z list -> item list -> item list list ->
    positive -> nat -> tree PositiveMap.t -> coq_Z option PositiveMap.t list
    -> coq_Z -> coq_Z -> coq_Z -> bool -> cards -> tree PositiveMap.t -> (nat
    -> bool) -> row **)

let finish_row cs base prices all_items memo g k next_played more_gone up twice extra later everything played0 wanted =
  let o =
    fold_left
      (add_place cs base prices all_items memo g k next_played more_gone up
        twice extra later everything played0 wanted) (seq O (S (number cs)))
      (PositiveMap.empty, PositiveMap.empty)
  in
  { played_at = played0; impasse_at = (fst o); taken_at = (snd o) }

type store = row list PositiveMap.t

(** val none_at : coq_Z option PositiveMap.t **)

let none_at =
  PositiveMap.empty

(** val more_of :
    store -> positive -> nat -> coq_Z option PositiveMap.t list **)

let more_of st g k =
  map (fun s ->
    match PositiveMap.find (put g s) st with
    | Some rows ->
      (match nth_error rows k with
       | Some o -> o.impasse_at
       | None -> none_at)
    | None -> none_at) (seq O (S (S (S (S O)))))

(** val want : card list -> card -> nat -> positive -> nat -> nat -> bool **)

let want cs base w g k p =
  (||) (suit_in g (suit_no cs base p)) ((&&) (Nat.eqb k O) (Nat.eqb p w))

(** val make_row :
    rules -> card list -> card -> nat -> nat -> coq_Z list -> item list ->
    item list list -> nat list list list -> cards -> store -> positive -> nat
    -> tree PositiveMap.t -> row **)

let make_row r cs base passes w prices all_items memo nears everything st g k next_played =
  let more = more_of st g k in
  let here = nth k nears [] in
  let near_of = fun c -> nth c here [] in
  let up =
    Z.mul (Zpos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
      (Coq_xO Coq_xH))))))))) (Z.add (Z.of_nat k) (Zpos Coq_xH))
  in
  let twice =
    Z.mul (Zpos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
      (Coq_xO Coq_xH))))))))) (Z.add (Z.of_nat k) (Zpos (Coq_xO Coq_xH)))
  in
  let extra =
    Z.mul (Zpos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
      (Coq_xO Coq_xH))))))))) (picking r)
  in
  let later = Nat.ltb (S k) passes in
  let played0 =
    all_played cs base prices all_items memo g k next_played more up extra
      later near_of everything
  in
  finish_row cs base prices all_items memo g k next_played more up twice
    extra later everything played0 (want cs base w g k)

(** val rows_of :
    rules -> card list -> card -> nat -> nat -> coq_Z list -> item list ->
    item list list -> nat list list list -> cards -> store -> positive -> nat
    -> nat -> row list **)

let rec rows_of r cs base passes w prices all_items memo nears everything st g todo k =
  match todo with
  | O -> []
  | S t0 ->
    let after =
      rows_of r cs base passes w prices all_items memo nears everything st g
        t0 (S k)
    in
    (make_row r cs base passes w prices all_items memo nears everything st g
      k (match after with
         | [] -> PositiveMap.empty
         | o :: _ -> o.played_at)) :: after

(** val sets_of_suits : positive list **)

let sets_of_suits =
  (Coq_xI (Coq_xI (Coq_xI (Coq_xI Coq_xH)))) :: ((Coq_xO (Coq_xI (Coq_xI
    (Coq_xI Coq_xH)))) :: ((Coq_xI (Coq_xO (Coq_xI (Coq_xI
    Coq_xH)))) :: ((Coq_xO (Coq_xO (Coq_xI (Coq_xI Coq_xH)))) :: ((Coq_xI
    (Coq_xI (Coq_xO (Coq_xI Coq_xH)))) :: ((Coq_xO (Coq_xI (Coq_xO (Coq_xI
    Coq_xH)))) :: ((Coq_xI (Coq_xO (Coq_xO (Coq_xI Coq_xH)))) :: ((Coq_xO
    (Coq_xO (Coq_xO (Coq_xI Coq_xH)))) :: ((Coq_xI (Coq_xI (Coq_xI (Coq_xO
    Coq_xH)))) :: ((Coq_xO (Coq_xI (Coq_xI (Coq_xO Coq_xH)))) :: ((Coq_xI
    (Coq_xO (Coq_xI (Coq_xO Coq_xH)))) :: ((Coq_xO (Coq_xO (Coq_xI (Coq_xO
    Coq_xH)))) :: ((Coq_xI (Coq_xI (Coq_xO (Coq_xO Coq_xH)))) :: ((Coq_xO
    (Coq_xI (Coq_xO (Coq_xO Coq_xH)))) :: ((Coq_xI (Coq_xO (Coq_xO (Coq_xO
    Coq_xH)))) :: ((Coq_xO (Coq_xO (Coq_xO (Coq_xO
    Coq_xH)))) :: [])))))))))))))))

(** val all_rows :
    rules -> card list -> card -> nat -> nat -> coq_Z list -> item list ->
    item list list -> nat list list list -> cards -> store **)

let all_rows r cs base passes w prices all_items memo nears everything =
  fold_left (fun st g ->
    PositiveMap.add g
      (rows_of r cs base passes w prices all_items memo nears everything st g
        passes O) st) sets_of_suits PositiveMap.empty

(** val digit : bool -> positive -> positive **)

let digit b s =
  if b then Coq_xI s else Coq_xO s

(** val suits_gone : cards list -> cards -> nat -> positive **)

let suits_gone masks s t0 =
  let out = fun i ->
    match nth_error masks i with
    | Some m -> (&&) (negb (Nat.eqb i t0)) (disjoint s m)
    | None -> false
  in
  digit (out O)
    (digit (out (S O))
      (digit (out (S (S O))) (digit (out (S (S (S O)))) Coq_xH)))

(** val rows_at : store -> positive -> row list **)

let rows_at st g =
  match PositiveMap.find g st with
  | Some o -> o
  | None -> []

(** val say_played : row list -> nat -> positive -> cards -> coq_Z option **)

let say_played rows k top_key s =
  match nth_error rows k with
  | Some o ->
    (match PositiveMap.find top_key o.played_at with
     | Some t0 -> walk s t0
     | None -> None)
  | None -> None

(** val say_taken : row list -> nat -> nat -> positive -> coq_Z option **)

let say_taken rows k p top_key =
  match nth_error rows k with
  | Some o ->
    (match PositiveMap.find (nat_key p) o.taken_at with
     | Some m ->
       (match PositiveMap.find top_key m with
        | Some v -> v
        | None -> None)
     | None -> None)
  | None -> None

(** val tables_say :
    coq_Z list -> cards list -> store -> label -> nat -> coq_Z option **)

let tables_say prices masks st l t0 =
  let rows = rows_at st (suits_gone masks l.rest t0) in
  if Nat.eqb l.at_top l.spot
  then raised (Z.opp (arriving prices l.turn l.at_top))
         (say_played rows l.turn (nat_key l.at_top) l.rest)
  else raised (Z.opp (taking prices l.turn l.spot l.at_top))
         (say_taken rows l.turn l.spot (nat_key l.at_top))

(** val dead :
    coq_Z -> nat -> coq_Z list -> cards list -> store -> label -> coq_Z ->
    nat -> bool **)

let dead target passes prices masks st l sum top_suit =
  (||) ((||) (Nat.leb passes l.turn) (Z.leb target l.cost))
    (match tables_say prices masks st l top_suit with
     | Some v ->
       Z.ltb
         (Z.mul (Zpos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
           (Coq_xO Coq_xH))))))))) (Z.sub target (Zpos Coq_xH)))
         (Z.add
           (Z.add
             (Z.mul (Zpos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
               (Coq_xO (Coq_xO Coq_xH))))))))) l.cost) sum) v)
     | None -> false)

type layer = label list card_tree

(** val dominatesb : rules -> card list -> label -> label -> bool **)

let dominatesb r cs a b =
  (&&)
    ((&&) (Nat.eqb a.at_top b.at_top)
      (Z.leb (Z.add a.cost (Z.mul (picking r) (Z.of_nat b.turn)))
        (Z.add b.cost (Z.mul (picking r) (Z.of_nat a.turn)))))
    ((||) (Nat.ltb a.turn b.turn)
      ((&&) (Nat.eqb a.turn b.turn)
        ((||) (Nat.eqb a.spot b.spot)
          (forallb (fun x ->
            (||) ((||) (negb (mem b.rest x)) (negb (comes b.turn b.spot x)))
              (comes a.turn a.spot x)) (seq O (number cs))))))

(** val beside :
    rules -> card list -> label -> label list option -> label list **)

let beside r cs l = function
| Some b ->
  if existsb (fun e -> dominatesb r cs e l) b
  then b
  else l :: (filter (fun e -> negb (dominatesb r cs l e)) b)
| None -> l :: []

(** val insert : rules -> card list -> label -> layer -> layer **)

let insert r cs l y =
  update (beside r cs l) l.rest y

(** val labels_of : layer -> label list **)

let labels_of y =
  gather rev_append y []

(** val next : rules -> bool -> label -> item -> label **)

let next r matched l z =
  let k = l.turn in
  let x = z.ix in
  let rest' = off l.rest z.loc in
  if matched
  then if comes k l.spot x
       then { rest = rest'; at_top = x; turn = k; spot = x; cost =
              (Z.add (Z.add l.cost (Z.of_nat k)) (Zpos Coq_xH)) }
       else { rest = rest'; at_top = x; turn = (S k); spot = x; cost =
              (Z.add
                (Z.add (Z.add l.cost (Z.of_nat k)) (Zpos (Coq_xO Coq_xH)))
                (picking r)) }
  else { rest = rest'; at_top = x; turn = k; spot = l.spot; cost =
         (Z.add (Z.add l.cost (Z.of_nat k))
           (if comes k l.spot x then Zpos Coq_xH else Zpos (Coq_xO Coq_xH))) }

(** val above : coq_Z -> coq_Z option -> bool **)

let above spare = function
| Some x -> Z.ltb spare x
| None -> false

(** val hopeless :
    rules -> coq_Z -> nat -> coq_Z list -> sums list -> cards list -> store
    -> row list -> coq_Z -> bool -> label -> coq_Z -> item -> bool **)

let hopeless r target passes prices by_cell masks st rows extra matched l spare z =
  if matched
  then if comes l.turn l.spot z.ix
       then above spare (say_played rows l.turn z.key (off l.rest z.loc))
       else (||) (Nat.leb passes (S l.turn))
              (above (Z.sub spare extra)
                (say_played rows (S l.turn) z.key (off l.rest z.loc)))
  else if Nat.eqb z.ix l.spot
       then let l' = next r matched l z in
            dead target passes prices masks st l' (total by_cell l'.rest) z.su
       else above spare (say_taken rows l.turn l.spot z.key)

(** val add_next :
    rules -> card list -> coq_Z -> nat -> coq_Z list -> sums list -> cards
    list -> store -> row list -> coq_Z -> bool -> label -> coq_Z -> layer ->
    item -> layer **)

let add_next r cs target passes prices by_cell masks st rows extra matched l spare y z =
  if hopeless r target passes prices by_cell masks st rows extra matched l
       spare z
  then y
  else let l' = next r matched l z in
       if Z.leb target l'.cost then y else insert r cs l' y

(** val limit : coq_Z -> coq_Z **)

let limit target =
  Z.mul (Zpos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
    Coq_xH))))))))) (Z.sub target (Zpos Coq_xH))

(** val expand :
    rules -> card list -> card -> coq_Z -> nat -> coq_Z list -> item list ->
    item list list -> sums list -> cards list -> store -> coq_Z -> layer ->
    label -> layer **)

let expand r cs base target passes prices all_items memo by_cell masks st extra y l =
  let spare =
    Z.sub (limit target)
      (Z.add
        (Z.mul (Zpos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
          (Coq_xO Coq_xH))))))))) l.cost) (total by_cell l.rest))
  in
  let rows = rows_at st (suits_gone masks l.rest (S (S (S (S O))))) in
  (match filter (fun z -> CardSet.has l.rest z.loc)
           (fits_of cs base prices memo l.at_top) with
   | [] ->
     (match filter (fun z -> CardSet.has l.rest z.loc) all_items with
      | [] -> insert r cs l y
      | i :: l0 ->
        fold_left
          (add_next r cs target passes prices by_cell masks st rows extra
            false l spare) (i :: l0) y)
   | i :: l0 ->
     fold_left
       (add_next r cs target passes prices by_cell masks st rows extra true l
         spare) (i :: l0) y)

(** val all_next :
    rules -> card list -> card -> coq_Z -> nat -> coq_Z list -> item list ->
    item list list -> sums list -> cards list -> store -> label list -> label
    list **)

let all_next r cs base target passes prices all_items memo by_cell masks st ls =
  labels_of
    (fold_left
      (expand r cs base target passes prices all_items memo by_cell masks st
        (Z.mul (Zpos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
          (Coq_xO Coq_xH))))))))) (picking r))) ls Empty)

(** val drop :
    card list -> card -> coq_Z -> nat -> coq_Z list -> sums list -> cards
    list -> store -> label list -> label list **)

let drop cs base target passes prices by_cell masks st ls =
  fold_left (fun acc l ->
    if dead target passes prices masks st l (total by_cell l.rest)
         (suit_no cs base l.at_top)
    then acc
    else l :: acc) ls []

(** val mask : card list -> card -> nat -> cards **)

let mask cs base s =
  fold_left (fun m i ->
    if Nat.eqb (suit_no cs base i) s then m else clear m i)
    (seq O (number cs)) (full (number cs))

(** val make_memo : card list -> card -> coq_Z list -> item list list **)

let make_memo cs base prices =
  map (fit_items cs base prices) (seq O (S (number cs)))

type tables = { its_prices : coq_Z list; its_items : item list;
                its_memo : item list list; its_sums : sums list;
                its_store : store }

(** val make_tables :
    rules -> card list -> card -> nat -> nat -> group -> tables **)

let make_tables r cs base passes w o =
  let memo = make_memo cs base o.prices_of in
  let all_items = items cs base o.prices_of in
  { its_prices = o.prices_of; its_items = all_items; its_memo = memo;
  its_sums =
  (sums_by_cell (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))) o.prices_of); its_store =
  (all_rows r cs base passes w o.prices_of all_items memo o.near
    (full (number cs))) }

(** val layers :
    rules -> card list -> card -> coq_Z -> nat -> nat -> cards list -> nat ->
    nat -> coq_N -> group list -> tables option -> label list -> label list
    option **)

let rec layers r cs base target passes w masks todo i most groups now ls =
  match todo with
  | O -> Some ls
  | S todo' ->
    let (p, ls') =
      match groups with
      | [] -> ((groups, now), ls)
      | o :: rest0 ->
        if Nat.eqb o.from_layer i
        then let t0 = make_tables r cs base passes w o in
             ((rest0, (Some t0)),
             (if Nat.eqb i O
              then ls
              else drop cs base target passes t0.its_prices t0.its_sums masks
                     t0.its_store ls))
        else ((groups, now), ls)
    in
    let (groups', now') = p in
    (match now' with
     | Some t0 ->
       let n = count ls' in
       if N.ltb most n
       then None
       else layers r cs base target passes w masks todo' (S i) (N.sub most n)
              groups' now'
              (all_next r cs base target passes t0.its_prices t0.its_items
                t0.its_memo t0.its_sums masks t0.its_store ls')
     | None -> None)

(** val begun : rules -> position -> position **)

let begun r p =
  if p.laid
  then p
  else after_move r p { played = p.top; copy = N0; at_place = O }

(** val enough : coq_Z -> coq_Z -> coq_Z -> coq_Z -> nat -> bool **)

let enough n first target pick m =
  Z.leb (Z.mul (Zpos (Coq_xO Coq_xH)) target)
    (Z.add
      (Z.add
        (Z.add (Z.mul (Zpos (Coq_xO Coq_xH)) first)
          (Z.mul (Zpos (Coq_xO Coq_xH)) n))
        (Z.mul (Z.of_nat m) (Z.add (Z.of_nat m) (Zpos Coq_xH))))
      (Z.mul (Z.mul (Zpos (Coq_xO Coq_xH)) pick) (Z.of_nat m)))

(** val least_passes :
    nat -> coq_Z -> coq_Z -> coq_Z -> coq_Z -> nat -> nat **)

let rec least_passes fuel n first target pick m =
  match fuel with
  | O -> m
  | S f ->
    if enough n first target pick m
    then m
    else least_passes f n first target pick (S m)

(** val most_labels : coq_N **)

let most_labels =
  Npos (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO (Coq_xO
    (Coq_xO (Coq_xI (Coq_xO (Coq_xI (Coq_xI (Coq_xO (Coq_xI (Coq_xO (Coq_xO
    (Coq_xI (Coq_xO (Coq_xO (Coq_xO (Coq_xI (Coq_xI (Coq_xO (Coq_xO
    Coq_xH)))))))))))))))))))))))))

(** val priced_check :
    rules -> position -> coq_N option -> group list -> outcome **)

let priced_check r p bound groups =
  match bound with
  | Some b ->
    let q = begun r p in
    let cs = app (rev q.waste) q.hand in
    let l = first_label cs q in
    let target = Z.of_N b in
    let m =
      least_passes (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
        (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
        (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
        O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
        (Z.of_nat (length cs)) l.cost target (picking r) (S O)
    in
    if (&&)
         ((&&) ((&&) (negb r.always_play) q.laid)
           (Nat.leb (length cs) most_cards))
         (enough (Z.of_nat (length cs)) l.cost target (picking r) m)
    then if negb (forallb (fun o -> Nat.leb (length o.near) m) groups)
         then Wrong
         else (match layers r cs q.top target m (length q.waste)
                       (map (mask cs q.top) (seq O (S (S (S (S O))))))
                       (length cs) O most_labels groups None (l :: []) with
               | Some l0 ->
                 (match l0 with
                  | [] ->
                    Found { loses = (N.ltb r.budget b); Game.limit = (Some
                      b) }
                  | _ :: _ -> Wrong)
               | None -> Unable)
    else Unable
  | None -> Unable
