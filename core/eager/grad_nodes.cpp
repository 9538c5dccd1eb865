#include "core/eager/grad_nodes.h"

#include "core/autodiff/accumulate_node.h"
#include "core/autodiff/views.h"
#include "core/eager/members.h"

namespace ts::eager {
namespace {

using autodiff::Node;

// ---- hooks: dictionaries of functions, which run in their order

// Calls use(function) for each function of a dictionary, which may change meanwhile.
template <typename Use>
void eachHook(const Ref<Dict>& hooks, Use use) {
  if (!hooks) return;
  std::vector<Value> functions;
  hooks->each([&](const Value&, const Value& function) { functions.push_back(function); });
  for (const Value& function : functions) use(function);
}

std::string nameOfFunction(Vm& vm, const Value& function) {
  Value name;
  if (!vm.tryGetattr(function, vm.intern("__name__"), name)) return vm.repr(function);
  return vm.toStr(name);
}

// The gradient that a hook returned instead of another one.
Tensor replacement(Vm& vm, const Value& function, const Value& returned, const Tensor& before) {
  if (!isTensor(returned))
    vm.raiseTypeError("expected Variable, but hook returned '" + vm.classOf(returned)->name + "'");
  Tensor after = dataOf(returned);
  if (before.defined() && after.sizes() != before.sizes())
    vm.raise(vm.types.RuntimeError,
             "hook '" + nameOfFunction(vm, function) + "' has changed the size of value");
  return after;
}

class PythonTensorHooks final : public autodiff::TensorHooks {
 public:
  PythonTensorHooks(Vm& vm, Ref<Dict> hooks) : vm_(vm), hooks_(std::move(hooks)) {}
  Tensor run(const Tensor& given) override {
    Tensor gradient = given;
    eachHook(hooks_, [&](const Value& function) {
      const Value returned = vm_.call(function, {wrap(vm_, gradient)});
      if (!returned.isNone()) gradient = replacement(vm_, function, returned, gradient);
    });
    return gradient;
  }
  const Ref<Dict>& hooks() const { return hooks_; }

 private:
  Vm& vm_;
  Ref<Dict> hooks_;
};

class PythonNodeHooks final : public autodiff::NodeHooks {
 public:
  explicit PythonNodeHooks(Vm& vm) : before_(vm.dict()), after_(vm.dict()), vm_(vm) {}

  void before(std::vector<Tensor>& gradients) override {
    eachHook(before_, [&](const Value& function) {
      replace(gradients, function, vm_.call(function, {tupleOf(gradients)}));
    });
  }
  void after(std::vector<Tensor>& results, std::span<const Tensor> gradients) override {
    if (after_->count == 0) return;
    const Value outputs = tupleOf(gradients);
    eachHook(after_, [&](const Value& function) {
      replace(results, function, vm_.call(function, {tupleOf(results), outputs}));
    });
  }
  const Ref<Dict>& hooks(bool areBefore) const { return areBefore ? before_ : after_; }

 private:
  Value tupleOf(std::span<const Tensor> tensors) {
    std::vector<Value> items;
    for (const Tensor& tensor : tensors) items.push_back(wrap(vm_, tensor));
    return vm_.tuple(std::move(items));
  }
  void replace(std::vector<Tensor>& tensors, const Value& function, const Value& returned) {
    if (returned.isNone()) return;
    std::vector<Value> items;
    if (auto* tuple = returned.as<Tuple>())
      items = tuple->items;
    else
      items = {returned};
    if (items.size() != tensors.size())
      vm_.raise(vm_.types.RuntimeError,
                fmt::format("hook '{}' has returned an incorrect number of values (got {}, but "
                            "expected {})",
                            nameOfFunction(vm_, function), items.size(), tensors.size()));
    for (size_t i = 0; i < items.size(); ++i)
      tensors[i] = items[i].isNone() ? Tensor() : replacement(vm_, function, items[i], tensors[i]);
  }

