#include "core/compiler/emit/sugared_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/name_suggestions.h"
#include "core/compiler/emit/symbols.h"
#include "core/ops/container_methods.h"
#include "core/ops/public_names.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;
using types::TypeKind;

std::string withArticle(const std::string& kind) {
  return (kind.find_first_of("aeiou") == 0 ? "an " : "a ") + kind;
}

// ---- defaults: every operation fails

void SugaredValue::cannot(SourceRange at, std::string_view what) const {
  throw CompileError(Rule::NotAValue, at, fmt::format("{} can't be {}", withArticle(kind()), what));
}
Value* SugaredValue::asValue(Emission&, SourceRange at) { cannot(at, "used as a value"); }
SugaredPtr SugaredValue::attr(Emission&, SourceRange at, std::string_view field) {
  throw CompileError(Rule::NoSuchAttribute, at,
                     fmt::format("{} has no attribute '{}'", withArticle(kind()), field));
}
bool SugaredValue::hasAttr(Emission&, SourceRange at, std::string_view) {
  cannot(at, "asked for attributes");
}
void SugaredValue::setAttr(Emission&, SourceRange at, std::string_view, Value*) {
  cannot(at, "given attributes");
}
SugaredPtr SugaredValue::call(Emission&, SourceRange at, const CallArguments&, size_t) {
  throw CompileError(Rule::NotCallable, at, fmt::format("{} can't be called", withArticle(kind())));
}
std::vector<SugaredPtr> SugaredValue::asTuple(Emission&, SourceRange at, std::optional<size_t>) {
  cannot(at, "unpacked");
}
Value* SugaredValue::len(Emission&, SourceRange at) { cannot(at, "iterated over"); }
SugaredPtr SugaredValue::getitem(Emission&, SourceRange at, Value*, TypePtr) {
  cannot(at, "indexed");
}
SugaredPtr SugaredValue::iter(Emission&, SourceRange at) { cannot(at, "iterated over"); }

SugaredPtr simple(Value* value) { return std::make_shared<SimpleValue>(value); }
Value* asSimple(const SugaredPtr& value) { return value ? value->simpleValue() : nullptr; }

Value* UnknownSugared::asValue(Emission& emission, SourceRange) { return emission.unknown(); }
bool UnknownSugared::hasAttr(Emission&, SourceRange, std::string_view) {
  throw CompileError::alreadyReported();
}
std::vector<SugaredPtr> UnknownSugared::asTuple(Emission&, SourceRange,
                                                std::optional<size_t> size) {
  if (!size) throw CompileError::alreadyReported();
  return std::vector<SugaredPtr>(*size, shared_from_this());
}

// ---- first-class values

namespace {

struct CastMethod {
  std::string_view name;
  int64_t dtype;
};
constexpr CastMethod kCastMethods[] = {
    {"byte", 0}, {"char", 1},  {"short", 2},  {"int", 3},    {"long", 4},
    {"half", 5}, {"float", 6}, {"double", 7}, {"cfloat", 9}, {"cdouble", 10},
};

// Attributes that an operator of the same name in this namespace computes.
struct Property {
  TypeKind kind;
  std::string_view name;
  std::string_view ns;
};
constexpr Property kTensorProperties[] = {
    {TypeKind::Tensor, "dtype", "prim"},
    {TypeKind::Tensor, "device", "prim"},
    {TypeKind::Tensor, "grad", "prim"},
    {TypeKind::Tensor, "data", "prim"},
    {TypeKind::Tensor, "shape", "prim"},
    {TypeKind::Tensor, "is_cuda", "prim"},
    {TypeKind::Tensor, "is_cpu", "prim"},
    {TypeKind::Tensor, "is_xpu", "prim"},
    {TypeKind::Tensor, "is_sparse", "prim"},
    {TypeKind::Tensor, "is_sparse_csr", "prim"},
    {TypeKind::Tensor, "is_mkldnn", "prim"},
    {TypeKind::Tensor, "is_mps", "prim"},
    {TypeKind::Tensor, "is_quantized", "prim"},
    {TypeKind::Tensor, "is_vulkan", "prim"},
    {TypeKind::Tensor, "is_ipu", "prim"},
    {TypeKind::Tensor, "is_meta", "prim"},
    {TypeKind::Tensor, "is_ort", "prim"},
    {TypeKind::Tensor, "is_nested", "prim"},
    {TypeKind::Tensor, "is_leaf", "aten"},
    {TypeKind::Tensor, "requires_grad", "prim"},
    {TypeKind::Tensor, "layout", "prim"},
    {TypeKind::Tensor, "T", "prim"},
    {TypeKind::Tensor, "H", "prim"},
    {TypeKind::Tensor, "mT", "aten"},
    {TypeKind::Tensor, "mH", "aten"},
    {TypeKind::Tensor, "ndim", "prim"},
    {TypeKind::Tensor, "name", "prim"},
    {TypeKind::Tensor, "real", "aten"},
    {TypeKind::Tensor, "imag", "aten"},
    {TypeKind::Tensor, "retains_grad", "aten"},
    {TypeKind::Device, "type", "prim"},
    {TypeKind::Device, "index", "prim"},
};

}  // namespace

