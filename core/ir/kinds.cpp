#include "core/ir/kinds.h"

namespace ts::ir {

namespace prim {
#define X(name) const Symbol name = Symbol::intern("prim::" #name);
TS_PRIM_KINDS(X)
#undef X
}  // namespace prim

namespace attr {
#define X(name) const Symbol name = Symbol::intern(#name);
TS_ATTRIBUTES(X)
#undef X
}  // namespace attr

}  // namespace ts::ir
