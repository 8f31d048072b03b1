open BinNat
open Cards
open Universal

(** val few_redeals : position -> position **)

let few_redeals p =
  { columns = p.columns; bar = p.bar; stock = p.stock; waste = p.waste;
    redeals = (N.min p.redeals (N.add (count p.waste) (count p.stock))) }