std::string SimpleValue::kind() const {
  return fmt::format("value of type {}", value->type()->annotation());
}

bool SimpleValue::hasAttr(Emission&, SourceRange at, std::string_view field) {
  if (value->type()->isUnknown()) throw CompileError::alreadyReported();
  const auto* type = types::cast<types::ClassType>(value->type());
  if (!type) {
    throw CompileError(Rule::HasattrNeedsObject, at,
                       fmt::format("hasattr works only on objects of classes, and this is {}",
                                   value->type()->annotation()));
  }
  return type->method(field) || type->attribute(field) || type->constant(field);
}

SugaredPtr SimpleValue::builtinAttr(Emission& emission, SourceRange at, std::string_view field) {
  TypePtr type = value->type();
  if (types::isSubtype(type, types::tensorType())) {
    for (const CastMethod& method : kCastMethods) {
      if (method.name == field)
        return std::make_shared<TensorCastValue>(method.dtype, NamedValue(at, value, "self"));
    }
  }
  for (const Property& property : kTensorProperties) {
    if (property.kind == type->kind() && property.name == field) {
      std::string symbol = fmt::format("{}::{}", property.ns, field);
      return simple(emitBuiltin(emission, {}, Symbol::intern(symbol), {NamedValue(value)}));
    }
  }
  return nullptr;
}

SugaredPtr SimpleValue::attr(Emission& emission, SourceRange at, std::string_view field) {
  TypePtr type = value->type();
  if (type->isUnknown()) return shared_from_this();
  if (SugaredPtr match = builtinAttr(emission, at, field)) return match;
  ir::Graph& graph = emission.graph();
  if (const auto* tuple = types::cast<types::TupleType>(type)) {
    if (auto index = tuple->fieldIndex(field)) {
      Value* place = graph.insertConstant(types::Constant::integer(static_cast<int64_t>(*index)));
      return simple(
          graph.insertNode(graph.createTupleIndex(value, place, tuple->element(*index)))->output());
    }
  } else if (const auto* cls = types::cast<types::ClassType>(type)) {
    if (cls->method(field)) return std::make_shared<MethodValue>(value, std::string(field));
    if (cls->attribute(field))
      return simple(graph.insertNode(graph.createGetAttr(value, field))->output());
    if (const types::ClassProperty* property = cls->property(field)) {
      return MethodValue(value, std::string(property->getter->simpleName()))
          .call(emission, at, {}, 1);
    }
    if (ir::Function* method = cls->staticMethod(field))
      return std::make_shared<FunctionValue>(std::vector{method});
  } else if (const auto* interface = types::cast<types::InterfaceType>(type)) {
    if (interface->method(field)) return std::make_shared<MethodValue>(value, std::string(field));
  } else if (type->is(TypeKind::Enum)) {
    if (field == "name") return simple(graph.insertNode(graph.createEnumName(value))->output());
    if (field == "value") return simple(graph.insertNode(graph.createEnumValue(value))->output());
  }
  NamedValue self(at, value, "self");
  bool isTensor = types::isSubtype(type, types::tensorType());
  if (field == "type") {
    if (auto result = BuiltinFunction::tryCreate(aten::to, self)) return result;
  }
  if (auto match = BuiltinFunction::tryCreate(Symbol::intern(fmt::format("aten::{}", field)), self))
    return match;
  if (isTensor && field == "tolist") return std::make_shared<SpecialForm>(Form::Tolist);
  if (isTensor && field == "__getitem__") return std::make_shared<SpecialForm>(Form::IndexMethod);

  CompileError error(Rule::NoSuchAttribute, at,
                     fmt::format("{} has no attribute or method '{}'", type->annotation(), field));
  if (types::isOptionalLike(type)) {
    error.diagnostic.rule = Rule::OptionalNotRefined;
    error.note("it may be None here: test it with `is not None` first, on a local variable");
  }
  if (const auto* cls = types::cast<types::ClassType>(type)) {
    const PyClass* python = emission.context().classes().pythonClass(cls);
    bool isClassAttribute =
        python && std::any_of(python->fields.begin(), python->fields.end(),
                              [&](const PyField& f) { return f.name == field; });
    error.note(isClassAttribute ? fmt::format("'{}' is an attribute of the class, which a script "
                                              "class does not have: set it in __init__",
                                              field)
                                : std::string("attributes are those that __init__ sets, methods "
                                              "those that the class itself defines"));
  } else if (isTensor) {
    suggestAttribute(error.diagnostic, field, ops::publicNamesIn("Tensor"));
  } else {
    const std::string name = type->annotation();
    suggestAttribute(error.diagnostic, field,
                     ops::methodsOfType(std::string_view(name).substr(0, name.find('['))));
  }
  throw error;
}

