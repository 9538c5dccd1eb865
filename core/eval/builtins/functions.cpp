#include "core/eval/builtins/functions.h"

#include "core/eval/builtins/init.h"

namespace ts::eval {

void initFunctions(Vm& vm) {
  for (auto functions : {objectFunctions(), numberFunctions(), iterableFunctions(), codeFunctions(),
                         textFunctions()})
    for (const NativeDef& def : functions)
      vm.builtins().set(vm.intern(def.name), vm.function(def, "builtins"));
  initIteratorClasses(vm);
}

}  // namespace ts::eval
