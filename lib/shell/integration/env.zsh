# Read by zsh as .zshenv in a folder of ours: gives the person's own file its turn, and comes back
# for .zshrc. Deleted after it was read.

@RESTORE_ZDOTDIR@
if [[ -r ${ZDOTDIR:-$HOME}/.zshenv ]]; then
  source "${ZDOTDIR:-$HOME}/.zshenv"
fi
typeset -g __ph_had_zdotdir=${+ZDOTDIR} __ph_zdotdir=${ZDOTDIR-}
ZDOTDIR=@FOLDER@
