open BinNat
open BinNums
open Cards
open Clauses
open Datatypes
open List
open Nat
open Universal
open UniversalStatements

(** val same_atom : atom -> atom -> bool **)

let same_atom a b =
  match a with
  | There (p, x) ->
    (match b with
     | There (q, z) -> (&&) (PeanoNat.Nat.eqb p q) (same_card x z)
     | _ -> false)
  | Waits (p, x, y) ->
    (match b with
     | Waits (q, z, u) ->
       (&&) (PeanoNat.Nat.eqb p q) ((&&) (same_card x z) (same_card y u))
     | _ -> false)
  | Count (p, x, m) ->
    (match b with
     | Count (q, z, k) ->
       (&&) (PeanoNat.Nat.eqb p q)
         ((&&) (same_card x z) (PeanoNat.Nat.eqb m k))
     | _ -> false)
  | Before (x, y) ->
    (match b with
     | Before (z, u) -> (&&) (same_card x z) (same_card y u)
     | _ -> false)
  | Barred (x, y) ->
    (match b with
     | Barred (z, u) -> (&&) (same_card x z) (same_card y u)
     | _ -> false)
  | Direct x -> (match b with
                 | Direct z -> same_card x z
                 | _ -> false)
  | Hosted (x, y) ->
    (match b with
     | Hosted (z, u) -> (&&) (same_card x z) (same_card y u)
     | _ -> false)
  | Above (x, y) ->
    (match b with
     | Above (z, u) -> (&&) (same_card x z) (same_card y u)
     | _ -> false)
  | Slot (x, c) ->
    (match b with
     | Slot (z, d) -> (&&) (same_card x z) (PeanoNat.Nat.eqb c d)
     | _ -> false)
  | Moves (x, y) ->
    (match b with
     | Moves (z, u) -> (&&) (same_card x z) (same_card y u)
     | _ -> false)
  | Moved (x, y) ->
    (match b with
     | Moved (z, u) -> (&&) (same_card x z) (same_card y u)
     | _ -> false)
  | Resides (x, c) ->
    (match b with
     | Resides (z, d) -> (&&) (same_card x z) (PeanoNat.Nat.eqb c d)
     | _ -> false)
  | More (b0, k) ->
    (match b with
     | More (c, j) -> (&&) (same_list same_card b0 c) (PeanoNat.Nat.eqb k j)
     | _ -> false)
  | Gone (x, y) ->
    (match b with
     | Gone (z, u) -> (&&) (same_card x z) (same_card y u)
     | _ -> false)

(** val same_lit : atom lit -> atom lit -> bool **)

let same_lit l m =
  match l with
  | Yes -> (match m with
            | Yes -> true
            | _ -> false)
  | Is a -> (match m with
             | Is b -> same_atom a b
             | _ -> false)
  | _ -> false

(** val perhaps :
    'a1 option -> ('a1 -> atom clause list) -> atom clause list **)

let perhaps o f =
  match o with
  | Some x -> f x
  | None -> []

(** val fit : item -> item -> bool **)

let fit a b =
  fits a.face b.face

(** val differ : item -> item -> bool **)

let differ a b =
  negb (same_card a.face b.face)

(** val is_top : item -> bool **)

let is_top a =
  N.eqb a.face.rank (Npos (Coq_xI (Coq_xO (Coq_xO Coq_xH))))

(** val in_waste : coq_N -> item -> bool **)

let in_waste w y =
  N.leb y.place w

(** val first : nat -> bool **)

let first p =
  PeanoNat.Nat.eqb p O

(** val win : item list -> bool **)

let win = function
| [] -> true
| _ :: _ -> false

(** val moments : item list -> item list -> item list **)

let moments ending t =
  app t ending

(** val there : nat -> item list -> nat -> item -> atom lit **)

let there passes ending p x =
  if first p
  then Yes
  else if (&&) (PeanoNat.Nat.eqb p passes) (win ending)
       then No
       else Is (There (p, x.face))

