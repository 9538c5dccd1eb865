#include "core/eval_torch/native_library.h"

#include <memory>

#include "core/eval/state.h"
#include "core/eval_stdlib/modules.h"
#include "core/eval_torch/intrinsics.h"
#include "core/eval_torch/modules.h"
#include "core/eval_torch/repeated_layers.h"

namespace ts::eval {
namespace {

constexpr NativeModule kModules[] = {
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

Value instantiate(Vm& vm, Class& cls, const CallArgs& args,
                  Value (*construct)(Vm& vm, Class& cls, const CallArgs& args)) {
  auto& layers = vm.state().layers;
  if (!layers) layers = std::make_shared<RepeatedLayers>();
  return layers->make(vm, cls, args, construct);
}

}  // namespace

const NativeLibrary& nativeLibrary() {
  static constexpr NativeLibrary kLibrary = {
      .modules = kModules,
      .findIntrinsic = findIntrinsic,
      .moduleGetattr = moduleGetattr,
      .findMember = findMember,
      .instantiate = instantiate,
  };
  return kLibrary;
}

}  // namespace ts::eval
