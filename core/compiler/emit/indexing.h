// Subscripts of tensors, lists, tuples and modules.
#pragma once

#include <vector>

#include "core/compiler/emit/emission.h"

namespace ts::compiler {

SugaredPtr emitSubscript(Emission& emission, const syntax::Subscript& subscript, ir::TypePtr hint);
// The indices of a subscript: the elements of a tuple, or the single index.
std::vector<const syntax::Expr*> indicesOf(const syntax::Subscript& subscript);

struct IndexedTensor {
  ir::Value* value;
  // The tensor indices that are not applied yet; null for other dimensions.
  std::vector<ir::Value*> tensors;
};
// Applies ints, slices, None and `...`.
IndexedTensor emitIndexing(Emission& emission, SourceRange at, ir::Value* value,
                           const std::vector<const syntax::Expr*>& indices);
// Applies tensor indices: aten::index.
ir::Value* emitIndex(Emission& emission, SourceRange at, ir::Value* value,
                     const std::vector<ir::Value*>& indices);

}  // namespace ts::compiler
