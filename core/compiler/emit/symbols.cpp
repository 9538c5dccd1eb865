#include "core/compiler/emit/symbols.h"

namespace ts::compiler::aten {

#define X(name) const Symbol name = Symbol::intern("aten::" #name);
TS_ATEN_SYMBOLS(X)
#undef X

}  // namespace ts::compiler::aten
