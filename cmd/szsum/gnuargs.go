package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// gnuArgs turns arguments, read by the rules of getopt_long, into what pflag reads the same way: long options under
// their full names with values behind '=', then "--", then the operands. Parsing ends early at --help and --version,
// which act when they are met, and at the first mistake. What came before a mistake is returned with it, since a bad
// value in there would have been told first.
type gnuArgs struct {
	flags  *pflag.FlagSet
	isGNU  func(name string) bool // abbreviations of these options go before those of others
	posix  bool                   // the first operand ends the options
	rest   []string               // the arguments not read yet
	out    []string               // canonical options
	ending bool                   // --help or --version was met
}

// canonical reads all arguments.
func (g *gnuArgs) canonical(args []string) ([]string, error) {
	var operands []string
	var err error
	for g.rest = args; len(g.rest) > 0 && err == nil && !g.ending; {
		arg := g.next()
		switch {
		case arg == "--":
			operands = append(operands, g.rest...)
			g.rest = nil
		case strings.HasPrefix(arg, "--"):
			err = g.long(arg)
		case len(arg) > 1 && arg[0] == '-':
			err = g.short(arg[1:])
		default:
			operands = append(operands, arg)
			if g.posix {
				operands = append(operands, g.rest...)
				g.rest = nil
			}
		}
	}
	return append(append(g.out, "--"), operands...), err
}

func (g *gnuArgs) next() string {
	arg := g.rest[0]
	g.rest = g.rest[1:]
	return arg
}

// long reads --name, --name=value, or --name and the next argument.
func (g *gnuArgs) long(arg string) error {
	name, value, hasValue := strings.Cut(arg[2:], "=")
	flag, err := g.find(name, arg)
	switch {
	case err != nil:
		return err
	case hasValue && isSwitch(flag):
		return parseError(fmt.Sprintf("option '--%s' doesn't allow an argument", flag.Name))
	case hasValue:
		g.addValue(flag, value)
	case flag.NoOptDefVal != "":
		g.add(flag)
	case len(g.rest) == 0:
		return parseError(fmt.Sprintf("option '--%s' requires an argument", flag.Name))
	default:
		g.addValue(flag, g.next())
	}
	return nil
}

// short reads a bundle of one-letter options, of which the last may have a value.
func (g *gnuArgs) short(letters string) error {
	for i := range len(letters) {
		flag := g.flags.ShorthandLookup(letters[i : i+1])
		switch rest := letters[i+1:]; {
		case flag == nil:
			return parseError(fmt.Sprintf("invalid option -- '%s'", letters[i:i+1]))
		case flag.NoOptDefVal != "":
			g.add(flag)
		case rest != "":
			g.addValue(flag, rest)
			return nil
		case len(g.rest) == 0:
			return parseError(fmt.Sprintf("option requires an argument -- '%s'", letters[i:i+1]))
		default:
			g.addValue(flag, g.next())
			return nil
		}
	}
	return nil
}

// find returns the option of this name or of the only name that begins so.
func (g *gnuArgs) find(name, arg string) (*pflag.Flag, error) {
	if flag := g.flags.Lookup(name); flag != nil {
		return flag, nil
	}
	matches := g.startingWith(name, g.isGNU)
	if matches == nil {
		matches = g.startingWith(name, func(string) bool { return true })
	}
	switch len(matches) {
	case 0:
		return nil, parseError(fmt.Sprintf("unrecognized option '%s'", arg))
	case 1:
		return matches[0], nil
	}
	list := ""
	for _, f := range matches {
		list += fmt.Sprintf(" '--%s'", f.Name)
	}
	return nil, parseError(fmt.Sprintf("option '%s' is ambiguous; possibilities:%s", arg, list))
}

func (g *gnuArgs) startingWith(name string, among func(string) bool) (matches []*pflag.Flag) {
	g.flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && strings.HasPrefix(f.Name, name) && among(f.Name) {
			matches = append(matches, f)
		}
	})
	return matches
}

func (g *gnuArgs) add(flag *pflag.Flag) {
	g.out = append(g.out, "--"+flag.Name)
	g.ending = flag.Name == "help" || flag.Name == "version"
}

func (g *gnuArgs) addValue(flag *pflag.Flag, value string) {
	g.out = append(g.out, "--"+flag.Name+"="+value)
}

// isSwitch tells whether an option never has a value.
func isSwitch(flag *pflag.Flag) bool { return flag.Value.Type() == "bool" }
