open BinInt
open BinNat
open BinNums
open Blink
open BlinkEncoder
open Cards
open Clauses
open Datatypes
open Game
open Judge
open Lrat

(** val refuted : rules -> position -> coq_N option -> step list -> bool **)

let refuted r p above steps =
  lrat_check (numbered_clauses same_atom hash_atom (clauses r p above)) steps

(** val clauses_check :
    rules -> position -> coq_N option -> step list -> outcome **)

let clauses_check r p above steps =
  if (&&)
       ((&&)
         ((&&) (Z.leb (Zpos Coq_xH) r.columns) (Z.leb (Zpos Coq_xH) r.rows))
         (negb (N.eqb (count p.left) N0))) (refuted r p above steps)
  then Found { loses = (match above with
                        | Some _ -> false
                        | None -> true); limit = above }
  else Wrong
