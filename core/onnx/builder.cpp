#include "core/onnx/builder.h"

#include <algorithm>
#include <numeric>

#include "core/kernels/copy.h"
#include "core/shape_rules/rules.h"

namespace ts::onnx {

namespace {

// Rules for shapes take all negative sizes for unknown, and keep those that they do not change.
constexpr int64_t kFirstSymbol = shape_rules::kUnknown - 1;

constexpr size_t kSmall = 256;  // bytes of constants that are found again by their content

// The text of a node without its outputs; empty for a node that is never equal to another one.
std::string textOf(std::string_view op, std::span<const Wire> inputs,
                   const Attributes& attributes) {
  if (op.starts_with("Random") || op == "Identity") return {};
  std::string text(op);
  for (const Wire& input : inputs) text += '\n' + input.name;
  for (const Attribute& attribute : attributes) {
    text += '\t' + attribute.name + '=';
    if (const auto* integer = std::get_if<int64_t>(&attribute.value)) {
      text += std::to_string(*integer);
    } else if (const auto* real = std::get_if<double>(&attribute.value)) {
      text += std::to_string(*real) + '/' + std::to_string(std::bit_cast<uint64_t>(*real));
    } else if (const auto* string = std::get_if<std::string>(&attribute.value)) {
      text += *string;
    } else if (const auto* all = std::get_if<std::vector<int64_t>>(&attribute.value)) {
      for (const int64_t each : *all) text += std::to_string(each) + ',';
    } else {
      return {};
    }
  }
  return text;
}

PartialShape broadcastOf(const Wire& a, const Wire& b) {
  shape_rules::Inferred shape = shape_rules::broadcast(a.shape, b.shape);
  return shape ? std::move(shape.shape) : PartialShape();
}

}  // namespace

int64_t Builder::symbol(const std::string& name) {
  const auto at = std::ranges::find(symbols_, name);
  const auto place = at - symbols_.begin();
  if (at == symbols_.end()) symbols_.push_back(name);
  return kFirstSymbol - place;
}

ValueInfo Builder::infoOf(const Wire& wire) const {
  ValueInfo info{wire.name, wire.dtype, wire.shape, wire.isSequence, {}};
  for (const int64_t size : wire.shape.sizes())
    info.symbols.push_back(size <= kFirstSymbol ? symbols_[static_cast<size_t>(kFirstSymbol - size)]
                                                : "");
  return info;
}

std::string Builder::newName(std::string_view like) {
  size_t& count = names_[std::string(like)];
  while (true) {
    std::string name =
        count == 0 ? std::string(like) : std::string(like) + '_' + std::to_string(count);
    ++count;
    if (name == like || names_.emplace(name, 1).second) return name;
  }
}

Wires Builder::addMany(std::string_view op, std::span<const Wire> inputs, Wires results,
                       Attributes attributes) {
  while (!inputs.empty() && inputs.back().name.empty()) inputs = inputs.first(inputs.size() - 1);
  const std::string text = textOf(op, inputs, attributes);
  if (!text.empty()) {
    for (const Scope& scope : scopes_) {
      const auto same = scope.seen.find(text);
      if (same == scope.seen.end() || same->second.size() != results.size()) continue;
      for (size_t i = 0; i < results.size(); ++i) results[i].name = same->second[i];
      return results;
    }
  }
  ++nodes_;
  Node node;
  node.op = op;
  for (const Wire& input : inputs) node.inputs.push_back(input.name);
  node.name = newName(path_ + '/' + std::string(op));
  for (size_t i = 0; i < results.size(); ++i) {
    results[i].name = newName(node.name + "_output_" + std::to_string(i));
    types_[results[i].name] = results[i];
    node.outputs.push_back(results[i].name);
    scopes_.back().made[results[i].name] = true;
  }
  node.attributes = std::move(attributes);
  node.doc = doc_;
  if (!text.empty()) scopes_.back().seen[text] = node.outputs;
  scopes_.back().nodes.push_back(std::move(node));
  return results;
}

Wire Builder::add(std::string_view op, std::span<const Wire> inputs, DType dtype,
                  PartialShape shape, Attributes attributes) {
  return addMany(op, inputs, {Wire{{}, dtype, std::move(shape)}}, std::move(attributes))[0];
}

Wire Builder::binary(std::string_view op, const Wire& a, const Wire& b) {
  // Places in dimensions.
  const auto *left = integersOf(a), *right = integersOf(b);
  if (left && right && op == "Add" && a.shape.isRank(1) && b.shape.isRank(1) && left->size() == 1 &&
      right->size() == 1)
    return integers({left->front() + right->front()});
  return add(op, {a, b}, a.dtype, broadcastOf(a, b));
}

Wire Builder::compare(std::string_view op, const Wire& a, const Wire& b) {
  return add(op, {a, b}, DType::Bool, broadcastOf(a, b));
}

Wire Builder::where(const Wire& condition, const Wire& a, const Wire& b) {
  const Wire both{{}, a.dtype, broadcastOf(a, b)};
  return add("Where", {condition, a, b}, a.dtype, broadcastOf(condition, both));
}

Wire Builder::constant(const Tensor& tensor, const std::string& name) {
  const Tensor dense =
      tensor.isContiguous() && !tensor.impl()->isConj ? tensor : kernels::contiguous(tensor);
  Wire wire{{}, tensor.dtype(), PartialShape::of(Dims(tensor.sizes()))};
  const size_t bytes = static_cast<size_t>(dense.numel()) * dense.itemSize();
  const auto added = [&] {
    wire.name = newName(name.empty() ? "constant" : name);
    if (!name.empty() && wire.name != name) ++renamed_;
    types_[wire.name] = wire;
    initializers_.push_back({wire.name, dense});
    return wire;
  };
  if (bytes > kSmall || !name.empty()) {
    auto& same = large_[dense.bytes()];
    for (const auto& [other, otherName] : same)
      if (other.dtype() == dense.dtype() && std::ranges::equal(other.sizes(), dense.sizes())) {
        wire.name = otherName;
        return wire;
      }
    added();
    same.emplace_back(dense, wire.name);
    return wire;
  }
  std::string text = std::string(tensor::nameOf(dense.dtype()));
  for (const int64_t size : dense.sizes()) text += ',' + std::to_string(size);
  text += ':';
  if (bytes > 0) text.append(reinterpret_cast<const char*>(dense.bytes()), bytes);
  if (const auto same = small_.find(text); same != small_.end()) {
    wire.name = same->second;
    return wire;
  }
  added();
  small_[text] = wire.name;
  if (dense.dtype() == DType::Int64) {
    std::vector<int64_t>& values = integers_[wire.name];
    for (int64_t i = 0; i < dense.numel(); ++i) values.push_back(dense.data<int64_t>()[i]);
  }
  return wire;
}

Wire Builder::scalar(double value, DType dtype) {
  const Tensor tensor = tensor::empty({}, dtype);
  tensor::visit(dtype, [&]<typename T>() { *tensor.data<T>() = tensor::Scalar(value).to<T>(); });
  return constant(tensor);
}

Wire Builder::integers(std::span<const int64_t> values) {
  const int64_t count = std::ssize(values);
  const Tensor tensor = tensor::empty(std::span(&count, 1), DType::Int64);
  std::ranges::copy(values, tensor.data<int64_t>());
  return constant(tensor);
}

const std::vector<int64_t>* Builder::integersOf(const Wire& wire) const {
  const auto entry = integers_.find(wire.name);
  return entry == integers_.end() ? nullptr : &entry->second;
}

Wire Builder::cast(const Wire& wire, DType dtype) {
  if (wire.dtype == dtype) return wire;
  if (const auto* values = integersOf(wire); values && wire.rank() == 0)
    return scalar(static_cast<double>(values->front()), dtype);
  return add("Cast", {wire}, dtype, wire.shape, {{"to", onnxNumber(dtype)}});
}

Wire Builder::reshape(const Wire& wire, const Wire& sizes, PartialShape shape) {
  Attributes attributes;
  if (const auto* values = integersOf(sizes)) {
    if (std::ranges::find(*values, 0) != values->end())
      attributes.push_back({"allowzero", int64_t{1}});
    if (wire.shape.hasRank() && std::ranges::equal(wire.shape.sizes(), *values)) return wire;
  }
  if (opset_ < 14) attributes.clear();
  return add("Reshape", {wire, sizes}, wire.dtype, std::move(shape), std::move(attributes));
}

Wire Builder::reshape(const Wire& wire, std::span<const int64_t> sizes) {
  Dims shape(sizes);
  const int64_t all = wire.shape.elements();
  for (int64_t& size : shape) {
    if (size >= 0) continue;
    int64_t others = 1;
    for (const int64_t other : sizes)
      if (other >= 0) others *= other;
    size = all >= 0 && others > 0 ? all / others : shape_rules::kUnknown;
  }
  std::vector<int64_t> wanted(sizes.begin(), sizes.end());
  for (int64_t& size : wanted) size = std::max(size, shape_rules::kUnknown);
  return reshape(wire, integers(wanted), PartialShape::of(std::move(shape)));
}

Wire Builder::unsqueeze(const Wire& wire, std::vector<int64_t> axes) {
  if (axes.empty()) return wire;
  PartialShape shape = wire.shape;
  if (shape.hasRank()) {
    Dims sizes(shape.sizes());
    for (const int64_t axis : axes) sizes.insert(static_cast<size_t>(axis), 1);
    shape = PartialShape::of(std::move(sizes));
  }
  return add("Unsqueeze", {wire, integers(axes)}, wire.dtype, std::move(shape));
}

Wire Builder::squeeze(const Wire& wire, std::vector<int64_t> axes) {
  if (axes.empty()) return wire;
  PartialShape shape;
  if (wire.shape.hasRank()) {
    Dims sizes;
    for (int64_t i = 0; i < wire.rank(); ++i)
      if (std::ranges::find(axes, i) == axes.end())
        sizes.push_back(wire.shape.sizes()[static_cast<size_t>(i)]);
    shape = PartialShape::of(std::move(sizes));
  }
  return add("Squeeze", {wire, integers(axes)}, wire.dtype, std::move(shape));
}

Wire Builder::transpose(const Wire& wire, const std::vector<int64_t>& order) {
  if (std::ranges::is_sorted(order)) return wire;
  Dims sizes;
  for (const int64_t from : order)
    sizes.push_back(wire.shape.hasRank() ? wire.shape.sizes()[static_cast<size_t>(from)]
                                         : shape_rules::kUnknown);
  return add("Transpose", {wire}, wire.dtype, PartialShape::of(std::move(sizes)),
             {{"perm", order}});
}

Wire Builder::swap(const Wire& wire, int64_t a, int64_t b) {
  std::vector<int64_t> order(static_cast<size_t>(wire.rank()));
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[static_cast<size_t>(a)], order[static_cast<size_t>(b)]);
  return transpose(wire, order);
}

