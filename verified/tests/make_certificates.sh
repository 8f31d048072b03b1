#!/bin/bash
# make_certificates.sh WINNOW DIR FIRST LAST: proves numbered deals of each game, unpacked certificates into DIR.
winnow=$1; dir=$2; mkdir -p "$dir"
prove() {  # name, seconds, arguments
  out="$dir/$1.gz"; text="$dir/$1.proof"
  [ -e "$text" ] && return
  "$winnow" prove $3 --seconds "$2" -o "$out" > /dev/null 2>&1   # undecided: there is no file
  [ -e "$out" ] && gzip -dc "$out" > "$text"
}
for n in $(seq "$3" "$4"); do
  prove "one-minute-$n" 5 "one-minute --number $n"
  prove "one-minute-forced-$n" 5 "one-minute --number $n --rule passing=forced"
  prove "single-left-$n" 5 "single-left --number $n"
  prove "single-left-optional-$n" 5 "single-left --number $n --rule discarding=optional"
  prove "head-$n" 5 "head --number $n"
  prove "universal-$n" 5 "universal --number $n"
  [ $((n % 10)) = 0 ] && prove "universal-1-1-$n" 20 "universal --number $n --rule draw=1 --rule passes=1"
  prove "blink-$n" 5 "blink --number $n"
  prove "blink-hold-0-$n" 5 "blink --number $n --rule hold=0"
done
