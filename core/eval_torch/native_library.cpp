#include "core/eval_torch/native_library.h"

#include "core/eval/builtins/init.h"
#include "core/eval_stdlib/modules.h"
#include "core/eval_stdlib/typing.h"
#include "core/eval_torch/intrinsics.h"
#include "core/eval_torch/modules.h"

namespace ts::eval {
namespace {

constexpr NativeModule kTorchModules[] = {
    {"_host", fillHost},
    {"cmath", fillCmath},
    {"math", fillMath},
    {"re", fillRe},
    {"sys", fillSys},
    {"torch", fillTorch},
    {"torch._C", fillTorchC},
    {"torch._C._VariableFunctions", fillOperators},
    {"torch._C._nn", fillOperators},
    {"torch._VF", fillOperators},
    {"torch._jit_internal", fillJitInternal},
    {"torch.fft", fillPublicOperators},
    {"torch.jit", fillJit},
    {"torch.linalg", fillPublicOperators},
    {"torch.ops", fillOps},
    {"torch.sparse", fillPublicOperators},
    {"torch.special", fillPublicOperators},
    {"typing", fillTyping},
    {"typing_extensions", fillTypingExtensions},
};

}  // namespace

const NativeLibrary& nativeLibrary() {
  static constexpr NativeLibrary kLibrary = {
      .makeBuiltins = makeBuiltins,
      .modules = kTorchModules,
      .findIntrinsic = findIntrinsic,
      .moduleGetattr = moduleGetattr,
      .findMember = findMember,
      .typingOrigin = typingOrigin,
      .makeUnion = makeUnion,
  };
  return kLibrary;
}

}  // namespace ts::eval
