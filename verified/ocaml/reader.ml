(* Reads the text of certificates: numbers, cards, deals, rules and moves, into the values of the extracted programs.
   What it turns a text into is trusted; that the result holds is not. It reads every thing in one spelling only. *)

open BinNums
module L = Stdlib.List
module S = Stdlib.String

exception Wrong of string          (* the certificate contradicts itself, or is not well formed *)
exception Unable of string         (* this program does not know what is written there, and cannot tell *)

let wrong fmt = Printf.ksprintf (fun s -> raise (Wrong s)) fmt
let unable fmt = Printf.ksprintf (fun s -> raise (Unable s)) fmt
let unknown kind s = unable "%S is a %s that this program does not know" s kind

(* ---- Numbers ---- *)

let rec positive k = if k = 1 then Coq_xH else if k land 1 = 1 then Coq_xI (positive (k / 2)) else Coq_xO (positive (k / 2))
let n_of_int k = if k = 0 then N0 else Npos (positive k)
let z_of_int k = if k = 0 then Z0 else if k > 0 then Zpos (positive k) else Zneg (positive (-k))
let nat_of_int k = let rec go k acc = if k = 0 then acc else go (k - 1) (Datatypes.S acc) in go k Datatypes.O

let rec int_of_positive = function
  | Coq_xH -> 1
  | Coq_xO p -> 2 * int_of_positive p
  | Coq_xI p -> (2 * int_of_positive p) + 1
let int_of_n = function N0 -> 0 | Npos p -> int_of_positive p
let int_of_z = function Z0 -> 0 | Zpos p -> int_of_positive p | Zneg p -> - (int_of_positive p)

(* Whole numbers are written 0 or without a zero in front. *)
let is_whole s =
  let n = S.length s in
  n > 0 && (n = 1 || s.[0] <> '0') && S.for_all (fun c -> '0' <= c && c <= '9') s

(* The number of a text of digits. *)
let in_base base digit s =
  let base = n_of_int base in
  S.fold_left (fun r c -> BinNat.N.add (BinNat.N.mul r base) (n_of_int (digit c))) N0 s
let n_of_text = in_base 10 (fun c -> Char.code c - 48)

let small what s =
  if is_whole s && S.length s < 10 then int_of_string s else unable "%s: %S is a number that this program does not know" what s

(* Whether a text begins with a sign, and the rest. *)
let sign s = if S.length s > 0 && s.[0] = '-' then (true, S.sub s 1 (S.length s - 1)) else (false, s)

let signed what s =
  let negative, digits = sign s in
  let k = small what digits in
  if negative && k = 0 then unable "%s: -0" what;
  if negative then -k else k

(* ---- JSON fields ---- *)

let field record name = match L.assoc_opt name record with Some v -> v | None -> wrong "%s is missing" name
let whole_text name = function
  | Json.Number s when is_whole s && S.length s < 19 -> s
  | Json.Number s when is_whole (snd (sign s)) ->
      unable "%s: a number that is negative or too large for this program" name
  | _ -> wrong "%s is not a whole number in order" name
let text record name = match field record name with Json.String s -> s | _ -> wrong "%s is not a text" name
let flag record name = match field record name with Json.Bool b -> b | _ -> wrong "%s is not true or false" name
let whole record name = whole_text name (field record name)
let whole_or_null record name = match field record name with
  | Json.Null -> None
  | _ -> Some (n_of_text (whole record name))
let texts fault = function
  | Json.Array l -> L.map (function Json.String s -> s | _ -> wrong "%s" fault) l
  | _ -> wrong "%s" fault
let moves_or_null record name = match L.assoc_opt name record with
  | None | Some Json.Null -> None
  | Some moves -> Some (texts (name ^ " is not a list of moves") moves)

let only record allowed what =
  L.iter (fun (name, _) -> if not (L.mem name allowed) then unable "%s: %S is a field that this program does not know" what name) record

(* ---- Cards ---- *)

let index_of what letters c = match S.index_opt letters c with Some i -> i | None -> unknown "card" what

let two_letters ranks suits s =
  if S.length s <> 2 then unknown "card" s;
  { Cards.rank = n_of_int (index_of s ranks s.[0]); suit = n_of_int (index_of s suits s.[1]) }
