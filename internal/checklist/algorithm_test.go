package checklist

import (
	"reflect"
	"strings"
	"testing"
)

func TestTag(t *testing.T) {
	for tag, a := range map[string]Algorithm{
		"SHA256":                      {Name: "sha256", Bits: 256},
		"BLAKE2b":                     {Name: "blake2b", Bits: 512},
		"BLAKE2b-8":                   {Name: "blake2b", Bits: 8},
		"BLAKE2bp":                    {Name: "blake2bp", Bits: 512},
		"BLAKE2bp-64":                 {Name: "blake2bp", Bits: 64},
		"SZHASH":                      {Name: "hash", Bits: 64, Seeds: []uint64{0}},
		"SZHASH-18446744073709551615": {Name: "hash", Bits: 64, Seeds: []uint64{1<<64 - 1}},
		"SZHASH-0,1,42,1":             {Name: "multihash", Bits: 256, Seeds: []uint64{0, 1, 42, 1}},
		"BYTESUM":                     {Name: "bytesum", Bits: 64},
	} {
		t.Run(tag, func(t *testing.T) {
			if got := a.Tag(); got != tag {
				t.Errorf("tag is %s", got)
			}
			if got, ok := ParseTag([]byte(tag)); !ok || !reflect.DeepEqual(got, a) {
				t.Errorf("reads as %v, %v", got, ok)
			}
		})
	}
}

func TestTagOfOneSeed(t *testing.T) {
	a := Algorithm{Name: "multihash", Bits: 64, Seeds: []uint64{0}}
	if got := a.Tag(); got != "SZHASH-0" {
		t.Errorf("tag is %s", got)
	}
	if got, ok := ParseTag([]byte("SZHASH-0")); !ok || got.Name != "hash" {
		t.Errorf("reads as %v, %v", got, ok)
	}
}

func TestTagRefused(t *testing.T) {
	for _, tag := range []string{
		"", "sha256", "SHA256-", "SHA256-256", "SHA2", "SHA2-512", "SHA1", "BLAKE2b-", "BLAKE2b-0", "BLAKE2b-12",
		"BLAKE2b-520", "BLAKE2b-x", "BLAKE2b-+8", "BLAKE2b-0x8", "BLAKE2b-064", "BLAKE2b-18446744073709551624", "BLAKE2s",
		"SZHASH-", "SZHASH-1,", "SZHASH-,1", "SZHASH-0-7", "SZHASH--1", "SZHASH-18446744073709551616", "BYTESUM-64",
		"SZHASH-1" + strings.Repeat(",1", MaxSeeds),
	} {
		if a, ok := ParseTag([]byte(tag)); ok {
			t.Errorf("%.40q reads as %v", tag, a)
		}
	}
}
