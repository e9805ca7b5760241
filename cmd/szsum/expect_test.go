package main

import "testing"

func TestDigestQueue(t *testing.T) {
	var q digestQueue
	next := 0
	for i := range 1000 {
		q.push([]byte{byte(i), byte(i >> 8)}, i%7)
		for ; next <= i && (i%100 == 99 || i%3 == 0); next++ {
			e := q.pop()
			q.push(nil, 0) // may not alter what was taken
			if int(e.digest[0])|int(e.digest[1])<<8 != next || e.digester != next%7 {
				t.Fatalf("number %d is % x, %d", next, e.digest, e.digester)
			}
			q.n--
		}
	}
}
