#compdef gemsub

_gemsub() {
    local line current=$QIPREFIX$PREFIX$compstate[quote] # an open quote is closed
    local -a candidates descriptions files
    while IFS= read -r line; do
        case $line in
        :files) files=(_files) ;;
        :folders) files=(_files -/) ;;
        *)
            candidates+=("${line%%$'\t'*}")
            descriptions+=("${line/$'\t'/ -- }")
            ;;
        esac
    done < <(gemsub __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)current}" 2>/dev/null)
    if (( $#candidates )); then
        compadd -l -d descriptions -M 'm:{a-zA-Z}={A-Za-z}' -a candidates
    elif (( $#files )); then
        $files
    fi
}

if [[ $funcstack[1] == _gemsub ]]; then
    _gemsub "$@"
else
    compdef _gemsub gemsub
fi
