#include "core/passes/kinds.h"

namespace ts::passes {

namespace aten {
#define X(name) const Symbol name = Symbol::intern("aten::" #name);
TS_PASS_ATEN_KINDS(X)
#undef X
}  // namespace aten

namespace extra_prim {
#define X(name) const Symbol name = Symbol::intern("prim::" #name);
TS_PASS_PRIM_KINDS(X)
#undef X
}  // namespace extra_prim

}  // namespace ts::passes
