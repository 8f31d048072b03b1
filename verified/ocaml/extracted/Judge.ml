open BinNat
open BinNums
open Bool
open Datatypes
open Game

type verdict =
| Winnable
| Unwinnable
| Undecided

type 'm claim = { after : 'm list; line : 'm list option; says : verdict;
                  asks_best : bool; stated_score : coq_N option;
                  stated_bound : coq_N option; optimal : bool }

type outcome =
| Found of proven
| Wrong
| Unable

type result =
| Verified
| Failed
| CannotTell

(** val equal_option : coq_N option -> coq_N option -> bool **)

let equal_option a b =
  match a with
  | Some x -> (match b with
               | Some y -> N.eqb x y
               | None -> false)
  | None -> (match b with
             | Some _ -> false
             | None -> true)

(** val given : 'a1 option -> bool **)

let given = function
| Some _ -> true
| None -> false

(** val is_winnable : verdict -> bool **)

let is_winnable = function
| Winnable -> true
| _ -> false

(** val is_unwinnable : verdict -> bool **)

let is_unwinnable = function
| Unwinnable -> true
| _ -> false

(** val line_holds : game -> pos -> move claim -> bool **)

let line_holds g p c =
  match c.line with
  | Some l ->
    (match replay g p l with
     | Some q ->
       (&&)
         ((&&)
           ((&&) (given (g.score q))
             (equal_option (g.score q) c.stated_score))
           (eqb (g.won q) (is_winnable c.says))) ((||) (g.won q) c.asks_best)
     | None -> false)
  | None -> (&&) (negb (is_winnable c.says)) (negb (given c.stated_score))

(** val numbers_hold : game -> coq_N option -> move claim -> bool **)

let numbers_hold g best_possible c =
  (&&)
    ((&&)
      (eqb c.optimal
        ((&&) (given c.stated_score)
          (equal_option c.stated_score c.stated_bound)))
      (match c.stated_score with
       | Some s ->
         (match c.stated_bound with
          | Some b -> no_betterb g s b
          | None -> true)
       | None -> true))
    (match best_possible with
     | Some best ->
       (&&)
         (match c.stated_score with
          | Some s -> no_betterb g s best
          | None -> true)
         (match c.stated_bound with
          | Some b -> no_betterb g b best
          | None -> true)
     | None -> true)

(** val shown_by : game -> move claim -> proven -> bool **)

let shown_by g c e =
  (&&)
    ((&&) ((||) (negb (is_unwinnable c.says)) e.loses)
      (match c.stated_bound with
       | Some b ->
         (match e.limit with
          | Some b' -> no_betterb g b' b
          | None -> false)
       | None -> true))
    ((||) ((||) (given c.line) (is_unwinnable c.says)) (given c.stated_bound))

(** val verify :
    game -> pos -> coq_N option -> (pos -> outcome) -> move claim -> result **)

let verify g start best_possible evidence c =
  match replay g start c.after with
  | Some p ->
    if (&&) (line_holds g p c) (numbers_hold g best_possible c)
    then (match evidence p with
          | Found e -> if shown_by g c e then Verified else Failed
          | Wrong -> Failed
          | Unable -> CannotTell)
    else Failed
  | None -> Failed

(** val no_evidence : coq_N option -> outcome **)

let no_evidence best_possible =
  Found { loses = false; limit = best_possible }

(** val shown : proven option -> outcome **)

let shown = function
| Some e -> Found e
| None -> Wrong
