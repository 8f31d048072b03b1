(* A question read from a header: the game with its rules and deal, and the proved check of each content. *)

open Reader

(* What stands in a header beside the question, with moves still as texts. *)
type claimed = {
  after : string list;
  line : string list option;
  verdict : Judge.verdict;
  best : bool;
  score : BinNums.coq_N option;
  bound : BinNums.coq_N option;
  optimal : bool;
}

type t = {
  name : string;
  game : Game.game;
  start : Game.pos;
  move : string -> Game.move;
  show : Game.move -> string;
  spent : Game.pos -> int;
  check : claimed -> string -> string list -> Judge.result;
}

let claim read_after read_line c = {
  Judge.after = L.map read_after c.after;
  line = Option.map (L.map read_line) c.line;
  says = c.verdict;
  asks_best = c.best;
  stated_score = c.score;
  stated_bound = c.bound;
  optimal = c.optimal;
}

(* A session of a game, its positions and moves as values of the one type that all games share. *)
let session ?(spent = fun _ -> 0) name game start read show check =
  { name; game; start = Obj.repr start; move = (fun s -> Obj.repr (read s)); show = (fun m -> show (Obj.obj m));
    spent = (fun p -> spent (Obj.obj p)); check }

let bound_of claimed = match claimed.bound with Some b -> b | None -> wrong "there is no bound"

let nothing_more = function [] -> () | _ -> wrong "something follows the header"

let unknown_content game = function
  | "buried" | "cover" | "pass-capacity" as content -> unable "the content %s was retired" content
  | content -> unable "content %s of %s is not checked by this program" content game

let names letters k = S.get letters (int_of_n k)
let standard_name c = Printf.sprintf "%c%c" (names "A23456789TJQK" c.Cards.rank) (names "CDHS" c.Cards.suit)
let copy_name name copy = if copy = 0 then name else Printf.sprintf "%s#%d" name (copy + 1)

(* ---- Single Left ---- *)

let forced_fuel = nat_of_int 200_000

