#include "core/compiler/resolve/known_classes.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "core/syntax/parser.h"

namespace ts::compiler {

namespace {

constexpr std::string_view kNoGrad = R"(
import torch
from typing import Any
class no_grad:
    def __init__(self) -> None:
        self.prev = False
    def __enter__(self) -> None:
        self.prev = torch.is_grad_enabled()
        torch.set_grad_enabled(False)
    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        torch.set_grad_enabled(self.prev)
)";

constexpr std::string_view kRecordFunction = R"(
import torch
from typing import Any, Optional
class record_function:
    def __init__(self, name: str, args: Optional[str] = None):
        self.name: str = name
        self.args: Optional[str] = args
        self.run_callbacks_on_exit: bool = True
        self.handle: torch.Tensor = torch.zeros(1)
    def __enter__(self):
        self.handle = torch.ops.profiler._record_function_enter(self.name, self.args)
        return self
    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any):
        if self.run_callbacks_on_exit:
            torch.ops.profiler._record_function_exit(self.handle)
)";

// PyTorch compiles the abstract class itself, so no number is an instance of it.
constexpr std::string_view kNumber = R"(
class Number:
    pass
)";

constexpr KnownClassSource kKnownClassSources[] = {
    {"numbers.Number", "numbers.Number", "numbers", kNumber},
    {"torch.no_grad", "torch.autograd.grad_mode.no_grad", "torch.autograd.grad_mode", kNoGrad},
    {"torch.autograd.no_grad", "torch.autograd.grad_mode.no_grad", "torch.autograd.grad_mode",
     kNoGrad},
    {"torch.autograd.grad_mode.no_grad", "torch.autograd.grad_mode.no_grad",
     "torch.autograd.grad_mode", kNoGrad},
    {"torch.autograd.profiler.record_function", "torch.autograd.profiler.record_function",
     "torch.autograd.profiler", kRecordFunction},
    {"torch.profiler.record_function", "torch.autograd.profiler.record_function",
     "torch.autograd.profiler", kRecordFunction},
};

}  // namespace

const KnownClassSource* knownClassSource(std::string_view name) {
  for (const KnownClassSource& entry : kKnownClassSources) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

const PyClass* KnownClasses::named(std::string_view externalName) {
  const KnownClassSource* source = knownClassSource(externalName);
  if (!source) return nullptr;
  PyRef& object = classes_[source->className];
  if (!object) {
    auto file = std::make_shared<SourceFile>(fmt::format("<{}>", source->module),
                                             std::string(source->text));
    diag::Sink ignored;  // the built-in source has no errors
    const PyModule* module =
        environment_.addModule(std::string(source->module), "",
                               /*isPackage=*/false, syntax::parse(file, ignored));
    for (const syntax::Stmt* stmt : module->tree->body) {
      if (stmt->kind == syntax::StmtKind::ClassDef) object = environment_.objectFor(*module, *stmt);
    }
  }
  return object ? object->cls : nullptr;
}

}  // namespace ts::compiler
