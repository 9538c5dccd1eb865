// Input: any text as a Python module. Runs it as a program, and in the static domain. Small limits
// must end every run. Imports come only from the prelude.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/heap.h"
#include "core/diag/diagnostic.h"
#include "core/eval/vm/vm.h"
#include "core/eval_torch/native_library.h"
#include "core/source/decode.h"
#include "core/syntax/parser.h"

namespace {

using namespace ts;

class NoModules : public eval::ModuleLoader {
 public:
  Loaded load(std::string_view) override { return {}; }
};

void run(const syntax::ModulePtr& tree, bool strict) {
  NoModules loader;
  const heap::Budget budget(size_t{300} << 20);
  eval::Limits limits;
  limits.fuel = 200'000;
  limits.stackBytes = 1 << 20;
  limits.recursion = 100;
  eval::Vm vm(loader, eval::nativeLibrary(), limits);
  vm.strict = strict;
  vm.output = [](std::string_view) {};
  eval::Ref<eval::Module> module = vm.addModule("fuzz", tree->file, tree);
  try {
    vm.runModule(*module);
  } catch (eval::Raised& raised) {
    try {
      vm.toStr(eval::Value(raised.exception));
    } catch (eval::Raised&) {
    }
  } catch (eval::LimitReached&) {
  } catch (eval::UnknownTruth&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  DecodedText decoded = decodeSource({reinterpret_cast<const char*>(data), size});
  diag::Sink sink;
  syntax::ModulePtr tree =
      syntax::parse(std::make_shared<SourceFile>("fuzz.py", std::move(decoded.text)), sink);
  for (bool strict : {true, false}) run(tree, strict);
  return 0;
}
