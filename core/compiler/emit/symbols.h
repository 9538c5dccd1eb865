// Symbols of the operators that the compiler itself emits.
#pragma once

#include "core/base/symbol.h"

namespace ts::compiler::aten {

// clang-format off
#define TS_ATEN_SYMBOLS(X) \
  X(add) X(add_) X(sub) X(sub_) X(mul) X(mul_) X(div) X(div_) X(fmod) X(fmod_) X(remainder) \
  X(pow) X(matmul) X(floordiv) X(neg) X(bitwise_not) X(bitwise_or) X(bitwise_and) X(bitwise_xor) \
  X(__and__) X(__or__) X(__xor__) X(__lshift__) X(__rshift__) X(__ilshift__) X(__irshift__) X(__is__) \
  X(__isnot__) X(__not__) X(__contains__) X(__getitem__) X(_set_item) X(ne) X(eq) X(lt) X(gt) \
  X(le) X(ge) X(len) X(append) X(index) X(index_put_) X(copy_) X(select) X(slice) X(unsqueeze) \
  X(tensor) X(empty) X(to) X(list) X(dict) X(keys) X(Int) X(Float) X(Bool) X(str) X(Complex) \
  X(IntImplicit) X(FloatImplicit) X(ComplexImplicit) X(ScalarImplicit) X(device) X(Delete) \
  X(percentFormat) X(format) X(__range_length) X(__derive_index) X(is_scripting) \
  X(has_torch_function) X(hex) X(oct) X(round) X(hash) X(all) X(any) X(divmod) X(sum) X(ord) \
  X(chr) X(bin) X(complex) X(sorted) X(wait)
// clang-format on

#define X(name) extern const Symbol name;
TS_ATEN_SYMBOLS(X)
#undef X

}  // namespace ts::compiler::aten
