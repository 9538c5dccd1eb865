#include "core/onnx/merger.h"

#include <fmt/format.h>

namespace ts::onnx {

namespace {

std::optional<DType> numberType(const Val& value) {
  if (const auto* number = std::get_if<Number>(&value)) return number->wire().dtype;
  const auto* known = std::get_if<IValue>(&value);
  if (known == nullptr) return std::nullopt;
  if (known->isBool()) return DType::Bool;
  if (known->isInt()) return DType::Int64;
  return known->isDouble() ? std::optional(DType::Float64) : std::nullopt;
}

bool areSame(const Val& a, const Val& b) {
  if (a.index() != b.index()) return false;
  if (const auto* known = std::get_if<IValue>(&a)) {
    const IValue& other = std::get<IValue>(b);
    if (known->tag() != other.tag()) return false;
    return known->same(other) ||
           (known->tag() != tensor::Tag::Double && !known->isBool() && !known->isInt() &&
            interp::textOf(*known) == interp::textOf(other));
  }
  if (const auto* number = std::get_if<Number>(&a))
    return number->same(std::get<Number>(b)) ||
           number->wire().name == std::get<Number>(b).wire().name;
  if (const auto* tensor = std::get_if<TensorPtr>(&a)) {
    const TensorPtr& other = std::get<TensorPtr>(b);
    if (*tensor == other) return true;
    // Copies of one state.
    return !(*tensor)->wire.name.empty() && (*tensor)->wire.name == other->wire.name;
  }
  if (const auto* list = std::get_if<ListPtr>(&a)) return *list == std::get<ListPtr>(b);
  if (const auto* tuple = std::get_if<TuplePtr>(&a)) return *tuple == std::get<TuplePtr>(b);
  if (const auto* dict = std::get_if<DictPtr>(&a)) return *dict == std::get<DictPtr>(b);
  if (const auto* object = std::get_if<ObjectPtr>(&a)) return *object == std::get<ObjectPtr>(b);
  return true;
}

PartialShape joined(const PartialShape& a, const PartialShape& b) {
  if (!a.hasRank() || !b.hasRank() || a.rank() != b.rank()) return {};
  Dims sizes(a.sizes());
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] != b.sizes()[i]) sizes[i] = shape_rules::kUnknown;
  return PartialShape::of(std::move(sizes));
}

const void* addressOf(const Val& value) {
  if (const auto* tensor = std::get_if<TensorPtr>(&value)) return tensor->get();
  if (const auto* list = std::get_if<ListPtr>(&value)) return list->get();
  return nullptr;
}

}  // namespace

Val Lowering::Merger::merge(const Val& a, const Val& b) {
  if (std::holds_alternative<Uninitialized>(a)) return b;
  if (std::holds_alternative<Uninitialized>(b)) return a;
  if (areSame(a, b)) return a;
  const std::pair key(addressOf(a), addressOf(b));
  if (key.first && key.second)
    if (const auto same = merged_.find(key); same != merged_.end()) return same->second;
  Val result;
  if (numberType(a) && numberType(b)) {
    result = mergeNumbers(a, b);
  } else if (a.index() != b.index()) {
    if (isNone(a) || isNone(b))
      lowering_.refuse("a value is None on one way and something else on the other");
    lowering_.refuse("a value has different types on two ways through the program");
  } else if (const auto* tensor = std::get_if<TensorPtr>(&a)) {
    result = mergeTensors(*tensor, std::get<TensorPtr>(b));
  } else if (const auto* list = std::get_if<ListPtr>(&a)) {
    result = mergeLists(*list, std::get<ListPtr>(b));
  } else if (const auto* tuple = std::get_if<TuplePtr>(&a)) {
    auto cell = std::make_shared<TupleCell>();
    cell->type = (*tuple)->type;
    cell->items = mergeAll((*tuple)->items, std::get<TuplePtr>(b)->items);
    result = cell;
  } else if (const auto* dict = std::get_if<DictPtr>(&a)) {
    const DictCell& other = *std::get<DictPtr>(b);
    auto cell = std::make_shared<DictCell>(**dict);
    cell->depth = lowering_.depth();
    if (cell->items.size() != other.items.size())
      lowering_.refuse("a dict has different keys on two ways through the program");
    for (size_t i = 0; i < cell->items.size(); ++i) {
      if (!areSame(cell->items[i].first, other.items[i].first))
        lowering_.refuse("a dict has different keys on two ways through the program");
      cell->items[i].second = merge(cell->items[i].second, other.items[i].second);
    }
    result = cell;
  } else {
    lowering_.refuse("a value that is not a tensor differs on two ways through the program");
  }
  if (key.first && key.second) merged_.emplace(key, result);
  return result;
}

