// Package kernels computes digests: portable code for every algorithm, the assembly kernels of the architecture
// packages, the table that lists both, and the choice among them.
//
// The flow: [Table] lists every kernel of this build. [Open] checks and chooses those that one algorithm is to use on
// this machine, which gives a [Digester]. Each worker takes a [Hasher] from it, which has all the scratch memory it
// needs, and hands it either windows of whole messages ([Hasher.Window]) or messages in pieces, several side by side
// ([Hasher.Step]). A plan says which kernel takes the next messages when so many are left; [Digester.Settle] measures
// the kernels for it once there is enough work.
package kernels
