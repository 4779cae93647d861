# bash completion for gemsub

# The program reads the command line itself; bash quotes what it gives, since names of
# feeds come from strangers: printf a word, and readline what stands in open quotes.
_gemsub() {
    local rest
    COMPREPLY=()
    while IFS= read -r rest; do
        [[ ${COMP_LINE:COMP_POINT-${#2}-1:1} == [\"\'] ]] || printf -v rest %q "$rest"
        COMPREPLY+=("$rest")
    done < <(gemsub __complete-bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
    if [[ ${COMP_LINE:COMP_POINT-${#2}-1:1} == [\"\'] ]]; then
        compopt -o filenames 2>/dev/null
    fi
    # Only these take the name of a file.
    if [[ " ${COMP_WORDS[*]} " == *\ @(backup|check|deliver|export|identity|import|robots|--db)\ * ]]; then
        compopt -o default
    fi
}

complete -F _gemsub gemsub
