# bash completion for gemsub

# The program reads the command line itself and quotes what it gives for the place
# where it stands: names of feeds come from strangers.
_gemsub() {
    local candidate
    COMPREPLY=()
    while IFS= read -r candidate; do
        COMPREPLY+=("$candidate")
    done < <(gemsub __complete-bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
}

complete -o default -F _gemsub gemsub
