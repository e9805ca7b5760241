// Package walk finds files and reads them: operands, trees in byte order of their paths, lists of names. It knows
// nothing of digests.
package walk