namespace {

bool contains(TypePtr type, TypePtr wanted) {
  if (type == wanted || (!type->is(TypeKind::Any) && types::isSubtype(type, wanted))) return true;
  return std::any_of(type->contained().begin(), type->contained().end(),
                     [&](TypePtr inner) { return contains(inner, wanted); });
}

}  // namespace

void SimpleValue::setAttr(Emission& emission, SourceRange at, std::string_view field,
                          Value* argument) {
  if (value->type()->isUnknown()) return;
  const auto* type = types::cast<types::ClassType>(value->type());
  if (!type) {
    throw CompileError(
        Rule::AttributesNeedObject, at,
        fmt::format("attributes can be set on objects of classes only, and this is {}",
                    value->type()->annotation()));
  }
  const types::ClassAttribute* attribute = type->attribute(field);
  if (!attribute && emission.initializes(type)) {
    if (!argument->type()->isUnknown() && contains(argument->type(), type)) {
      throw CompileError(Rule::RecursiveClass, at,
                         fmt::format("attribute '{}' can't hold objects of its own class", field));
    }
    type->addAttribute(std::string(field), argument->type());
    if (emission.graph().insertPoint()->owningBlock() != emission.graph().block()) {
      throw CompileError(
          Rule::AttributeSetInBlock, at,
          fmt::format("attribute '{}' is set for the first time inside an if or a loop", field))
          .note("give it a value at the top level of __init__ first");
    }
  } else if (!attribute) {
    if (const types::ClassProperty* property = type->property(field)) {
      if (!property->setter)
        throw CompileError(Rule::ReadOnlyProperty, at,
                           fmt::format("property '{}' has no setter", field));
      MethodValue(value, std::string(property->setter->simpleName()))
          .call(emission, at, {{NamedValue(argument)}, {}}, 1);
      return;
    }
    throw CompileError(Rule::NoSuchAttribute, at,
                       fmt::format("{} has no attribute '{}' to set", type->annotation(), field))
        .note("attributes are those that __init__ sets");
  } else if (!types::isSubtype(argument->type(), attribute->type)) {
    throw CompileError(Rule::AttributeTypeMismatch, at,
                       fmt::format("attribute '{}' is {}, but this is {}", field,
                                   attribute->type->annotation(), argument->type()->annotation()));
  }
  ir::Graph& graph = emission.graph();
  graph.insertNode(graph.createSetAttr(value, field, argument));
}

SugaredPtr SimpleValue::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                             size_t binders) {
  if (value->type()->isUnknown()) return shared_from_this();
  if (value->type()->is(TypeKind::Class))
    return attr(emission, at, "__call__")->call(emission, at, arguments, binders);
  const auto* interface = types::cast<types::InterfaceType>(value->type());
  if (interface && interface->isModule())
    return attr(emission, at, "forward")->call(emission, at, arguments, binders);
  return SugaredValue::call(emission, at, arguments, binders);
}

