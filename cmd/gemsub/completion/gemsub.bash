# bash completion for gemsub

# The program reads the command line itself, and says where files or folders can stand; bash quotes
# what it gives, since names of feeds come from strangers: printf a word, and readline what stands in
# open quotes.
_gemsub() {
    local rest
    COMPREPLY=()
    while IFS= read -r rest; do
        case $rest in
        :files) compopt -o default 2>/dev/null ;;
        :folders) compopt -o dirnames 2>/dev/null ;;
        *)
            [[ ${COMP_LINE:COMP_POINT-${#2}-1:1} == [\"\'] ]] || printf -v rest %q "$rest"
            COMPREPLY+=("$rest")
            ;;
        esac
    done < <(gemsub __complete-bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
    if [[ ${COMP_LINE:COMP_POINT-${#2}-1:1} == [\"\'] ]]; then
        compopt -o filenames 2>/dev/null
    fi
}

complete -F _gemsub gemsub
