# bash completion for gemsub

_gemsub() {
    local cur words cword line quote=
    words=("${COMP_WORDS[@]:1:COMP_CWORD}")
    if declare -F _get_comp_words_by_ref >/dev/null; then
        _get_comp_words_by_ref -n : cur words cword
        words=("${words[@]:1:cword}")
    fi
    cur=${words[-1]}
    case $cur in
        \"* | \'*) quote=1 cur=${cur:1} ;;
        *) cur=${cur//\\/} ;;
    esac
    words[-1]=$cur
    COMPREPLY=()
    while IFS=$'\t' read -r line _; do
        [[ $quote ]] || printf -v line '%q' "$line"
        COMPREPLY+=("$line")
    done < <(gemsub __complete "${words[@]}" 2>/dev/null)
    if declare -F __ltrim_colon_completions >/dev/null; then
        __ltrim_colon_completions "$cur"
    fi
}

complete -o default -F _gemsub gemsub
