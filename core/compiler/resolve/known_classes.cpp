#include "core/compiler/resolve/known_classes.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "core/base/torch_profile.h"
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

constexpr std::string_view kOldAutocast = R"(
from typing import Any, Optional
class autocast:
    def __init__(self, device_type: str, dtype: Optional[int] = None, enabled: bool = True,
                 cache_enabled: Optional[bool] = None):
        self._enabled = enabled
        self.device = device_type
        self.fast_dtype = dtype
        assert dtype is not None
    def __enter__(self):
        assert self.fast_dtype is not None
        return self
    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any):
        return
    def __call__(self, func):
        return func
)";

constexpr std::string_view kAutocast = R"(
import torch
from typing import Any, Optional
class autocast:
    def __init__(self, device_type: str, dtype: Optional[int] = None, enabled: bool = True,
                 cache_enabled: Optional[bool] = None):
        if not isinstance(device_type, str):
            raise ValueError("the device type must be a string")
        if dtype is None:
            dtype = torch.get_autocast_dtype(device_type)
        self._enabled = enabled
        self.device = device_type
        self.fast_dtype = dtype
    def __enter__(self):
        return self
    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any):
        return
    def __call__(self, func):
        return func
)";

constexpr std::string_view kCudaAutocast = R"(
from typing import Any
class autocast:
    def __init__(self, enabled: bool = True, dtype: int = 5, cache_enabled: bool = True):
        self._enabled = enabled
        self.device = "cuda"
        self.fast_dtype = dtype
    def __enter__(self):
        return self
    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any):
        return
    def __call__(self, func):
        return func
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
    {"torch.autocast", "torch.amp.autocast_mode.autocast", "torch.amp.autocast_mode", kAutocast,
     kOldAutocast},
    {"torch.amp.autocast_mode.autocast", "torch.amp.autocast_mode.autocast",
     "torch.amp.autocast_mode", kAutocast, kOldAutocast},
    {"torch.cuda.amp.autocast", "torch.cuda.amp.autocast_mode.autocast",
     "torch.cuda.amp.autocast_mode", kCudaAutocast},
    {"torch.cuda.amp.autocast_mode.autocast", "torch.cuda.amp.autocast_mode.autocast",
     "torch.cuda.amp.autocast_mode", kCudaAutocast},
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
    const bool isOld = !source->oldest.empty() && !atLeast(TorchProfile::Torch2_6);
    auto file = std::make_shared<SourceFile>(fmt::format("<{}>", source->module),
                                             std::string(isOld ? source->oldest : source->text));
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
