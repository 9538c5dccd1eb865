#include "core/eval_torch/repeated_layers.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/hash.h"
#include "core/eval/state.h"
#include "core/eval_torch/torch_state.h"

namespace ts::eval {
namespace {

constexpr size_t kMostKept = 4096;

// False: two of it may look alike and differ.
bool addToHash(Vm& vm, const Value& value, size_t& hash) {
  hash = mixed(hash, static_cast<size_t>(value.tag()));
  switch (value.tag()) {
    case Tag::None: return true;
    case Tag::Bool:
    case Tag::Int: hash = mixed(hash, static_cast<size_t>(value.integerValue())); return true;
    case Tag::Float: hash = mixed(hash, std::bit_cast<size_t>(value.realValue())); return true;
    case Tag::Object: break;
    default: return false;
  }
  Object* object = value.object();
  if (object->attributes) return false;
  if (object->kind == Kind::Dtype) {
    hash = mixed(hash, reinterpret_cast<size_t>(object));
    return true;
  }
  if (auto* text = value.as<Str>(); text && object->cls.get() == vm.types.str) {
    hash = mixed(hash, text->hash());
    return true;
  }
  auto* tuple = value.as<Tuple>();
  return tuple && object->cls.get() == vm.types.tuple &&
         std::ranges::all_of(tuple->items,
                             [&](const Value& item) { return addToHash(vm, item, hash); });
}

// Of values that can be part of a hash.
bool isSame(const Value& a, const Value& b) {
  if (a.same(b)) return true;
  if (const auto* s = a.as<Str>(), *t = b.as<Str>(); s && t) return s->text == t->text;
  const auto *x = a.as<Tuple>(), *y = b.as<Tuple>();
  return x && y && std::ranges::equal(x->items, y->items, isSame);
}

// Copies a layer with all that is its own.
class Copy {
 public:
  explicit Copy(Vm& vm) : vm_(vm) {}

  // Unbound: there is something in it of which nobody knows whose it is.
  Value layer(const Instance& from) {
    Ref<Instance> made = vm_.instance(from.cls.get());
    copies_.emplace_back(&from, made.get());
    if (from.attributes) made->attributes = dict(*from.attributes);
    return isWhole_ ? Value(made) : Value();
  }

 private:
  // What can't change, and what belongs to the library, are the same for all.
  static bool isShared(const Value& value) {
    if (!value.isObject()) return !value.isUnknown() && !value.isUnbound();
    switch (value.object()->kind) {
      case Kind::Str:
      case Kind::Dtype:
      case Kind::Device:
      case Kind::Class:
      case Kind::NativeFunction:
      case Kind::OperatorFunction: return true;
      case Kind::Function: return value.as<Function>()->closure.empty();
      case Kind::Tuple: return std::ranges::all_of(value.as<Tuple>()->items, isShared);
      default: return false;
    }
  }

  Value copy(const Value& value) {
    if (isShared(value)) return value;
    const Object* from = value.object();
    auto known = std::ranges::find(copies_, from, [](const auto& pair) { return pair.first; });
    if (known != copies_.end()) return known->second;
    if (const auto* table = value.as<Dict>()) return dict(*table);
    if (const auto* tensor = value.as<Tensor>()) return this->tensor(*tensor);
    if (const auto* set = value.as<Set>();
        set && set->table.entries.empty() && !set->unknown && !set->attributes) {
      Ref<Set> made = new Set(set->kind, set->cls.get());
      copies_.emplace_back(from, made.get());
      return made;
    }
    if (const auto* list = value.as<List>(); list && !list->unknown && !list->attributes) {
      Ref<List> made = new List(list->cls.get());
      copies_.emplace_back(from, made.get());
      for (const Value& item : list->items) made->items.push_back(copy(item));
      return made;
    }
    if (const auto* instance = value.as<Instance>(); instance && isLayerClass(*instance->cls))
      return layer(*instance);
    isWhole_ = false;
    return {};
  }