  Ref<Dict> before_, after_;
  Vm& vm_;
};

Value hookDict(Vm& vm, tensor::Ptr<autodiff::TensorHooks>& hooks) {
  if (auto* known = dynamic_cast<PythonTensorHooks*>(hooks.get())) return known->hooks();
  Ref<Dict> made = vm.dict();
  hooks = tensor::makeCounted<PythonTensorHooks>(vm, made);
  return made;
}
Value tensorHooks(Vm& vm, Value* args) {
  const Tensor tensor = neededTensor(vm, args[0]);
  guarded(vm, [&] { autodiff::refreshView(tensor); });
  return hookDict(vm, autodiff::hooksOf(tensor));
}
Value accumulationHooks(Vm& vm, Value* args) {
  return hookDict(vm, autodiff::makeHistory(neededTensor(vm, args[0])).hooksAfterAccumulation);
}

// ---- nodes

NodeObject& nodeObject(Vm& vm, Value* args) {
  auto* object = args[0].asNative<NodeObject>();
  if (object == nullptr || object->node == nullptr)
    vm.raise(vm.types.RuntimeError,
             "Attribute is invalid: the function has not been applied, or its graph was freed");
  return *object;
}
Node& nodeOf(Vm& vm, Value* args) { return *nodeObject(vm, args).node; }

// PyTorch has names with namespaces for the nodes that it does not generate.
Value nodeName(Vm& vm, Value* args) {
  const std::string_view name = nodeObject(vm, args).name;
  const bool isQualified = name == "AccumulateGrad" || name == "CopySlices";
  return vm.str((isQualified ? "torch::autograd::" : "") + std::string(name));
}

Value nextFunctions(Vm& vm, Value* args) {
  std::vector<Value> next;
  for (const autodiff::Edge& edge : nodeOf(vm, args).shownEdges())
    next.emplace_back(
        vm.tuple({nodeValue(vm, edge), Value::integer(static_cast<int64_t>(edge.output))}));
  return vm.tuple(std::move(next));
}

struct Metadata {
  Ref<Dict> dict;
};
Value nodeMetadata(Vm& vm, Value* args) {
  std::shared_ptr<void>& held = nodeOf(vm, args).metadata;
  if (!held) held = std::make_shared<Metadata>(Metadata{vm.dict()});
  return static_cast<Metadata*>(held.get())->dict;
}

Value nodeSequence(Vm& vm, Value* args) {
  return Value::integer(static_cast<int64_t>(nodeOf(vm, args).sequence()));
}

template <bool kBefore>
Value nodeHookDict(Vm& vm, Value* args) {
  Node& node = nodeOf(vm, args);
  if (!node.hooks) node.hooks = tensor::makeCounted<PythonNodeHooks>(vm);
  return static_cast<PythonNodeHooks&>(*node.hooks).hooks(kBefore);
}
template <bool kBefore>
Value registerHook(Vm& vm, Value* args) {
  const Value add = vm.moduleAttribute(*vm.module("torch.utils.hooks"), vm.intern("_added"));
  return vm.call(add, {nodeHookDict<kBefore>(vm, args), args[1]});
}

bool nodeAttribute(Vm& vm, const Value& object, Str* name, Value& result) {
  const auto* own = object.asNative<NodeObject>();
  const auto* leaf =
      own == nullptr ? nullptr : dynamic_cast<const autodiff::AccumulateNode*>(own->node);
  if (leaf == nullptr || name->text != "variable") return false;
  result = wrap(vm, leaf->leaf());
  return true;
}

constexpr NativeDef kNodeMembers[] = {
    {"name", "self", nodeName},
    {"next_functions", "self", nextFunctions, eval::kGetter},
    {"metadata", "self", nodeMetadata, eval::kGetter},
    {"_sequence_nr", "self", nodeSequence},
    {"register_hook", "self, fn", registerHook<false>},
    {"register_prehook", "self, fn", registerHook<true>},
};
Value makeNode(Vm&, Class* cls, const CallArgs&) { return new NodeObject(cls); }
constexpr eval::TypeOps kNodeOps = {.make = makeNode, .getattr = nodeAttribute};

Class* baseClass(Vm& vm) {
  Class*& cls = eagerOf(vm).nodeClass;
  if (cls == nullptr)
    cls = vm.defineClass(
        {"Node", "torch.autograd.graph", eval::Kind::Native, &kNodeOps, kNodeMembers});
  return cls;
}
Value nodeClass(Vm& vm, Value*) { return baseClass(vm); }

Class* classNamed(Vm& vm, const char* name) {
  Value& cls = eagerOf(vm).nodeClasses[name];
  if (cls.isUnbound()) {
    const Value make =
        vm.moduleAttribute(*vm.module("torch.autograd.function"), vm.intern("_node_class"));
    cls = vm.call(make, {vm.str(name)});
  }
  return cls.as<Class>();
}

void introduce(Vm& vm, NodeObject& object, autodiff::Node& node, std::string_view name) {
  object.node = &node;
  object.name = name;
  object.domain = &eagerOf(vm);
  object.domain->nodes[{&node, name}] = &object;
}

constexpr NativeDef kNodeFunctions[] = {
    {"_node_class", "", nodeClass},
    {"_tensor_hooks", "tensor, /", tensorHooks},
    {"_accumulation_hooks", "tensor, /", accumulationHooks},
};

}  // namespace

NodeObject::~NodeObject() {
  if (domain != nullptr && node != nullptr) domain->nodes.erase({node, name});
}

void connectContext(Vm& vm, NodeObject& object, autodiff::Node& node) {
  introduce(vm, object, node, node.name());
}

Value nodeValue(Vm& vm, const autodiff::Edge& edge) {
  if (!edge.node) return Value::none();
  const char* name = edge.node->nameOf(edge.output).node;
  const auto& known = eagerOf(vm).nodes;
  if (const auto entry = known.find({edge.node.get(), name}); entry != known.end())
    return Value(entry->second);
  Ref<NodeObject> made = new NodeObject(classNamed(vm, name));
  made->owned = edge.node;
  introduce(vm, *made, *edge.node, name);
  return made;
}

Value gradientFunction(Vm& vm, const Tensor& tensor) {
  guarded(vm, [&] { autodiff::refreshView(tensor); });
  if (tensor.impl()->gradient == nullptr) return Value::none();
  const autodiff::History& history = *autodiff::historyOf(tensor);
  return nodeValue(vm, {history.node, history.output});
}

std::span<const NativeDef> nodeFunctions() { return kNodeFunctions; }

}  // namespace ts::eager
