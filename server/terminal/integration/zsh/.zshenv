# The first file that zsh reads, from the folder that ZDOTDIR names. It gives that variable back to the user, whose
# own files are then read as ever. The shell tells the terminal where prompts, commands and their output begin and
# end, and in which folder it is: OSC 633, as VS Code reads it.

if [[ -n ${MOORING_ZDOTDIR-} ]]; then
  export ZDOTDIR=$MOORING_ZDOTDIR
else
  unset ZDOTDIR
fi
unset MOORING_ZDOTDIR
__mooring_nonce=${MOORING_NONCE-}
unset MOORING_NONCE

if [[ -o interactive ]]; then
  __mooring_ran=0

  # Leaves its argument in __mooring_text, without what would end the sequence or one of its fields.
  __mooring_escape() {
    builtin emulate -L zsh
    __mooring_text=${1//\\/\\\\}
    __mooring_text=${__mooring_text//;/\\x3b}
    __mooring_text=${__mooring_text//$'\n'/\\x0a}
    __mooring_text=${__mooring_text//$'\e'/\\x1b}
    __mooring_text=${__mooring_text//$'\a'/\\x07}
  }

  # Before each prompt. It moves itself behind what the user's own files put there, to mark the prompt they made.
  __mooring_precmd() {
    local result=$?
    if (( __mooring_ran )); then builtin printf '\e]633;D;%s\a' $result; else builtin printf '\e]633;D\a'; fi
    __mooring_ran=0
    __mooring_escape "$PWD"
    builtin printf '\e]633;P;Cwd=%s;%s\a' "$__mooring_text" "$__mooring_nonce"
    if [[ $PS1 != *633\;A* ]]; then PS1=$'%{\e]633;A\a%}'$PS1$'%{\e]633;B\a%}'; fi
    if [[ $PS2 != *633\;F* ]]; then PS2=$'%{\e]633;F\a%}'$PS2$'%{\e]633;G\a%}'; fi
    precmd_functions=(${precmd_functions:#__mooring_precmd} __mooring_precmd)
  }

  __mooring_preexec() {
    __mooring_ran=1
    __mooring_escape "$1"
    builtin printf '\e]633;E;%s;%s\a\e]633;C\a' "$__mooring_text" "$__mooring_nonce"
  }

  precmd_functions+=(__mooring_precmd)
  preexec_functions+=(__mooring_preexec)
  builtin printf '\e]633;P;HasRichCommandDetection=True\a'
fi

if [[ -r ${ZDOTDIR:-$HOME}/.zshenv ]]; then . "${ZDOTDIR:-$HOME}/.zshenv"; fi
