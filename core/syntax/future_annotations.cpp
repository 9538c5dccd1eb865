#include "core/syntax/future_annotations.h"

namespace ts::syntax {

bool hasFutureAnnotations(const Module& module) {
  for (const Stmt* stmt : module.body) {
    if (stmt->kind == StmtKind::Expr) continue;  // the docstring
    const auto* from = dynCast<ImportFrom>(stmt);
    if (!from || from->module != "__future__") return false;
    for (const Alias* alias : from->names)
      if (alias->name == "annotations") return true;
  }
  return false;
}

}  // namespace ts::syntax
