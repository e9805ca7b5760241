package checklist

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// maxLine is how much of a line is kept, in bytes: far more than the longest tag, digest and path need.
const maxLine = 16 << 20

// Lines splits a list into its lines.
type Lines struct {
	src  *bufio.Reader
	end  byte
	line []byte
}

// NewLines returns the lines of src that end in the byte end. With marks, a byte-order mark at the start is dropped, and
// a list that it says to be UTF-16 is turned into UTF-8.
func NewLines(src io.Reader, end byte, marks bool) *Lines {
	buffered := bufio.NewReaderSize(src, 64<<10)
	if marks {
		buffered = withoutMark(buffered)
	}
	return &Lines{src: buffered, end: end}
}

// Next returns the next line without its end; it is valid until the next call. The last line need not have an end. After
// it comes io.EOF, or the error that reading met.
//
// Of a line longer than 16 MiB only the start is returned, followed by a NUL: Parse calls it malformed, unless it is a
// comment.
func (l *Lines) Next() ([]byte, error) {
	l.line = l.line[:0]
	for {
		piece, err := l.src.ReadSlice(l.end)
		switch {
		case err == nil && len(l.line) == 0:
			return piece[:len(piece)-1], nil
		case err == nil:
			l.keep(piece[:len(piece)-1])
			return l.line, nil
		}
		l.keep(piece)
		switch {
		case err == bufio.ErrBufferFull:
		case err == io.EOF && len(l.line) > 0:
			return l.line, nil
		default:
			return nil, err
		}
	}
}

// Ready tells whether a whole line has been read already, so that Next will not wait for one.
func (l *Lines) Ready() bool {
	read, _ := l.src.Peek(l.src.Buffered())
	return bytes.IndexByte(read, l.end) >= 0
}

func (l *Lines) keep(piece []byte) {
	if len(l.line)+len(piece) <= maxLine {
		l.line = append(l.line, piece...)
	} else if len(l.line) <= maxLine {
		l.line = append(append(l.line, piece[:maxLine-len(l.line)]...), 0)
	}
}

func withoutMark(src *bufio.Reader) *bufio.Reader {
	mark, _ := src.Peek(3) // an error comes again with the first read
	switch {
	case bytes.HasPrefix(mark, []byte("\xef\xbb\xbf")):
		src.Discard(3)
	case bytes.HasPrefix(mark, []byte("\xff\xfe")):
		src.Discard(2)
		return bufio.NewReader(&utf16Reader{src: src, order: binary.LittleEndian})
	case bytes.HasPrefix(mark, []byte("\xfe\xff")):
		src.Discard(2)
		return bufio.NewReader(&utf16Reader{src: src, order: binary.BigEndian})
	}
	return src
}

// utf16Reader turns UTF-16 into UTF-8. What is not valid becomes U+FFFD.
type utf16Reader struct {
	src   *bufio.Reader
	order binary.ByteOrder
	char  []byte // what is left of the last character
}

func (u *utf16Reader) Read(p []byte) (n int, err error) {
	for {
		k := copy(p[n:], u.char)
		u.char = u.char[k:]
		n += k
		if n == len(p) {
			return n, nil
		}
		c, err := u.next()
		if err != nil {
			return n, err
		}
		u.char = utf8.AppendRune(u.char[:0], c)
	}
}

func (u *utf16Reader) next() (rune, error) {
	first, err := u.unit()
	if err != nil || !utf16.IsSurrogate(first) {
		return first, err
	}
	pair, err := u.src.Peek(2)
	if err != nil {
		return utf8.RuneError, nil
	}
	c := utf16.DecodeRune(first, rune(u.order.Uint16(pair)))
	if c != utf8.RuneError {
		u.src.Discard(2)
	}
	return c, nil
}

// unit reads 16 bits. A single byte at the end is an invalid character.
func (u *utf16Reader) unit() (rune, error) {
	var b [2]byte
	_, err := io.ReadFull(u.src, b[:])
	if err == io.ErrUnexpectedEOF {
		return utf8.RuneError, nil
	}
	return rune(u.order.Uint16(b[:])), err
}
