(* The programs, as OCaml. Numbers stay the binary numbers of Coq; bool, list, option and pairs become OCaml's own. *)

From Coq Require Extraction ExtrOcamlBasic.
From Winnow Require SingleLeftContents SingleLeftOpen OneMinuteContents HeadChecks BlinkContents UniversalContents Lrat.
Extraction Language OCaml.
Separate Extraction
  Game.next Game.play
  SingleLeft.single_left SingleLeft.start SingleLeftContents.check_single_left SingleLeftOpen.check_open
  OneMinute.one_minute OneMinute.start OneMinuteContents.check_one_minute
  Head.head Head.start HeadChecks.check_head HeadSets.mask
  Blink.blink Blink.start BlinkContents.check_blink
  Universal.universal Universal.start UniversalContents.check_universal
  Lrat.lrat_check.
