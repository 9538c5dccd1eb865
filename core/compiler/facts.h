// Facts about expressions, recorded for editors while compiling: types and chosen overloads, by
// source range. Batch tools do not record them.
#pragma once

#include <map>
#include <vector>

#include "core/ops/schema.h"
#include "core/source/source_file.h"
#include "core/types/type.h"

namespace ts::compiler {

struct TypeFact {
  Span span;  // of an expression, an assignment target or a parameter
  types::TypePtr type;
};
struct OverloadFact {
  Span span;  // of the callee, or of the whole expression for an operator such as +
  const ops::FunctionSchema* schema;
};

// The facts of one file. When code is compiled several times (a method of two module types), the
// first compilation wins.
class Facts {
 public:
  explicit Facts(const SourceFile* file) : file_(file) {}

  void type(SourceRange at, types::TypePtr type) {
    if (at.file == file_ && type && !type->isUnknown())
      types_.try_emplace({at.span.begin, at.span.end}, type);
  }
  void overload(SourceRange at, const ops::FunctionSchema& schema) {
    if (at.file == file_) overloads_.try_emplace({at.span.begin, at.span.end}, &schema);
  }

  // Sorted by source range.
  std::vector<TypeFact> types() const {
    std::vector<TypeFact> all;
    for (const auto& [at, type] : types_) all.push_back({{at.first, at.second}, type});
    return all;
  }
  std::vector<OverloadFact> overloads() const {
    std::vector<OverloadFact> all;
    for (const auto& [at, schema] : overloads_) all.push_back({{at.first, at.second}, schema});
    return all;
  }

 private:
  using SpanKey = std::pair<uint32_t, uint32_t>;
  const SourceFile* file_;
  std::map<SpanKey, types::TypePtr> types_;
  std::map<SpanKey, const ops::FunctionSchema*> overloads_;
};

}  // namespace ts::compiler