let standard = two_letters "A23456789TJQK" "CDHS"
let universal = two_letters "1234567MSG" "EJMNSV"
let blink s =
  if S.length s <> 3 then unknown "card" s;
  { Blink.number = n_of_int (index_of s "12345" s.[0]); colour = n_of_int (index_of s "RBGYNA" s.[1]);
    shape = n_of_int (index_of s "SMTDLF" s.[2]) }

let words s = S.split_on_char ' ' s

let decktet_basic = words "AM AS AW AL AY AK 2MK 2SY 2WL 3MW 3SK 3LY 4MS 4WL 4YK 5ML 5SW 5YK 6MW 6SY 6LK 7ML 7SK 7WY \
8MS 8WL 8YK 9MS 9WY 9LK CM CS CW CL CY CK"
let decktet_extension = words "X PWLY PMSL PSWK PMYK TMWK TSWY TMLY TSLK"

let decktet s =
  if not (L.mem s decktet_basic || L.mem s decktet_extension) then unknown "card" s;
  let kind = match s.[0] with
    | 'P' -> 10 | 'T' -> 11 | 'X' -> 12
    | c -> index_of s "A23456789C" c in
  let suits = ref 0 in
  S.iteri (fun i c -> if i > 0 then suits := !suits lor (1 lsl index_of s "MSWLYK" c)) s;
  { Head.drank = n_of_int kind; suits = n_of_int !suits }

(* ---- Decks and numbered deals ---- *)

let product f a b = L.concat_map (fun x -> L.map (f x) b) a
let letters s = L.init (S.length s) (fun i -> S.make 1 s.[i])
let standard_deck = product (fun suit rank -> rank ^ suit) (letters "CDHS") (letters "A23456789TJQK")
let universal_deck = product (fun suit rank -> rank ^ suit) (letters "EJMNSV") (letters "1234567MSG")
let balanced_deck =
  L.concat_map (fun n -> L.concat_map (fun c -> L.map (fun k ->
    Printf.sprintf "%c%c%c" "12345".[n] "RBGYNA".[c] "SMTDLF".[(c + n + (3 * k)) mod 6]) [0; 1])
    [0; 1; 2; 3; 4; 5]) [0; 1; 2; 3; 4]

let copies k deck = L.concat (L.init k (fun _ -> deck))

let check_full deck deal =
  if L.sort compare deck <> L.sort compare deal then wrong "the deal is not the whole deck, each card once"

let shuffled deck number =
  let open Int64 in
  let state = ref number in
  let draw () =
    state := add !state 0x9E3779B97F4A7C15L;
    let z = !state in
    let z = mul (logxor z (shift_right_logical z 30)) 0xBF58476D1CE4E5B9L in
    let z = mul (logxor z (shift_right_logical z 27)) 0x94D049BB133111EBL in
    logxor z (shift_right_logical z 31) in
  let below m =
    let over = unsigned_rem (add (unsigned_rem minus_one m) 1L) m in    (* 2^64 mod m *)
    let rec go () =
      let x = draw () in
      if over <> 0L && unsigned_compare x (neg over) >= 0 then go () else unsigned_rem x m in
    go () in
  let cards = Array.of_list deck in
  for i = Array.length cards - 1 downto 1 do
    let j = to_int (below (of_int (i + 1))) in
    let c = cards.(i) in
    cards.(i) <- cards.(j);
    cards.(j) <- c
  done;
  Array.to_list cards

let check_number record deck_name deck deal =
  match field record "number" with
  | Json.Null -> ()
  | Json.Number s when is_whole s && S.length s <= 20 ->
      if deck_name = "as-dealt" then wrong "an as-dealt deck has no numbered deals";
      (match Int64.of_string_opt ("0u" ^ s) with
       | None -> wrong "the deal number is out of range"
       | Some number -> if shuffled deck number <> deal then wrong "this is not deal number %s" s)
  | _ -> wrong "number is not a whole number in order"

let check_deal record deck_name deck deal =
  if deck_name = "full" then check_full deck deal;
  check_number record deck_name deck deal

