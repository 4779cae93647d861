#compdef gemsub

_gemsub() {
    local line current=$QIPREFIX$PREFIX$compstate[quote] # an open quote is closed
    local -a candidates descriptions
    while IFS= read -r line; do
        candidates+=("${line%%$'\t'*}")
        descriptions+=("${line/$'\t'/ -- }")
    done < <(gemsub __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)current}" 2>/dev/null)
    if (( $#candidates )); then
        compadd -l -d descriptions -M 'm:{a-zA-Z}={A-Za-z}' -a candidates
    elif [[ " ${words[*]} " == *\ (backup|check|deliver|export|identity|import|robots|--db)\ * ]]; then
        _files
    fi
}

if [[ $funcstack[1] == _gemsub ]]; then
    _gemsub "$@"
else
    compdef _gemsub gemsub
fi
