#!/bin/sh
# The compiler as Ceedling calls it, for the tests and for their programs. It would compile Unity again for each test; firmware.mk
# has compiled it once, with the same flags, and here it is copied. What was compiled before comes from ccache, where there is
# one. tools/image/unit sets another compiler and folder.
for word in "$@"; do
  shift
  # System headers too, from which ccache knows what a program is made of.
  [ "$word" != -MMD ] || word=-MD
  set -- "$@" "$word"
  case "$before $word" in
  "-c "*/unity.c) unity=yes ;;
  "-o "*) object=$word ;;
  "-MF "*) depends=$word ;;
  esac
  before=$word
done
if [ -z "${unity:-}" ]; then
  # shellcheck disable=SC2046 # one word, or none
  exec $(command -v ccache) "${CC_BASE:-gcc}" "$@"
fi
compiled=../../${OUT:-build/unit}/obj/unity.o
cp "$compiled" "$object"
printf '%s: %s\n' "$object" "$compiled" >"$depends"
