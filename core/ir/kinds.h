// Symbols of the node kinds and attributes that the compiler uses, as constants.
#pragma once

#include "core/base/symbol.h"

namespace ts::ir {

// clang-format off
#define TS_PRIM_KINDS(X)                                                                       \
  X(If) X(Loop) X(Param) X(Return) X(Constant) X(Load) X(Store) X(ListConstruct) X(ListUnpack) \
  X(TupleConstruct) X(TupleUnpack) X(TupleIndex) X(TupleSlice) X(DictConstruct) X(GetAttr)     \
  X(SetAttr) X(HasAttr) X(CreateObject) X(CallFunction) X(CallMethod) X(Closure) X(Enter)      \
  X(Exit) X(Print) X(RaiseException) X(Uninitialized) X(unchecked_cast)                        \
  X(unchecked_unwrap_optional) X(isinstance) X(EnumName) X(EnumValue) X(LoopContinuation)      \
  X(BreakStmt) X(ContinueStmt) X(ReturnStmt) X(LocalVariableScope) X(BranchGroup) X(fork)      \
  X(forkClosure) X(rpc_async) X(PythonOp) X(ModuleContainerIndex) X(AnnotateType)              \
  X(NumToTensor) X(CallParameters) X(EmptyListLiteral) X(min) X(max) X(abs) X(rangelist)       \
  X(StringIndex) X(awaitable)
// clang-format on

// clang-format off
#define TS_ATTRIBUTES(X)                                                                      \
  X(value) X(name) X(Subgraph) X(types) X(beg) X(end) X(step) X(ReturnNode) X(dim) X(warn_id) \
  X(upgraded) X(inlining)
// clang-format on

namespace prim {
#define X(name) extern const Symbol name;
TS_PRIM_KINDS(X)
#undef X
}  // namespace prim

namespace attr {
#define X(name) extern const Symbol name;
TS_ATTRIBUTES(X)
#undef X
}  // namespace attr

}  // namespace ts::ir
