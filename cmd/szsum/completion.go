package main

import (
	"fmt"
	"strings"
)

// A completionValue is what a completion offers behind an option.
type completionValue uint8

const (
	noValue    completionValue = iota // a switch
	anyValue                          // nobody knows what
	fileValue                         // names of files
	fixedValue                        // some words
	askedValue                        // words that depend on the machine, for which the program is asked
)

func (f *flagDef) completionValue() completionValue {
	switch {
	case f.arg == "":
		return noValue
	case f.name == "backend":
		return askedValue
	case f.choices != nil:
		return fixedValue
	case f.arg == "FILE":
		return fileValue
	}
	return anyValue
}

// completed are the flags that completions know.
func completed() []*flagDef {
	var list []*flagDef
	for f := range flagsOf(asSzsum) {
		if !f.hidden {
			list = append(list, f)
		}
	}
	return list
}

// words are the short and long forms of a flag.
func (f *flagDef) words() []string {
	if f.short == "" {
		return []string{"--" + f.name}
	}
	return []string{"-" + f.short, "--" + f.name}
}

const askForBackends = "--generate=backends 2>/dev/null"

// bashCompletion needs no library of functions. Bash takes the word --name=value apart at the sign.
func bashCompletion() []byte {
	var cases string
	var options, free []string
	for _, f := range completed() {
		action := ""
		switch f.completionValue() {
		case noValue:
			options = append(options, "--"+f.name)
			continue
		case anyValue:
			free = append(free, f.words()...)
		case fileValue:
			action = `_szsum_files "$word"`
		case fixedValue:
			action = `_szsum_words "` + strings.Join(f.choices(), " ") + `" "$word"`
		case askedValue:
			action = `_szsum_words "$("$1" ` + askForBackends + `)" "$word"`
		}
		if action != "" {
			cases += fmt.Sprintf("    %s)\n        %s\n        return\n        ;;\n", strings.Join(f.words(), " | "), action)
		}
		if f.optional() {
			options = append(options, "--"+f.name)
		}
		options = append(options, "--"+f.name+"=")
	}
	cases += "    " + strings.Join(free, " | ") + ") return ;;\n"
	return []byte(strings.NewReplacer("@CASES@\n", cases, "@OPTIONS@", strings.Join(options, " ")).Replace(bashText))
}

const bashText = `# Completion of szsum for bash, made by szsum --generate=bash.

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
@CASES@
    esac
    if [[ $word != -* ]]; then
        _szsum_files "$word"
        return
    fi
    _szsum_words "@OPTIONS@" "$word"
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace
    fi
}

complete -F _szsum szsum
`

func zshCompletion() []byte {
	var specs string
	for _, f := range completed() {
		help := "[" + zshEscape(f.help) + "]"
		switch f.completionValue() {
		case anyValue:
			help += ":" + f.arg + ": "
		case fileValue:
			help += ":" + f.arg + ":_files"
		case fixedValue:
			help += ":" + f.arg + ":(" + strings.Join(f.choices(), " ") + ")"
		case askedValue:
			help += ":" + f.arg + ":_szsum_backends"
		}
		long, short := "--"+f.name, "-"+f.short
		switch {
		case f.optional():
			long, help = long+"=-", strings.Replace(help, "]:", "]::", 1)
		case f.arg != "":
			long, short = long+"=", short+"+"
		}
		if f.short == "" {
			specs += fmt.Sprintf(" \\\n    '%s%s'", long, help)
		} else {
			specs += fmt.Sprintf(" \\\n    '(%s)'{%s,%s}'%s'", strings.Join(f.words(), " "), short, long, help)
		}
	}
	return []byte(strings.Replace(zshText, "@SPECS@", specs, 1))
}

func zshEscape(text string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `:`, `\:`, `'`, `'\''`).Replace(text)
}

const zshText = `#compdef szsum
# Completion of szsum for zsh, made by szsum --generate=zsh.

_szsum_backends() {
  local -a backends
  backends=(${(f)"$($words[1] ` + askForBackends + `)"})
  _describe backend backends
}

_arguments -s -S@SPECS@ \
    '*:file:_files'
`

func fishCompletion() []byte {
	text := "# Completion of szsum for fish, made by szsum --generate=fish.\n\n"
	for _, f := range completed() {
		text += "complete -c szsum"
		if f.short != "" {
			text += " -s " + f.short
		}
		text += " -l " + f.name
		switch f.completionValue() {
		case anyValue:
			text += " -x"
		case fileValue:
			if !f.optional() {
				text += " -r"
			}
			text += " -F"
		case fixedValue:
			text += " -x -a '" + strings.Join(f.choices(), " ") + "'"
		case askedValue:
			text += " -x -a '(szsum " + askForBackends + ")'"
		}
		text += " -d '" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(f.help) + "'\n"
	}
	return []byte(text)
}

func powershellCompletion() []byte {
	var options, values string
	for _, f := range completed() {
		for _, word := range f.words() {
			options += fmt.Sprintf("        '%s' = %s\n", word, powershellQuote(f.help))
			switch f.completionValue() {
			case anyValue:
				values += fmt.Sprintf("        '%s' = { }\n", word)
			case fixedValue:
				values += fmt.Sprintf("        '%s' = { '%s' }\n", word, strings.Join(f.choices(), "', '"))
			case askedValue:
				values += fmt.Sprintf("        '%s' = { & $command --generate=backends 2>$null }\n", word)
			}
		}
	}
	return []byte(strings.NewReplacer("@OPTIONS@\n", options, "@VALUES@\n", values).Replace(powershellText))
}

func powershellQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// powershellText leaves the names of files to the shell, which completes them where it gets nothing.
const powershellText = `# Completion of szsum for PowerShell, made by szsum --generate=powershell.

Register-ArgumentCompleter -Native -CommandName szsum -ScriptBlock {
    param($word, $ast, $cursor)
    $options = [ordered]@{
@OPTIONS@
    }
    $values = @{
@VALUES@
    }
    $command = $ast.CommandElements[0].ToString()
    $before = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
    $option, $start, $prefix = $before[-1], $word, ''
    if ($word -match '^(--[a-z0-9-]+=)(.*)$') {
        $prefix, $start = $Matches[1], $Matches[2]
        $option = $prefix.TrimEnd('=')
    }
    if ($values.Contains($option)) {
        & $values[$option] | Where-Object { $_.StartsWith($start) } | ForEach-Object {
            [System.Management.Automation.CompletionResult]::new("$prefix$_", $_, 'ParameterValue', $_)
        }
        return
    }
    $options.Keys | Where-Object { $word.StartsWith('-') -and $_.StartsWith($word) } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterName', $options[$_])
    }
}
`