Wire Builder::shapeOf(const Wire& wire) {
  if (wire.shape.elements() >= 0 || (wire.shape.hasRank() && wire.rank() == 0))
    return integers(std::span<const int64_t>(wire.shape.sizes()));
  return add("Shape", {wire}, DType::Int64,
             wire.shape.hasRank() ? PartialShape::of({wire.rank()}) : PartialShape::of({-1}));
}

Wire Builder::sizeOf(const Wire& wire, int64_t dim) {
  if (const int64_t size = wire.shape.size(dim); size >= 0)
    return scalar(static_cast<double>(size), DType::Int64);
  return add("Gather", {shapeOf(wire), scalar(static_cast<double>(dim), DType::Int64)},
             DType::Int64, PartialShape::of({}));
}

Wire Builder::sizesFrom(const Wire& wire, int64_t begin, int64_t end) {
  Dims sizes;
  for (int64_t i = begin; i < end; ++i) sizes.push_back(wire.shape.size(i));
  if (shape_rules::elements(sizes) >= 0 || sizes.empty())
    return integers(std::span<const int64_t>(sizes));
  return slice(shapeOf(wire), 0, begin, end);
}

Wire Builder::concat(const Wires& wires, int64_t dim) {
  if (wires.size() == 1) return wires[0];
  PartialShape shape = wires[0].shape;
  if (shape.hasRank()) {
    Dims sizes(shape.sizes());
    int64_t& along = sizes[static_cast<size_t>(dim)];
    for (const Wire& wire : std::span(wires).subspan(1)) {
      along = shape_rules::plus(along, wire.shape.size(dim));
      for (size_t i = 0; i < sizes.size(); ++i)
        if (static_cast<int64_t>(i) != dim && sizes[i] < 0)
          sizes[i] = wire.shape.size(static_cast<int64_t>(i));
    }
    shape = PartialShape::of(std::move(sizes));
  }
  return add("Concat", wires, wires[0].dtype, std::move(shape), {{"axis", dim}});
}

