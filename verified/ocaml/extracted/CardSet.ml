open BinInt
open BinNums
open Datatypes
open List

type hex =
| H0
| H1
| H2
| H3
| H4
| H5
| H6
| H7
| H8
| H9
| HA
| HB
| HC
| HD
| HE
| HF

type bit =
| B0
| B1
| B2
| B3

type cell =
| C0
| C1
| C2
| C3
| C4
| C5
| C6
| C7
| C8
| C9
| CA
| CB
| CC
| CD
| CE
| CF
| Nowhere

type place =
| Place of cell * bit

type cards =
| Cards of hex * hex * hex * hex * hex * hex * hex * hex * hex * hex * 
   hex * hex * hex * hex * hex * hex

(** val test : bit -> hex -> bool **)

let test b h =
  match b with
  | B0 ->
    (match h with
     | H0 -> false
     | H2 -> false
     | H4 -> false
     | H6 -> false
     | H8 -> false
     | HA -> false
     | HC -> false
     | HE -> false
     | _ -> true)
  | B1 ->
    (match h with
     | H0 -> false
     | H1 -> false
     | H4 -> false
     | H5 -> false
     | H8 -> false
     | H9 -> false
     | HC -> false
     | HD -> false
     | _ -> true)
  | B2 ->
    (match h with
     | H0 -> false
     | H1 -> false
     | H2 -> false
     | H3 -> false
     | H8 -> false
     | H9 -> false
     | HA -> false
     | HB -> false
     | _ -> true)
  | B3 ->
    (match h with
     | H0 -> false
     | H1 -> false
     | H2 -> false
     | H3 -> false
     | H4 -> false
     | H5 -> false
     | H6 -> false
     | H7 -> false
     | _ -> true)

(** val without : bit -> hex -> hex **)

let without b h =
  match b with
  | B0 ->
    (match h with
     | H1 -> H0
     | H3 -> H2
     | H5 -> H4
     | H7 -> H6
     | H9 -> H8
     | HB -> HA
     | HD -> HC
     | HF -> HE
     | _ -> h)
  | B1 ->
    (match h with
     | H2 -> H0
     | H3 -> H1
     | H6 -> H4
     | H7 -> H5
     | HA -> H8
     | HB -> H9
     | HE -> HC
     | HF -> HD
     | _ -> h)
  | B2 ->
    (match h with
     | H4 -> H0
     | H5 -> H1
     | H6 -> H2
     | H7 -> H3
     | HC -> H8
     | HD -> H9
     | HE -> HA
     | HF -> HB
     | _ -> h)
  | B3 ->
    (match h with
     | H8 -> H0
     | H9 -> H1
     | HA -> H2
     | HB -> H3
     | HC -> H4
     | HD -> H5
     | HE -> H6
     | HF -> H7
     | _ -> h)

(** val at_cell : cards -> cell -> hex **)

let at_cell s x =
  let Cards (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) = s in
  (match x with
   | C0 -> a
   | C1 -> b
   | C2 -> c
   | C3 -> d
   | C4 -> e
   | C5 -> f
   | C6 -> g
   | C7 -> h
   | C8 -> i
   | C9 -> j
   | CA -> k
   | CB -> l
   | CC -> m
   | CD -> n
   | CE -> o
   | CF -> p
   | Nowhere -> H0)

(** val has : cards -> place -> bool **)

let has s = function
| Place (x, y) -> test y (at_cell s x)

(** val off : cards -> place -> cards **)

let off s q =
  let Cards (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) = s in
  let Place (x, y) = q in
  (match x with
   | C0 -> Cards ((without y a), b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
   | C1 -> Cards (a, (without y b), c, d, e, f, g, h, i, j, k, l, m, n, o, p)
   | C2 -> Cards (a, b, (without y c), d, e, f, g, h, i, j, k, l, m, n, o, p)
   | C3 -> Cards (a, b, c, (without y d), e, f, g, h, i, j, k, l, m, n, o, p)
   | C4 -> Cards (a, b, c, d, (without y e), f, g, h, i, j, k, l, m, n, o, p)
   | C5 -> Cards (a, b, c, d, e, (without y f), g, h, i, j, k, l, m, n, o, p)
   | C6 -> Cards (a, b, c, d, e, f, (without y g), h, i, j, k, l, m, n, o, p)
   | C7 -> Cards (a, b, c, d, e, f, g, (without y h), i, j, k, l, m, n, o, p)
   | C8 -> Cards (a, b, c, d, e, f, g, h, (without y i), j, k, l, m, n, o, p)
   | C9 -> Cards (a, b, c, d, e, f, g, h, i, (without y j), k, l, m, n, o, p)
   | CA -> Cards (a, b, c, d, e, f, g, h, i, j, (without y k), l, m, n, o, p)
   | CB -> Cards (a, b, c, d, e, f, g, h, i, j, k, (without y l), m, n, o, p)
   | CC -> Cards (a, b, c, d, e, f, g, h, i, j, k, l, (without y m), n, o, p)
   | CD -> Cards (a, b, c, d, e, f, g, h, i, j, k, l, m, (without y n), o, p)
   | CE -> Cards (a, b, c, d, e, f, g, h, i, j, k, l, m, n, (without y o), p)
   | CF -> Cards (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, (without y p))
   | Nowhere -> s)

(** val in_cell : cell -> place list **)

let in_cell x =
  map (fun x0 -> Place (x, x0)) (B0 :: (B1 :: (B2 :: (B3 :: []))))

(** val places : place list **)

let places =
  flat_map in_cell
    (C0 :: (C1 :: (C2 :: (C3 :: (C4 :: (C5 :: (C6 :: (C7 :: (C8 :: (C9 :: (CA :: (CB :: (CC :: (CD :: (CE :: (CF :: []))))))))))))))))

(** val most_cards : nat **)

let most_cards =
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val place_of : nat -> place **)

