// Objects of the program and their changes.
#include "core/kernels/copy.h"
#include "core/onnx/lowering.h"

namespace ts::onnx {

namespace {

constexpr size_t kLongestPath = 2000;

TensorPtr rootCell(TensorPtr cell) {
  while (cell->view) cell = cell->view->base;
  return cell;
}

}  // namespace

Val Lowering::fromKnown(const IValue& value, const std::string& path) {
  // Values of archives may contain themselves.
  if (path.size() > kLongestPath) refuse("a value is nested too deeply");
  countStep();
  if (value.isTensor()) {
    const Tensor tensor = value.toTensor();
    if (path.empty()) return newTensor(tensor);
    // Attributes of modules, which several modules may share.
    auto& [cell, kept] = ofTensor_[tensor.impl()];
    if (!cell) {
      cell = newTensor(tensor);
      cell->path = path;
      cell->depth = 0;
      kept = tensor;
    }
    return cell;
  }
  if (value.isList()) {
    auto list = std::make_shared<ListCell>();
    list->element = value.toList().element;
    list->depth = depth();
    for (const IValue& item : value.toList().items)
      list->items.push_back(fromKnown(item, path + "." + std::to_string(list->items.size())));
    return list;
  }
  if (value.isTuple()) {
    auto tuple = std::make_shared<TupleCell>();
    tuple->type = value.toTuple().type;
    for (const IValue& item : value.toTuple().items)
      tuple->items.push_back(fromKnown(item, path + "." + std::to_string(tuple->items.size())));
    return tuple;
  }
  if (value.isDict()) {
    auto dict = std::make_shared<DictCell>();
    dict->key = value.toDict().key;
    dict->value = value.toDict().value;
    dict->depth = depth();
    for (const auto& entry : value.toDict().entries())
      dict->items.emplace_back(
          entry.key, fromKnown(entry.value, path + "." + std::to_string(dict->items.size())));
    return dict;
  }
  if (value.isObject()) return objectOf(tensor::Ptr<tensor::ObjectValue>(&value.toObject()), path);
  return value;
}

ObjectPtr Lowering::objectOf(const tensor::Ptr<tensor::ObjectValue>& object,
                             const std::string& path) {
  ObjectPtr& cell = ofObject_[object.get()];
  if (!cell) {
    cell = std::make_shared<ObjectCell>();
    cell->type = object->type;
    cell->object = object;
    cell->path = path;
  }
  return cell;
}

std::optional<IValue> Lowering::known(const Val& value) {
  if (const auto* atom = std::get_if<IValue>(&value)) return *atom;
  if (const auto* tensor = std::get_if<TensorPtr>(&value)) {
    refresh(*tensor);
    if (!(*tensor)->known) return std::nullopt;
    return IValue(*(*tensor)->known);
  }
  std::vector<IValue> items;
  const auto addAll = [&](const std::vector<Val>& all) {
    for (const Val& each : all) {
      std::optional<IValue> item = known(each);
      if (!item) return false;
      items.push_back(std::move(*item));
    }
    return true;
  };
  if (const auto* list = std::get_if<ListPtr>(&value)) {
    if ((*list)->sequence || !addAll((*list)->items)) return std::nullopt;
    return tensor::makeList((*list)->element, std::move(items));
  }
  if (const auto* tuple = std::get_if<TuplePtr>(&value)) {
    if (!addAll((*tuple)->items)) return std::nullopt;
    return tensor::makeTuple(std::move(items));
  }
  return std::nullopt;
}

TensorPtr Lowering::newTensor(const Wire& wire) {
  auto cell = std::make_shared<TensorCell>();
  cell->dtype = wire.dtype;
  cell->shape = wire.shape;
  cell->wire = wire;
  cell->depth = depth();
  return cell;
}

TensorPtr Lowering::newTensor(const Tensor& known) {
  auto cell = std::make_shared<TensorCell>();
  cell->dtype = known.dtype();
  cell->shape = PartialShape::of(Dims(known.sizes()));
  cell->known = known;
  cell->depth = depth();
  return cell;
}

template <typename Cell>
void Lowering::touch(const std::shared_ptr<Cell>& cell) {
  if (cell->depth >= depth()) return;
  Scope& scope = scopes_.back();
  if constexpr (std::is_same_v<Cell, TensorCell>) scope.tensors.try_emplace(cell, *cell);
  if constexpr (std::is_same_v<Cell, ListCell>) scope.lists.try_emplace(cell, *cell);
  if constexpr (std::is_same_v<Cell, DictCell>) scope.dicts.try_emplace(cell, *cell);
  if constexpr (std::is_same_v<Cell, ObjectCell>) scope.objects.try_emplace(cell, *cell);
}
template void Lowering::touch(const TensorPtr&);
template void Lowering::touch(const ListPtr&);
template void Lowering::touch(const DictPtr&);
template void Lowering::touch(const ObjectPtr&);

// Reads a view again after a write to the memory that it shares.
void Lowering::refresh(const TensorPtr& cell) {
  const TensorPtr root = rootCell(cell);
  if (!root->unreadable.empty() && root != cell) refuse(root->unreadable);
  if (!cell->unreadable.empty()) refuse(cell->unreadable);
  if (!cell->view || cell->version == root->version) return;
  const View& view = *cell->view;
  if (!view.isCertain)
    refuse("`" + view.op +
           "` returns a view or a copy, and the tensor was written to behind it: the result "
           "depends on strides");
  const TensorPtr base = view.base;
  refresh(base);
  touch(cell);
  if (base->known && view.apply) {
    cell->known = view.apply(*base->known);
    cell->wire = {};
  } else {
    cell->wire = view.read(wireOf(base));
    cell->known.reset();
  }
  cell->version = root->version;
}

Wire Lowering::wireOf(const TensorPtr& cell) {
  refresh(cell);
  if (cell->wire.name.empty()) {
    if (!cell->known) refuse("a tensor without elements is used");
    cell->wire = builder.constant(*cell->known, cell->path);
  }
  return cell->wire;
}

Wire Lowering::wireOf(const Val& value) {
  if (const auto* tensor = std::get_if<TensorPtr>(&value)) return wireOf(*tensor);
  if (const auto* number = std::get_if<Number>(&value)) return number->wire();
  if (const auto* known = std::get_if<IValue>(&value)) {
    if (known->isBool()) return builder.scalar(known->toBool() ? 1 : 0, DType::Bool);
    if (known->isInt()) return builder.constant(tensor::scalarTensor(known->toInt()));
    if (known->isDouble()) return builder.constant(tensor::scalarTensor(known->toDouble()));
  }
  refuse("a tensor or a number is expected here");
}

Wire Lowering::integersWire(const Val& value) {
  const auto* list = std::get_if<ListPtr>(&value);
  if (list == nullptr) return builder.unsqueeze(wireOf(value), {0});
  if ((*list)->sequence) return *(*list)->sequence;
  std::vector<int64_t> run;
  Wires parts;
  const auto flush = [&] {
    if (!run.empty()) parts.push_back(builder.integers(std::span<const int64_t>(run)));
    run.clear();
  };
  for (const Val& item : (*list)->items) {
    const auto* known = std::get_if<IValue>(&item);
    if (known != nullptr && known->isInt()) {
      run.push_back(known->toInt());
      continue;
    }
    flush();
    parts.push_back(builder.unsqueeze(builder.cast(wireOf(item), DType::Int64), {0}));
  }
  flush();
  if (parts.empty()) return builder.integers({});
  return builder.concat(parts, 0);
}

Wire Lowering::sequenceOf(const ListPtr& list) {
  if (list->sequence) return *list->sequence;
  const bool isTensors = list->element != nullptr && list->element->is(types::TypeKind::Tensor);
  if (!isTensors) {
    if (list->element != nullptr && list->element->is(types::TypeKind::Int))
      return integersWire(list);
    refuse("ONNX has sequences of tensors only, not of " +
           (list->element ? list->element->annotation() : std::string("other values")));
  }
  if (list->items.empty()) {
    Wire empty{{}, tensor::defaultDType(), {}, true};
    return builder.addMany("SequenceEmpty", {}, {empty}, {{"dtype", onnxNumber(empty.dtype)}})[0];
  }
  Wires all;
  for (const Val& item : list->items) all.push_back(wireOf(item));
  Wire result{{}, all[0].dtype, all[0].shape, true};
  for (const Wire& wire : all)
    if (wire.dtype != result.dtype) refuse("the tensors of a sequence have different dtypes");
  for (const Wire& wire : all)
    if (!std::ranges::equal(wire.shape.sizes(), result.shape.sizes())) result.shape = {};
  return builder.addMany("SequenceConstruct", all, {result})[0];
}

// A model of ONNX has no state that the next run sees.
void Lowering::refuseState(const TensorCell& root) const {
  if (!root.path.empty())
    refuse("`" + root.path + "` is written to, and ONNX models keep no state between runs");
}

void Lowering::write(const TensorPtr& cell, const Wire& wire) {
  if (!cell->unwritable.empty()) refuse(cell->unwritable);
  refresh(cell);
  touch(cell);
  if (!cell->view) {
    refuseState(*cell);
    cell->wire = wire;
    cell->known.reset();
    ++cell->version;
    return;
  }
  const View view = *cell->view;
  if (!view.isCertain) {
    // The tensor is on its own from here on. Its former base has the old or the new elements.
    const TensorPtr root = rootCell(view.base);
    touch(root);
    root->unreadable = "the tensor may share memory with the result of `" + view.op +
                       "`, which was written to: its elements depend on strides";
    cell->view.reset();
    cell->wire = wire;
    cell->known.reset();
    cell->version = 1;
    return;
  }
  if (!view.write) refuse("a write to the result of `" + view.op + "` has no ONNX form");
  const Wire base = wireOf(view.base);
  write(view.base, view.write(base, wire));
  cell->wire = wire;
  cell->known.reset();
  cell->version = rootCell(cell)->version;
}

Val Lowering::transposedWeight(const Val& matrix) {
  const TensorPtr& cell = std::get<TensorPtr>(matrix);
  const std::optional<IValue> elements = known(matrix);
  if (!elements)
    return newTensor(
        builder.swap(wireOf(cell), 0, cell->shape.hasRank() ? cell->wire.rank() - 1 : 1));
  const Tensor weight = elements->toTensor();
  auto& transposed = transposed_[weight.impl()];
  if (!transposed.second) {
    static const ops::FunctionSchema* t = ops::schema(Symbol::intern("aten::t"), "");
    transposed.first = weight;
    transposed.second = newTensor(runKernel(*t, {IValue(weight)}).at(0).toTensor());
    transposed.second->path = cell->path.empty() ? "" : cell->path + ".t";
    transposed.second->depth = 0;
  }
  return transposed.second;
}

}  // namespace ts::onnx
