#include "core/picture/tensor_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_set>

#include "core/driver/setting_text.h"
#include "core/kernels/copy.h"

namespace ts::viz {
namespace {

using tensor::IValue;

constexpr int64_t kMostSummarized = int64_t{1} << 26;  // elements
constexpr size_t kBins = 16;                           // of a histogram

template <typename Number>
TensorSummary summaryOf(const Number* data, int64_t count) {
  TensorSummary out;
  out.min = INFINITY;
  out.max = -INFINITY;
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    const auto number = static_cast<double>(data[i]);
    if (std::isnan(number)) {
      ++out.nan;
      continue;
    }
    out.min = std::min(out.min, number);
    out.max = std::max(out.max, number);
    sum += number;
  }
  const int64_t numbers = count - out.nan;
  out.mean = numbers == 0 ? NAN : sum / static_cast<double>(numbers);
  if (numbers == 0) out.min = out.max = NAN;
  const double width = (out.max - out.min) / static_cast<double>(kBins);
  const double perWidth = 1 / width;
  if (!std::isfinite(width) || width <= 0 || !std::isfinite(perWidth)) return out;
  out.histogram.assign(kBins, 0);
  for (int64_t i = 0; i < count; ++i) {
    const auto number = static_cast<double>(data[i]);
    if (std::isnan(number)) continue;
    ++out.histogram[std::min(kBins - 1, static_cast<size_t>((number - out.min) * perWidth))];
  }
  return out;
}

TensorSummary summaryOf(const tensor::Tensor& tensor) {
  if (tensor.dtype() == tensor::DType::Float32)
    return summaryOf(kernels::contiguous(tensor).data<float>(), tensor.numel());
  const tensor::Tensor numbers =
      kernels::contiguous(kernels::toDType(tensor, tensor::DType::Float64));
  return summaryOf(numbers.data<double>(), tensor.numel());
}

// FNV-1a of the elements: equal tensors have equal digests.
uint64_t digestOf(const tensor::Tensor& source) {
  const tensor::Tensor tensor = kernels::contiguous(source);
  uint64_t hash = 0xcbf29ce484222325;
  const std::byte* data = tensor.bytes();
  const size_t size = static_cast<size_t>(tensor.numel()) * tensor.itemSize();
  size_t at = 0;
  for (; at + 8 <= size; at += 8) {
    uint64_t word = 0;
    std::memcpy(&word, data + at, 8);
    hash = (hash ^ word) * 0x100000001b3;
    hash ^= hash >> 29;
  }
  for (; at < size; ++at) hash = (hash ^ static_cast<uint64_t>(data[at])) * 0x100000001b3;
  return hash;
}

TensorFacts weightFacts(const tensor::Tensor& tensor) {
  TensorFacts facts = factsOf(tensor);
  if (!tensor.isMeta()) facts.digest = digestOf(tensor);
  return facts;
}

std::optional<driver::Scalar> scalarOf(const IValue& value) {
  if (value.isBool()) return value.toBool();
  if (value.isInt()) return value.toInt();
  if (value.isDouble()) return value.toDouble();
  return {};
}

// Nothing for other values.
std::optional<std::string> settingOf(const IValue& value) {
  if (const std::optional<driver::Scalar> scalar = scalarOf(value))
    return driver::settingText(*scalar);
  if (!value.isList() && !value.isTuple()) return {};
  std::vector<std::optional<driver::Scalar>> items;
  for (const IValue& item : value.isList() ? value.toList().items : value.toTuple().items)
    items.push_back(scalarOf(item));
  return driver::settingText(items, value.isList());
}

class MemberCollector {
 public:
  explicit MemberCollector(const tensor::ObjectValue& module) { visit(module, ""); }

  std::map<std::string, Weight> weights;
  std::map<std::string, std::string> settings;