(* The cards as far as they are known, and the missing ones in the deck's order. *)
let open_deal deck_name deal =
  let cards = L.map (fun s -> if s = "?" then None else Some (standard s)) deal in
  if deck_name <> "full" then wrong "an unknown card of a deck that is not known";
  if L.length deal <> L.length standard_deck then wrong "the deal is not the whole deck, each card once";
  let known = L.filter (fun s -> s <> "?") deal in
  if L.length (L.sort_uniq compare known) < L.length known then wrong "a card is there twice";
  let missing = L.filter (fun s -> not (L.mem s known)) standard_deck in
  (cards, L.map standard missing)

(* A node's word, `split` or `cut`. *)
let split_or_cut = function
  | "split" -> true
  | "cut" -> false
  | s -> wrong "%S is neither cut nor split" s

let single_left record deal =
  let rules = rules_of record ["deck"; "discarding"; "goal"; "redeals"] ~fixed:["redeal_order", [Json.String "deal"]] in
  let deck_name = one_of rules "deck" ["full"; "as-dealt"] in
  let partly = if L.mem "?" deal then Some (open_deal deck_name deal) else None in
  let cards = match partly with
    | None ->
        let cards = L.map standard deal in
        check_deal record deck_name standard_deck deal;
        cards
    | Some (known, _) ->
        if field record "number" <> Json.Null then unable "a deal with unknown cards and a number";
        SingleLeftOpen.veiled known in
  let wants = match text rules "goal" with
    | "clear" -> SingleLeft.Clear
    | "one" -> SingleLeft.One
    | s when is_whole s && S.length s < 19 -> SingleLeft.AtMost (n_of_text s)
    | s -> unable "rules: goal is %S, which this program does not know" s in
  let r = { SingleLeft.forced = one_of rules "discarding" ["forced"; "optional"] = "forced"; wants;
            redeals_allowed = within rules "redeals" 0 None } in
  let check_open (known, missing) claimed content lines =
    let ct = match content with
      | "parity" -> nothing_more lines; SingleLeftOpen.OpenParity
      | "assignments" -> SingleLeftOpen.Assignments (L.map split_or_cut lines)
      | _ -> unknown_content "single-left with unknown cards" content in
    SingleLeftOpen.check_open r Relations.least_open known missing ct (claim single_left_move single_left_move claimed) in
  let check_whole claimed content lines =
    let ct = match content with
      | "line" -> nothing_more lines; SingleLeftContents.JustLine
      | "parity" -> nothing_more lines; SingleLeftContents.Parity
      | "forced-play" -> nothing_more lines; SingleLeftContents.ForcedPlay
      | "relations" ->
          if r.SingleLeft.forced then wrong "relations are for optional discarding";
          SingleLeftContents.Relations (L.map (table_row 1001) lines)
      | "relations-set" ->
          let first, members = marked_set single_left_move lines in
          if r.SingleLeft.forced && (first || L.exists snd members) then wrong "relations are for optional discarding";
          SingleLeftContents.RelationsSet (Relations.least, first, members)
      | "closed-set" -> SingleLeftContents.ClosedSet (L.map (member single_left_move) lines)
      | _ -> unknown_content "single-left" content in
    SingleLeftContents.check_single_left r cards forced_fuel ct (claim single_left_move single_left_move claimed) in
  let check = match partly with None -> check_whole | Some known -> check_open known in
  let show = function
    | SingleLeft.Draw -> "draw" | SingleLeft.Pair -> "pair" | SingleLeft.Four -> "four" | SingleLeft.Redeal -> "redeal" in
  session "single-left" (SingleLeft.single_left r) (SingleLeft.start r cards) single_left_move show check

(* ---- One-Minute ---- *)

let one_minute record deal =
  (* The budget is spelled out beside the pace. *)
  let rules = rules_of record ["deck"; "handlings"; "passing"; "pace"; "pickup"] in
  let deck_name = one_of rules "deck" ["full"; "as-dealt"] in
  let base, others = match L.map standard deal with c :: l -> (c, l) | [] -> wrong "the deal is empty" in
  check_deal record deck_name standard_deck deal;
  let pace = match field rules "pace" with Json.Number s -> s | _ -> wrong "rules: pace is no number" in
  let of_pace = budget_of_pace pace in
  let budget = within rules "handlings" 0 None in
  (* So long a number may be rounded. *)
  if budget <> n_of_int of_pace && String.length pace > 15 then unable "rules: a pace that is written %S" pace;
  if budget <> n_of_int of_pace then wrong "rules: handlings are not those of pace";
  let r = { OneMinute.always_play = one_of rules "passing" ["free"; "forced"] = "forced"; budget;
            pickup = within rules "pickup" 0 None } in
  let check claimed content lines =
    let ct = match content with
      | "line" -> nothing_more lines; OneMinuteContents.JustLine
      | "closed-set" -> OneMinuteContents.ClosedSet (L.map (member one_minute_move) lines)
      | "priced-layers" ->
          let cards = L.length others - max 0 (L.length claimed.after - 1) in
          if r.OneMinute.always_play then wrong "priced layers are for free passing";
          let over k = BinNat.N.ltb (n_of_int k) in
          if cards > 63 || over 4_096 r.OneMinute.pickup || over (1 lsl 20) (bound_of claimed) then
            unable "more cards, handlings or pick-ups than this program takes";
          OneMinuteContents.PricedLayers (price_groups (max 0 cards) lines)
      | _ -> unknown_content "one-minute" content in
    OneMinuteContents.check_one_minute r base others ct (claim one_minute_move one_minute_move claimed) in
  session "one-minute" (OneMinute.one_minute r) (OneMinute.start base others) one_minute_move
    (fun m -> copy_name (standard_name m.OneMinute.played) (int_of_n m.OneMinute.copy)) check
    ~spent:(fun p -> int_of_n p.OneMinute.handlings)

(* ---- Head ---- *)

let decktet_name =
  let named = L.map (fun s -> (decktet s, s)) (decktet_basic @ decktet_extension) in
  fun c -> L.assoc c named

let head record deal =
  let rules = rules_of record ["deck"; "passes"; "extended"; "melding"; "target"; "hand"]
      ~fixed:["sorting", [Json.String "first"]; "carry", [Json.Bool false]; "excuse", [Json.String "suit-and-rank"]] in
  let deck_name = one_of rules "deck" ["full"; "as-dealt"] in
  let deck = if flag rules "extended" then decktet_basic @ decktet_extension else decktet_basic in
  let cards = L.map decktet deal in
  if deck_name = "full" then check_full deck deal;
  if L.length (L.filter (fun s -> s = "X") deal) > 1 then wrong "a second Excuse";
  check_number record deck_name deck deal;
  let r = { Head.passes = within rules "passes" 1 None; optional = one_of rules "melding" ["forced"; "optional"] = "optional";
            target = within rules "target" 0 (Some 45); full = within rules "hand" 3 (Some 6) } in
  let check claimed content lines =
    let ct = match content with
      | "line" -> nothing_more lines; HeadChecks.JustLine
      | "block-set" -> HeadChecks.BlockSet (L.map (block_member r.Head.passes) lines)
      | "closed-set" -> HeadChecks.ClosedSet (L.map (member head_move) lines)
      | _ -> unknown_content "head" content in
    HeadChecks.check_head r cards ct (claim head_move head_move claimed) in
  let show = function
    | Head.Meld (l, _) -> S.concat " " ("meld" :: L.map (fun (k, c) -> copy_name (decktet_name c) (int_of_n k)) l)
    | Head.Discard l -> S.concat " " ("discard" :: L.map decktet_name l)
    | Head.Burn -> "burn" in
  session "head" (Head.head r) (Head.start r cards) head_move show check

(* ---- Universal ---- *)

let check_grid deal columns =
  if L.length deal < columns then wrong "%d cards do not fill %d columns" (L.length deal) columns;
  let rank s = S.index "1234567MSG" s.[0] in
  let ranks = L.map rank deal in
  let low = L.fold_left min 9 ranks and high = L.fold_left max 0 ranks in
  let suits = L.sort_uniq compare (L.map (fun s -> s.[1]) deal) in
  let grid = L.concat_map (fun c -> L.init (high - low + 1) (fun i -> Printf.sprintf "%c%c" "1234567MSG".[low + i] c)) suits in
  if L.sort compare grid <> L.sort compare deal then wrong "the deck is not a full grid, each card once";
  low

let column_name c = let rec go = function Datatypes.O -> 1 | Datatypes.S k -> 1 + go k in string_of_int (go c)

(* The cards whose places alone lose, by the reason. *)
let named_cards record =
  match field record "reason" with
  | Json.Object reason when L.assoc_opt "kind" reason = Some (Json.String "stock-order") ->
      Option.fold (L.assoc_opt "cards" reason) ~none:[] ~some:(texts "reason: cards are not a list of cards")
  | _ -> wrong "the reason is not of kind stock-order"

let universal record deal =
  let rules = rules_of record ["deck"; "draw"; "passes"; "columns"]
      ~fixed:["watch", [Json.String "top"; Json.String "all"]] in
  let deck_name = one_of rules "deck" ["full"; "as-dealt"] in
  let cards = L.map universal deal in
  check_deal record deck_name universal_deck deal;
  let columns = int_of_n (within rules "columns" 1 (Some 6)) in
  let passes = within rules "passes" 1 None in
  let r = { Universal.draw = within rules "draw" 1 None; lowest = n_of_int (check_grid deal columns);
            deck_size = n_of_int (L.length deal) } in
  let columns = nat_of_int columns in
  let check claimed content lines =
    let ct = match content with
      | "line" -> nothing_more lines; UniversalContents.JustLine
      | "closed-set" -> UniversalContents.ClosedSet (L.map (member universal_move) lines)
      | "clauses" ->
          let bound = bound_of claimed in
          let below_deck = BinNat.N.ltb bound r.Universal.deck_size in
          if not below_deck then wrong "the bound is not below the size of the deck";
          let goal = if claimed.best then Some (BinNat.N.succ bound) else None in
          if goal = None && bound <> n_of_int (L.length deal - 1) then wrong "a loss bounds the score by the deck less one";
          UniversalContents.Clauses (goal, L.map proof_step lines)
      | "stock-order" -> UniversalContents.StockOrder (L.map universal (named_cards record), L.map proof_step lines)
      | _ -> unknown_content "universal" content in
    UniversalContents.check_universal r columns passes cards ct (claim universal_move universal_move claimed) in
  let show = function
    | Universal.Turn -> "T"
    | Universal.Redeal -> "R"
    | Universal.Host c -> "W>" ^ column_name c
    | Universal.Crown c -> "W^" ^ column_name c
    | Universal.BarWaste -> "W!"
    | Universal.BarFoot c -> column_name c ^ "!"
    | Universal.Merge (c, d) -> column_name c ^ ">" ^ column_name d in
  session "universal" (Universal.universal r) (Universal.start columns passes cards) universal_move show check

(* ---- Blink ---- *)

(* The rules of a record, and the cards. *)
let blink_deal record deal =
  let rules = rules_of record ["deck"; "hold"; "columns"; "rows"; "decks"]
      ~fixed:["first", [Json.String "anywhere"]; "held", [Json.String "after"]; "bonus", [Json.Number "1"; Json.Number "1.0"]] in
  let deck_name = text rules "deck" in
  let decks = int_of_n (within rules "decks" 1 (Some 50)) in
  let one = match deck_name with
    | "full" -> balanced_deck
    | "as-dealt" -> []
    | _ -> let l = words deck_name in ignore (L.map blink l); l in
  let deck = copies decks one in
  let cards = L.map blink deal in
  if deck_name <> "as-dealt" then check_full deck deal;
  check_number record deck_name deck deal;
  let z name = match within rules name 1 None with BinNums.N0 -> BinNums.Z0 | BinNums.Npos p -> BinNums.Zpos p in
  ({ Blink.hold = within rules "hold" 0 None; columns = z "columns"; rows = z "rows" }, cards)

let blink record deal =
  let r, cards = blink_deal record deal in
  let check claimed content lines =
    let corner = blink_corner (claimed.after @ Option.value claimed.line ~default:[]) in
    let read = blink_move corner in
    let read_member = if claimed.after = [] then blink_move (0, 0) else read in
    let ct = match content with
      | "line" -> nothing_more lines; BlinkContents.JustLine
      | "room" -> nothing_more lines; BlinkContents.Room
      | "match-graph" -> nothing_more lines; BlinkContents.MatchGraph
      | "clauses" -> BlinkContents.Clauses (claimed.bound, L.map proof_step lines)
      | "loss-tree" ->
          if not claimed.best then wrong "a loss tree shows a bound on the best score";
          BlinkContents.LossTree (bound_of claimed, tree_lines lines)
      | "closed-set" -> BlinkContents.ClosedSet (L.map (member read_member) lines)
      | _ -> unknown_content "blink" content in
    BlinkContents.check_blink r cards ct (claim read read claimed) in
  let show { Blink.placed = c; onto = x, y; _ } =
    Printf.sprintf "%c%c%c@%d,%d" (names "12345" c.Blink.number) (names "RBGYNA" c.Blink.colour)
      (names "SMTDLF" c.Blink.shape) (int_of_z x) (int_of_z y) in
  session "blink" (Blink.blink r) (Blink.start cards) (blink_move (0, 0)) show check

let of_record record =
  let deal = deal_of record in
  match text record "game" with
  | "one-minute" -> one_minute record deal
  | "single-left" -> single_left record deal
  | "head" -> head record deal
  | "universal" -> universal record deal
  | "blink" -> blink record deal
  | s -> unknown "game" s
