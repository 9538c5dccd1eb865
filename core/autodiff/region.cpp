#include "core/autodiff/region.h"

#include <algorithm>
#include <bit>

#include "core/autodiff/region_node.h"
#include "core/autodiff/region_rules.h"
#include "core/autodiff/tape.h"
#include "core/autodiff/tape_observer.h"
#include "core/autodiff/tape_watcher.h"
#include "core/autodiff/views.h"
#include "core/interp/interpreter.h"
#include "core/interp/marker_scope.h"
#include "core/kernels/random.h"
#include "core/tensor/error.h"
#include "core/tensor/grad_mode.h"

namespace ts::autodiff {
namespace {

bool appendText(std::vector<int64_t>& key, std::string_view text) {
  key.push_back(std::ssize(text));
  key.insert(key.end(), text.begin(), text.end());
  return true;
}
// Appends a value to a key. Returns false for values that no key has.
bool append(std::vector<int64_t>& key, const IValue& value, bool isItem = false) {
  key.push_back(static_cast<int64_t>(value.tag()));
  switch (value.tag()) {
    case tensor::Tag::None: return true;
    case tensor::Tag::Bool: key.push_back(value.toBool()); return true;
    case tensor::Tag::Int: key.push_back(value.toInt()); return true;
    case tensor::Tag::Double: key.push_back(std::bit_cast<int64_t>(value.toDouble())); return true;
    case tensor::Tag::String: return appendText(key, value.toString());
    case tensor::Tag::Device: return appendText(key, value.toDevice().text());
    case tensor::Tag::List: {
      const std::vector<IValue>& items = value.toList().items;
      key.push_back(static_cast<int64_t>(items.size()));
      return !isItem && std::ranges::all_of(items, [&](const IValue& item) {
        return !item.isTensor() && append(key, item, true);
      });
    }
    case tensor::Tag::Tensor: {
      const tensor::TensorImpl& impl = *static_cast<const tensor::TensorImpl*>(value.counted());
      key.insert(key.end(), {static_cast<int64_t>(impl.dtype), static_cast<int64_t>(impl.device),
                             impl.isConj, impl.isWrappedNumber, std::ssize(impl.sizes)});
      key.insert(key.end(), impl.sizes.begin(), impl.sizes.end());
      key.insert(key.end(), impl.strides.begin(), impl.strides.end());
      return true;
    }
    default: return false;
  }
}

// Puts the generator back where it was, unless the run is kept: the operators run again.
class RandomState {
 public:
  RandomState() : state_(kernels::defaultGenerator().state()) {}
  void restore() const { kernels::defaultGenerator().setState(state_); }

 private:
  const std::string state_;
};

}  // namespace

bool Region::readKey(std::span<const IValue> inputs) {
  key_.clear();
  requiresGrad_.clear();
  const bool isEnabled = tensor::isGradEnabled();
  for (const IValue& input : inputs) {
    if (!append(key_, input)) return false;
    if (!input.isTensor()) continue;
    const Tensor tensor = input.toTensor();
    if (tensor.impl()->history) refreshView(tensor);
    requiresGrad_.push_back(isEnabled && tensor.requiresGrad());
    key_.push_back(requiresGrad_.back());
  }
  return true;
}

Region::Variant* Region::variantFor(std::span<const IValue> inputs, std::vector<Tensor>& outputs) {
  for (Variant& variant : variants_)
    if (variant.key == key_) return &variant;
  if (variants_.size() == kMostVariants) return nullptr;
  Variant& variant = variants_.emplace_back(Variant{key_, nullptr});
  const RandomState random;
  try {
    variant.gradient = std::make_shared<GraphGradient>(graph_, inputs, requiresGrad_);
    outputs = variant.gradient->takeOutputs();
    return &variant;
  } catch (const tensor::Error& error) {
    variant.refusal = error.what();
  } catch (const interp::Exception& exception) {
    variant.refusal = exception.message;
  }
  random.restore();
  return &variant;
}

bool Region::run(interp::Interpreter& interpreter, std::span<const IValue> inputs,
                 std::vector<IValue>& results) {
  // Observers of the tape see each operator.
  refusal_ = "hooks of saved tensors, anomaly mode, or a tool watches the tape";
  if (tapeObserver() != nullptr || tapeWatcher() != nullptr) return false;
  refusal_ = "torch.autocast converts arguments of each operator";
  if (threadState.settings().autocast.isEnabled) return false;
  refusal_ = "an argument is neither a tensor nor a number";
  if (!readKey(inputs)) return false;
  try {
    return compute(interpreter, inputs, results);
  } catch (const tensor::Error& error) {
    refusal_ = error.what();
  } catch (const interp::Exception& exception) {
    refusal_ = exception.message;
  }
  return false;
}

bool Region::compute(interp::Interpreter& interpreter, std::span<const IValue> inputs,
                     std::vector<IValue>& results) {
  refusal_ = "too many combinations of shapes and numbers";
  std::vector<Tensor> outputs;
  Variant* variant = variantFor(inputs, outputs);
  if (variant == nullptr) return false;
  refusal_ = variant->refusal;
  if (!variant->gradient) return false;
  GraphGradient& gradient = *variant->gradient;
  std::vector<Tensor> tensors;
  for (const IValue& input : inputs)
    if (input.isTensor()) tensors.push_back(input.toTensor());
  if (outputs.empty() && gradient.outputs() != 0) {
    const interp::MarkerScope unmarked(interpreter, nullptr);
    interp::Stack found = interpreter.run(gradient.forward(),
                                          interp::Stack(tensors.begin(), tensors.end()), "forward");
    for (const IValue& value : found) outputs.push_back(value.toTensor());
  }
  for (const Tensor& output : outputs)
    if (output.storage()->useCount() == 1) output.version() = 0;
  const auto isRecorded = [&](size_t output) { return gradient.outputRequiresGrad(output); };
  size_t first = 0;
  while (first < outputs.size() && !isRecorded(first)) ++first;
  if (first < outputs.size()) {
    std::vector<Edge> edges;
    for (size_t i = 0; i < tensors.size(); ++i)
      edges.push_back(requiresGrad_[i] ? edgeTo(tensors[i]) : Edge());
    const auto node = tensor::makeCounted<RegionNode>(first, std::move(edges), variant->gradient,
                                                      tensors, outputs);
    for (size_t i = 0; i < outputs.size(); ++i)
      if (isRecorded(i)) setHistory(outputs[i], node, i);
  }
  results.clear();
  for (const GraphGradient::Result& result : gradient.results()) {
    using Kind = GraphGradient::Result::Kind;
    results.push_back(result.kind == Kind::Output  ? IValue(outputs[result.index])
                      : result.kind == Kind::Input ? inputs[result.index]
                                                   : result.constant);
  }
  return true;
}

bool TapeMarker::mayJoin(const ops::FunctionSchema& schema) const { return mayJoinRegion(schema); }
std::unique_ptr<interp::RecordedRegion> TapeMarker::makeRegion(const ir::GraphPtr& graph) const {
  return std::make_unique<Region>(graph);
}

}  // namespace ts::autodiff