 private:
  void visit(const tensor::ObjectValue& object, const std::string& prefix) {
    if (!seen_.insert(&object).second || object.type == nullptr) return;
    const auto& attributes = object.type->attributes();
    for (size_t i = 0; i < attributes.size() && i < object.slots.size(); ++i) {
      const IValue& slot = object.slots[i];
      if (std::optional<std::string> text = settingOf(slot))
        settings.emplace(prefix + attributes[i].name, std::move(*text));
      if (slot.isObject()) visit(slot.toObject(), prefix + attributes[i].name + ".");
      if (!slot.isTensor() || attributes[i].kind == types::AttributeKind::Attribute) continue;
      const tensor::Tensor tensor = slot.toTensor();
      if (!tensor.defined() || !seen_.insert(tensor.impl()).second) continue;
      weights[prefix + attributes[i].name] = {
          weightFacts(tensor), attributes[i].kind == types::AttributeKind::Parameter};
    }
  }

  std::unordered_set<const void*> seen_;
};

constexpr size_t kMostNesting = 100;  // of containers in a pickle

class PickleCollector {
 public:
  explicit PickleCollector(archive::TensorReader& reader) : reader_(reader) {}

  std::vector<std::pair<std::string, Weight>> collect(const archive::PickleNode& root) {
    visit(root, "", 0);
    return std::move(weights_);
  }

 private:
  using Kind = archive::PickleNode::Kind;

  void visit(const archive::PickleNode& node, const std::string& path, size_t depth) {
    if (depth > kMostNesting) return;
    if (archive::TensorReader::isTensor(node) || archive::TensorReader::isParameter(node)) {
      weights_.emplace_back(path.empty() ? "tensor" : path,
                            Weight{weightFacts(reader_.read(node)), true});
      return;
    }
    if (node.is(Kind::Dict)) entries(node.items, path, depth);
    if (node.is(Kind::List) || node.is(Kind::Tuple)) items(node.items, path, depth);
    if (!node.added) return;
    entries(node.added->entries, path, depth);  // of an OrderedDict
    items(node.added->items, path, depth);
    if (node.added->state != nullptr) visit(*node.added->state, path, depth + 1);
  }

  static std::string joined(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
  }

  void entries(const std::vector<archive::PickleNode*>& items, const std::string& path,
               size_t depth) {
    for (size_t i = 0; i + 1 < items.size(); i += 2) {
      const archive::PickleNode& key = *items[i];
      const std::string name = key.is(Kind::String) ? key.text : std::to_string(key.integer);
      visit(*items[i + 1], joined(path, name), depth + 1);
    }
  }

  void items(const std::vector<archive::PickleNode*>& items, const std::string& path,
             size_t depth) {
    for (size_t i = 0; i < items.size(); ++i)
      visit(*items[i], joined(path, std::to_string(i)), depth + 1);
  }

  archive::TensorReader& reader_;
  std::vector<std::pair<std::string, Weight>> weights_;
};

}  // namespace

TensorFacts factsOf(const tensor::Tensor& tensor) {
  TensorFacts facts;
  facts.dtype = tensor::nameOf(tensor.dtype());
  facts.sizes.assign(tensor.sizes().begin(), tensor.sizes().end());
  facts.isExact = true;
  const bool isReal = !tensor::isComplex(tensor.dtype());
  if (isReal && !tensor.isMeta() && tensor.numel() > 0 && tensor.numel() <= kMostSummarized)
    facts.summary = summaryOf(tensor);
  return facts;
}

std::map<std::string, Weight> weightsOf(const tensor::ObjectValue& module) {
  return MemberCollector(module).weights;
}

std::map<std::string, std::string> settingsOf(const tensor::ObjectValue& module) {
  return MemberCollector(module).settings;
}

std::vector<std::pair<std::string, Weight>> tensorsIn(const archive::PickleNode& root,
                                                      archive::TensorReader& reader) {
  return PickleCollector(reader).collect(root);
}

}  // namespace ts::viz