let most_cards = 600

let deal_of record =
  let deal = words (text record "deal") in
  if L.length deal > most_cards then wrong "more than %d cards" most_cards;
  if deal = [""] then wrong "the deal is empty";
  deal

(* ---- Rules ---- *)

(* The names are options that every certificate states; `fixed` are later ones, with the values that this program knows. *)
let rules_of ?(fixed = []) record names =
  match field record "rules" with
  | Json.Object rules ->
      only rules (names @ L.map fst fixed) "rules";
      L.iter (fun name -> ignore (field rules name)) names;
      L.iter (fun (name, known) -> match L.assoc_opt name rules with
        | Some value when not (L.mem value known) -> unable "rules: %s has a value that this program does not know" name
        | _ -> ()) fixed;
      rules
  | _ -> wrong "rules is not an object"

let one_of rules name options =
  let s = text rules name in
  if L.mem s options then s else unable "rules: %s is %S, which this program does not know" name s

let within rules name least most =
  let k = n_of_text (whole rules name) in
  if BinNat.N.ltb k (n_of_int least) || (match most with Some m -> BinNat.N.ltb (n_of_int m) k | None -> false)
  then unable "rules: %s is beyond what this program knows" name;
  k

(* floor (60 * pace), exactly, of a decimal number in its shortest form. *)
let budget_of_pace s =
  match S.split_on_char '.' s with
  | [a; b] when is_whole a && S.length b > 0 && S.length a + S.length b <= 15 &&
                (b = "0" || b.[S.length b - 1] <> '0') && is_whole ("1" ^ b) ->
      let rec power k = if k = 0 then 1 else 10 * power (k - 1) in
      let d = int_of_string ("0u" ^ a ^ b) in
      if d = 0 then wrong "rules: pace is 0";
      60 * d / power (S.length b)
  | _ -> unable "rules: a pace that is written %S" s

(* ---- Moves ---- *)

let copy_of s =
  match S.split_on_char '#' s with
  | [card] -> (card, 0)
  | [card; k] -> let k = small "move" k in if k < 2 then unknown "card" s else (card, k - 1)
  | _ -> unknown "card" s

let one_minute_move s =
  let card, copy = copy_of s in
  { OneMinute.played = standard card; copy = n_of_int copy; at_place = Datatypes.O }

let single_left_move = function
  | "draw" -> SingleLeft.Draw | "pair" -> SingleLeft.Pair | "four" -> SingleLeft.Four | "redeal" -> SingleLeft.Redeal
  | s -> unknown "move" s

let head_move s =
  match words s with
  | ["burn"] -> Head.Burn
  | "meld" :: (_ :: _ as cards) ->
      Head.Meld (L.map (fun s -> let card, copy = copy_of s in (n_of_int copy, decktet card)) cards, [])
  | "discard" :: (_ :: _ as cards) -> Head.Discard (L.map decktet cards)
  | _ -> unknown "move" s

let universal_move s =
  let column c = if c >= '1' && c <= '6' then nat_of_int (Char.code c - 49) else unknown "move" s in
  match S.length s with
  | 1 when s = "T" -> Universal.Turn
  | 1 when s = "R" -> Universal.Redeal
  | 2 when s = "W!" -> Universal.BarWaste
  | 2 when s.[1] = '!' -> Universal.BarFoot (column s.[0])
  | 3 when s.[0] = 'W' && s.[1] = '>' -> Universal.Host (column s.[2])
  | 3 when s.[0] = 'W' && s.[1] = '^' -> Universal.Crown (column s.[2])
  | 3 when s.[1] = '>' -> Universal.Merge (column s.[0], column s.[2])
  | _ -> unknown "move" s

(* The first card of a layout may lie anywhere: a line is moved so that it lies at 0,0. *)
let blink_move (dx, dy) s =
  match S.split_on_char '@' s with
  | [card; at] ->
      (match S.split_on_char ',' at with
       | [x; y] ->
           { Blink.placed = blink card; onto = (z_of_int (signed "cell" x - dx), z_of_int (signed "cell" y - dy)); draw_index = N0 }
       | _ -> unknown "move" s)
  | _ -> unknown "move" s

