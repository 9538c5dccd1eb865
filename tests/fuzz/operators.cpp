// Input: bytes that choose operators and hostile arguments: shapes without dimensions or elements,
// numbers near the limits of 64 bits, lists of the wrong length, tensors of each dtype. Each
// program of a few calls runs in the static domain, as a checked file does, then with tensors that
// have data, then with meta tensors, then with both. A call raises or returns; it ends soon and
// stays in its memory.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/heap.h"
#include "core/diag/diagnostic.h"
#include "core/eager/eager.h"
#include "core/eval/vm/vm.h"
#include "core/eval_torch/native_library.h"
#include "core/kernels/registry.h"
#include "core/ops/schema.h"
#include "core/runtime/runtime.h"
#include "core/syntax/parser.h"

extern "C" void __sanitizer_set_death_callback(void (*callback)());

namespace {

using namespace ts;
using types::TypeKind;

constexpr uint64_t kFuel = 5'000'000;
constexpr std::clock_t kTime = 20 * CLOCKS_PER_SEC;  // of the processor, under sanitizers
constexpr size_t kMemory = size_t{300} << 20;

constexpr auto kShapes = std::to_array<std::string_view>(
    {"()", "(0,)", "(1,)", "(3,)", "(2, 3)", "(0, 3)", "(3, 3)", "(1, 1, 1)", "(2, 3, 4)",
     "(1, 2, 4, 4)", "(2, 0, 2, 2)", "(1, 1, 3, 3, 3)", "(4,)", "(2, 2)"});
constexpr auto kDtypes =
    std::to_array<std::string_view>({"float32", "float64", "int64", "int32", "bool", "uint8",
                                     "int8", "float16", "bfloat16", "complex64", "complex128"});
constexpr auto kIntegers =
    std::to_array<std::string_view>({"0", "1", "-1", "2", "3", "-2", "5", "64", "100000", "2**31",
                                     "-2**31", "2**32", "2**62", "2**63 - 1", "-2**63"});
constexpr auto kReals = std::to_array<std::string_view>(
    {"0.0", "0.5", "-1.0", "2.0", "1e308", "float('inf')", "float('nan')", "1e-300"});
constexpr auto kTexts =
    std::to_array<std::string_view>({"''", "'sum'", "'mean'", "'constant'", "'reflect'", "'linear'",
                                     "'ij'", "'floor'", "'fro'", "'bij,bjk->bik'", "'\\u00e9'"});

class Calls {
 public:
  Calls(const uint8_t* data, size_t size) : data_(data), size_(size) {}

  // `devices`: the texts after the dtype of a new tensor, used in turn.
  std::string program(std::vector<std::string_view> devices) {
    at_ = 0;
    tensors_ = 0;
    devices_ = std::move(devices);
    std::string text = "import torch\n";
    for (int call = 0; call < 4; ++call)
      text += "try:\n    y = " + operation() + "\n    repr(y)\nexcept Exception:\n    pass\n";
    return text;
  }

 private:
  size_t below(size_t count) { return at_ < size_ ? data_[at_++] % count : 0; }
  template <size_t N>
  std::string of(const std::array<std::string_view, N>& all) {
    return std::string(all[below(N)]);
  }

  std::string tensor() {
    const std::string device(devices_[tensors_++ % devices_.size()]);
    const std::string shape = of(kShapes), dtype = of(kDtypes);
    switch (below(4)) {
      case 0: return "torch.ones(1" + device + ").expand(" + of(kIntegers) + ")";
      case 1: return "torch.zeros(" + shape + ", dtype=torch." + dtype + device + ")";
      default: return "torch.ones(" + shape + ", dtype=torch." + dtype + device + ")";
    }
  }

  std::string value(types::TypePtr type) {
    switch (type->kind()) {
      case TypeKind::Tensor: return tensor();
      case TypeKind::Int: return of(kIntegers);
      case TypeKind::Float: return of(kReals);
      case TypeKind::Number: return below(2) ? of(kIntegers) : of(kReals);
      case TypeKind::Bool: return below(2) ? "True" : "False";
      case TypeKind::String: return of(kTexts);
      case TypeKind::Optional: return below(2) ? "None" : value(type->contained()[0]);
      case TypeKind::List: {
        std::string items = "[";
        for (size_t count = below(5); count > 0; --count)
          items += value(type->contained()[0]) + ", ";
        return items + "]";
      }
      default: return "None";
    }
  }

  std::string operation() {
    static const auto& kernels = kernels::allKernels();
    const size_t index = below(256) * 256 + below(256);
    const std::string_view kernel = kernels[index % kernels.size()].name;
    const size_t dot = kernel.find('.');
    const std::string_view name = kernel.substr(0, dot);
    const ops::FunctionSchema* schema = ops::schema(
        Symbol::intern(name), dot == kernel.npos ? std::string_view() : kernel.substr(dot + 1));
    if (!schema) return "None";
    const size_t space = name.find("::");
    const std::string operation(name.substr(space + 2));
    std::vector<std::string> values;
    for (const ops::Argument& argument : schema->arguments)
      values.push_back((argument.keywordOnly ? argument.name + "=" : "") + value(argument.type));
    // Fewer arguments than the schema has: defaults, and calls that do not fit.
    if (!values.empty() && below(4) == 0) values.pop_back();
    std::string text;
    const size_t form = below(3);
    size_t first = 0;
    if (form == 0)
      text = "torch." + operation;
    else if (form == 1 && !values.empty() && schema->arguments[0].type->is(TypeKind::Tensor))
      text = "(" + values[first++] + ")." + operation;
    else
      text = "torch.ops." + std::string(name.substr(0, space)) + "." + operation;
    text += "(";
    for (; first < values.size(); ++first) text += values[first] + ", ";
    return text + ")";
  }

  const uint8_t* data_;
  size_t size_, at_ = 0;
  std::vector<std::string_view> devices_;
  size_t tensors_ = 0;
};

class NoModules : public eval::ModuleLoader {
 public:
  Loaded load(std::string_view) override { return {}; }
};

// The report of a crash shows the program that runs.
std::string running;
[[maybe_unused]] const bool showsProgram = [] {
  __sanitizer_set_death_callback([] { std::fprintf(stderr, "---\n%s", running.c_str()); });
  return true;
}();

void run(const std::string& program, bool hasData) {
  running = program;
  diag::Sink sink;
  const syntax::ModulePtr tree =
      syntax::parse(std::make_shared<SourceFile>("fuzz.py", program), sink);
  const std::clock_t start = std::clock();
  {
    const heap::Budget budget(kMemory);
    NoModules loader;
    runtime::Runtime runtime;
    eval::Vm vm(loader, eval::nativeLibrary(), {.fuel = kFuel});
    if (hasData) eager::attach(vm, runtime);
    vm.output = [](std::string_view) {};
    try {
      vm.runModule(*vm.addModule("__main__", tree->file, tree));
    } catch (const eval::Raised&) {
    } catch (const eval::UnknownTruth&) {
    } catch (const LimitError&) {
    }
  }
  if (std::clock() - start <= kTime) return;
  std::fprintf(stderr, "more than %d s\n", static_cast<int>(kTime / CLOCKS_PER_SEC));
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Calls calls(data, size);
  constexpr std::string_view kMeta = ", device='meta'";
  const std::string program = calls.program({""});
  run(program, false);
  run(program, true);
  run(calls.program({kMeta}), true);
  run(calls.program({"", kMeta}), true);
  run(calls.program({kMeta, ""}), true);
  return 0;
}
