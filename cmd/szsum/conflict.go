package main

import (
	"fmt"
	"slices"
)

// conflict finds the first rule that what was typed breaks: GNU's in GNU's order, then szsum's own.
func (t *typed) conflict(*options) error {
	for _, find := range []func() string{
		t.conflictWithCheck, t.conflictWithoutCheck, t.conflictOfForms, t.conflictOfLines, t.conflictOfSources,
	} {
		if text := find(); text != "" {
			return usageError(text)
		}
	}
	return nil
}

func (t *typed) conflictWithCheck() string {
	const meaningless = "the --%s option is meaningless when verifying checksums"
	switch {
	case !t.check:
	case t.zero && t.program != asSzsum:
		return "the --zero option is not supported when verifying checksums"
	case t.tag:
		return fmt.Sprintf(meaningless, "tag")
	case t.marker != markDefault:
		return "the --binary and --text options are meaningless when verifying checksums"
	case t.recursive:
		return fmt.Sprintf(meaningless, "recursive")
	case t.files0From != nil:
		return fmt.Sprintf(meaningless, "files0-from")
	case t.showLine:
		return fmt.Sprintf(meaningless, "show-line")
	}
	return ""
}

func (t *typed) conflictWithoutCheck() string {
	name := ""
	switch {
	case t.check:
	case t.ignoreMissing:
		name = "ignore-missing"
	case t.report == reportNothing:
		name = "status"
	case t.report == reportMalformed:
		name = "warn"
	case t.report == reportBad:
		name = "quiet"
	case t.strict:
		name = "strict"
	case t.require != nil:
		name = "require"
	}
	if name == "" {
		return ""
	}
	return fmt.Sprintf("the --%s option is meaningful only when verifying checksums", name)
}

func (t *typed) conflictOfForms() string {
	const exclusive = "--%s and --%s are mutually exclusive"
	switch {
	case t.tag && t.marker == markText:
		return "--tag does not support --text mode"
	case t.base64 && t.raw:
		return fmt.Sprintf(exclusive, "base64", "raw")
	case t.base64 && t.json:
		return fmt.Sprintf(exclusive, "base64", "json")
	case t.raw && t.json:
		return fmt.Sprintf(exclusive, "raw", "json")
	case t.raw && t.tag:
		return fmt.Sprintf(exclusive, "raw", "tag")
	case t.json && t.tag:
		return fmt.Sprintf(exclusive, "json", "tag")
	case t.showLine && t.raw:
		return fmt.Sprintf(exclusive, "show-line", "raw")
	case t.showLine && t.json:
		return fmt.Sprintf(exclusive, "show-line", "json")
	}
	return ""
}

func (t *typed) conflictOfLines() string {
	const onlyWith = "the --%s option is meaningful only with --lines"
	switch {
	case t.lines && t.tag:
		return "the --tag option is not supported with --lines"
	case t.lines && t.marker != markDefault:
		return "the --binary and --text options are not supported with --lines"
	case t.lines && t.require != nil:
		return "the --require option is not supported with --lines"
	case t.lines && t.ignoreMissing:
		return "the --ignore-missing option is not supported with --lines"
	case t.showLine && !t.lines:
		return fmt.Sprintf(onlyWith, "show-line")
	case t.nullData && !t.lines:
		return fmt.Sprintf(onlyWith, "null-data")
	case t.stripCR && !t.lines:
		return fmt.Sprintf(onlyWith, "strip-cr")
	}
	return ""
}

func (t *typed) conflictOfSources() string {
	switch {
	case t.files0From != nil && len(t.operands) > 0:
		return "file operands cannot be combined with --files0-from"
	case t.listBackends && len(t.operands) > 0:
		return "the --list-backends option takes no operands"
	case t.benchmark.wanted && len(t.operands) > 0:
		return "the --benchmark option takes no operands; a file goes with it as --benchmark=FILE"
	case t.benchmark.time > 0 && !t.benchmark.wanted:
		return "the --benchmark-time option is meaningful only with --benchmark"
	case t.lines && t.check && len(t.operands) == 0:
		return "--lines with --check needs a list as its first operand"
	case t.lines && t.check && t.operands[0] == "-" && (len(t.operands) == 1 || slices.Contains(t.operands[1:], "-")):
		return "--lines with --check needs a list other than standard input, where the lines come from"
	case t.blake2.Key != nil && t.keyFile != nil:
		return "--key and --key-file are mutually exclusive"
	}
	return ""
}
