# Run by fish after the user's own configuration. The shell tells the terminal where prompts, commands and their
# output begin and end, and in which folder it is: OSC 633, as VS Code reads it.

set --global __mooring_nonce $MOORING_NONCE
set --erase MOORING_NONCE

if status is-interactive; and functions --query fish_prompt
    functions --copy fish_prompt __mooring_fish_prompt

    # Without what would end the sequence or one of its fields.
    function __mooring_escape
        string replace --all '\\' '\\\\' -- "$argv" | string replace --all ';' '\\x3b' |
            string replace --all \e '\\x1b' | string replace --all \a '\\x07' | string join '\\x0a'
    end

    function __mooring_begins --on-event fish_preexec
        printf '\e]633;E;%s;%s\a\e]633;C\a' (__mooring_escape "$argv") $__mooring_nonce
    end

    function __mooring_finished --on-event fish_postexec
        printf '\e]633;D;%s\a' $status
    end

    function __mooring_cancelled --on-event fish_cancel
        printf '\e]633;E;;%s\a\e]633;C\a\e]633;D\a' $__mooring_nonce
    end

    function fish_prompt
        # Functions that make prompts look at the status of the last command.
        set --local result $status
        printf '\e]633;P;Cwd=%s;%s\a\e]633;A\a' (__mooring_escape "$PWD") $__mooring_nonce
        __mooring_status $result
        __mooring_fish_prompt
        printf '\e]633;B\a'
    end

    function __mooring_status
        return $argv
    end

    printf '\e]633;P;HasRichCommandDetection=True\a'
end
