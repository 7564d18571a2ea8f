# Tells the terminal where commands begin and end. Read by zsh as .zshrc in a folder of ours, after
# the person's own; made for one shell and deleted once read, for the nonces in it.

if (( __ph_had_zdotdir )); then
  ZDOTDIR=$__ph_zdotdir
else
  unset ZDOTDIR
fi
unset __ph_had_zdotdir __ph_zdotdir
# A system-wide file may have put the history beside the .zshrc, which was ours.
[[ ${HISTFILE-} == @FOLDER@/* ]] && HISTFILE=${ZDOTDIR:-$HOME}/${HISTFILE:t}

if [[ -r ${ZDOTDIR:-$HOME}/.zshrc ]]; then
  source "${ZDOTDIR:-$HOME}/.zshrc"
fi

typeset -gi __ph_seq=0 __ph_ran=0 __ph_partial=0 __ph_wraps=0
typeset -g __ph_out= __ph_ps1=$'%{\e]7793;@WEAK@;B\a%}'

__ph_mark() {
  { builtin print -rn -- $'\e]7793;@STRONG@;'"$1"$'\a' >| /dev/tty } 2>/dev/null
}

# Sets __ph_out to $1 without control characters and separators.
__ph_encode() {
  setopt local_options no_xtrace
  emulate -L zsh
  setopt extended_glob no_multibyte
  local text=${1[1,16384]} MATCH MBEGIN MEND
  __ph_out=${text//(#m)[$'\x01'-$'\x1f\x7f%;']/%${(l:2::0:)$(( [##16] #MATCH ))}}
}

__ph_preexec() {
  setopt local_options no_xtrace
  local known=known
  # What zsh keeps out of its history is kept out of ours.
  [[ -o hist_ignore_space && $1 == ' '* ]] && known=hidden
  emulate -L zsh
  local text=${1:-$3} cwd
  [[ -n ${HISTORY_IGNORE-} && $text == ${~HISTORY_IGNORE} ]] && known=hidden
  [[ $known == hidden ]] && text=
  (( __ph_seq += 1 ))
  __ph_ran=1
  __ph_encode $PWD; cwd=$__ph_out
  __ph_encode ${text%$'\n'}
  __ph_mark "C;$__ph_seq;$cwd;$known;$__ph_out"
}

# First of the functions before a prompt: only here $? is still that of the command.
__ph_first() {
  local -i exit_code=$?
  __ph_take_partial
  __ph_end $exit_code
  return exit_code
}

# zsh marks a last line without a newline before it asks us, that is inside of the command's
# output. So that is done here in its place, after the end was told.
__ph_take_partial() {
  if [[ -o prompt_sp ]]; then
    __ph_partial=1
    unsetopt prompt_sp
  fi
}

__ph_end() {
  setopt local_options no_xtrace
  emulate -L zsh
  setopt extended_glob
  local eol_mark shown
  local -i width
  if (( __ph_ran )); then
    __ph_ran=0
    __ph_encode $PWD
    __ph_mark "D;$__ph_seq;$1;$__ph_out;"
  fi
  if (( __ph_partial )); then
    eol_mark=${PROMPT_EOL_MARK-'%B%S%#%s%b'}
    shown=${(%)eol_mark}
    width=${(m)#${shown//$'\e'\[[0-9;]#m/}}
    { builtin print -rn -- $shown${(l:COLUMNS - width:)}$'\r'${(l:width:)}$'\r' >| /dev/tty } 2>/dev/null
  fi
}

# Last of them: the person's own have run, and may have changed the prompt.
__ph_last() {
  local -i exit_code=$?
  setopt local_options no_xtrace
  emulate -L zsh
  [[ $PS1 == *$__ph_ps1* ]] || PS1+=$__ph_ps1
  [[ ${precmd_functions[1]} == __ph_first && ${precmd_functions[-1]} == __ph_last ]] || __ph_place
  __ph_wrap
  __ph_encode $PWD
  __ph_mark "A;$__ph_seq;$__ph_out"
  return exit_code
}

# Puts our functions where they belong, again if something has replaced them.
__ph_place() {
  emulate -L zsh
  typeset -ga precmd_functions preexec_functions
  __ph_wrap
  precmd_functions=(__ph_first ${precmd_functions:#__ph_(first|last)} __ph_last)
  preexec_functions=(${preexec_functions:#__ph_preexec} __ph_preexec)
}

# The person's function of this name runs before all in the list, so what it writes would be in
# the command's output. Each wrap has a name of its own: another may wrap ours in turn.
__ph_wrap() {
  (( ${+functions[precmd]} )) && [[ ${functions[precmd]} != *__ph_first* ]] || return 0
  (( __ph_wraps += 1 ))
  functions[__ph_precmd_$__ph_wraps]=${functions[precmd]}
  functions[precmd]="__ph_first; __ph_precmd_$__ph_wraps \"\$@\""
}

__ph_take_partial
__ph_place
__ph_mark "R;zsh;exact"
