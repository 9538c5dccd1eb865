#include "core/autodiff/saved_value.h"

#include <optional>

#include "core/autodiff/each_tensor.h"
#include "core/autodiff/tape_observer.h"
#include "core/kernels/views.h"
#include "core/tensor/error.h"
#include "core/tensor/type_names.h"

namespace ts::autodiff {

using tensor::fail;

SavedValue::SavedValue(const IValue& value, bool isResult) : value_(value), isResult_(isResult) {
  if (isResult && value.isTensor()) value_ = kernels::alias(value.toTensor());
  TapeObserver* observer = tapeObserver();
  bool isPacked = false;
  eachTensor(value_, [&](const Tensor& saved) {
    if (saved.impl()->isInference)
      fail(
          "Inference tensors cannot be saved for backward. To work around you can make a clone to "
          "get a normal tensor and use it in autograd.");
    versions_.push_back(saved.version());
    if (observer == nullptr) return;
    packed_.push_back({observer->pack(saved), {}});
    if (!packed_.back().unpack) return;
    isPacked = true;
    if (!isResult_) packed_.back().edge = edgeTo(saved);
  });
  if (!isPacked) packed_.clear();
  if (isPacked && value_.isTensor()) value_ = IValue();
}

void SavedValue::checkVersions(const Node* node, size_t output) const {
  size_t at = 0;
  eachTensor(value_, [&](const Tensor& saved) {
    const uint32_t expected = versions_[at], now = saved.version();
    if (!packed_.empty() && packed_[at].unpack) return void(++at);
    ++at;
    if (expected == now) return;
    const History* history = historyOf(saved);
    std::optional<OutputName> name;
    if (isResult_ && node != nullptr)
      name = node->nameOf(output);
    else if (history != nullptr && history->node)
      name = history->node->nameOf(history->output);
    const std::string origin =
        name ? fmt::format(", which is output {} of {},", name->number, name->node) : "";
    const TapeObserver* observer = tapeObserver();
    const bool isTraced = observer != nullptr && observer->detectsAnomalies();
    const tensor::TypeName* type = tensor::typeNameOf(saved.dtype());
    fail(
        "one of the variables needed for gradient computation has been modified by an inplace "
        "operation: [{} {}]{} is at version {}; expected version {} instead. Hint: {}",
        type == nullptr ? "torch.Tensor" : type->name, tensor::shapeText(saved.sizes()), origin,
        now, expected,
        isTraced ? "the backtrace further above shows the operation that failed to compute its "
                   "gradient. The variable in question was changed in there or anywhere later. "
                   "Good luck!"
                 : "enable anomaly detection to find the operation that failed to compute its "
                   "gradient, with torch.autograd.set_detect_anomaly(True).");
  });
}

Tensor SavedValue::unpacked(const Packed& packed) const {
  const Tensor found = packed.unpack();
  if (!packed.edge.isNeeded()) return found;
  const Tensor tensor = kernels::alias(found);
  setEdge(tensor, packed.edge);
  return tensor;
}

IValue SavedValue::read(Node* node, size_t output) const {
  if (isFreed_)
    fail(
        "Trying to backward through the graph a second time (or directly access saved tensors "
        "after they have already been freed). Saved intermediate values of the graph are freed "
        "when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to "
        "backward through the graph a second time or if you need to access saved tensors after "
        "calling backward.");
  checkVersions(node, output);
  IValue value = value_;
  if (!packed_.empty()) {
    if (value.isNone()) {
      value = unpacked(packed_[0]);
    } else {
      std::vector<Tensor> all;
      eachTensor(value_, [&](const Tensor& saved) {
        const Packed& packed = packed_[all.size()];
        all.push_back(packed.unpack ? unpacked(packed) : saved);
      });
      value = value.isTensor() ? IValue(all[0]) : tensor::makeTensorList(all);
    }
  }
  if (!isResult_ || !value.isTensor() || node == nullptr) return value;
  // The result again, for derivatives of the derivative.
  const Tensor result = kernels::alias(value.toTensor());
  setEdge(result, {node, output});
  return result;
}

bool SavedValue::freeTensors() {
  if (versions_.empty()) return isFreed_;
  value_ = IValue();
  versions_.clear();
  packed_.clear();
  isFreed_ = true;
  return true;
}

}  // namespace ts::autodiff
