#include "core/jit/loop_cache.h"

#include <stdexcept>

#include "core/jit/llvm.h"

namespace ts::jit {

void LoopEntry::set(std::shared_ptr<const Object> object) {
  if (object != nullptr) code_ = reinterpret_cast<LoopCode>(object->function("fused"));
  object_ = std::move(object);
  isReady_.store(true, std::memory_order_release);
}

std::shared_ptr<const LoopEntry> LoopCache::find(const FusedLoop& loop, VectorSize vectors) {
  const std::optional<WrittenLoop> written = writeLoop(loop, vectors);
  if (!written) return nullptr;
  std::shared_ptr<LoopEntry>& entry = entries_[written->text];
  if (entry != nullptr) return entry;
  entry = std::make_shared<LoopEntry>(written->scratch);
  const bool mayThrow = maker_->workplace() == Workplace::Caller;
  maker_->run([maker = maker_.get(), entry = entry, text = written->text, mayThrow] {
    try {
      entry->set(maker->make(text, kVectorPasses));
    } catch (const LlvmMissing&) {
      if (mayThrow) throw;
    } catch (const std::runtime_error&) {
      entry->set(nullptr);  // the interpreter runs the operators
    }
  });
  return entry;
}

}  // namespace ts::jit