std::vector<SugaredPtr> SimpleValue::asTuple(Emission& emission, SourceRange at,
                                             std::optional<size_t> size) {
  TypePtr type = value->type();
  std::vector<SugaredPtr> parts;
  if (type->isUnknown()) {
    if (!size) throw CompileError::alreadyReported();
    return std::vector<SugaredPtr>(*size, shared_from_this());
  }
  if (type->is(TypeKind::Tuple)) {
    for (Value* part : emission.tupleUnpack(value)) parts.push_back(simple(part));
    return parts;
  }
  if (type->is(TypeKind::List)) {
    if (!size) {
      throw CompileError(Rule::UnknownLength, at,
                         "a list can't be unpacked here: its length isn't known at compile time");
    }
    ir::Graph& graph = emission.graph();
    ir::Node* unpack = graph.insertNode(graph.createListUnpack(value, *size));
    for (Value* part : unpack->outputs()) parts.push_back(simple(part));
    return parts;
  }
  throw CompileError(Rule::NotUnpackable, at,
                     fmt::format("{} can't be unpacked", type->annotation()))
      .note(
          "tuples can be unpacked, and so can lists when the number of targets determines their "
          "length");
}

Value* SimpleValue::len(Emission& emission, SourceRange at) {
  TypePtr type = value->type();
  if (type->isUnknown()) return value;
  if (type->is(TypeKind::List) || type->is(TypeKind::String) ||
      types::isSubtype(type, types::tensorType())) {
    return emitBuiltin(emission, at, aten::len, {NamedValue(value)});
  }
  throw CompileError(Rule::NotIterable, at,
                     fmt::format("{} can't be iterated over", type->annotation()));
}

SugaredPtr SimpleValue::getitem(Emission& emission, SourceRange at, Value* index, TypePtr) {
  TypePtr type = value->type();
  if (type->isUnknown()) return shared_from_this();
  if (type->is(TypeKind::List) || type->is(TypeKind::String) || type->is(TypeKind::Dict)) {
    return simple(
        emitBuiltin(emission, at, aten::__getitem__, {NamedValue(value), NamedValue(at, index)}));
  }
  if (types::isSubtype(type, types::tensorType())) {
    return simple(emitBuiltin(
        emission, at, aten::select,
        {NamedValue(value), NamedValue(types::Constant::integer(0)), NamedValue(index)}));
  }
  if (type->is(TypeKind::Class))
    return attr(emission, at, "__getitem__")->call(emission, at, {{NamedValue(index)}, {}}, 1);
  CompileError error(Rule::UnsupportedIndex, at,
                     fmt::format("{} can't be indexed", type->annotation()));
  if (types::isOptionalLike(type)) {
    error.diagnostic.rule = Rule::OptionalNotRefined;
    error.note("it may be None here: test it with `is not None` first, on a local variable");
  }
  throw error;
}

SugaredPtr SimpleValue::iter(Emission& emission, SourceRange at) {
  TypePtr type = value->type();
  if (type->isUnknown()) return std::make_shared<UnknownSugared>();
  if (type->is(TypeKind::List) || type->is(TypeKind::String) || type->is(TypeKind::Tensor))
    return shared_from_this();
  if (type->is(TypeKind::Dict))
    return simple(emitBuiltin(emission, at, aten::keys, {NamedValue(value)}));
  if (type->is(TypeKind::Tuple))
    return std::make_shared<SugaredTuple>(asTuple(emission, at, std::nullopt));
  if (const auto* cls = types::cast<types::ClassType>(type)) {
    (void)cls;
    throw CompileError(Rule::NotIterable, at,
                       fmt::format("objects of {} can't be iterated over", type->annotation()));
  }
  CompileError error(Rule::NotIterable, at,
                     fmt::format("{} can't be iterated over", type->annotation()));
  if (types::isOptionalLike(type)) {
    error.diagnostic.rule = Rule::OptionalNotRefined;
    error.note("it may be None here: test it with `is not None` first, on a local variable");
  }
  throw error;
}

// ---- operators

SugaredPtr BuiltinFunction::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                                 size_t) {
  return simple(emitBuiltin(emission, at, symbol, arguments, self, sign));
}

