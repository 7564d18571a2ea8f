# Tells the terminal where commands begin and end. Made for one shell, read once, then deleted: the
# nonces below must not be found by other programs. PS0 says that a command begins, PROMPT_COMMAND
# that it has ended; there is no DEBUG trap, so the person's own keeps working. What set -x would
# say about us goes nowhere.

if [[ -r ~/.bashrc ]]; then
  . ~/.bashrc
fi

__ph_seq=0 __ph_ran=0 __ph_hist=0 __ph_x=x __ph_out=
# The arithmetic runs in this shell, the function in a copy of it, whose output becomes part of PS0. Several lines that were pasted
# at once come without a prompt between them: they are one command here.
__ph_ps0='${__ph_x:$((__ph_ran || (__ph_seq += 1), __ph_ran += 1, 0)):0}$(__ph_begin)'
__ph_ps1='\[\e]7793;@WEAK@;B\a\]'

__ph_mark() {
  \builtin printf '\033]7793;@STRONG@;%s\007' "$1"
}

# Sets __ph_out to $1 without control characters and separators.
__ph_encode() {
  \builtin local LC_ALL=C text rest plain hex
  text=${1:0:16384}
  text=${text//\%/%25}
  text=${text//\;/%3b}
  text=${text//$'\n'/%0a}
  rest=$text text=
  while [[ $rest == *[$'\001'-$'\037'$'\177']* ]]; do
    plain=${rest%%[$'\001'-$'\037'$'\177']*}
    rest=${rest:${#plain}}
    \builtin printf -v hex '%%%02x' "'${rest:0:1}"
    text+=$plain$hex rest=${rest:1}
  done
  __ph_out=$text$rest
}

__ph_begin() {
  \builtin local -
  \builtin set +xeu
  ((__ph_ran == 1)) || \builtin return 0
  \builtin local HISTTIMEFORMAT= text cwd known=hidden
  text=$(\builtin history 1)
  text=${text#*[0-9][* ] }
  if ((HISTCMD != __ph_hist)); then
    known=known
  elif [[ -n $text ]]; then
    # Not kept: equal to the line before, or not for history. The terminal saw which.
    known=perhaps
  fi
  [[ $known == hidden ]] && text=
  __ph_encode "$PWD" && cwd=$__ph_out
  __ph_encode "$text"
  __ph_mark "C;$__ph_seq;$cwd;$known;$__ph_out"
} 2>/dev/null

# Sets text to all lines that were pasted at once: each is an entry of its own in the history.
__ph_lines() {
  \builtin local number head HISTTIMEFORMAT=
  text=$(\builtin history $((HISTCMD - __ph_hist)))
  for ((number = __ph_hist; number < HISTCMD && number < __ph_hist + 100; number += 1)); do
    \builtin printf -v head '%5d  ' "$number"
    text=${text/"$head"/}
  done
}

# First of the prompt commands: only here $? is still that of the command.
__ph_first() {
  \builtin local status=$? text= cwd
  \builtin local -
  \builtin set +xeu
  if ((__ph_ran)); then
    if ((__ph_ran > 1 && HISTCMD - __ph_hist > 1)); then
      __ph_lines
    fi
    __ph_encode "$PWD" && cwd=$__ph_out
    __ph_encode "$text"
    __ph_mark "D;$__ph_seq;$status;$cwd;$__ph_out" >/dev/tty
    __ph_ran=0
  fi
  \builtin return $status
} 2>/dev/null

# Last of them: the person's own have run, and may have changed the prompt or the history.
__ph_last() {
  \builtin local status=$?
  \builtin local -
  \builtin set +xeu
  __ph_place
  __ph_ran=0 __ph_hist=$HISTCMD
  __ph_encode "$PWD"
  __ph_mark "A;$__ph_seq;$__ph_out" >/dev/tty
  \builtin return $status
} 2>/dev/null

# Puts our parts where they belong, again if something has replaced them.
__ph_place() {
  \builtin local one kept
  kept=()
  [[ ${PS0-} == *"$__ph_ps0"* ]] || PS0=${PS0-}$__ph_ps0
  [[ ${PS1-} == *"$__ph_ps1"* ]] || PS1=${PS1-}$__ph_ps1
  if ((@ARRAYS@)); then
    if [[ ${PROMPT_COMMAND[0]-} != __ph_first || ${PROMPT_COMMAND[-1]-} != __ph_last ]]; then
      for one in "${PROMPT_COMMAND[@]}"; do
        [[ -z $one || $one == __ph_first || $one == __ph_last ]] || kept+=("$one")
      done
      PROMPT_COMMAND=(__ph_first ${kept[@]+"${kept[@]}"} __ph_last)
    fi
  elif [[ ${PROMPT_COMMAND-} != __ph_first$'\n'*$'\n'__ph_last ]]; then
    PROMPT_COMMAND=__ph_first$'\n'${PROMPT_COMMAND:-:}$'\n'__ph_last
  fi
  # A program below this shell has no use for them, and would stumble over our functions.
  \builtin export -n PS0 PS1 PROMPT_COMMAND
}

if ((@PS0@)) && \builtin shopt -q promptvars; then
  __ph_place
  __ph_mark "R;bash;exact" >/dev/tty
else
  # No way to say that a command begins: the terminal guesses that, and is told only the end.
  __ph_old() {
    \builtin local status=$? text= cwd
    if ((HISTCMD != __ph_hist)); then
      text=$(HISTTIMEFORMAT= \builtin history 1 2>/dev/null)
      text=${text#*[0-9][* ] }
    fi
    __ph_hist=$HISTCMD
    __ph_encode "$PWD" && cwd=$__ph_out
    __ph_encode "$text"
    __ph_mark "D;0;$status;$cwd;$__ph_out" >/dev/tty
    __ph_mark "A;0;$cwd" >/dev/tty
    \builtin return $status
  }
  PROMPT_COMMAND=__ph_old$'\n'${PROMPT_COMMAND-}
  __ph_mark "R;bash;half" >/dev/tty
fi
