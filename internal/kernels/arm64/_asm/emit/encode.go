package emit

import (
	"fmt"
	"log"
	"strings"
)

// An encoding is an instruction that Go's assembler lacks, as the Arm Architecture Reference Manual (DDI 0487) shows it.
type encoding struct {
	bits    string // 32 of them, from the highest on; a letter stands for a field, blanks for nothing
	syntax  string // the mnemonic, with <letter> for the value of a field
	feature string // that it asks for, by the name that package cpuid has for it
}

// A field is the value of a letter in an encoding.
type field struct {
	letter rune
	value  int
}

// encode makes the instruction word and the mnemonic. Every field has to be given, and to fit.
func (e encoding) encode(fields ...field) (word uint32, mnemonic string, err error) {
	bits := strings.ReplaceAll(e.bits, " ", "")
	if len(bits) != 32 {
		return 0, "", fmt.Errorf("%s: %d bits", e.syntax, len(bits))
	}
	mnemonic = e.syntax
	left := map[rune]int{}
	for _, f := range fields {
		width := strings.Count(bits, string(f.letter))
		if _, twice := left[f.letter]; twice || width == 0 || f.value < 0 || f.value >= 1<<width {
			return 0, "", fmt.Errorf("%s: field %c of %d bits is %d", e.syntax, f.letter, width, f.value)
		}
		left[f.letter] = width
		mnemonic = strings.ReplaceAll(mnemonic, fmt.Sprintf("<%c>", f.letter), fmt.Sprint(f.value))
	}
	for _, bit := range bits {
		word <<= 1
		switch bit {
		case '0':
		case '1':
			word |= 1
		default:
			width, given := left[bit]
			if !given {
				return 0, "", fmt.Errorf("%s: field %c is missing", e.syntax, bit)
			}
			left[bit] = width - 1
			for _, f := range fields {
				if f.letter == bit {
					word |= uint32(f.value) >> (width - 1) & 1
				}
			}
		}
	}
	if strings.Contains(mnemonic, "<") {
		return 0, "", fmt.Errorf("%s: a field has no value", mnemonic)
	}
	return word, strings.ReplaceAll(mnemonic, "x31", "xzr"), nil
}

// word writes an instruction as a number, with its mnemonic beside it.
func (f *File) word(e encoding, fields ...field) {
	word, mnemonic, err := e.encode(fields...)
	if err != nil {
		log.Fatal(err)
	}
	f.require(e.feature)
	fmt.Fprintf(&f.text, "\t%-9s $0x%08x // %s\n", "WORD", word, mnemonic)
}

// Advanced SIMD: section C7.2.

// UADALP adds neighbouring lanes of n, widened, to the lanes of d. The lanes of n have 8<<size bits.
func (f *File) UADALP(size int, n, d V) {
	syntax := []string{"uadalp v<d>.8h, v<n>.16b", "uadalp v<d>.4s, v<n>.8h", "uadalp v<d>.2d, v<n>.4s"}[size]
	e := encoding{"0110 1110 ss10 0000 0110 10nn nnnd dddd", syntax, "ASIMD"}
	f.word(e, field{'s', size}, field{'n', int(n)}, field{'d', int(d)})
}

// SVE and SVE2: section C8.2. The low 16 bytes of Z registers are the V registers.

// P is a predicate register, a bit for each byte of a vector.
type P int

// WHILELO makes p true for the bytes i for which from + i is below to.
func (f *File) WHILELO(from, to R, p P) {
	e := encoding{"0010 0101 001m mmmm 0001 11nn nnn0 dddd", "whilelo p<d>.b, x<n>, x<m>", "SVE"}
	f.word(e, field{'n', int(from)}, field{'m', int(to)}, field{'d', int(p)})
}

// PTRUE makes p true for all bytes.
func (f *File) PTRUE(p P) {
	f.word(encoding{"0010 0101 0001 1000 1110 0011 1110 dddd", "ptrue p<d>.b", "SVE"}, field{'d', int(p)})
}

// LD1B loads the bytes at base + offset for which p is true, and zeros for the others.
func (f *File) LD1B(base, offset R, p P, d V) {
	e := encoding{"1010 0100 000m mmmm 010g ggnn nnnd dddd", "ld1b {z<d>.b}, p<g>/z, [x<n>, x<m>]", "SVE"}
	f.word(e, field{'n', int(base)}, field{'m', int(offset)}, field{'g', int(p)}, field{'d', int(d)})
}

// LD1BAt is LD1B at base, so many vectors further on, up to 7.
func (f *File) LD1BAt(base R, vectors int, p P, d V) {
	e := encoding{"1010 0100 0000 iiii 101g ggnn nnnd dddd", "ld1b {z<d>.b}, p<g>/z, [x<n>, #<i>, mul vl]", "SVE"}
	f.word(e, field{'i', vectors}, field{'n', int(base)}, field{'g', int(p)}, field{'d', int(d)})
}