Wire Builder::slice(const Wire& wire, int64_t dim, const Wire& begin, const Wire& end, int64_t step,
                    int64_t size) {
  PartialShape shape = wire.shape;
  if (shape.hasRank()) {
    Dims sizes(shape.sizes());
    sizes[static_cast<size_t>(dim)] = size;
    shape = PartialShape::of(std::move(sizes));
  }
  return add("Slice", {wire, begin, end, integers({dim}), integers({step})}, wire.dtype,
             std::move(shape));
}

Wire Builder::slice(const Wire& wire, int64_t dim, int64_t begin, int64_t end, int64_t step) {
  int64_t size = shape_rules::kUnknown;
  const int64_t whole = wire.shape.size(dim);
  if (whole >= 0) {
    const auto clamped = [&](int64_t at) {
      return std::clamp<int64_t>(at < 0 ? at + whole : at, 0, whole);
    };
    size = std::max<int64_t>(0, (clamped(end) - clamped(begin) + step - 1) / step);
    if (size == whole && step == 1) return wire;
  } else if (begin == 0 && end == INT64_MAX && step == 1) {
    return wire;
  }
  return slice(wire, dim, integers({begin}), integers({end}), step, size);
}

Wire Builder::expand(const Wire& wire, const Wire& sizes, PartialShape shape) {
  if (shape.elements() >= 0 && wire.shape.hasRank() &&
      std::ranges::equal(wire.shape.sizes(), shape.sizes()))
    return wire;
  return add("Expand", {wire, sizes}, wire.dtype, std::move(shape));
}

