package walk

import (
	"os"
	"path/filepath"
	"testing"
)

func TestIsRotational(t *testing.T) {
	root := t.TempDir()
	for device, flag := range map[string]string{"pci/ata/sda": "1", "pci/nvme/nvme0": "0", "pci/virtio1/vda": "1"} {
		queue := filepath.Join(root, "devices", device, "queue")
		if err := os.MkdirAll(queue, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(queue+"/rotational", []byte(flag+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(root+"/devices/pci/ata/sda/sda1", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(root+"/block", 0o777); err != nil {
		t.Fatal(err)
	}
	for number, device := range []string{"ata/sda", "ata/sda/sda1", "nvme/nvme0", "virtio1/vda"} {
		if err := os.Symlink("../devices/pci/"+device, root+"/block/8:"+string(rune('0'+number))); err != nil {
			t.Fatal(err)
		}
	}
	for minor, want := range []bool{true, true, false, false, false} {
		if got := isRotational(root+"/block", 8, uint32(minor)); got != want {
			t.Errorf("device 8:%d: %v", minor, got)
		}
	}
}