std::shared_ptr<BuiltinFunction> BuiltinFunction::tryCreate(Symbol symbol, const NamedValue& self) {
  for (const ops::FunctionSchema* schema : ops::schemasOf(symbol)) {
    auto index = schema->argumentIndex("self");
    if (!index) continue;
    TypePtr formal = schema->arguments[*index].type;
    types::TypeBindings bindings;
    if (formal->hasFreeVariables()) {
      if (!types::matchVariables(formal, self.type(), bindings)) continue;
      formal = types::substitute(formal, bindings, /*mustBindAll=*/true);
    }
    if (formal && types::isSubtype(self.type(), formal))
      return std::make_shared<BuiltinFunction>(symbol, self);
  }
  return nullptr;
}

SugaredPtr CastValue::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                           size_t binders) {
  if (arguments.positional.size() == 1 && arguments.keyword.empty()) {
    ir::Graph& graph = emission.graph();
    Value* zero = graph.insertConstant(types::Constant::integer(0));
    Value* value = arguments.positional[0].in(graph);
    if (types::isSubtype(value->type(), type)) return simple(value);
    bool hasLength = value->type()->is(TypeKind::List) || value->type()->is(TypeKind::AnyList) ||
                     value->type()->is(TypeKind::String) || value->type()->is(TypeKind::Dict);
    if (type == types::boolType() && hasLength) {
      Value* length = emitBuiltin(emission, at, aten::len, {NamedValue(value)});
      return simple(emitBuiltin(emission, at, aten::gt, {NamedValue(length), NamedValue(zero)}));
    }
  }
  return BuiltinFunction::call(emission, at, arguments, binders);
}

SugaredPtr TensorCastValue::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                                 size_t) {
  if (!arguments.positional.empty() || !arguments.keyword.empty()) {
    throw CompileError(Rule::WrongArgumentCount, at,
                       "a cast method takes no arguments in TorchScript")
        .note("use `.to(...)`");
  }
  Value* kind = emission.constant(types::Constant::integer(dtype), at);
  return simple(emitBuiltin(emission, at, aten::to, {{}, {self, NamedValue(at, kind, "dtype")}}));
}

SugaredPtr MagicMethod::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                             size_t binders) {
  if (!arguments.positional.empty()) {
    Value* self = arguments.positional[0].in(emission.graph());
    if (self->type()->is(TypeKind::Class)) {
      CallArguments rest{{arguments.positional.begin() + 1, arguments.positional.end()},
                         arguments.keyword};
      return SimpleValue(self).attr(emission, at, name)->call(emission, at, rest, binders);
    }
  }
  return base->call(emission, at, arguments, binders);
}

SugaredPtr PrintValue::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                            size_t) {
  if (!arguments.keyword.empty()) {
    throw CompileError(Rule::UnknownKeyword, at,
                       "'print' takes no keyword arguments in TorchScript")
        .label(arguments.keyword[0].at, "remove this");
  }
  ir::Graph& graph = emission.graph();
  std::vector<Value*> inputs;
  for (const NamedValue& value : arguments.positional) inputs.push_back(value.in(graph));
  graph.insertNode(graph.create(ir::prim::Print, inputs, 0)->setRange(at));
  return std::make_shared<NoneResult>();
}

// ---- iterables

Value* SugaredTuple::asValue(Emission& emission, SourceRange at) {
  std::vector<Value*> values;
  for (const SugaredPtr& element : elements) values.push_back(element->asValue(emission, at));
  ir::Graph& graph = emission.graph();
  return graph.insertNode(graph.createTuple(values))->output();
}

SugaredPtr SugaredTuple::getitem(Emission&, SourceRange at, Value* index, TypePtr) {
  auto constant = ir::constantOf(index);
  if (!constant || !constant->isInt()) {
    throw CompileError(Rule::UnsupportedIndex, at, "the index must be an integer constant");
  }
  int64_t length = static_cast<int64_t>(elements.size());
  int64_t place = constant->toInt() < 0 ? constant->toInt() + length : constant->toInt();
  if (place < 0 || place >= length) {
    throw CompileError(
        Rule::TupleIndexOutOfRange, at,
        fmt::format("index {} is out of range: there are {} elements", constant->toInt(), length));
  }
  return elements[static_cast<size_t>(place)];
}

