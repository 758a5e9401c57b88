# Read by bash instead of the user's start-up file, which it reads first. After that the shell tells the terminal
# where prompts, commands and their output begin and end, and in which folder it is: OSC 633, as VS Code reads it.

if [[ -r ~/.bashrc ]]; then . ~/.bashrc; fi

__mooring_nonce=$MOORING_NONCE
unset MOORING_NONCE

# PS0, which says that a command begins, is there since bash 4.4. `set -u` and the like are the user's to choose.
if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) && [[ $- == *i* ]]; then

  __mooring_ran=0
  __mooring_history=
  __mooring_ps1=
  __mooring_ps2=

  # Leaves its argument in __mooring_text, without what would end the sequence or one of its fields.
  __mooring_escape() {
    __mooring_text=${1//\\/\\\\}
    __mooring_text=${__mooring_text//;/\\x3b}
    __mooring_text=${__mooring_text//$'\n'/\\x0a}
    __mooring_text=${__mooring_text//$'\e'/\\x1b}
    __mooring_text=${__mooring_text//$'\a'/\\x07}
  }

  # Before all else that the user does at a prompt: a command has ended, or an empty line was entered.
  __mooring_finished() {
    local status=$?
    if ((__mooring_ran)); then builtin printf '\e]633;D;%s\a' "$status"; else builtin printf '\e]633;D\a'; fi
    __mooring_ran=0
    __mooring_escape "$PWD"
    builtin printf '\e]633;P;Cwd=%s;%s\a' "$__mooring_text" "$__mooring_nonce"
    return "$status"
  }

  # After all else: what the user's own functions made of the prompt gets its marks.
  __mooring_prompt() {
    local status=$?
    if [[ ${PS1-} != "$__mooring_ps1" ]]; then
      __mooring_ps1="\[\e]633;A\a\]${PS1-}\[\e]633;B\a\]"
      PS1=$__mooring_ps1
    fi
    if [[ ${PS2-} != "$__mooring_ps2" ]]; then
      __mooring_ps2="\[\e]633;F\a\]${PS2-}\[\e]633;G\a\]"
      PS2=$__mooring_ps2
    fi
    __mooring_history=$(HISTTIMEFORMAT='' builtin history 1)
    return "$status"
  }

  # A command begins. Runs in a subshell. A line that was not put into the history has the entry before it there.
  __mooring_begins() {
    local entry
    entry=$(HISTTIMEFORMAT='' builtin history 1)
    if [[ $entry != "$__mooring_history" && $entry =~ ^[[:space:]]*[0-9]+\*?[[:space:]]+(.*)$ ]]; then
      __mooring_escape "${BASH_REMATCH[1]}"
      builtin printf '\e]633;E;%s;%s\a' "$__mooring_text" "$__mooring_nonce"
    fi
    builtin printf '\e]633;C\a'
  }

  # The subscript is evaluated by the shell itself, where what it sets stays set.
  __mooring_nothing=('')
  PS0=${PS0-}'${__mooring_nothing[__mooring_ran = 1, 0]}$(__mooring_begins)'

  if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501)); then
    PROMPT_COMMAND=(__mooring_finished "${PROMPT_COMMAND[@]}" __mooring_prompt)
  else
    PROMPT_COMMAND=$'__mooring_finished\n'"${PROMPT_COMMAND-}"$'\n__mooring_prompt'
  fi

  builtin printf '\e]633;P;HasRichCommandDetection=True\a'
fi
