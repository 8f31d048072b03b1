open BinNums
open Cards
open Datatypes
open Game
open Judge
open SingleLeft
open SingleLeftChecks
open SingleLeftSet

type content =
| JustLine
| Parity
| ForcedPlay
| Relations of (coq_N * coq_N) list
| RelationsSet of (position -> (coq_N * coq_N) list) * bool
   * ((coq_N * mv) * bool) list
| ClosedSet of (coq_N * mv) list

(** val evidence :
    rules -> card list -> nat -> content -> position -> outcome **)

let evidence r deal fuel c p =
  match c with
  | JustLine -> no_evidence (Some (parity_of (count deal)))
  | Parity -> parity_check r deal
  | ForcedPlay -> forced_check r fuel p
  | Relations table -> relations_check r p table
  | RelationsSet (tables, first, lines) -> set_check r tables p first lines
  | ClosedSet lines ->
    shown
      (plain_check (single_left r) (Obj.magic same_position) (Obj.magic hash)
        (Obj.magic p) (Obj.magic lines))

(** val check_single_left :
    rules -> card list -> nat -> content -> mv claim -> result **)

let check_single_left r deal fuel ct c =
  verify (single_left r) (Obj.magic start r deal) (Some
    (parity_of (count deal))) (Obj.magic evidence r deal fuel ct)
    (Obj.magic c)