RangeValue::RangeValue(Emission& emission, SourceRange at, const std::vector<Value*>& inputs,
                       std::optional<int64_t> length)
    : staticLength(length) {
  for (Value* input : inputs) {
    if (input->type()->isUnknown()) throw CompileError::alreadyReported();
    if (input->type() != types::intType()) {
      throw CompileError(Rule::RangeNeedsInts, at,
                         fmt::format("the arguments of range must be ints, and this one is {}",
                                     input->type()->annotation()));
    }
  }
  if (inputs.empty() || inputs.size() > 3) {
    throw CompileError(
        Rule::WrongArgumentCount, at,
        fmt::format("'range' takes 1 to 3 arguments, but {} are given", inputs.size()));
  }
  auto number = [&](int64_t value) {
    return emission.constant(types::Constant::integer(value), at);
  };
  endOnly = inputs.size() == 1;
  if (endOnly) {
    end = inputs[0];
    start = number(0);
    step = number(1);
  } else {
    start = inputs[0];
    end = inputs[1];
    step = inputs.size() == 3 ? inputs[2] : number(1);
  }
}

Value* RangeValue::len(Emission& emission, SourceRange at) {
  if (staticLength) return emission.constant(types::Constant::integer(*staticLength), at);
  if (endOnly) return end;
  return emitBuiltin(emission, at, aten::__range_length, {start, end, step});
}

SugaredPtr RangeValue::getitem(Emission& emission, SourceRange at, Value* index, TypePtr) {
  if (endOnly) return simple(index);
  return simple(emitBuiltin(emission, at, aten::__derive_index, {index, start, step}));
}

void IterableTree::add(Emission&, SourceRange at, const SugaredPtr& iterable) {
  auto length = iterable->staticLen();
  if (children.empty()) {
    unrollLength = length;
  } else {
    if (unrollLength.has_value() != length.has_value()) {
      throw CompileError(Rule::UnknownLength, at,
                         "a tuple or ModuleList can't be iterated in parallel with an iterable "
                         "whose length isn't known at compile time");
    }
    if (length) unrollLength = std::min(*unrollLength, *length);
  }
  children.push_back(iterable);
}

void IterableTree::leaves(std::vector<SugaredPtr>& values) const {
  for (const SugaredPtr& child : children) {
    if (auto* tree = dynamic_cast<IterableTree*>(child.get())) {
      tree->leaves(values);
    } else {
      values.push_back(child);
    }
  }
}

Value* IterableTree::len(Emission& emission, SourceRange at) {
  std::vector<SugaredPtr> all;
  leaves(all);
  std::vector<Value*> lengths;
  for (const SugaredPtr& leaf : all) lengths.push_back(leaf->len(emission, at));
  for (Value* length : lengths) {
    if (length->type()->isUnknown()) return length;
  }
  ir::Graph& graph = emission.graph();
  Value* list = graph.insertNode(graph.createList(types::intType(), lengths))->output();
  return emitBuiltin(emission, at, ir::prim::min, {list});
}

SugaredPtr IterableTree::getitem(Emission& emission, SourceRange at, Value* index, TypePtr) {
  std::vector<SugaredPtr> items;
  for (const SugaredPtr& child : children)
    items.push_back(child->getitem(emission, at, index, nullptr));
  return std::make_shared<SugaredTuple>(std::move(items));
}

SugaredPtr SliceClass::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                            size_t) {
  size_t count = arguments.positional.size();
  if (count < 1 || count > 3 || !arguments.keyword.empty()) {
    throw CompileError(Rule::WrongArgumentCount, at,
                       fmt::format("'slice' takes 1 to 3 arguments, but {} are given", count));
  }
  auto orDefault = [&](const NamedValue* argument, int64_t otherwise) {
    Value* value = argument ? argument->in(emission.graph()) : nullptr;
    if (value && !types::isSubtype(value->type(), types::noneType())) return value;
    return emission.constant(types::Constant::integer(otherwise), at);
  };
  const NamedValue* input = arguments.positional.data();
  Value* start = orDefault(count == 1 ? nullptr : input, 0);
  Value* stop = orDefault(count == 1 ? input : input + 1, std::numeric_limits<int64_t>::max());
  Value* step = orDefault(count == 3 ? input + 2 : nullptr, 1);
  return std::make_shared<SliceValue>(start, stop, step);
}

}  // namespace ts::compiler
