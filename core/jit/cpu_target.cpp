#include "core/jit/cpu_target.h"

#include <stdexcept>

#include "core/jit/cpu_launcher.h"
#include "core/jit/llvm.h"

namespace ts::jit {

namespace {

VectorSize vectorSizeOf(const FusedLoop& loop, const LoopPattern& pattern) {
  VectorSize size = vectorSizeFor(loop, pattern.unit & ~CpuLauncher::kStreamedUnit);
  size.isStreamed = (pattern.unit & CpuLauncher::kStreamedUnit) != 0;
  return size;
}

}  // namespace

void CpuCode::set(std::shared_ptr<const Object> object) {
  if (object != nullptr) code_ = reinterpret_cast<LoopCode>(object->function("fused"));
  object_ = std::move(object);
  finish(code_ != nullptr);
}

std::unique_ptr<LoopLauncher> CpuTarget::launcher() const {
  return std::make_unique<CpuLauncher>();
}

std::optional<WrittenLoop> CpuTarget::write(const FusedLoop& loop,
                                            const LoopPattern& pattern) const {
  return writeLoop(loop, vectorSizeOf(loop, pattern));
}

std::string CpuTarget::problemOf(const FusedLoop& loop, const LoopPattern& pattern) const {
  std::string problem;
  writeLoop(loop, vectorSizeOf(loop, pattern), &problem);
  return problem;
}

std::shared_ptr<const CompiledLoop> CpuTarget::compile(const WrittenLoop& loop) {
  auto code = std::make_shared<CpuCode>(loop);
  const bool mayThrow = maker_->workplace() == Workplace::Caller;
  maker_->run([maker = maker_.get(), code, text = loop.text, mayThrow] {
    try {
      code->set(maker->make(text, kVectorPasses));
    } catch (const LlvmMissing&) {
      if (mayThrow) throw;
    } catch (const std::runtime_error&) {
      code->set(nullptr);  // the interpreter runs the operators
    }
  });
  return code;
}

}  // namespace ts::jit
