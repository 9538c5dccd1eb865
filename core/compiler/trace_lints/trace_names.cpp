// Traced code: names, attributes, and objects of the evaluator.
#include <algorithm>

#include "core/compiler/trace_lints/trace_walker.h"
#include "core/eval/vm/vm.h"
#include "core/eval_torch/torch_objects.h"

namespace ts::compiler {

using diag::Rule;

namespace {

// Attributes of a tensor that are ordinary Python values, with their description.
struct MetadataName {
  std::string_view name, what;
};
constexpr MetadataName kMetadata[] = {
    {"dtype", "dtype"},        {"ndim", "number of dimensions"},
    {"device", "device"},      {"is_cuda", "device"},
    {"layout", "layout"},      {"is_sparse", "layout"},
    {"is_quantized", "dtype"},
};
constexpr std::string_view kTransposed[] = {"T", "mT", "H", "mH", "real", "imag"};

}  // namespace

TraceValue TraceWalker::name(const syntax::Name& expr) {
  if (auto entry = activation_->variables.find(expr.id); entry != activation_->variables.end())
    return entry->second;
  PyRef object = activation_->function->scope
                     ? context_.environment().lookup(*activation_->function->scope, expr.id)
                     : nullptr;
  return object ? fromObject(object) : TraceValue();
}

TraceValue TraceWalker::fromObject(PyRef object) {
  if (!object || object->kind == PyKind::Unknown) return {};
  if (!object->value.isUnbound()) {
    TraceValue value = fromValue(object->value, false);
    if (value.is(TracedKind::Object)) value.object = object;
    return value;
  }
  switch (object->kind) {
    case PyKind::Constant: {
      const types::Constant& constant = object->constant;
      if (constant.isNone()) return TraceValue::plain(eval::Value::none());
      if (constant.isBool()) return TraceValue::plain(eval::Value::boolean(constant.toBool()));
      if (constant.isInt()) return TraceValue::plain(eval::Value::integer(constant.toInt()));
      return TraceValue::plain();
    }
    case PyKind::Tuple:
    case PyKind::List: {
      std::vector<TraceValue> elements;
      for (PyRef element : object->elements) elements.push_back(fromObject(element));
      return TraceValue::sequence(std::move(elements), object->kind == PyKind::List);
    }
    case PyKind::Function:
    case PyKind::Class:
    case PyKind::Module:
    case PyKind::External:
    case PyKind::Scripted: {
      TraceValue result = TraceValue::of(TracedKind::Object);
      result.object = object;
      return result;
    }
    default: return {};
  }
}

TraceValue TraceWalker::fromValue(const eval::Value& value, bool isOfModule) {
  if (value.isUnbound() || value.isUnknown()) return {};
  if (const auto* tensor = value.as<eval::Tensor>()) {
    TraceValue result =
        TraceValue::of(isOfModule ? TracedKind::State : TracedKind::Captured,
                       tensor->shape ? static_cast<int>(tensor->shape->size()) : -1);
    result.requiresGrad = tensor->requiresGrad;
    return result;
  }
  const eval::Object* object = value.object();
  if (!object) return TraceValue::plain(value);
  const std::vector<eval::Value>* items = nullptr;
  if (const auto* tuple = value.as<eval::Tuple>()) items = &tuple->items;
  if (const auto* list = value.as<eval::List>()) items = &list->items;
  if (items) {
    if (items->size() > 256 || !spend()) return {};
    std::vector<TraceValue> elements;
    for (const eval::Value& item : *items) elements.push_back(fromValue(item, isOfModule));
    return TraceValue::sequence(std::move(elements), object->kind == eval::Kind::List);
  }
  switch (object->kind) {
    case eval::Kind::Str:
    case eval::Kind::Int:
    case eval::Kind::Float:
    case eval::Kind::Dtype:
    case eval::Kind::Device: return TraceValue::plain(value);
    case eval::Kind::Dict: {
      TraceValue created = TraceValue::of(TracedKind::Mapping);
      created.value = value;
      return created;
    }
    default: {
      TraceValue result = TraceValue::of(TracedKind::Object);
      result.value = value;
      return result;
    }
  }
}

TraceValue TraceWalker::member(const eval::Value& object, std::string_view name) {
  eval::Vm& vm = context_.environment().vm();
  eval::Value value;
  try {
    if (!vm.tryGetattr(object, vm.intern(name), value)) return {};
  } catch (const eval::Raised&) {
    return {};
  } catch (const eval::UnknownTruth&) {
    return {};
  } catch (const eval::LimitReached&) {
    return {};
  }
  TraceValue result = fromValue(value, true);
  if (result.is(TracedKind::Mapping)) result.value = value;
  return result;
}

TraceValue TraceWalker::attribute(const TraceValue& base, std::string_view name,
                                  const syntax::Expr& expr) {
  if (base.is(TracedKind::Tensor)) {
    if (name == "shape") return TraceValue::of(TracedKind::Sizes);
    auto* metadata = std::ranges::find(kMetadata, name, &MetadataName::name);
    if (metadata != std::end(kMetadata)) return TraceValue::metadata(metadata->what);
    if (std::ranges::find(kTransposed, name) != std::end(kTransposed))
      return TraceValue::of(TracedKind::Tensor, base.rank);
    if (name == "data") {
      report(Rule::TracedData, expr,
             "the trace does not record operations on 'data', and keeps their result as a constant",
             "PyTorch does not warn of this: use detach()");
    }
    return {};
  }
  if (base.is(TracedKind::State) && name == "device") return TraceValue::metadata(name);
  if (base.is(TracedKind::Sequence)) {
    const auto field = std::ranges::find(base.fields, name);
    return field == base.fields.end() ? TraceValue() : base.elements[field - base.fields.begin()];
  }
  if (!base.is(TracedKind::Object)) return {};
  if (!base.value.isUnbound())
    return changed_.contains(name) ? TraceValue() : member(base.value, name);
  if (!base.object) return {};
  return fromObject(context_.environment().attribute(base.object, name));
}

}  // namespace ts::compiler