Wire Builder::gather(const Wire& wire, const Wire& indices, int64_t axis) {
  PartialShape shape;
  if (wire.shape.hasRank() && indices.shape.hasRank()) {
    Dims sizes;
    for (int64_t i = 0; i < wire.rank(); ++i) {
      if (i != axis) {
        sizes.push_back(wire.shape.sizes()[static_cast<size_t>(i)]);
        continue;
      }
      for (const int64_t size : indices.shape.sizes()) sizes.push_back(size);
    }
    shape = PartialShape::of(std::move(sizes));
  }
  return add("Gather", {wire, indices}, wire.dtype, std::move(shape), {{"axis", axis}});
}

Wire Builder::reduce(std::string_view op, const Wire& wire, const std::vector<int64_t>& axes,
                     bool keeps) {
  PartialShape shape;
  if (wire.shape.hasRank()) {
    Dims sizes;
    for (int64_t i = 0; i < wire.rank(); ++i) {
      const bool isReduced = axes.empty() || std::ranges::find(axes, i) != axes.end();
      if (!isReduced || keeps)
        sizes.push_back(isReduced ? 1 : wire.shape.sizes()[static_cast<size_t>(i)]);
    }
    shape = PartialShape::of(std::move(sizes));
  }
  Attributes attributes = {{"keepdims", int64_t{keeps}}};
  Wires inputs = {wire};
  if (!axes.empty()) {
    if (op == "ReduceSum" || opset_ >= 18)
      inputs.push_back(integers(axes));
    else
      attributes.push_back({"axes", axes});
  }
  return add(op, inputs, wire.dtype, std::move(shape), std::move(attributes));
}

Builder::Scope Builder::takeScope() {
  Scope scope = std::move(scopes_.back());
  scopes_.pop_back();
  return scope;
}

}  // namespace ts::onnx