  Ref<Dict> dict(const Dict& from) {
    Ref<Dict> made = new Dict(from.cls.get());
    copies_.emplace_back(&from, made.get());
    isWhole_ &= !from.unknown && !from.attributes;
    made->namesOnly = from.namesOnly;
    made->buckets = from.buckets;
    made->count = from.count;
    made->entries.reserve(from.entries.size());
    for (const Dict::Entry& entry : from.entries) {
      const bool isHole = entry.key.isUnbound();
      made->entries.push_back({entry.key, isHole ? Value() : copy(entry.value), entry.hash});
      isWhole_ &= isHole || isShared(entry.key);
    }
    return made;
  }

  Ref<Tensor> tensor(const Tensor& from) {
    Ref<Tensor> made = new Tensor(from.cls.get());
    copies_.emplace_back(&from, made.get());
    isWhole_ &= !from.domain && from.grad.isUnbound();
    made->shape = from.shape;
    made->dtype = from.dtype;
    made->device = from.device;
    made->requiresGrad = from.requiresGrad;
    made->elements = from.elements;
    if (from.storage) made->storage = storage(from.storage);
    if (from.attributes) made->attributes = dict(*from.attributes);
    return made;
  }

  // Views of one tensor go on sharing their values.
  std::shared_ptr<Storage> storage(const std::shared_ptr<Storage>& from) {
    auto known = std::ranges::find(storages_, from, [](const auto& pair) { return pair.first; });
    if (known != storages_.end()) return known->second;
    return storages_.emplace_back(from, std::make_shared<Storage>(*from)).second;
  }

  Vm& vm_;
  bool isWhole_ = true;
  std::vector<std::pair<const Object*, Value>> copies_;
  std::vector<std::pair<std::shared_ptr<Storage>, std::shared_ptr<Storage>>> storages_;
};

}  // namespace

bool isLayerClass(const Class& cls) {
  return isOfLibrary(cls.module.get()) && cls.instanceKind == Kind::Instance &&
         cls.module->name.starts_with("torch.nn.modules.") && derivesFromNnModule(cls);
}

const RepeatedLayers::Made* RepeatedLayers::find(size_t hash, const Class& cls,
                                                 const CallArgs& args) const {
  for (auto [at, end] = made_.equal_range(hash); at != end; ++at) {
    const Made& made = at->second;
    if (made.cls.get() == &cls && std::ranges::equal(made.values, args.all(), isSame) &&
        std::ranges::equal(made.names, args.names))
      return &made;
  }
  return nullptr;
}

Value RepeatedLayers::make(Vm& vm, Class& cls, const CallArgs& args,
                           Value (*construct)(Vm& vm, Class& cls, const CallArgs& args)) {
  const LibraryChanges& changes = vm.state().libraryChanges;
  const TorchState& torch = torchOf(vm);
  if (changes.isOpen || torch.eager || !torch.gradEnabled || !isLayerClass(cls))
    return construct(vm, cls, args);
  if (libraryChanges_ != changes.count || defaultDtype_ != torch.defaultDtype.get()) made_.clear();
  libraryChanges_ = changes.count;
  defaultDtype_ = torch.defaultDtype.get();

  size_t hash = mixed(reinterpret_cast<size_t>(&cls), args.positional);
  if (!std::ranges::all_of(args.all(),
                           [&](const Value& value) { return addToHash(vm, value, hash); }))
    return construct(vm, cls, args);
  if (const Made* made = find(hash, cls, args); made && !made->layer.isUnbound()) {
    vm.burn(10);
    return Copy(vm).layer(*made->layer.as<Instance>());
  } else if (made || made_.size() >= kMostKept) {
    return construct(vm, cls, args);
  }
  Made entry{
      &cls, {args.all().begin(), args.all().end()}, {args.names.begin(), args.names.end()}, {}};
  Value layer = construct(vm, cls, args);
  if (libraryChanges_ != changes.count || changes.isOpen) return layer;
  if (auto* instance = layer.as<Instance>(); instance && instance->cls.get() == &cls)
    entry.layer = Copy(vm).layer(*instance);
  made_.emplace(hash, std::move(entry));
  return layer;
}

}  // namespace ts::eval
