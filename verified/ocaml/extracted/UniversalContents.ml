open BinNums
open Cards
open Datatypes
open Judge
open Lrat
open Universal
open UniversalRefuted
open UniversalRules

type content =
| JustLine
| ClosedSet of (coq_N * mv) list
| Clauses of coq_N option * step list
| StockOrder of card list * step list

(** val evidence : rules -> card list -> content -> position -> outcome **)

let evidence r deal c p =
  match c with
  | JustLine -> no_evidence (Some (count deal))
  | ClosedSet lines ->
    shown (closed_check_un r (Obj.magic p) (Obj.magic lines))
  | Clauses (goal, steps) -> clauses_check r deal p goal steps
  | StockOrder (named, steps) -> stock_order_check r deal p named steps

(** val check_universal :
    rules -> nat -> coq_N -> card list -> content -> mv claim -> result **)

let check_universal r columns passes deal ct c =
  verify (universal r) (Obj.magic start columns passes deal) (Some
    (count deal)) (Obj.magic evidence r deal ct) (Obj.magic c)
