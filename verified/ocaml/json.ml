(* A strict reader of one JSON value. Numbers stay text, so that nothing is lost; a name may stand in an object once. *)

type t = Null | Bool of bool | Number of string | String of string | Array of t list | Object of (string * t) list

exception Bad of string

let parse (s : string) : t =
  let n = String.length s in
  let pos = ref 0 in
  let bad text = raise (Bad (Printf.sprintf "%s at byte %d of the header" text !pos)) in
  let peek () = if !pos < n then s.[!pos] else '\000' in
  let skip () = while !pos < n && (s.[!pos] = ' ' || s.[!pos] = '\t' || s.[!pos] = '\r') do incr pos done in
  let expect c = if !pos < n && s.[!pos] = c then incr pos else bad (Printf.sprintf "no %C" c) in
  let word w v =
    let k = String.length w in
    if !pos + k <= n && String.sub s !pos k = w then (pos := !pos + k; v) else bad "no JSON value" in
  let digits () =
    let start = !pos in
    while !pos < n && s.[!pos] >= '0' && s.[!pos] <= '9' do incr pos done;
    if !pos = start then bad "no digit" in
  let number () =
    let start = !pos in
    if peek () = '-' then incr pos;
    let first = !pos in
    digits ();
    if s.[first] = '0' && !pos > first + 1 then bad "a number that begins with 0";
    if peek () = '.' then (incr pos; digits ());
    if peek () = 'e' || peek () = 'E' then begin
      incr pos;
      if peek () = '+' || peek () = '-' then incr pos;
      digits ()
    end;
    Number (String.sub s start (!pos - start)) in
  let hex c = match c with
    | '0' .. '9' -> Char.code c - 48
    | 'a' .. 'f' -> Char.code c - 87
    | 'A' .. 'F' -> Char.code c - 55
    | _ -> bad "no hexadecimal digit" in
  let text () =
    expect '"';
    let b = Buffer.create 80 in
    let rec go () =
      if !pos >= n then bad "a text without an end";
      let c = s.[!pos] in
      incr pos;
      match c with
      | '"' -> Buffer.contents b
      | '\\' ->
          if !pos >= n then bad "a text without an end";
          let e = s.[!pos] in
          incr pos;
          (match e with
           | '"' | '\\' | '/' -> Buffer.add_char b e
           | 'n' -> Buffer.add_char b '\n'
           | 't' -> Buffer.add_char b '\t'
           | 'r' -> Buffer.add_char b '\r'
           | 'b' -> Buffer.add_char b '\b'
           | 'f' -> Buffer.add_char b '\012'
           | 'u' ->
               if !pos + 4 > n then bad "a text without an end";
               let code = ref 0 in
               for i = 0 to 3 do code := (!code * 16) + hex s.[!pos + i] done;
               pos := !pos + 4;
               if !code < 128 then Buffer.add_char b (Char.chr !code) else Buffer.add_char b '?'
           | _ -> bad "an unknown escape");
          go ()
      | c when Char.code c < 32 -> bad "a control character"
      | c -> Buffer.add_char b c; go () in
    go () in
  let rec value depth =
    if depth > 20 then bad "too many brackets";
    skip ();
    match peek () with
    | '{' ->
        incr pos; skip ();
        if peek () = '}' then (incr pos; Object []) else fields depth []
    | '[' ->
        incr pos; skip ();
        if peek () = ']' then (incr pos; Array []) else items depth []
    | '"' -> String (text ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | '-' | '0' .. '9' -> number ()
    | _ -> bad "no JSON value"
  and items depth found =
    let v = value (depth + 1) in
    skip ();
    match peek () with
    | ',' -> incr pos; items depth (v :: found)
    | _ -> expect ']'; Array (Stdlib.List.rev (v :: found))
  and fields depth found =
    skip ();
    let name = text () in
    if Stdlib.List.mem_assoc name found then bad ("the field " ^ name ^ " for the second time");
    skip (); expect ':';
    let v = value (depth + 1) in
    skip ();
    match peek () with
    | ',' -> incr pos; fields depth ((name, v) :: found)
    | _ -> expect '}'; Object (Stdlib.List.rev ((name, v) :: found)) in
  let v = value 0 in
  skip ();
  if !pos < n then bad "something after the object";
  v