let place_of i =
  nth i places (Place (Nowhere, B0))

(** val mem : cards -> nat -> bool **)

let mem s i =
  has s (place_of i)

(** val clear : cards -> nat -> cards **)

let clear s i =
  off s (place_of i)

(** val all_cards : cards **)

let all_cards =
  Cards (HF, HF, HF, HF, HF, HF, HF, HF, HF, HF, HF, HF, HF, HF, HF, HF)

(** val full : nat -> cards **)

let full n =
  fold_left off (skipn n places) all_cards

type sums =
| Sums of coq_Z * coq_Z * coq_Z * coq_Z * coq_Z * coq_Z * coq_Z * coq_Z
   * coq_Z * coq_Z * coq_Z * coq_Z * coq_Z * coq_Z * coq_Z * coq_Z

(** val sums_of : coq_Z -> coq_Z -> coq_Z -> coq_Z -> sums **)

let sums_of a b c d =
  Sums (Z0, a, b, (Z.add a b), c, (Z.add a c), (Z.add b c),
    (Z.add (Z.add a b) c), d, (Z.add a d), (Z.add b d),
    (Z.add (Z.add a b) d), (Z.add c d), (Z.add (Z.add a c) d),
    (Z.add (Z.add b c) d), (Z.add (Z.add (Z.add a b) c) d))

(** val pick : sums -> hex -> coq_Z **)

let pick t h =
  let Sums (s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sA, sB, sC, sD, sE, sF) =
    t
  in
  (match h with
   | H0 -> s0
   | H1 -> s1
   | H2 -> s2
   | H3 -> s3
   | H4 -> s4
   | H5 -> s5
   | H6 -> s6
   | H7 -> s7
   | H8 -> s8
   | H9 -> s9
   | HA -> sA
   | HB -> sB
   | HC -> sC
   | HD -> sD
   | HE -> sE
   | HF -> sF)

(** val sums_by_cell : nat -> coq_Z list -> sums list **)

let rec sums_by_cell n prices =
  match n with
  | O -> []
  | S n' ->
    (match prices with
     | [] -> []
     | a :: l ->
       (sums_of a (nth O l Z0) (nth (S O) l Z0) (nth (S (S O)) l Z0)) :: 
         (sums_by_cell n' (skipn (S (S (S O))) l)))

(** val digits : cards -> hex list **)

let digits = function
| Cards (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) ->
  a :: (b :: (c :: (d :: (e :: (f :: (g :: (h :: (i :: (j :: (k :: (l :: (m :: (n :: (o :: (p :: [])))))))))))))))

(** val total_by : sums list -> hex list -> coq_Z **)

let rec total_by l d =
  match l with
  | [] -> Z0
  | t :: l' ->
    (match d with
     | [] -> Z0
     | h :: d' -> Z.add (pick t h) (total_by l' d'))

(** val apart : hex -> hex -> bool **)

let apart a b =
  negb
    ((||)
      ((||)
        ((||) ((&&) (test B0 a) (test B0 b)) ((&&) (test B1 a) (test B1 b)))
        ((&&) (test B2 a) (test B2 b))) ((&&) (test B3 a) (test B3 b)))

(** val everywhere : (hex -> hex -> bool) -> cards -> cards -> bool **)

let everywhere f s t =
  let Cards (a, b, c, d, e, f0, g, h, i, j, k, l, m, n, o, p) = s in
  let Cards (a', b', c', d', e', f', g', h', i', j', k', l', m', n', o', p') =
    t
  in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&)
                ((&&)
                  ((&&)
                    ((&&)
                      ((&&)
                        ((&&)
                          ((&&) ((&&) ((&&) (f a a') (f b b')) (f c c'))
                            (f d d')) (f e e')) (f f0 f')) (f g g')) 
                    (f h h')) (f i i')) (f j j')) (f k k')) (f l l'))
          (f m m')) (f n n')) (f o o')) (f p p')

(** val disjoint : cards -> cards -> bool **)

let disjoint =
  everywhere apart

(** val same_hex : hex -> hex -> bool **)

let same_hex a b =
  match a with
  | H0 -> (match b with
           | H0 -> true
           | _ -> false)
  | H1 -> (match b with
           | H1 -> true
           | _ -> false)
  | H2 -> (match b with
           | H2 -> true
           | _ -> false)
  | H3 -> (match b with
           | H3 -> true
           | _ -> false)
  | H4 -> (match b with
           | H4 -> true
           | _ -> false)
  | H5 -> (match b with
           | H5 -> true
           | _ -> false)
  | H6 -> (match b with
           | H6 -> true
           | _ -> false)
  | H7 -> (match b with
           | H7 -> true
           | _ -> false)
  | H8 -> (match b with
           | H8 -> true
           | _ -> false)
  | H9 -> (match b with
           | H9 -> true
           | _ -> false)
  | HA -> (match b with
           | HA -> true
           | _ -> false)
  | HB -> (match b with
           | HB -> true
           | _ -> false)
  | HC -> (match b with
           | HC -> true
           | _ -> false)
  | HD -> (match b with
           | HD -> true
           | _ -> false)
  | HE -> (match b with
           | HE -> true
           | _ -> false)
  | HF -> (match b with
           | HF -> true
           | _ -> false)

(** val same_cards : cards -> cards -> bool **)

let same_cards =
  everywhere same_hex
