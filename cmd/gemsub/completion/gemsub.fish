# fish completion for gemsub

function __gemsub_complete
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    # An open quote is closed.
    set -l word (string unescape -- $token; or string unescape -- $token\"; or string unescape -- $token\')
    gemsub __complete $words[2..-1] "$word" 2>/dev/null
end

complete -c gemsub -f -a '(__gemsub_complete)'
complete -c gemsub -n '__fish_seen_subcommand_from check' -F
complete -c gemsub -n '__fish_seen_subcommand_from export' -s o -l output -r -F
complete -c gemsub -n '__fish_seen_subcommand_from robots' -l file -r -F
complete -c gemsub -l db -r -F