// ZDUP fills a register with bytes.
func (f *File) ZDUP(value int, d V) {
	e := encoding{"0010 0101 0011 1000 110i iiii iiid dddd", "mov z<d>.b, #<i>", "SVE"}
	f.word(e, field{'i', value}, field{'d', int(d)})
}

// ZUDOT adds the products of four bytes each of n and m to the 32-bit lanes of d.
func (f *File) ZUDOT(m, n, d V) {
	e := encoding{"0100 0100 100m mmmm 0000 01nn nnnd dddd", "udot z<d>.s, z<n>.b, z<m>.b", "SVE"}
	f.word(e, field{'m', int(m)}, field{'n', int(n)}, field{'d', int(d)})
}

// ZUADDV makes the sum, 64 bits wide, of the 32-bit lanes of n for which p is true.
func (f *File) ZUADDV(n V, p P, d V) {
	e := encoding{"0000 0100 1000 0001 001g ggnn nnnd dddd", "uaddv d<d>, p<g>, z<n>.s", "SVE"}
	f.word(e, field{'g', int(p)}, field{'n', int(n)}, field{'d', int(d)})
}

// RDVL gives so many times the bytes of a vector.
func (f *File) RDVL(times int, d R) {
	e := encoding{"0000 0100 1011 1111 0101 0iii iiid dddd", "rdvl x<d>, #<i>", "SVE"}
	f.word(e, field{'i', times}, field{'d', int(d)})
}

// ZADD adds the lanes of n and m, which have 8<<size bits.
func (f *File) ZADD(size int, m, n, d V) {
	lane := string("bhsd"[size])
	e := encoding{"0000 0100 ss1m mmmm 0000 00nn nnnd dddd", "add z<d>.L, z<n>.L, z<m>.L", "SVE"}
	e.syntax = strings.ReplaceAll(e.syntax, "L", lane)
	f.word(e, field{'s', size}, field{'m', int(m)}, field{'n', int(n)}, field{'d', int(d)})
}

// ZEOR makes the exclusive or of n and m.
func (f *File) ZEOR(m, n, d V) {
	e := encoding{"0000 0100 101m mmmm 0011 00nn nnnd dddd", "eor z<d>.d, z<n>.d, z<m>.d", "SVE"}
	f.word(e, field{'m', int(m)}, field{'n', int(n)}, field{'d', int(d)})
}

// ZMOV copies a whole register.
func (f *File) ZMOV(n, d V) {
	e := encoding{"0000 0100 011n nnnn 0011 00mm mmmd dddd", "orr z<d>.d, z<m>.d, z<n>.d", "SVE"}
	f.word(e, field{'n', int(n)}, field{'m', int(n)}, field{'d', int(d)})
}

// ZSPREAD fills a register with the 64 bits of n.
func (f *File) ZSPREAD(n R, d V) {
	e := encoding{"0000 0101 1110 0000 0011 10nn nnnd dddd", "mov z<d>.d, x<n>", "SVE"}
	f.word(e, field{'n', int(n)}, field{'d', int(d)})
}

// ZPART fills a register with 16 bytes of n, the i-th of up to four.
func (f *File) ZPART(i int, n, d V) {
	e := encoding{"0000 0101 ii11 0000 0010 00nn nnnd dddd", "mov z<d>.q, z<n>.q[<i>]", "SVE"}
	f.word(e, field{'i', i}, field{'n', int(n)}, field{'d', int(d)})
}

// ZTBL picks bytes of n by the numbers in places.
func (f *File) ZTBL(places, n, d V) {
	e := encoding{"0000 0101 001m mmmm 0011 00nn nnnd dddd", "tbl z<d>.b, {z<n>.b}, z<m>.b", "SVE"}
	f.word(e, field{'m', int(places)}, field{'n', int(n)}, field{'d', int(d)})
}

// ZAESE and ZAESMC are the two parts of an AES round, in every 16 bytes. The key is laid over the state first.
func (f *File) ZAESE(key, state V) {
	e := encoding{"0100 0101 0010 0010 1110 00mm mmmd dddd", "aese z<d>.b, z<d>.b, z<m>.b", "SVE2-AES"}
	f.word(e, field{'m', int(key)}, field{'d', int(state)})
}

func (f *File) ZAESMC(state V) {
	f.word(encoding{"0100 0101 0010 0000 1110 0000 000d dddd", "aesmc z<d>.b, z<d>.b", "SVE2-AES"}, field{'d', int(state)})
}
