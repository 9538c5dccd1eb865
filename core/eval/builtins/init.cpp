#include "core/eval/builtins/init.h"

#include "core/eval/run/generator.h"

namespace ts::eval {

void makeBuiltins(Vm& vm) {
  initObjects(vm);
  initNumbers(vm);
  initText(vm);
  initContainers(vm);
  initExceptions(vm);
  initGenerators(vm);
  initFunctions(vm);
}

}  // namespace ts::eval
