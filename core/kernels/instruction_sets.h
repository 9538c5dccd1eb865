// The names of instruction sets for [[gnu::target]], of functions that are compiled for several.
#pragma once

#define TS_TARGET_AVX2 "avx2,fma,f16c"
// Clang uses vectors of 64 bytes without being told, and would ignore an attribute that says so.
#if defined(__clang__)
#define TS_TARGET_AVX512 "avx512f,avx512bw,avx512dq,avx512vl,fma,f16c"
#else
#define TS_TARGET_AVX512 "avx512f,avx512bw,avx512dq,avx512vl,fma,f16c,prefer-vector-width=512"
#endif
