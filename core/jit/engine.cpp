#include "core/jit/engine.h"

#include <atomic>

#include "core/jit/function_writer.h"
#include "core/jit/fused_group.h"
#include "core/jit/fusion_census.h"
#include "core/jit/llvm.h"
#include "core/jit/loop_targets.h"
#include "core/jit/object.h"
#include "core/jit/prepared_graph.h"
#include "core/tensor/error.h"

namespace ts::jit {

using tensor::IValue;

namespace {

void setCode(const interp::NativeProgram& native, std::shared_ptr<const Object> object) {
  native.run = reinterpret_cast<interp::NativeCode>(object->function("run"));
  native.code = std::move(object);
}

// Makes no code for a program whose code has crashed before.
void compile(const interp::NativeProgram& native, const CodeMaker& maker, const std::string& text,
             const std::string& name) {
  try {
    setCode(native, maker.make(text, kAllPasses, name));
  } catch (const CrashedBefore&) {
    // The interpreter runs the program.
  } catch (const std::runtime_error& error) {
    tensor::fail("{}", error.what());
  }
}

// Code that the background makes.
class Pending final : public interp::PendingCode {
 public:
  Pending(CodeDraft draft, CodeMaker& maker, const std::string& name) : draft_(std::move(draft)) {
    if (draft_.text.empty()) return;
    object_ = std::make_shared<CompiledObject>();
    maker.run([&maker, made = object_, text = std::move(draft_.text), name] {
      try {
        made->object = maker.make(text, kAllPasses, name);
        made->isReady.store(true, std::memory_order_release);
      } catch (const std::runtime_error&) {
        // The interpreter goes on.
      }
    });
  }
  std::unique_ptr<const interp::NativeProgram> take() override {
    if (draft_.native == nullptr) return nullptr;
    if (object_ != nullptr) {
      if (!object_->isReady.load(std::memory_order_acquire)) return nullptr;
      setCode(*draft_.native, object_->object);
    }
    return std::move(draft_.native);
  }

 private:
  struct CompiledObject {
    std::atomic<bool> isReady{false};
    std::shared_ptr<const Object> object;  // valid when it is ready
  };
  CodeDraft draft_;
  std::shared_ptr<CompiledObject> object_;  // null: the draft needs no code
};

}  // namespace

Engine::Engine(EngineOptions options)
    : mayFuse_(std::move(options.mayFuse)),
      isMeasured_(options.isMeasured),
      isDescribed_(options.isDescribed),
      isInterruptible_(options.isInterruptible),
      census_(std::move(options.census)),
      maker_(std::make_shared<CodeMaker>(std::move(options.cache), options.workplace,
                                         options.isDescribed, std::move(options.warn))),
      loops_(std::make_shared<LoopCache>(makeLoopTargets(maker_))) {}
Engine::~Engine() { maker_->stop(); }

// A debugger shows the calls of a graph as frames.
ir::GraphPtr Engine::prepareGraph(const ir::GraphPtr& graph) {
  return isInterruptible_ ? graph : jit::prepareGraph(graph);
}

CodeDraft Engine::draft(const interp::Program& program, LoopEntries entries) const {
  // A fused loop would pass the events of lines. A debugger sees each operator of the tape.
  const bool mayFuse = program.lines.empty() && !(isInterruptible_ && program.marker != nullptr);
  const FusionFilter none = [](const ir::Node&) { return false; };
  WrittenFunction written = writeFunction(program, {.mayFuse = mayFuse ? mayFuse_ : none,
                                                    .entries = entries,
                                                    .places = isDescribed_,
                                                    .marks = isMeasured_,
                                                    .isInterruptible = isInterruptible_});
  const std::vector<FusedSpan> spans = written.groups.spans();
  if (written.text.empty() && spans.empty() && !isMeasured_) return {};
  auto native = std::make_unique<interp::NativeProgram>();
  native->segments = std::move(written.segments);
  native->start = written.start;
  native->isInterruptible = isInterruptible_;
  native->origins = std::move(written.origins);
  native->entries = std::move(written.entries);
  if (census_ != nullptr) census_->add(program, spans);
  for (Fusion& fusion : written.groups.fusions)
    native->groups.push_back(makeGroup(std::move(fusion), loops_, census_.get()));
  const auto layouts = std::make_shared<ImageLayouts>();
  for (Convolution& convolution : written.groups.convolutions)
    native->groups.push_back(makeConvolutionGroup(std::move(convolution), layouts));
  for (RecordedSpan& span : written.groups.recorded)
    native->groups.push_back(makeRecordedGroup(std::move(span), *program.marker, census_.get()));
  if (written.isLazy)
    native->compile = [maker = maker_, text = std::move(written.text),
                       name = program.name](const interp::NativeProgram& native) {
      compile(native, *maker, text, name);
    };
  return {std::move(native), written.isLazy ? "" : std::move(written.text)};
}

void Engine::prepare(const interp::Program& program) {
  if (maker_->workplace() == Workplace::Background) return;
  // A clock must not see the time of the compilation.
  CodeDraft code = draft(program, isMeasured_ ? LoopEntries::None : LoopEntries::Lazy);
  if (code.native == nullptr) return;
  if (!code.text.empty()) {
    compile(*code.native, *maker_, code.text, program.name);
    if (code.native->run == nullptr) return;
  }
  program.setNative(std::move(code.native));
}

std::unique_ptr<interp::PendingCode> Engine::improve(const interp::Program& program) {
  if (maker_->workplace() == Workplace::Caller) return nullptr;
  return std::make_unique<Pending>(draft(program, LoopEntries::Outermost), *maker_, program.name);
}

}  // namespace ts::jit
