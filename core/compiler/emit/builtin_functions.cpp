#include "core/compiler/emit/builtin_functions.h"

#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/per_profile.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/function_bodies.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/syntax/parser.h"

namespace ts::compiler {

namespace {

// The TorchScript source of operators that lack an overload for some operands. A number to the left
// of a tensor swaps the operands; tuple helpers return the list that they were given; properties
// call the operator that computes them. NUMBER is replaced by int, float and complex in turn.
constexpr std::string_view kReversed = R"(
def add(a: NUMBER, b: Tensor) -> Tensor:
  return b + a
def sub(a: NUMBER, b: Tensor) -> Tensor:
  return torch.neg(b) + a
def mul(a: NUMBER, b: Tensor) -> Tensor:
  return b * a
def div(a: NUMBER, b: Tensor) -> Tensor:
  return torch.reciprocal(b) * a
def eq(a: NUMBER, b: Tensor) -> Tensor:
  return b == a
def ne(a: NUMBER, b: Tensor) -> Tensor:
  return b != a
)";
// Complex numbers have no ordering.
constexpr std::string_view kReversedOrder = R"(
def lt(a: NUMBER, b: Tensor) -> Tensor:
  return b > a
def le(a: NUMBER, b: Tensor) -> Tensor:
  return b >= a
def gt(a: NUMBER, b: Tensor) -> Tensor:
  return b < a
def ge(a: NUMBER, b: Tensor) -> Tensor:
  return b <= a
)";
constexpr std::string_view kTuples = R"(
def _single(x: BroadcastingList1[NUMBER]) -> List[NUMBER]:
  return x
def _pair(x: BroadcastingList2[NUMBER]) -> List[NUMBER]:
  return x
def _triple(x: BroadcastingList3[NUMBER]) -> List[NUMBER]:
  return x
def _quadruple(x: BroadcastingList4[NUMBER]) -> List[NUMBER]:
  return x
)";
constexpr std::string_view kFloorDivision = R"(
def floordiv(self: Tensor, other: NUMBER) -> Tensor:
  return torch.floor_divide(self, other)
)";
constexpr std::string_view kHelpers = R"(
def list_with_default(out_size: List[int], defaults: List[int]):
  assert len(defaults) > len(out_size)
  return out_size
def _assert_int_or_pair(vals: List[int], name: str, message: str):
  pass
def device(type: str):
  return torch.device(type)
def type(self: Tensor, dtype: int, non_blocking: bool = False, copy: bool = False) -> Tensor:
  return self.to(dtype, non_blocking, copy)
)";
constexpr std::string_view kAssertBool = R"(
def _assert(condition: bool, message: str):
  assert condition, message
)";
constexpr std::string_view kAssertTensor = R"(
def _assert(condition: Tensor, message: str):
  assert bool(condition), message
)";
constexpr std::string_view kContains = R"(
def __contains__(self: str, key: str):
  return self.find(key, 0, len(self)) != -1
)";
constexpr std::string_view kProperties = R"(
def shape(a: Tensor) -> List[int]:
  return a.size()
def ndim(a: Tensor) -> int:
  return a.dim()
def T(a: Tensor) -> Tensor:
  return a.numpy_T()
def H(a: Tensor) -> Tensor:
  return a.matrix_H()
def mT(a: Tensor) -> Tensor:
  return a.mT
def mH(a: Tensor) -> Tensor:
  return a.mH
)";

constexpr std::string_view kImports =
    "import torch\nfrom torch import Tensor\nfrom typing import List, Union\n"
    "from torch._jit_internal import BroadcastingList1, BroadcastingList2, BroadcastingList3\n"
    "BroadcastingList4 = BroadcastingList3\n";

struct NoModules : ModuleLoader {
  Loaded load(std::string_view) override { return {}; }
};

struct Source {
  std::string_view ns, text;
  std::vector<const char*> numbers;  // the replacements of NUMBER
};
const Source kSources[] = {
    {"aten", kReversed, {"float", "int", "complex"}},
    {"aten", kReversedOrder, {"float", "int"}},
    {"aten", kTuples, {"float", "int"}},
    {"aten", kFloorDivision, {"Union[int, float, complex]", "Tensor"}},
    {"aten", kHelpers, {""}},
    {"aten", kAssertBool, {""}},
    {"aten", kAssertTensor, {""}},
    {"aten", kContains, {""}},
    {"prim", kProperties, {""}},
};

// The text of one function; empty when the source does not define it.
std::string_view definitionOf(std::string_view text, std::string_view name) {
  size_t begin = text.find("\ndef " + std::string(name) + "(");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find("\ndef ", begin + 1) - begin);
}

class Library {
 public:
  Library()
      : context_(loader_, Purpose::Graphs, {}), modules_(context_), bodies_(context_, modules_) {}

  // Compiles the functions of a name at its first lookup: most programs need few of them.
  std::span<ir::Function* const> find(Symbol name) {
    auto [entry, isNew] = functions_.try_emplace(name);
    if (isNew) {
      for (const Source& source : kSources) {
        if (source.ns != name.ns()) continue;
        std::string_view definition = definitionOf(source.text, name.name());
        if (!definition.empty()) add(definition, source.numbers, entry->second);
      }
    }
    return entry->second;
  }

 private:
  void add(std::string_view definition, const std::vector<const char*>& numbers,
           std::vector<ir::Function*>& functions) {
    for (const char* number : numbers) {
      std::string text(kImports);
      text += definition;
      for (size_t at; (at = text.find("NUMBER")) != std::string::npos;) text.replace(at, 6, number);
      auto file = std::make_shared<SourceFile>("<builtin>", std::move(text));
      diag::Sink sink;
      auto tree = syntax::parse(file, sink);
      const PyModule* module = context_.environment().addModule(
          "builtin" + std::to_string(count_++), "<builtin>", false, tree, /*isTorchScript=*/true);
      for (const syntax::Stmt* stmt : tree->body) {
        if (stmt->kind != syntax::StmtKind::FunctionDef) continue;
        PyRef object = context_.environment().objectFor(*module, *stmt);
        ir::Function* function = context_.functions().compile(*object->function);
        if (function && function->graph) functions.push_back(function);
      }
    }
  }

  NoModules loader_;
  CompileContext context_;
  ModuleCompiler modules_;
  FunctionBodies bodies_;
  size_t count_ = 0;
  std::unordered_map<Symbol, std::vector<ir::Function*>> functions_;
};

// Set while the library compiles itself. The library is empty meanwhile: its functions call
// operators only.
thread_local bool isLoading = false;

}  // namespace

bool hasBuiltinFunctions(Symbol name) {
  static const SymbolSet names = [] {
    constexpr std::string_view kDef = "\ndef ";
    std::vector<std::string> match;
    for (const Source& source : kSources) {
      for (size_t at = source.text.find(kDef); at != std::string_view::npos;
           at = source.text.find(kDef, at + 1)) {
        size_t begin = at + kDef.size();
        match.push_back(
            std::string(source.ns) +
            "::" + std::string(source.text.substr(begin, source.text.find('(', begin) - begin)));
      }
    }
    return SymbolSet(match);
  }();
  return !isLoading && names.contains(name);
}

std::span<ir::Function* const> builtinFunctions(Symbol name) {
  if (isLoading) return {};
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  // Never destroyed: graphs may use the library during process exit.
  static auto* libraries = new PerProfile<Library>;
  isLoading = true;
  std::span<ir::Function* const> functions = libraries->get().find(name);
  isLoading = false;
  return functions;
}

}  // namespace ts::compiler
