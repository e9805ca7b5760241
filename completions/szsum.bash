# Completion of szsum for bash, made by szsum --generate=bash.

_szsum_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_szsum_files() {
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

_szsum() {
    local word=$2 option=$3 i
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} == -- ]]; then
            _szsum_files "$word"
            return
        fi
    done
    if [[ ${COMP_WORDS[COMP_CWORD]} == = ]]; then
        word= option=${COMP_WORDS[COMP_CWORD - 1]}
    elif [[ $option == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $option in
    -a | --algorithm)
        _szsum_words "sha256 blake2b blake2bp hash multihash bytesum" "$word"
        return
        ;;
    --key-file)
        _szsum_files "$word"
        return
        ;;
    --files0-from)
        _szsum_files "$word"
        return
        ;;
    -o | --output)
        _szsum_files "$word"
        return
        ;;
    --progress)
        _szsum_words "auto always never" "$word"
        return
        ;;
    --backend)
        _szsum_words "$("$1" --generate=backends 2>/dev/null)" "$word"
        return
        ;;
    --benchmark)
        _szsum_files "$word"
        return
        ;;
    -l | --length | --seed | --seeds | --key | --salt | --personal | --fanout | --max-depth | --max-leaf-length | --node-offset | --node-depth | --inner-hash-length | --require | --benchmark-time | -j | --jobs) return ;;
    esac
    if [[ $word != -* ]]; then
        _szsum_files "$word"
        return
    fi
    _szsum_words "--algorithm= --sha256 --blake2b --blake2bp --hash --multihash --bytesum --length= --seed= --seeds= --key= --key-file= --salt= --personal= --fanout= --max-depth= --max-leaf-length= --node-offset= --node-depth= --inner-hash-length= --last-node --recursive --files0-from= --lines --null-data --strip-cr --check --ignore-missing --quiet --status --warn --strict --require= --tag --zero --binary --text --base64 --raw --json --show-line --output= --stats --progress= --backend= --list-backends --benchmark --benchmark= --benchmark-time= --jobs= --mmap --no-mmap --help --version" "$word"
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace
    fi
}

complete -F _szsum szsum
