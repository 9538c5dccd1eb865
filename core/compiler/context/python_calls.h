// The callables of Python calls in graphs (prim::PythonOp). Calls are keyed by source range and,
// for methods, by the type of the object. Not thread-safe.
#pragma once

#include <map>
#include <tuple>

#include "core/eval/values/value.h"
#include "core/ir/ir.h"

namespace ts::compiler {

class PythonCalls {
 public:
  // self: the type of the object of a method; null for a function.
  void remember(const ir::Node& call, types::TypePtr self, eval::Value callable);
  // Returns an unbound value for a call that was not remembered.
  eval::Value callableOf(const ir::Node& call) const;

 private:
  using Key = std::tuple<const SourceFile*, uint32_t, uint32_t, types::TypePtr>;
  static Key keyOf(const ir::Node& call, types::TypePtr self) {
    const SourceRange at = call.range();
    return {at.file, at.span.begin, at.span.end, self};
  }

  std::map<Key, eval::Value> callables_;
};

}  // namespace ts::compiler
