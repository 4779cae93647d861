# bash completion for gemsub

# The program reads the command line itself and quotes what it gives for the place
# where it stands: names of feeds come from strangers.
_gemsub() {
    local candidate
    COMPREPLY=()
    while IFS= read -r candidate; do
        COMPREPLY+=("$candidate")
    done < <(gemsub __complete-bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
    # Only these take the name of a file.
    if [[ " ${COMP_WORDS[*]} " == *\ @(backup|check|deliver|export|identity|import|robots|--db)\ * ]]; then
        compopt -o default
    fi
}

complete -F _gemsub gemsub
