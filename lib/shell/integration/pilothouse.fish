# Tells the terminal where commands begin and end. Read after the person's own configuration; made
# for one shell and deleted once read, for the nonces in it.

set -g __ph_seq 0
set -g __ph_ran 0

function __ph_mark
    printf '\e]7793;@STRONG@;%s\a' $argv[1] 2>/dev/null >/dev/tty
end

function __ph_preexec --on-event fish_preexec
    # Blanks alone run nothing, though fish tells of them.
    string match -qr '\S' -- "$argv[1]"; or return
    set -g __ph_seq (math $__ph_seq + 1)
    set -g __ph_ran 1
    set -l cwd (string escape --style=url -- $PWD)
    # fish keeps no history of what starts with a space, so neither do we.
    if string match -q -- ' *' "$argv[1]"
        __ph_mark "C;$__ph_seq;$cwd;hidden;"
    else
        set -l text (string escape --style=url -- (string sub -l 16384 -- "$argv[1]" | string collect))
        __ph_mark "C;$__ph_seq;$cwd;known;$text"
    end
end

function __ph_postexec --on-event fish_postexec
    set -l exit_code $status
    test $__ph_ran = 1; or return
    set -g __ph_ran 0
    __ph_mark "D;$__ph_seq;$exit_code;"(string escape --style=url -- $PWD)";"
end

# A line that cannot be read stays where it is, to be corrected.
function __ph_posterror --on-event fish_posterror
    __ph_mark "E;$__ph_seq"
end

function __ph_before_prompt --on-event fish_prompt --on-event fish_cancel
    __ph_mark "A;$__ph_seq;"(string escape --style=url -- $PWD)
end

# What ends the prompt has to be drawn with it.
if functions -q fish_prompt; and not functions -q __ph_own_prompt
    functions -c fish_prompt __ph_own_prompt
    function fish_prompt
        __ph_own_prompt
        printf '\e]7793;@WEAK@;B\a'
    end
end

__ph_mark "R;fish;exact"
