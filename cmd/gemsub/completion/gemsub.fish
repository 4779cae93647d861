# fish completion for gemsub

complete -c gemsub -f -a '(gemsub __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
complete -c gemsub -n '__fish_seen_subcommand_from check' -F
complete -c gemsub -n '__fish_seen_subcommand_from export' -s o -l output -r -F
complete -c gemsub -n '__fish_seen_subcommand_from robots' -l file -r -F
complete -c gemsub -l db -r -F
