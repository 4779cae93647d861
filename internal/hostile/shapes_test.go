package hostile

import "testing"

// Shapes have unique names, and documents of the requested size.
func TestShapes(t *testing.T) {
	const size = 256 << 10
	seen := map[string]bool{}
	for _, s := range Shapes() {
		if s.Name == "" || seen[s.Name] {
			t.Errorf("the name %q is empty or not unique", s.Name)
		}
		seen[s.Name] = true
		if n := len(s.Make(size)); n < size || n > size+size/2 {
			t.Errorf("%s: %d bytes, want %d", s.Name, n, size)
		}
	}
}
