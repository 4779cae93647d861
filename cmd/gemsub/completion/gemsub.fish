# fish completion for gemsub

function __gemsub_complete
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    # An open quote is closed.
    set -l word (string unescape -- $token; or string unescape -- $token\"; or string unescape -- $token\')
    for line in (gemsub __complete $words[2..-1] "$word" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$word"
            case :folders
                __fish_complete_directories "$word"
            case '*'
                printf '%s\n' $line
        end
    end
end

complete -c gemsub -f -a '(__gemsub_complete)'
