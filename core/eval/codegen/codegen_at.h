// Sets the span of the instructions that are emitted for a node.
#pragma once

#include "core/eval/codegen/codegen.h"

namespace ts::eval {

struct Codegen::At {
  At(Codegen& codegen, Span span) : codegen(codegen), before(codegen.span_) {
    codegen.span_ = span;
  }
  ~At() { codegen.span_ = before; }
  Codegen& codegen;
  Span before;
};

}  // namespace ts::eval