std::vector<Val> Lowering::Merger::mergeAll(const std::vector<Val>& a, const std::vector<Val>& b) {
  if (a.size() != b.size()) lowering_.refuse("tuples have different lengths on two ways");
  std::vector<Val> all;
  for (size_t i = 0; i < a.size(); ++i) all.push_back(merge(a[i], b[i]));
  return all;
}

Val Lowering::Merger::mergeTensors(const TensorPtr& a, const TensorPtr& b) {
  if (a->dtype != b->dtype)
    lowering_.refuse(fmt::format("a tensor is {} on one way and {} on the other",
                                 tensor::nameOf(a->dtype), tensor::nameOf(b->dtype)));
  const TensorPtr cell = lowering_.newTensor(Wire{{}, a->dtype, joined(a->shape, b->shape)});
  cell->unwritable = !unwritable_.empty()     ? unwritable_
                     : !a->unwritable.empty() ? a->unwritable
                                              : b->unwritable;
  slots_.push_back({a, b, cell->wire, [cell](const Wire& wire) {
                      cell->wire = wire;
                      cell->shape = wire.shape;
                    }});
  return cell;
}

Val Lowering::Merger::mergeNumbers(const Val& a, const Val& b) {
  if (*numberType(a) != *numberType(b))
    lowering_.refuse("a number has different types on two ways through the program");
  const Number number(Wire{{}, *numberType(a), PartialShape::of({})});
  slots_.push_back({a, b, number.wire(), [number](const Wire& wire) { number.setWire(wire); }});
  return number;
}

// The type of the elements; sequences of no elements have any.
Wire Lowering::Merger::elementType(const ListPtr& list) {
  if (list->sequence) return *list->sequence;
  Wire type{{}, tensor::defaultDType(), {}, true};
  bool isFirst = true;
  for (const Val& item : list->items) {
    const auto* tensor = std::get_if<TensorPtr>(&item);
    if (tensor == nullptr) continue;
    type.dtype = (*tensor)->dtype;
    type.shape = isFirst ? (*tensor)->shape : joined(type.shape, (*tensor)->shape);
    isFirst = false;
  }
  return type;
}

Val Lowering::Merger::mergeLists(const ListPtr& a, const ListPtr& b) {
  auto cell = std::make_shared<ListCell>();
  cell->element = a->element ? a->element : b->element;
  cell->depth = lowering_.depth();
  cell->unwritable = !a->unwritable.empty() ? a->unwritable : b->unwritable;
  if (!a->sequence && !b->sequence && a->items.size() == b->items.size()) {
    cell->items = mergeAll(a->items, b->items);
    return cell;
  }
  if (cell->element == nullptr) lowering_.refuse("a list has different lengths on two ways");
  Wire type{{}, DType::Int64, PartialShape::of({-1})};
  if (cell->element->is(types::TypeKind::Tensor)) {
    const bool hasA = a->sequence || !a->items.empty(), hasB = b->sequence || !b->items.empty();
    type = elementType(hasA ? a : b);
    if (hasA && hasB) {
      const Wire other = elementType(b);
      if (other.dtype != type.dtype) lowering_.refuse("a list has tensors of different dtypes");
      type.shape = joined(type.shape, other.shape);
    }
    type.name.clear();
    type.isSequence = true;
  } else if (!cell->element->is(types::TypeKind::Int)) {
    lowering_.refuse("a list that is not of tensors or int has different lengths on two ways");
  }
  cell->sequence = type;
  slots_.push_back({a, b, type, [cell](const Wire& wire) { cell->sequence = wire; }});
  return cell;
}

Wire Lowering::Merger::convert(const Val& value, const Wire& type) {
  Wire wire;
  if (const auto* list = std::get_if<ListPtr>(&value)) {
    if (type.isSequence && !(*list)->sequence && (*list)->items.empty())
      wire = lowering_.builder.addMany("SequenceEmpty", {}, {type},
                                       {{"dtype", onnxNumber(type.dtype)}})[0];
    else
      wire = lowering_.sequenceOf(*list);
  } else {
    wire = lowering_.wireOf(value);
  }
  return wire;
}

std::string Lowering::Merger::signature() const {
  std::string text = parts_;
  for (const Slot& slot : slots_) {
    text += fmt::format("{}{}", slot.type.isSequence ? "sequence " : "",
                        tensor::nameOf(slot.type.dtype));
    text += slot.type.shape.hasRank() ? '[' : '(';
    for (const int64_t size : slot.type.shape.sizes()) text += std::to_string(size) + ',';
    text += ']';
  }
  return text;
}

}  // namespace ts::onnx
