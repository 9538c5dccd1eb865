#include "core/eval_torch/intrinsics.h"

#include <algorithm>

namespace ts::eval {

Intrinsic findIntrinsic(const Code& code) {
  if (!code.module || !code.module->isLibrary || !code.module->name.starts_with("torch.nn."))
    return nullptr;
  for (auto rows : {moduleIntrinsics(), layerIntrinsics()})
    for (const IntrinsicRow& row : rows)
      if (row.function == code.qualname->text && row.module == code.module->name) return row.call;
  return nullptr;
}

}  // namespace ts::eval
