#include "core/compiler/unit/unit.h"

namespace ts::compiler {

void CompilationUnit::forgetFailures() {
  context_.functions().forgetFailures();
  context_.classes().forgetFailures();
}

}  // namespace ts::compiler
