package clock

import (
	"sync"
	"syscall"
	"time"
	"unsafe"
)

var (
	kernel32  = syscall.NewLazyDLL("kernel32.dll")
	counter   = kernel32.NewProc("QueryPerformanceCounter")
	frequency = sync.OnceValue(func() int64 { return query(kernel32.NewProc("QueryPerformanceFrequency")) })
)

// Now is the time since some moment. That of package time moves in steps of half a millisecond or more here, in which
// kernels are done with several windows.
func Now() time.Duration {
	ticks, second := query(counter), frequency()
	return time.Duration(ticks/second)*time.Second + time.Duration(ticks%second*int64(time.Second)/second)
}

func query(p *syscall.LazyProc) (value int64) {
	p.Call(uintptr(unsafe.Pointer(&value)))
	return value
}
