package lanes

func AVX512() {}