(** val waits : coq_N -> nat -> item -> item -> atom lit **)

let waits w p x y =
  if (&&) (first p) (in_waste w y)
  then Yes
  else Is (Waits (p, x.face, y.face))

(** val counts_to : coq_N -> nat -> item option -> nat -> atom lit **)

let counts_to w p x m =
  match x with
  | Some y ->
    if (&&) (first p) (in_waste w y)
    then if PeanoNat.Nat.eqb m O then Yes else No
    else Is (Count (p, y.face, m))
  | None -> if PeanoNat.Nat.eqb m O then Yes else No

(** val ends : coq_N -> nat -> nat -> item -> atom lit **)

let ends w size p x =
  if PeanoNat.Nat.eqb size (S O) then Yes else counts_to w p (Some x) O

(** val binds : card list option -> item -> bool **)

let binds named x =
  match named with
  | Some cs -> existsb (same_card x.face) cs
  | None -> true

(** val overtakes : coq_N -> card list option -> item -> item -> atom lit **)

let overtakes w named x y =
  if (&&) (in_waste w y) ((&&) (binds named x) (binds named y))
  then Yes
  else Is (Before (y.face, x.face))

(** val before :
    coq_N -> nat -> card list option -> item -> item -> atom lit **)

let before w passes named x y =
  match named with
  | Some _ -> neg (overtakes w named x y)
  | None ->
    if PeanoNat.Nat.eqb passes (S O)
    then neg (waits w O x y)
    else Is (Before (x.face, y.face))

(** val out :
    coq_N -> nat -> item list -> card list option -> item -> item -> atom lit **)

let out w passes ending named x j =
  if N.eqb x.place N0
  then Yes
  else if N.eqb j.place N0
       then neg (there passes ending passes x)
       else if N.eqb x.place j.place
            then No
            else if N.ltb x.place j.place
                 then before w passes named x j
                 else neg (before w passes named j x)

(** val barred : item -> item -> atom lit **)

let barred x j =
  if (&&) (N.eqb x.face.suit j.face.suit) (N.leb j.face.rank x.face.rank)
  then No
  else Is (Barred (x.face, j.face))

(** val resides : card list list -> item -> nat -> atom lit **)

let resides cols h c =
  if N.eqb h.place N0
  then (match head (nth c cols []) with
        | Some x -> if same_card x h.face then Yes else No
        | None -> No)
  else Is (Resides (h.face, c))

(** val gone : item -> item -> atom lit **)

let gone h g =
  if is_top h then No else Is (Gone (h.face, g.face))

(** val hosts : item list -> item -> item list **)

let hosts all_items y =
  filter (fit y) all_items

(** val guests : item list -> item -> item list **)

let guests t x =
  filter (fun y -> fit y x) t

(** val crowned : item list -> item -> item list **)

let crowned heads y =
  filter (fun h -> fit h y) heads

(** val crowners : item list -> item -> item list **)

let crowners t h =
  filter (fit h) t

(** val below : item list -> item -> item list **)

let below all_items h =
  filter (fit h) all_items

(** val lower : item list -> item -> item option **)

let lower all_items x =
  find (fun z ->
    (&&) (N.eqb z.face.suit x.face.suit)
      (N.eqb (N.add z.face.rank (Npos Coq_xH)) x.face.rank)) all_items

(** val under_card : (card * card) list -> item -> item option **)

let under_card unders x =
  if N.eqb x.place N0
  then (match find (fun e -> same_card (fst e) x.face) unders with
        | Some e -> Some { place = N0; face = (snd e) }
        | None -> None)
  else None

(** val places_of_columns : card list list -> nat list **)

let places_of_columns cols =
  seq O (length cols)

(** val at_most_one : atom lit list -> atom clause list **)

let at_most_one l =
  flat_map (fun e ->
    if same_lit (fst e) (snd e)
    then []
    else ((neg (fst e)) :: ((neg (snd e)) :: [])) :: []) (pairs l)

