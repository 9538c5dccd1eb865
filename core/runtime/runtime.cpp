#include "core/runtime/runtime.h"

#include <utility>

namespace ts::runtime {

Runtime::Runtime(Options options) : interpreter_(nullptr, options.limits) {
  settings_.profile = options.profile.value_or(torchProfile());
  settings_.generator = &generator_;
  settings_.printOptions = &printOptions_;
}
Runtime::~Runtime() = default;

Runtime::Scope::Scope(Runtime& runtime)
    : outer_(std::exchange(threadState.entered, &runtime.settings_)) {}
Runtime::Scope::~Scope() { threadState.entered = outer_; }

void Runtime::compileWith(jit::EngineOptions options) {
  auto engine = std::make_unique<jit::Engine>(std::move(options));
  interpreter_.setNativeCompiler(engine.get());
  engine_ = std::move(engine);
}

std::shared_ptr<archive::LoadedModule> Runtime::load(std::shared_ptr<archive::TorchFile> file,
                                                     const archive::IsOriginal& isOriginal) {
  const Scope scope(*this);
  const archive::RunMethod run = [this](ir::Function* method,
                                        std::vector<tensor::IValue> arguments) {
    return interpreter_.run(*method, std::move(arguments));
  };
  return loaded_.emplace_back(archive::loadModule(std::move(file), run, isOriginal));
}

}  // namespace ts::runtime
