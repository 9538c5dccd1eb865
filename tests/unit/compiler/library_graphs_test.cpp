// What is taken from graphs that were there before is what compiling it gives.
#include "core/compiler/modules/library_graphs.h"

#include <gtest/gtest.h>

#include "core/compiler/check_file.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/compiler/running_program.h"
#include "core/compiler/unit.h"
#include "core/eval/prepared.h"
#include "core/eval_torch/native_library.h"
#include "core/ir/text.h"
#include "core/passes/annotate_warns.h"
#include "tests/unit/compiler/sources.h"

namespace ts::compiler {
namespace {

struct NoModules : ModuleLoader {
  Loaded load(std::string_view) override { return {}; }
};
NoModules noModules;

constexpr const char* kImports =
    "import torch\nfrom torch import nn\nimport torch.nn.functional as F\nfrom typing import "
    "Optional\n";

// Functions with calls in them, and layers that differ in what their methods ask for.
constexpr const char* kParts = R"(
class Net(nn.Module):
    def __init__(self, eps: float, stride: int, bias: bool):
        super().__init__()
        self.convolution = nn.Conv2d(4, 4, 3, stride, 1, bias=bias)
        self.again = nn.Conv2d(4, 8, 1)
        self.norm = nn.BatchNorm2d(8, eps=eps)
        self.other = nn.BatchNorm2d(8)
        self.attention = nn.MultiheadAttention(8, 2)
        self.pools = nn.Sequential(nn.MaxPool2d(3, stride), nn.Dropout(eps), nn.ReLU(inplace=bias))
    def forward(self, x):
        x = self.pools(self.other(self.norm(self.again(self.convolution(x)))))
        y = x.flatten(2).permute(2, 0, 1)
        y, _ = self.attention(y, y, y)
        return F.relu(F.layer_norm(F.softmax(y, -1), [8])), F.dropout(x, eps_of(0.5))

def eps_of(p: float) -> float:
    return p
)";

void collect(const ConcreteModule& module, std::string& to) {
  for (ir::Function* method : module.type->methods()) {
    ASSERT_NE(method->graph, nullptr) << method->qualifiedName;
    to += method->qualifiedName + method->schema.str() + "\n" + ir::print(*method->graph);
  }
  for (const auto& [name, inner] : module.modules) collect(*inner, to);
}

// Everything that an expression of a file is compiled to, and the functions that it calls.
std::string compiled(CompilationUnit& unit, const std::string& text,
                     const std::string& expression) {
  auto tree = testing::Sources::parse(kImports + text + "\nroot = " + expression + "\n");
  CompiledRoot found =
      compileNamed(unit, *unit.environment().addModule("case", "case.py", false, tree), "root");
  EXPECT_TRUE(found.error.empty()) << found.error;
  for (const auto& problem : unit.sink().diagnostics()) ADD_FAILURE() << problem.message;
  std::string all;
  if (found.module)
    collect(*found.module, all);
  else if (found.function && found.function->graph)
    all = ir::print(*found.function->graph);
  return all;
}

std::string fresh(const std::string& text, const std::string& expression) {
  CompilationUnit unit(noModules);
  return compiled(unit, text, expression);
}

// The evaluator that the image of a program would begin with. There is one for the process, and it
// isn't taken apart.
eval::Vm& prepared() {
  static eval::Vm* const vm = [] {
    auto made = std::make_unique<eval::Vm>(noModules, eval::nativeLibrary());
    {
      RunningProgram running(*made);
      auto unit = std::make_unique<CompilationUnit>(noModules);
      unit->reuse().keepFunctions();
      compiled(*unit, kParts, "Net(1e-5, 2, True)");
      LibraryGraphs::keep(std::move(unit));
    }
    eval::keepPrepared(std::move(made));
    passes::restartWarnNumbers();
    return eval::newVm(noModules, eval::nativeLibrary()).release();
  }();
  return *vm;
}

std::string fromLibrary(const std::string& text, const std::string& expression) {
  RunningProgram running(prepared());
  CompilationUnit unit(noModules);
  return compiled(unit, text, expression);
}

TEST(LibraryGraphs, ALayerIsWhatItWouldBeWithoutThem) {
  for (const char* net : {"Net(1e-5, 2, True)", "Net(1e-3, 1, False)", "Net(0.5, 2, False)"})
    EXPECT_EQ(fromLibrary(kParts, net), fresh(kParts, net));
}

TEST(LibraryGraphs, FunctionsAndTheirCalleesServe) {
  RunningProgram running(prepared());
  CompilationUnit unit(noModules);
  for (const char* name : {"torch.nn.functional.relu", "torch.nn.functional.batch_norm",
                           "torch.nn.functional._in_projection_packed"}) {
    const PyFunction* source = unit.environment().libraryFunction(name);
    ASSERT_NE(source, nullptr) << name;
    EXPECT_FALSE(LibraryGraphs::find(*source, unit).empty()) << name;
    ir::Function* made = unit.compile(*source);
    ASSERT_NE(made, nullptr);
    CompilationUnit alone(noModules);
    EXPECT_EQ(ir::print(*made->graph),
              ir::print(*unit.compile(*unit.environment().libraryFunction(name))->graph));
  }
}

TEST(LibraryGraphs, AnEvaluatorOfItsOwnHasNone) {
  prepared();
  CompilationUnit unit(noModules);
  const PyFunction* source = unit.environment().libraryFunction("torch.nn.functional.relu");
  ASSERT_NE(source, nullptr);
  EXPECT_TRUE(LibraryGraphs::find(*source, unit).empty());
}

// The last one: from then on nothing serves in this process.
TEST(LibraryGraphs, WhereTheLibraryWasChangedItIsCompiled) {
  const std::string text =
      std::string(kParts) +
      "def verify(size: list[int]) -> None:\n    assert size[0] == 1, 'changed'\n"
      "def doubled(self, input: torch.Tensor) -> torch.Tensor:\n    return input + input\n"
      "F._verify_batch_size = verify\n"
      "nn.ReLU.forward = doubled\n";
  const char* net = "Net(1e-5, 2, True)";
  const std::string made = fromLibrary(text, net);
  EXPECT_EQ(made, fresh(text, net));
  EXPECT_NE(made, fresh(kParts, net));
}

}  // namespace
}  // namespace ts::compiler