(** val stack_above :
    coq_N -> nat -> item list -> nat -> item -> item list -> atom clause list **)

let rec stack_above w passes ending p x = function
| [] -> []
| y :: l' ->
  ((neg (there passes ending (S p) y)) :: ((neg (waits w p x y)) :: (
    (there passes ending (S p) x) :: []))) :: (app
                                                (match l' with
                                                 | [] -> []
                                                 | z :: _ ->
                                                   ((neg (waits w p x z)) :: (
                                                     (waits w p x y) :: [])) :: [])
                                                (stack_above w passes ending
                                                  p x l'))

(** val stack :
    coq_N -> nat -> item list -> nat -> item list -> atom clause list **)

let rec stack w passes ending p = function
| [] -> []
| x :: l' ->
  ((neg (there passes ending (S p) x)) :: ((there passes ending p x) :: [])) :: 
    (app
      (match l' with
       | [] -> []
       | y :: _ ->
         ((there passes ending p x) :: ((neg (waits w p x y)) :: [])) :: ((
           (neg (there passes ending (S p) x)) :: ((waits w p x (last l' y)) :: [])) :: []))
      (app (stack_above w passes ending p x l') (stack w passes ending p l')))

(** val triples : coq_N -> nat -> item list -> atom clause list list **)

let rec triples w p = function
| [] -> []
| x :: l' ->
  (map (fun e ->
    (neg (waits w p x (fst e))) :: ((neg (waits w p (fst e) (snd e))) :: (
    (waits w p x (snd e)) :: []))) (pairs l')) :: (triples w p l')

(** val turns_above :
    coq_N -> nat -> nat -> item -> item list -> atom clause list **)

let rec turns_above w size p x = function
| [] -> []
| y :: l' ->
  (match l' with
   | [] -> []
   | z :: _ ->
     ((neg (waits w p x y)) :: ((waits w p x z) :: ((ends w size p y) :: []))) :: 
       (turns_above w size p x l'))

(** val turns_of :
    coq_N -> nat -> nat -> item list -> nat -> item list -> atom clause list **)

let rec turns_of w passes size ending p = function
| [] -> []
| x :: l' ->
  (match l' with
   | [] -> []
   | y :: _ ->
     ((neg (there passes ending p x)) :: ((waits w p x y) :: ((ends w size p
                                                                x) :: []))) :: 
       (app (turns_above w size p x l') (turns_of w passes size ending p l')))

(** val count_clauses :
    coq_N -> nat -> nat -> item list -> nat -> item option -> item -> atom
    clause list **)

let count_clauses w passes size ending p before0 x =
  let h = there passes ending p x in
  flat_map (fun m ->
    let b = counts_to w p before0 m in
    let a = counts_to w p (Some x) (PeanoNat.Nat.modulo (add m (S O)) size) in
    let c = counts_to w p (Some x) m in
    ((neg h) :: ((neg b) :: (a :: []))) :: (((neg h) :: (b :: ((neg a) :: []))) :: ((h :: (
    (neg b) :: (c :: []))) :: ((h :: (b :: ((neg c) :: []))) :: []))))
    (seq O size)

(** val counts_of :
    coq_N -> nat -> nat -> item list -> nat -> item option -> item list ->
    atom clause list **)

let rec counts_of w passes size ending p before0 = function
| [] -> []
| x :: l' ->
  (match l' with
   | [] -> []
   | _ :: _ ->
     app
       (if (&&) (first p) (in_waste w x)
        then []
        else count_clauses w passes size ending p before0 x)
       (counts_of w passes size ending p (Some x) l'))

(** val order_of :
    coq_N -> nat -> item list -> card list option -> item list -> nat -> atom
    clause list **)

let order_of w passes ending named t p =
  flat_map (fun e ->
    let (x, y) = e in
    let b = before w passes named x y in
    let v = waits w p x y in
    (v :: ((neg (there passes ending p x)) :: ((neg (there passes ending p y)) :: (b :: [])))) :: ((
    (neg v) :: ((neg (there passes ending p y)) :: ((there passes ending (S
                                                      p) y) :: ((neg b) :: [])))) :: ((
    (neg (there passes ending (S p) x)) :: ((there passes ending (S p) y) :: (
    (neg b) :: []))) :: (((there passes ending (S p) x) :: ((neg
                                                              (there passes
                                                                ending (S p)
                                                                y)) :: (b :: []))) :: []))))
    (pairs t)

(** val pass_parts :
    coq_N -> nat -> nat -> item list -> card list option -> item list -> nat
    -> atom clause list list **)

let pass_parts w passes size ending named t p =
  (stack w passes ending p t) :: (app (triples w p t)
                                   ((turns_of w passes size ending p t) :: ((
                                   if PeanoNat.Nat.eqb size (S O)
                                   then []
                                   else counts_of w passes size ending p None
                                          t) :: ((if PeanoNat.Nat.eqb passes
                                                       (S O)
                                                  then []
                                                  else order_of w passes
                                                         ending named t p) :: []))))

(** val loose_order :
    coq_N -> card list option -> item list -> atom clause list **)

let rec loose_order w named = function
| [] -> []
| x :: l' ->
  app
    (flat_map (fun e ->
      let (y, z) = e in
      ((neg (overtakes w named x y)) :: ((neg (overtakes w named y z)) :: (
      (overtakes w named x z) :: []))) :: (((overtakes w named x y) :: 
      (app
        (if (&&) (binds named x) ((&&) (binds named y) (binds named z))
         then []
         else (overtakes w named y z) :: [])
        ((neg (overtakes w named x z)) :: []))) :: [])) (pairs l'))
    (loose_order w named l')

(** val ways :
    nat -> item list -> card list list -> item list -> item list -> item ->
    atom lit list **)

let ways passes ending cols all_items heads y =
  (Is (Direct
    y.face)) :: ((there passes ending passes y) :: (app
                                                     (map (fun x -> Is
                                                       (Hosted (y.face,
                                                       x.face)))
                                                       (hosts all_items y))
                                                     (app
                                                       (map (fun h -> Is
                                                         (Above (y.face,
                                                         h.face)))
                                                         (crowned heads y))
                                                       (if is_top y
                                                        then map (fun c -> Is
                                                               (Slot (y.face,
                                                               c)))
                                                               (places_of_columns
                                                                 cols)
                                                        else []))))

(** val places_part :
    nat -> item list -> card list list -> item list -> item list -> item ->
    atom clause list **)

let places_part passes ending cols all_items heads y =
  (ways passes ending cols all_items heads y) :: (at_most_one
                                                   (ways passes ending cols
                                                     all_items heads y))

(** val bar_part :
    coq_N -> nat -> item list -> card list option -> item list -> item list
    -> (card * card) list -> item -> atom clause list **)

let bar_part w passes ending named t all_items unders x =
  let lo = lower all_items x in
  let un = under_card unders x in
  let ms = moments ending t in
  app
    (flat_map (fun j ->
      let b = neg (barred x j) in
      (b :: ((out w passes ending named x j) :: [])) :: (app
                                                          (perhaps lo
                                                            (fun z ->
                                                            (b :: ((barred z
                                                                    j) :: [])) :: []))
                                                          (perhaps un
                                                            (fun u ->
                                                            (b :: ((barred u
                                                                    j) :: [])) :: []))))
      ms)
    (app
      (if N.eqb x.place N0
       then []
       else app
              (perhaps lo (fun z -> ((Not (Direct
                x.face)) :: ((barred z x) :: [])) :: []))
              (flat_map (fun k ->
                if N.eqb k.place x.place
                then []
                else ((Not (Direct
                       x.face)) :: ((neg (out w passes ending named x k)) :: (
                       (barred x k) :: []))) :: []) ms))
      (flat_map (fun j ->
        match barred x j with
        | Yes ->
          let b' = neg Yes in
          flat_map (fun k ->
            if N.eqb k.place j.place
            then []
            else (b' :: ((neg (out w passes ending named j k)) :: ((barred x
                                                                    k) :: []))) :: [])
            ms
        | No -> []
        | x0 ->
          let b' = neg x0 in
          flat_map (fun k ->
            if N.eqb k.place j.place
            then []
            else (b' :: ((neg (out w passes ending named j k)) :: ((barred x
                                                                    k) :: []))) :: [])
            ms) t))

(** val guest_part :
    coq_N -> nat -> item list -> card list option -> item list -> item list
    -> (card * card) list -> item -> atom clause list **)

let guest_part w passes ending named t all_items unders y =
  flat_map (fun x ->
    let h = Not (Hosted (y.face, x.face)) in
    (h :: ((out w passes ending named x y) :: [])) :: (app
                                                        (map (fun j ->
                                                          h :: ((neg
                                                                  (barred x j)) :: (
                                                          (barred y j) :: [])))
                                                          (moments ending t))
                                                        (perhaps
                                                          (under_card unders
                                                            x) (fun u ->
                                                          (h :: ((barred u y) :: [])) :: []))))
    (hosts all_items y)

(** val two_guests_part :
    coq_N -> nat -> item list -> card list option -> item list -> item list
    -> item -> atom clause list **)

let two_guests_part w passes ending named t all_items y =
  let hs = hosts all_items y in
  flat_map (fun z ->
    if N.eqb z.place y.place
    then []
    else flat_map (fun x ->
           if fit z x
           then ((Not (Hosted (y.face, x.face))) :: ((Not (Hosted (z.face,
                  x.face))) :: ((neg (out w passes ending named y z)) :: (
                  (barred y z) :: [])))) :: []
           else []) hs) t

(** val crown_part :
    coq_N -> nat -> item list -> card list option -> item list -> item list
    -> item -> atom clause list **)

let crown_part w passes ending named t heads y =
  let gs = guests t y in
  flat_map (fun h ->
    let a = Not (Above (y.face, h.face)) in
    (a :: ((out w passes ending named h y) :: [])) :: ((a :: ((neg
                                                                (barred h y)) :: [])) :: 
    (app
      (map (fun j -> a :: ((neg (barred y j)) :: ((barred h j) :: [])))
        (moments ending t))
      (map (fun z -> a :: ((Not (Hosted (z.face,
        y.face))) :: ((barred h z) :: []))) gs)))) (crowned heads y)

(** val is_head_item : item list -> item -> bool **)

let is_head_item heads x =
  existsb (fun h -> same_card h.face x.face) heads

(** val is_moving : item list -> item -> bool **)

let is_moving moving x =
  existsb (fun h -> same_card h.face x.face) moving

(** val uppers :
    item list -> item list -> item list -> item list -> item -> atom list **)

let uppers t all_items heads moving x =
  app
    (if is_head_item heads x
     then map (fun y -> Above (y.face, x.face)) (crowners t x)
     else [])
    (if is_moving moving x
     then map (fun v -> Moves (x.face, v.face)) (below all_items x)
     else [])

(** val upper_part :
    item list -> item list -> item list -> item list -> item -> atom clause
    list **)

let upper_part t all_items heads moving x =
  let us = uppers t all_items heads moving x in
  app
    (if N.eqb x.place N0
     then []
     else map (fun u -> (Not
            u) :: (map (fun h -> Is (Above (x.face, h.face)))
                    (crowned heads x))) us)
    (at_most_one (map (fun x0 -> Is x0) us))

(** val column_part :
    card list list -> item list -> item -> atom clause list **)

let column_part cols heads y =
  flat_map (fun h ->
    let a = Not (Above (y.face, h.face)) in
    flat_map (fun c ->
      (a :: ((neg (resides cols h c)) :: ((resides cols y c) :: []))) :: ((a :: (
      (resides cols h c) :: ((neg (resides cols y c)) :: []))) :: []))
      (places_of_columns cols)) (crowned heads y)

(** val slot_part :
    coq_N -> nat -> item list -> card list option -> card list list -> item
    list -> item list -> nat -> atom clause list **)

let slot_part w passes ending named cols heads tops c =
  app
    (flat_map (fun g ->
      flat_map (fun o ->
        if differ g o
        then ((Not (Slot (g.face, c))) :: ((Not (Slot (o.face,
               c))) :: ((neg (out w passes ending named g o)) :: ((barred g o) :: [])))) :: []
        else []) tops) tops)
    (flat_map (fun h ->
      flat_map (fun g ->
        if differ h g
        then ((Not (Slot (g.face,
               c))) :: ((neg (resides cols h c)) :: ((neg
                                                       (out w passes ending
                                                         named h g)) :: (
               (barred h g) :: ((gone h g) :: []))))) :: []
        else []) tops) heads)

(** val gone_part :
    coq_N -> nat -> item list -> card list option -> item list -> item list
    -> item -> atom clause list **)

let gone_part w passes ending named t tops h =
  let ys = crowners t h in
  flat_map (fun g ->
    let n = Not (Gone (h.face, g.face)) in
    (n :: ((Is (Moved (h.face,
    g.face))) :: (map (fun y -> Is (Above (y.face, h.face))) ys))) :: ((n :: (
    (out w passes ending named h g) :: [])) :: (map (fun y -> n :: ((Not
                                                 (Above (y.face,
                                                 h.face))) :: ((gone y g) :: [])))
                                                 ys))) tops

(** val merge_below :
    coq_N -> nat -> item list -> card list option -> (card * card) list ->
    item list -> item -> item -> item -> item list -> atom clause list **)

let merge_below w passes ending named unders heads h v g gs =
  let a = Not (Moves (h.face, v.face)) in
  let b = Not (Moved (h.face, g.face)) in
  (a :: (b :: ((out w passes ending named v g) :: []))) :: (app
                                                             (perhaps
                                                               (under_card
                                                                 unders v)
                                                               (fun u ->
                                                               (a :: (b :: (
                                                               (barred u g) :: []))) :: []))
                                                             (app
                                                               (if N.eqb
                                                                    v.place N0
                                                                then []
                                                                else 
                                                                  map
                                                                    (fun k ->
                                                                    a :: (b :: ((Not
                                                                    (Above
                                                                    (v.face,
                                                                    k.face))) :: (
                                                                    (barred k
                                                                    g) :: []))))
                                                                    (crowned
                                                                    heads v))
                                                               (flat_map
                                                                 (fun y ->
                                                                 let o = Not
                                                                   (Hosted
                                                                   (y.face,
                                                                   v.face))
                                                                 in
                                                                 (a :: (b :: (o :: (
                                                                 (neg
                                                                   (out w
                                                                    passes
                                                                    ending
                                                                    named y g)) :: (
                                                                 (barred y g) :: (
                                                                 (barred h y) :: [])))))) :: (
                                                                 if N.eqb
                                                                    y.place
                                                                    g.place
                                                                 then []
                                                                 else 
                                                                   (a :: (b :: (o :: (
                                                                    (neg
                                                                    (out w
                                                                    passes
                                                                    ending
                                                                    named g y)) :: (
                                                                    (barred h
                                                                    y) :: []))))) :: []))
                                                                 gs)))

(** val merge_part :
    coq_N -> nat -> item list -> card list option -> item list -> item list
    -> (card * card) list -> item list -> item list -> item -> atom clause
    list **)

let merge_part w passes ending named t all_items unders heads tops h =
  let vs = below all_items h in
  app
    (flat_map (fun g ->
      let m = Not (Moved (h.face, g.face)) in
      (m :: (map (fun v -> Is (Moves (h.face, v.face))) vs)) :: ((m :: (
      (out w passes ending named h g) :: [])) :: (flat_map (fun l ->
                                                   if differ l g
                                                   then (m :: ((neg
                                                                 (out w
                                                                   passes
                                                                   ending
                                                                   named g l)) :: ((Is
                                                          (Moved (h.face,
                                                          l.face))) :: []))) :: []
                                                   else []) tops))) tops)
    (flat_map (fun v ->
      let a = Not (Moves (h.face, v.face)) in
      let gs = guests t v in
      app
        (map (fun j -> a :: ((neg (barred v j)) :: ((barred h j) :: [])))
          (moments ending t))
        (flat_map (fun g ->
          merge_below w passes ending named unders heads h v g gs) tops)) vs)

(** val two_merges : item list -> item -> item -> item -> atom clause list **)

let two_merges tops h o v =
  let a = Not (Moves (h.face, v.face)) in
  let b = Not (Moves (o.face, v.face)) in
  flat_map (fun g ->
    let m = Not (Moved (h.face, g.face)) in
    (a :: (b :: (m :: ((Not (Moved (o.face,
    g.face))) :: ((barred h g) :: ((barred o g) :: [])))))) :: (flat_map
                                                                 (fun l ->
                                                                 if differ l g
                                                                 then 
                                                                   (a :: (b :: (m :: ((Is
                                                                    (Moved
                                                                    (o.face,
                                                                    g.face))) :: ((Not
                                                                    (Moved
                                                                    (o.face,
                                                                    l.face))) :: (
                                                                    (barred h
                                                                    l) :: [])))))) :: []
                                                                 else [])
                                                                 tops)) tops

(** val two_merges_part :
    item list -> item list -> item list -> item -> atom clause list **)

let two_merges_part all_items tops moving h =
  let vs = below all_items h in
  flat_map (fun o ->
    if differ h o
    then flat_map (fun v -> if fit o v then two_merges tops h o v else []) vs
    else []) moving

(** val more : item -> item list -> nat -> atom lit **)

let more e l k =
  match l with
  | [] -> Is (More ((map (fun i -> i.face) l), k))
  | x :: l0 ->
    (match l0 with
     | [] -> neg (barred x e)
     | _ :: _ -> Is (More ((map (fun i -> i.face) l), k)))

(** val sum_of :
    item -> item list -> item list -> item list -> nat -> nat -> atom clause
    list **)

let sum_of e a b l i j =
  if PeanoNat.Nat.eqb (add i j) O
  then []
  else (app
         (if PeanoNat.Nat.eqb i O
          then []
          else (neg (more e a (sub i (S O)))) :: [])
         (app
           (if PeanoNat.Nat.eqb j O
            then []
            else (neg (more e b (sub j (S O)))) :: [])
           ((more e l (sub (add i j) (S O))) :: []))) :: []

(** val sums : nat -> item -> item list -> atom clause list **)

let rec sums fuel e l =
  match fuel with
  | O -> []
  | S fuel' ->
    (match l with
     | [] -> []
     | _ :: l0 ->
       (match l0 with
        | [] -> []
        | _ :: _ ->
          let h = PeanoNat.Nat.div2 (length l) in
          let a = firstn h l in
          let b = skipn h l in
          app (sums fuel' e a)
            (app (sums fuel' e b)
              (flat_map (fun i ->
                flat_map (sum_of e a b l i) (seq O (S (length b))))
                (seq O (S (length a)))))))

(** val score_part : item list -> nat -> item list -> atom clause list **)

let score_part ending spare all_items =
  match ending with
  | [] -> []
  | e :: _ ->
    app (sums (length all_items) e all_items)
      (if PeanoNat.Nat.ltb spare (length all_items)
       then ((neg (more e all_items spare)) :: []) :: []
       else [])

(** val parts :
    coq_N -> nat -> nat -> item list -> card list option -> nat -> card list
    list -> item list -> item list -> (card * card) list -> item list -> item
    list -> item list -> item list -> atom clause list list **)

let parts w passes size ending named spare cols t all_items unders heads tops sorted moving =
  app
    (match named with
     | Some _ -> (loose_order w named t) :: []
     | None ->
       flat_map (pass_parts w passes size ending named t) (seq O passes))
    (app (map (places_part passes ending cols all_items heads) t)
      (app
        (map (bar_part w passes ending named t all_items unders) all_items)
        (app (map (guest_part w passes ending named t all_items unders) t)
          (app (map (two_guests_part w passes ending named t all_items) t)
            (app (map (crown_part w passes ending named t heads) sorted)
              (app (map (upper_part t all_items heads moving) all_items)
                (app
                  (match tops with
                   | [] -> []
                   | _ :: _ ->
                     app (map (column_part cols heads) sorted)
                       (app
                         (map
                           (slot_part w passes ending named cols heads tops)
                           (places_of_columns cols))
                         (app
                           (map (gone_part w passes ending named t tops)
                             moving)
                           (app
                             (map
                               (merge_part w passes ending named t all_items
                                 unders heads tops) moving)
                             (map (two_merges_part all_items tops moving)
                               moving)))))
                  ((score_part ending spare all_items) :: []))))))))

(** val column_items : position -> item list **)

let column_items p =
  map (fun x -> { place = N0; face = x }) (concat p.columns)

(** val talon_items : position -> item list **)

let talon_items p =
  placed_from (Npos Coq_xH) (app (rev' p.waste) p.stock)

(** val beneath : card list -> (card * card) list **)

let rec beneath = function
| [] -> []
| x :: l' -> (match l' with
              | [] -> []
              | y :: _ -> (x, y) :: (beneath l'))

(** val by_rank : item list -> item list **)

let by_rank l =
  flat_map (fun k -> filter (fun x -> N.eqb x.face.rank (N.of_nat k)) l)
    (seq O (S (S (S (S (S (S (S (S (S (S O)))))))))))

(** val first_heads : position -> item list **)

let first_heads p =
  flat_map (fun col ->
    match col with
    | [] -> []
    | x :: _ -> { place = N0; face = x } :: []) p.columns

(** val all_heads : position -> item list -> item list **)

let all_heads p sorted =
  fold_left (fun hs y ->
    if existsb (fun h -> fits h.face y.face) hs then app hs (y :: []) else hs)
    sorted (first_heads p)

(** val passes_of : position -> nat **)

let passes_of p =
  S (N.to_nat p.redeals)

(** val size_of : rules -> position -> nat **)

let size_of r p =
  PeanoNat.Nat.max (S O)
    (N.to_nat (N.min r.draw (N.add (count p.waste) (count p.stock))))

(** val end_item : rules -> position -> item **)

let end_item r p =
  { place = N0; face = { rank = r.lowest; suit = (count p.bar) } }

(** val parts_of :
    rules -> nat option -> card list option -> nat -> position -> atom clause
    list list **)

let parts_of r asked named passes p =
  let t = talon_items p in
  let all = app (column_items p) t in
  let sorted = by_rank t in
  let heads = all_heads p sorted in
  let tops = filter is_top t in
  let moving =
    match tops with
    | [] -> []
    | _ :: _ -> filter (fun h -> negb (is_top h)) heads
  in
  (match asked with
   | Some k ->
     let ending = (end_item r p) :: [] in
     parts (count p.waste) passes (size_of r p) ending named k p.columns t
       all (flat_map beneath p.columns) heads tops sorted moving
   | None ->
     let ending = [] in
     let spare = O in
     parts (count p.waste) passes (size_of r p) ending named spare p.columns
       t all (flat_map beneath p.columns) heads tops sorted moving)
