package szhash

import "szsum/internal/kernels/arm64/_asm/emit"

// messages emits what kernels of whole messages have in common: they take one message after the other.
type messages struct {
	*emit.File
	base, spans, order, count emit.R // arguments; order moves on, count goes down
	number                    emit.R // of the message
	at, length                emit.R // of the message; at moves on
	masks, numbers            emit.R // the tables, 64 bytes on
	t                         emit.R // for temporary use

	// With SVE, loads under a predicate take the place of masks.
	sve     bool
	offsets []emit.R // 0, 16, 32, 48
}

// p is the predicate of the last load.
const p emit.P = 0

func newMessages(f *emit.File) messages {
	return messages{
		File: f, base: f.Reg("base"), spans: f.Reg("spans"), order: f.Reg("order, moves on, or nil"), count: f.Reg("messages left"),
		number: f.Reg("number of the message"), at: f.Reg("address of the message, moves on"), length: f.Reg("length of the message"),
		masks: f.Reg("masks, 64 bytes on"), numbers: f.Reg("numbers, 64 bytes on"), t: f.Reg("temporary"),
	}
}

func newMessagesSVE(f *emit.File) messages {
	return messages{
		File: f, base: f.Reg("base"), spans: f.Reg("spans"), order: f.Reg("order, moves on, or nil"), count: f.Reg("messages left"),
		number: f.Reg("number of the message"), at: f.Reg("address of the message, moves on"), length: f.Reg("length of the message"),
		t: f.Reg("temporary"), sve: true, offsets: f.Regs(4, "offset of block %d of a piece"),
	}
}

func (m *messages) prologue() {
	m.Load("base", m.base)
	m.Load("spans", m.spans)
	m.Load("order", m.order)
	m.Load("count", m.count)
	m.Op("MOVD", 0, m.number)
	for i, r := range m.offsets {
		m.Op("MOVD", 16*i, r)
	}
	if m.sve {
		return
	}
	m.Address("masks", m.masks)
	m.Op("ADD", 64, m.masks)
	m.Address("numbers", m.numbers)
	m.Op("ADD", 64, m.numbers)
}

// find begins the loop over messages, of that name.
func (m *messages) find(loop string) {
	span, natural := m.t, loop+"InOrder"
	m.Label(loop)
	m.Comment("Where the next message lies")
	m.Op("CBZ", m.order, natural)
	m.Op("MOVWU.P", emit.Mem(m.order, 4), m.number)
	m.Label(natural)
	m.Op("MOVD", emit.Indexed(m.spans, m.number, 3), span)
	m.Op("MOVWU", span, m.at)
	m.Op("ADD", m.base, m.at)
	m.Op("LSR", 32, span, m.length)
}

// next goes on to the next message, or returns.
func (m *messages) next(loop string) {
	m.Op("ADD", 1, m.number)
	m.Op("SUBS", 1, m.count)
	m.Op("BNE", loop)
	m.Op("RET")
}

// loadShort loads a message of up to 16 bytes, with zeros behind it, and goes to done.
func (m *messages) loadShort(block, t emit.V, done string) {
	if m.sve {
		m.loadFirst(m.length, block)
		m.Op("B", done)
		return
	}
	m.Op("CBZ", m.length, "empty")
	m.Op("AND", 4095, m.at, m.t)
	m.Op("CMP", 4096-16, m.t)
	m.Op("BHI", "edge")
	m.Op("FMOVQ", emit.Mem(m.at, 0), block.F())
	m.mask(m.length, []emit.V{block}, []emit.V{t})
	m.Op("B", done)

	m.Label("empty")
	m.Op("VEOR", block.B16(), block.B16(), block.B16())
	m.Op("B", done)

	m.Label("edge")
	m.loadEnd(m.length, block, t)
	m.Op("B", done)
}

// loadFirst loads the first n bytes of a message, up to 16, with zeros behind them.
func (m *messages) loadFirst(n emit.R, block emit.V) {
	m.WHILELO(emit.ZR, n, p)
	m.LD1BAt(m.at, 0, p, block)
}

// mask leaves the first n bytes of blocks, which follow each other, and clears the rest.
func (m *messages) mask(n emit.R, blocks, masks []emit.V) {
	m.Op("SUB", n, m.masks, m.t)
	if len(blocks) == 1 {
		m.Op("FMOVQ", emit.Mem(m.t, 0), masks[0].F())
	} else {
		m.Op("VLD1", emit.Mem(m.t, 0), emit.List(masks...))
	}
	for i, b := range blocks {
		m.Op("VAND", masks[i].B16(), b.B16(), b.B16())
	}
}

// loadEnd loads the last n bytes of a message, 1 to 16 that lie at at, with zeros behind them. The 16 bytes that end
// there can be read.
func (m *messages) loadEnd(n emit.R, block, places emit.V) {
	if m.sve {
		m.loadFirst(n, block)
		return
	}
	m.Op("ADD", n, m.at)
	m.Op("FMOVQ", emit.Mem(m.at, -16), block.F())
	m.Op("SUB", n, m.numbers, m.t)
	m.Op("FMOVQ", emit.Mem(m.t, -48), places.F())
	m.Op("VTBL", places.B16(), emit.List(block), block.B16())
}

// loadLast loads the last n bytes of a message of more than 64, 1 to 64 that lie at at, with zeros behind them. t is
// for temporary use.
func (m *messages) loadLast(n emit.R, blocks, places, t []emit.V) {
	m.Comment("The last piece, with zeros behind it")
	if m.sve {
		m.loadFirst(n, blocks[0])
		for i := 1; i < len(blocks); i++ {
			m.WHILELO(m.offsets[i], n, p)
			m.LD1B(m.at, m.offsets[i], p, blocks[i])
		}
		return
	}
	m.Op("AND", 4095, m.at, m.t)
	m.Op("CMP", 4096-64, m.t)
	m.Op("BHI", "pieceEdge")
	m.Label("readable")
	m.Op("VLD1", emit.Mem(m.at, 0), emit.List(blocks...))
	m.mask(n, blocks, places)
	m.Label("tail")
	m.Aside(func() {
		m.Label("pieceEdge")
		m.Op("ADD", n, m.t)
		m.Op("CMP", 4096, m.t)
		m.Op("BGT", "readable")
		m.Comment("The message ends on its last page: load its last 64 bytes, and shift them")
		m.Op("ADD", n, m.at, m.t)
		m.Op("SUB", 64, m.t)
		m.Op("VLD1", emit.Mem(m.t, 0), emit.List(blocks...))
		m.Op("SUB", n, m.numbers, m.t)
		m.Op("VLD1", emit.Mem(m.t, 0), emit.List(places...))
		for i, p := range places {
			m.Op("VTBL", p.B16(), emit.List(blocks...), t[i].B16())
		}
		for i, b := range blocks {
			m.Op("VMOV", t[i].B16(), b.B16())
		}
		m.Op("B", "tail")
	})
}
