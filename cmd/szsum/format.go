package main

import (
	"github.com/klauspost/cpuid/v2"

	"szsum/internal/kernels"
	"szsum/internal/pipeline"
)

// fileFormat is how the result of a file is written. A file that could not be read has none.
func (o *options) fileFormat() func(dst []byte, f *pipeline.FileResult) []byte {
	format := func(dst []byte, f *pipeline.FileResult) []byte { return o.form.AppendLine(dst, f.Digest, f.Name) }
	switch o.style {
	case styleRaw:
		format = func(dst []byte, f *pipeline.FileResult) []byte { return append(dst, f.Digest...) }
	case styleJSON:
		format = o.appendFileObject
	}
	return func(dst []byte, f *pipeline.FileResult) []byte {
		if f.Err != nil {
			return dst
		}
		return format(dst, f)
	}
}

func (o *options) appendFileObject(dst []byte, f *pipeline.FileResult) []byte {
	j := newObject(dst)
	j.name("name", f.Name)
	j.text("algorithm", o.algorithm.Algorithm.String())
	j.hex("digest", f.Digest)
	j.number("size", f.Size)
	return j.end(o.form.End())
}

// lineFormat is how the digests of lines are written.
func (o *options) lineFormat() func(dst []byte, b *pipeline.Batch) []byte {
	switch {
	case o.style == styleRaw:
		return appendRaw
	case o.style == styleJSON:
		return o.appendLineObjects
	case o.showLine || o.form.Base64:
		return o.appendLines
	}
	end := o.form.End()
	appendHex := kernels.NewHexAppender(kernels.Table(), &cpuid.CPU, o.backend)
	return func(dst []byte, b *pipeline.Batch) []byte { return appendHex(dst, b.Digests, b.Size, b.Slot, end) }
}

func appendRaw(dst []byte, b *pipeline.Batch) []byte {
	if b.Size == b.Slot {
		return append(dst, b.Digests...)
	}
	for i := range b.Len() {
		dst = append(dst, digestOf(b, i)...)
	}
	return dst
}

// appendLines writes a digest a line, and behind it the line that it is of, if that is wanted.
func (o *options) appendLines(dst []byte, b *pipeline.Batch) []byte {
	for i := range b.Len() {
		dst = o.form.AppendDigest(dst, digestOf(b, i))
		if o.showLine {
			dst = append(append(dst, "  "...), lineOf(b, i)...)
		}
		dst = append(dst, o.form.End())
	}
	return dst
}

func (o *options) appendLineObjects(dst []byte, b *pipeline.Batch) []byte {
	head := newObject(nil)
	head.name("name", []byte(b.Name))
	head.text("algorithm", o.algorithm.Algorithm.String())
	for i := range b.Len() {
		offset, size := b.Offset, b.Long
		if b.Spans != nil {
			offset += int64(b.Spans[i].Offset())
			size = int64(b.Spans[i].Len())
		}
		j := object{append(dst, head.dst...), head.begun}
		j.hex("digest", digestOf(b, i))
		j.number("size", size)
		j.number("line", b.Line+int64(i))
		j.number("offset", offset)
		dst = j.end(o.form.End())
	}
	return dst
}

// digestOf is the digest of line i of a batch.
func digestOf(b *pipeline.Batch, i int) []byte { return b.Digests[i*b.Slot:][:b.Size] }

// lineOf is line i of a batch.
func lineOf(b *pipeline.Batch, i int) []byte {
	if b.Spans == nil {
		return b.Text
	}
	return b.Text[b.Spans[i].Offset():][:b.Spans[i].Len()]
}
