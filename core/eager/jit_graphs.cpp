// Graphs as Python objects: torch._C.Graph, Node, Value, Block and Type. The classes are Python
// code (prelude/lib/torch/_C/_graphs.py); the functions here read the parts of a graph for them.
#include <variant>

#include "core/eager/convert.h"
#include "core/eager/jit.h"
#include "core/interp/interpreter.h"
#include "core/ir/kinds.h"
#include "core/ir/text.h"
#include "core/passes/inliner.h"

namespace ts::eager {
namespace {

// A graph, or a part of it, which the graph keeps alive.
struct Part final : eval::Object {
  using Referent =
      std::variant<const ir::Block*, const ir::Node*, const ir::Value*, types::TypePtr>;
  Part(Class* cls, ir::GraphPtr graph, Referent place)
      : Object(eval::Kind::Native, cls), graph(std::move(graph)), place(place) {}
  ir::GraphPtr graph;
  Referent place;
};

template <typename T>
T in(Vm& vm, const Value& part) {
  auto* held = part.asNative<Part>();
  const T* place = held ? std::get_if<T>(&held->place) : nullptr;
  if (!place) vm.raiseTypeError("expected another part of a graph");
  return *place;
}

Value beside(const Value& part, Part::Referent place) {
  auto& held = *part.asNative<Part>();
  return Value(eval::Ref<Part>(new Part(held.cls.get(), held.graph, place)));
}

Value graphOf(Vm& vm, Value* args) {
  auto* handle = args[0].asNative<Handle>();
  if (!handle) vm.raiseTypeError("expected a compiled function or module");
  ir::GraphPtr graph = compiledFunction(vm, *handle, args[1].as<Str>()->text).graph;
  if (vm.truth(args[2])) {
    graph = graph->copy();
    passes::inlineCalls(*graph);
  }
  if (vm.truth(args[3])) graph = ir::canonicalize(*graph);
  return Value(eval::Ref<Part>(new Part(jitOf(vm).graphPartClass(), graph, graph->block())));
}

Value key(Vm& vm, Value* args) {
  auto* held = args[0].asNative<Part>();
  if (!held) vm.raiseTypeError("expected a part of a graph");
  return std::visit(
      [](auto place) {
        return Value::integer(static_cast<int64_t>(reinterpret_cast<intptr_t>(place)));
      },
      held->place);
}

// ---- blocks and nodes

Value nodes(Vm& vm, Value* args) {
  std::vector<Value> nodes;
  for (const ir::Node* node : in<const ir::Block*>(vm, args[0])->nodes())
    nodes.push_back(beside(args[0], node));
  return vm.list(std::move(nodes));
}
Value blocks(Vm& vm, Value* args) {
  std::vector<Value> blocks;
  for (const ir::Block* block : in<const ir::Node*>(vm, args[0])->blocks())
    blocks.push_back(beside(args[0], block));
  return vm.list(std::move(blocks));
}
template <bool kInputs>
Value values(Vm& vm, Value* args) {
  auto* held = args[0].asNative<Part>();
  const auto* block = held ? std::get_if<const ir::Block*>(&held->place) : nullptr;
  auto read = [](auto* part) { return kInputs ? part->inputs() : part->outputs(); };
  std::vector<Value> values;
  for (const ir::Value* value : block ? read(*block) : read(in<const ir::Node*>(vm, args[0])))
    values.push_back(beside(args[0], value));
  return vm.list(std::move(values));
}
Value paramNode(Vm& vm, Value* args) {
  return beside(args[0], in<const ir::Block*>(vm, args[0])->paramNode());
}
Value returnNode(Vm& vm, Value* args) {
  return beside(args[0], in<const ir::Block*>(vm, args[0])->returnNode());
}
Value owningNode(Vm& vm, Value* args) {
  const ir::Node* owner = in<const ir::Block*>(vm, args[0])->owningNode();
  return owner ? beside(args[0], owner) : Value::none();
}
// Kind, schema, mustBeNone, isNondeterministic.
Value nodeFacts(Vm& vm, Value* args) {
  const ir::Node& node = *in<const ir::Node*>(vm, args[0]);
  const ops::FunctionSchema* schema = node.schema();
  return vm.tuple({vm.str(node.kind().str()), vm.str(schema ? schema->str() : "(no schema)"),
                   Value::boolean(node.mustBeNone()), Value::boolean(node.isNondeterministic())});
}
Value nodeText(Vm& vm, Value* args) { return vm.str(ir::print(*in<const ir::Node*>(vm, args[0]))); }

// The accessor of an attribute, as in Node.i(name), and its value.
std::pair<const char*, Value> attributeOf(Vm& vm, const Value& part,
                                          const ir::AttributeValue& held) {
  auto list = [&](const auto& items, auto&& make) {
    std::vector<Value> parts;
    for (const auto& item : items) parts.push_back(make(item));
    return Value(vm.list(std::move(parts)));
  };
  auto text = [&](const std::string& item) { return Value(vm.str(item)); };
  auto type = [&](types::TypePtr item) { return beside(part, item); };
  struct Visitor {
    decltype(list)& eachOf;
    decltype(text)& ofText;
    decltype(type)& ofType;
    Vm& vm;
    using Result = std::pair<const char*, Value>;
    Result operator()(int64_t value) const { return {"i", Value::integer(value)}; }
    Result operator()(double value) const { return {"f", Value::real(value)}; }
    Result operator()(const std::string& value) const { return {"s", ofText(value)}; }
    Result operator()(const std::vector<int64_t>& value) const {
      return {"is", eachOf(value, [](int64_t item) { return Value::integer(item); })};
    }
    Result operator()(const std::vector<double>& value) const {
      return {"fs", eachOf(value, [](double item) { return Value::real(item); })};
    }
    Result operator()(const std::vector<std::string>& value) const {
      return {"ss", eachOf(value, ofText)};
    }
    Result operator()(types::TypePtr value) const { return {"ty", ofType(value)}; }
    Result operator()(const std::vector<types::TypePtr>& value) const {
      return {"tys", eachOf(value, ofType)};
    }
    Result operator()(const ir::GraphPtr&) const { return {"g", Value::none()}; }
    Result operator()(const types::Constant& value) const {
      if (value.isBool()) return {"i", Value::integer(value.toBool())};
      const Value constant = jitOf(vm).fromTyped(interp::valueOf(value));
      const char* kind = value.isInt()                                                   ? "i"
                         : value.isReal()                                                ? "f"
                         : value.isComplex()                                             ? "c"
                         : value.isString() || value.type()->is(types::TypeKind::Device) ? "s"
                         : value.isOpaque()                                              ? "t"
                                                                                         : "ival";
      const bool isDevice = value.type()->is(types::TypeKind::Device);
      return {kind, isDevice ? Value(vm.str(value.toDevice().name)) : constant};
    }
  };
  return std::visit(Visitor{list, text, type, vm}, held);
}

// (name, accessor, value) of each attribute.
Value attributes(Vm& vm, Value* args) {
  std::vector<Value> attributes;
  for (const ir::Attribute& attribute : in<const ir::Node*>(vm, args[0])->attributes()) {
    const auto* constant = std::get_if<types::Constant>(&attribute.value);
    if (constant && constant->isNone()) continue;
    const auto [kind, value] = attributeOf(vm, args[0], attribute.value);
    attributes.push_back(
        vm.tuple({vm.str(std::string(attribute.name.str())), vm.str(kind), value}));
  }
  return vm.list(std::move(attributes));
}

// ---- values

// The text after the %, the number, the offset among the outputs.
Value valueFacts(Vm& vm, Value* args) {
  const ir::Value& value = *in<const ir::Value*>(vm, args[0]);
  return vm.tuple({vm.str(value.printedName()),
                   Value::integer(static_cast<int64_t>(value.unique())),
                   Value::integer(static_cast<int64_t>(value.offset()))});
}
Value nodeOfValue(Vm& vm, Value* args) {
  return beside(args[0], in<const ir::Value*>(vm, args[0])->node());
}
// (node, index of the input) of each use.
Value uses(Vm& vm, Value* args) {
  std::vector<Value> uses;
  for (const ir::Use& use : in<const ir::Value*>(vm, args[0])->uses())
    uses.push_back(vm.tuple({beside(args[0], static_cast<const ir::Node*>(use.user)),
                             Value::integer(static_cast<int64_t>(use.offset))}));
  return vm.list(std::move(uses));
}
Value typeOfValue(Vm& vm, Value* args) {
  return beside(args[0], in<const ir::Value*>(vm, args[0])->type());
}
Value constantOfValue(Vm& vm, Value* args) {
  const ir::Value* value = in<const ir::Value*>(vm, args[0]);
  if (value->mustBeNone()) return Value::none();
  const types::Constant* constant = ir::constantOf(value);
  return constant ? jitOf(vm).fromTyped(interp::valueOf(*constant)) : Value::none();
}

// ---- types

constexpr const char* kTypeKinds[] = {
    "UnknownType",   "AnyType",       "TensorType",     "NoneType",         "BoolType",
    "IntType",       "FloatType",     "ComplexType",    "NumberType",       "StringType",
    "DeviceObjType", "LayoutType",    "ScalarTypeType", "MemoryFormatType", "QSchemeType",
    "GeneratorType", "StreamObjType", "StorageType",    "QuantizerType",    "CapsuleType",
    "PyObjectType",  "AnyListType",   "AnyTupleType",   "AnyClassType",     "AnyEnumType",
    "ListType",      "DictType",      "TupleType",      "OptionalType",     "UnionType",
    "FutureType",    "AwaitType",     "RRefType",       "ClassType",        "InterfaceType",
    "EnumType",      "FunctionType",  "VarType"};
static_assert(std::size(kTypeKinds) == static_cast<size_t>(types::TypeKind::Var) + 1);

// Kind, spelling in graphs, spelling in source, qualified name or None.
Value typeFacts(Vm& vm, Value* args) {
  const types::TypePtr type = in<types::TypePtr>(vm, args[0]);
  Value name = Value::none();
  if (const auto* cls = types::cast<types::ClassType>(type)) name = vm.str(cls->qualifiedName());
  return vm.tuple({vm.str(kTypeKinds[static_cast<size_t>(type->kind())]), vm.str(type->str()),
                   vm.str(type->annotation()), name});
}
Value containedTypes(Vm& vm, Value* args) {
  std::vector<Value> elements;
  for (const types::TypePtr type : in<types::TypePtr>(vm, args[0])->contained())
    elements.push_back(beside(args[0], type));
  return vm.list(std::move(elements));
}
// Dtype, sizes, strides, device and requires_grad of a tensor type; each None when unknown.
Value tensorFacts(Vm& vm, Value* args) {
  const auto* type = types::cast<types::TensorType>(in<types::TypePtr>(vm, args[0]));
  const types::TensorInfo* info = type ? type->info() : nullptr;
  auto dims = [&](const std::optional<std::vector<int64_t>>& held) -> Value {
    if (!held) return Value::none();
    std::vector<Value> sizes;
    for (const int64_t size : *held)
      sizes.push_back(size < 0 ? Value::none() : Value::integer(size));
    return vm.list(std::move(sizes));
  };
  if (!info)
    return vm.tuple({Value::none(), Value::none(), Value::none(), Value::none(), Value::none()});
  return vm.tuple({info->dtype.empty() ? Value::none() : Value(vm.str(info->dtype)),
                   dims(info->sizes), dims(info->strides),
                   info->device.empty() ? Value::none() : Value(vm.str(info->device)),
                   info->requiresGrad ? Value::boolean(*info->requiresGrad) : Value::none()});
}

constexpr NativeDef kGraphCFunctions[] = {
    {"_ir_graph", "handle, name, inlined, canonical, /", graphOf},
    {"_ir_key", "part, /", key},
    {"_ir_nodes", "block, /", nodes},
    {"_ir_blocks", "node, /", blocks},
    {"_ir_inputs", "part, /", values<true>},
    {"_ir_outputs", "part, /", values<false>},
    {"_ir_param_node", "block, /", paramNode},
    {"_ir_return_node", "block, /", returnNode},
    {"_ir_owning_node", "block, /", owningNode},
    {"_ir_node_facts", "node, /", nodeFacts},
    {"_ir_node_text", "node, /", nodeText},
    {"_ir_attributes", "node, /", attributes},
    {"_ir_value_facts", "value, /", valueFacts},
    {"_ir_node_of", "value, /", nodeOfValue},
    {"_ir_uses", "value, /", uses},
    {"_ir_type", "value, /", typeOfValue},
    {"_ir_constant", "value, /", constantOfValue},
    {"_ir_type_facts", "type, /", typeFacts},
    {"_ir_contained", "type, /", containedTypes},
    {"_ir_tensor_facts", "type, /", tensorFacts},
};

}  // namespace

std::span<const NativeDef> graphCFunctions() { return kGraphCFunctions; }

}  // namespace ts::eager