let blink_corner = function
  | [] -> (0, 0)
  | s :: _ ->
      (match blink_move (0, 0) s with { Blink.onto = (x, y); _ } -> (int_of_z x, int_of_z y))

(* `m move`: the member from which it leads, and the move. *)
let member move s =
  match S.index_opt s ' ' with
  | None -> wrong "%S is not a member of a closed set" s
  | Some i ->
      let m = S.sub s 0 i in
      (n_of_int (small "member" m), move (S.sub s (i + 1) (S.length s - i - 1)))

(* `-` or `*` for the position asked about, then members, with ` *` behind a marked one. *)
let marked_set move lines =
  let marked_member s =
    match words s with
    | [from; name; mark] ->
        if mark <> "*" then unable "%S follows a move" mark;
        (member move (from ^ " " ^ name), true)
    | _ -> (member move s, false) in
  match lines with
  | "-" :: rest -> (false, L.map marked_member rest)
  | "*" :: rest -> (true, L.map marked_member rest)
  | _ -> wrong "the first line does not tell whether the position is played on"

(* A member of a block set: pass, spent cards, the blocks of hand and pile, those of the discards. *)
let place_names = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"

let block s =
  let place c = match S.index_opt place_names c with Some i -> i | None -> unknown "block" s in
  if s = "" then unable "an empty block";
  let places = L.init (S.length s) (fun i -> place s.[i]) in
  if L.length (L.sort_uniq compare places) < L.length places then wrong "a card is there twice";
  HeadSets.mask (L.map n_of_int places)

(* Whether a mark ends the text, and the text without it. *)
let marked_by c s =
  let n = S.length s in
  if n > 1 && s.[n - 1] = c then (S.sub s 0 (n - 1), true) else (s, false)

let blocks s =
  let s, cut = marked_by '*' s in
  ((if s = "-" then [] else L.map block (S.split_on_char ',' s)), cut)

let block_member passes s =
  match words s with
  | [pass; spent; line; down] ->
      let n = S.length pass in
      let pass, burn = marked_by 'b' pass in
      if not (is_whole pass && n < 19 && is_whole spent && S.length spent < 4) then unknown "member" s;
      let turn = n_of_text pass in
      let line, line_cut = blocks line and down, down_cut = blocks down in
      if line_cut && turn <> passes then wrong "a pile is cut off before the last pass";
      if down_cut && (BinNat.N.succ turn <> passes || down = []) then wrong "these discards cannot be cut off";
      { HeadBlocks.bturn = turn; bburn = burn; line; down; cut = line_cut || down_cut; spent = n_of_text spent }
  | _ -> wrong "%S is not a member of a block set" s

let hexadecimal count s =
  if S.length s > count then wrong "the tables do not fit";
  if S.length s = 0 || (S.length s > 1 && s.[0] = '0') then unknown "number" s;
  let digit = function
    | '0' .. '9' as c -> Char.code c - 48
    | 'a' .. 'f' as c -> Char.code c - 87
    | _ -> unknown "number" s in
  in_base 16 digit s

let table_row count s =
  match words s with
  | [a; b] -> (hexadecimal count a, hexadecimal count b)
  | _ -> wrong "a line of the tables is not two hexadecimal words"

(* A line of a clausal proof: `c l1 l2 ... 0 h1 h2 ... 0`, or `c d c1 c2 ... 0`. *)
let name_of s = if is_whole s && s <> "0" && S.length s < 16 then positive (int_of_string s) else unable "%S is a clause's number or a literal that this program does not know" s
let literal_of s = match sign s with true, name -> Zneg (name_of name) | false, name -> Zpos (name_of name)

let rec up_to_zero f = function
  | [] -> wrong "a line of the proof does not end with 0"
  | "0" :: rest -> ([], rest)
  | w :: rest -> let l, rest = up_to_zero f rest in (f w :: l, rest)

let proof_step s =
  match words s with
  | name :: "d" :: names ->
      ignore (name_of name);
      (match up_to_zero name_of names with
       | l, [] -> Lrat.Forget l
       | _ -> wrong "something follows the end of a line of the proof")
  | name :: rest ->
      let c, rest = up_to_zero literal_of rest in
      let hints, rest = up_to_zero name_of rest in
      if rest <> [] then wrong "something follows the end of a line of the proof";
      Lrat.Learn (name_of name, c, hints)
  | [] -> unable "an empty line in the proof"

