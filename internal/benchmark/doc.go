// Package benchmark measures every kernel of this build on this machine: over short words, over long lines, and over
// messages of one length after the other.
//
// The flow: a text is split into words and lines, and these are put into windows as a run has them. Each cell of the
// tables is a [task], a contender over windows. [Run] visits all tasks in turn, for a few milliseconds each, round by
// round until the time is up, so that whatever else the machine does meanwhile falls on all alike, and takes the median
// of a task's visits. What comes of it is a [Report], for machines as JSON and for people as Markdown.
//
// The tables are StringZilla's: its columns, its names of tiers, its way to count (a message with eight seeds is eight
// hashes, and its bytes count eight times). Two things differ. Its calls take sixteen messages or one; ours take a
// window, which is what the program does. And its messages come from memory; ours have just been read.
package benchmark
