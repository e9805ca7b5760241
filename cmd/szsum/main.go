// Szsum digests files, trees of files and every line of a corpus, and verifies lists of digests.
package main

func main() {}