(* The groups of priced layers: `prices L y0 ... y(n-1)`, then lines `near k c x1 ... xj`. *)
let price s =
  let k = signed "price" s in
  if abs k > 65_536 then wrong "a price is over 65536";
  z_of_int k

let near_lists cards nodes =
  let passes = L.fold_left (fun m ((k, _), _) -> max m (k + 1)) 0 nodes in
  let known = Hashtbl.create 64 in
  L.iter (fun (node, others) ->
    if Hashtbl.mem known node then wrong "a node is there twice";
    Hashtbl.add known node (L.map nat_of_int others)) nodes;
  L.init passes (fun k -> L.init cards (fun c -> Option.value (Hashtbl.find_opt known (k, c)) ~default:[]))

let price_groups cards lines =
  let sets = ref 0 in
  let near l =
    let card what c = let x = small what c in if x >= cards then wrong "there is no such card" else x in
    match l with
    | k :: c :: (_ :: _ as others) ->
        let others = L.map (card "card") others in
        let many = L.length others in
        if many > 8 || L.length (L.sort_uniq compare others) < many then wrong "a node remembers other numbers";
        let k = small "pass" k in
        if k > 64 then wrong "there is no such node";
        sets := !sets + (1 lsl many);
        if !sets >= 1 lsl 22 then unable "the nodes remember more sets of cards than this program takes";
        ((k, card "card" c), others)
    | _ -> wrong "a node lacks numbers" in
  let group layer prices nodes =
    { OneMinutePriced.from_layer = nat_of_int layer; prices_of = prices; near = near_lists cards (L.rev nodes) } in
  let rec read now done_ = function
    | [] -> L.rev (match now with Some (l, p, n) -> group l p n :: done_ | None -> done_)
    | s :: rest ->
        match words s, now with
        | "prices" :: layer :: prices, _ ->
            let before = match now with Some (l, _, _) -> l | None -> -1 in
            let l = small "layer" layer in
            if L.length prices <> cards then wrong "there is a price for each card";
            if now = None && l > 0 then wrong "the first layer has no prices";
            if l <= before || l >= max 1 cards then wrong "the layers are not in order";
            let done_ = match now with Some (l, p, n) -> group l p n :: done_ | None -> done_ in
            read (Some (l, L.map price prices, [])) done_ rest
        | "near" :: numbers, Some (l, p, n) -> read (Some (l, p, near numbers :: n)) done_ rest
        | _ -> wrong "%S is not a line of priced layers" s in
  let groups = read None [] lines in
  if groups = [] then wrong "the first layer has no prices";
  groups

(* Loss trees: heads `p k1 k2 ... / r1 r2 ... runs`, older ones without `/`, and the lines of nodes. *)
let tree_lines lines =
  let number s = if is_whole s && S.length s < 10 then n_of_int (int_of_string s) else wrong "%S is no number of a loss tree" s in
  let rec rising = function
    | a :: (b :: _ as rest) -> if not (BinNat.N.ltb a b) then wrong "components are not rising"; rising rest
    | _ -> () in
  let components l = let l = L.map number l in rising l; l in
  let rec split front = function
    | [] -> (L.rev front, None)
    | "/" :: told -> (L.rev front, Some told)
    | w :: rest -> split (w :: front) rest in
  let told l =
    match L.rev l with
    | "runs" :: rest -> (components (L.rev rest), true)
    | _ -> (components l, false) in
  L.map (fun s ->
    match words s with
    | ["c"; n] -> BlinkTree.CellLine (number n)
    | ["d"; n] -> BlinkTree.CardLine (number n)
    | ["k"; n] -> BlinkTree.ComponentLine (number n)
    | ["o"] -> BlinkTree.OrderLine
    | line ->
        (match split [] line with
         | pivot :: listed, tells -> BlinkTree.HeadLine (number pivot, components listed, Option.map told tells)
         | [], _ -> wrong "%S names no card" s)) lines
