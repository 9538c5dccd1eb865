// Intrinsics of torch.nn.Module: attributes, and the dicts of parameters, buffers and submodules.
// The Python code in core/prelude/lib/torch/nn/modules/module.py handles errors, Unknown values and
// overrides.
#include <algorithm>
#include <array>

#include "core/base/torch_profile.h"
#include "core/eval/builtins/containers.h"
#include "core/eval/vm/intrinsics.h"
#include "core/eval/vm/special_call.h"
#include "core/eval_torch/intrinsics.h"
#include "core/eval_torch/torch_objects.h"
#include "core/eval_torch/torch_state.h"

namespace ts::eval {
namespace {

enum class Start : uint8_t { True, Dict, Set, None };
struct Attribute {
  const char* name;
  Start start;
  bool isNewer = false;  // since 2.6
};
// The attributes that Module.__init__ sets, in this order.
constexpr Attribute kAttributes[] = {
    {"training", Start::True},
    {"_parameters", Start::Dict},
    {"_buffers", Start::Dict},
    {"_non_persistent_buffers_set", Start::Set},
    {"_backward_pre_hooks", Start::Dict, true},
    {"_backward_hooks", Start::Dict},
    {"_is_full_backward_hook", Start::None},
    {"_forward_hooks", Start::Dict},
    {"_forward_pre_hooks", Start::Dict},
    {"_state_dict_hooks", Start::Dict},
    {"_load_state_dict_pre_hooks", Start::Dict},
    {"_load_state_dict_post_hooks", Start::Dict},
    {"_modules", Start::Dict},
};
// Their places, which are hints where to look.
enum MemberSlot : size_t { kParameters = 1, kBuffers = 2, kNonPersistent = 3, kModules = 12 };

constexpr char kModule[] = "torch.nn.modules.module";

}  // namespace

bool isNnModule(const Class& cls) { return cls.name == "Module" && cls.moduleName == kModule; }
bool derivesFromNnModule(const Class& cls) {
  return std::ranges::any_of(cls.mro, [](const Class* base) { return isNnModule(*base); });
}

struct ModuleNames {
  explicit ModuleNames(Vm& vm)
      : orderedDict(vm.intern("OrderedDict")),
        parameter(vm.intern("Parameter")),
        gradFn(vm.intern("grad_fn")),
        registerParameter(vm.intern("register_parameter")),
        namedModules(vm.intern("named_modules")) {
    for (size_t i = 0; i < std::size(kAttributes); ++i)
      attributes[i] = vm.intern(kAttributes[i].name);
  }
  std::array<Str*, std::size(kAttributes)> attributes;
  Str *orderedDict, *parameter, *gradFn, *registerParameter, *namedModules;
};

namespace {

const ModuleNames& namesOf(Vm& vm) {
  auto& names = torchOf(vm).moduleNames;
  if (!names) names = std::make_shared<ModuleNames>(vm);
  return *names;
}

// The attributes of an instance after Module.__init__.
class State {
 public:
  // Returns false when the dicts aren't as Module.__init__ creates them.
  bool read(Vm& vm, const Value& self) {
    auto* object = self.as<Instance>();
    if (!object || !object->attributes || object->attributes->unknown) return false;
    own = object->attributes.get();
    names_ = &namesOf(vm);
    parameters = registry(kParameters);
    buffers = registry(kBuffers);
    modules = registry(kModules);
    return parameters && buffers && modules;
  }
  Set* nonPersistent(Vm& vm) const {
    const Value* names = find(kNonPersistent);
    auto* set = names ? names->as<Set>() : nullptr;
    return set && !set->unknown && set->cls.get() == vm.types.set ? set : nullptr;
  }
  bool isMember(const Str* name) const {
    return parameters->find(name) || buffers->find(name) || modules->find(name);
  }

  Dict* own = nullptr;
  Dict *parameters = nullptr, *buffers = nullptr, *modules = nullptr;

 private:
  const Value* find(MemberSlot place) const {
    uint16_t hint = static_cast<uint16_t>(place);
    return own->find(names_->attributes[place], hint);
  }
  // Null when the value isn't a dict with the standard methods.
  Dict* registry(MemberSlot place) const {
    constexpr auto bit = [](Special special) {
      return uint64_t{1} << static_cast<unsigned>(special);
    };
    constexpr uint64_t kUses = bit(Special::GetItem) | bit(Special::SetItem) |
                               bit(Special::DelItem) | bit(Special::Contains);
    const Value* members = find(place);
    auto* dict = members ? members->as<Dict>() : nullptr;
    return dict && !dict->unknown && dict->namesOnly && !(dict->cls->specials & kUses) ? dict
                                                                                       : nullptr;
  }
  const ModuleNames* names_ = nullptr;
};

// The interned name of an attribute; null when it is Unknown or not a string.
Str* nameOf(Vm& vm, const Value& value) {
  auto* name = value.as<Str>();
  return !name || name->interned ? name : vm.intern(name->text);
}

void put(Vm& vm, Dict& dict, Str* name, const Value& value) {
  vm.touch(dict);
  dict.set(name, value);
}

// The class bound to a name in the module's file.
Class* classNamed(Vm& vm, const Function& function, Str* name) {
  return vm.moduleAttribute(*function.module, name).as<Class>();
}

bool isModule(const Function& function, const Value& value) {
  const Object* object = value.object();
  return object && object->cls && object->cls->isSubclass(function.owner);
}
bool isParameter(Vm& vm, const Function& function, const Value& value) {
  auto* tensor = value.as<Tensor>();
  if (!tensor || tensor->cls.get() == vm.types.tensor) return false;
  const Class* parameter = classNamed(vm, function, namesOf(vm).parameter);
  return parameter && tensor->cls->isSubclass(parameter);
}
// A value whose isinstance() result is unknown or defined by its class.
bool isOpaque(Vm& vm, const Value& value) {
  return value.isUnknown() || vm.classOf(value)->has(Special::ClassOf);
}

// True when self's class doesn't override Module's method of this name.
bool isOwn(const Function& function, const Value& self, const Str* name) {
  const Value* member = self.object()->cls->lookup(name);
  return member && member->as<Function>() && member->as<Function>()->owner == function.owner;
}

// True when a member may be registered under the name: the checks of add_module and register_*.
bool isFree(Vm& vm, const Value& self, const State& state, Dict& registry, Str* name) {
  if (name->text.empty() || name->text.find('.') != std::string::npos) return false;
  if (registry.find(name)) return true;
  const Class& cls = *self.object()->cls;
  if (cls.has(Special::GetAttribute) ||
      !isModuleGetattr(vm, cls.lookup(vm.special(Special::GetAttr))))
    return false;
  return !cls.lookup(name) && !state.own->find(name) && !state.isMember(name);
}

// ---- the methods; each returns Unbound when the Python code has to run

Value init(Vm& vm, Function& function, Value* args) {
  Class* dicts = classNamed(vm, function, namesOf(vm).orderedDict);
  if (!args[0].as<Instance>() || !dicts || dicts->instanceKind != Kind::Dict ||
      dicts->has(Special::New) || dicts->has(Special::Init))
    return {};
  Dict* state = vm.dictOf(args[0], true);
  if (!state) return {};
  vm.touch(*state);
  const bool isNew = state->entries.empty();
  if (isNew) state->reserve(24);
  const ModuleNames& names = namesOf(vm);
  for (size_t i = 0; i < std::size(kAttributes); ++i) {
    if (kAttributes[i].isNewer && !atLeast(TorchProfile::Torch2_6)) continue;
    Value value;
    switch (kAttributes[i].start) {
      case Start::True: value = Value::boolean(true); break;
      case Start::Dict: value = new Dict(dicts); break;
      case Start::Set: value = vm.set(); break;
      case Start::None: value = Value::none(); break;
    }
    if (isNew)
      state->add(names.attributes[i], std::move(value));
    else
      state->set(names.attributes[i], std::move(value));
  }
  return Value::none();
}

// Removes the name from all dicts that have it. Returns false when one of them is unknown.
bool forget(Vm& vm, const State& state, Str* name) {
  Set* others = state.nonPersistent(vm);
  if (!others) return false;
  for (Dict* members : {state.own, state.parameters, state.buffers, state.modules}) {
    if (!members->find(name)) continue;
    vm.touch(*members);
    members->erase(name);
  }
  if (others->table.find(name)) {
    vm.touch(*others);
    others->table.erase(name);
  }
  return true;
}

Value setParameter(Vm& vm, Function& function, Value* args, const State& state, Str* name) {
  if (!isOwn(function, args[0], namesOf(vm).registerParameter)) return {};
  if (!state.parameters->find(name) && !forget(vm, state, name)) return {};
  if (!isFree(vm, args[0], state, *state.parameters, name)) return {};
  if (vm.truth(vm.getattr(args[2], namesOf(vm).gradFn))) return {};
  put(vm, *state.parameters, name, args[2]);
  return Value::none();
}

// Calls object.__setattr__. Returns Unbound when a class behind Module in the MRO overrides it.
Value setPlain(Vm& vm, Function& function, Value* args, Str* name) {
  const auto& mro = args[0].object()->cls->mro;
  auto next = std::ranges::find(mro, function.owner);
  if (next == mro.end()) return {};
  Str* method = vm.special(Special::SetAttr);
  while (++next != mro.end())
    if (*next != vm.types.object && (*next)->dict->find(method)) return {};
  genericSetattr(vm, args[0], name, args[2]);
  return Value::none();
}

Value setAttribute(Vm& vm, Function& function, Value* args) {
  Str* name = nameOf(vm, args[1]);
  State state;
  const Value& value = args[2];
  if (!name || !function.owner || !state.read(vm, args[0])) return {};
  // An Unknown value becomes an attribute of Unknown type: nothing is said about its uses.
  if (value.isUnknown() && !vm.strict && !state.isMember(name))
    return setPlain(vm, function, args, name);
  if (isOpaque(vm, value)) return {};
  if (isParameter(vm, function, value)) return setParameter(vm, function, args, state, name);
  if (isModule(function, value)) {
    if (state.parameters->find(name)) return {};
    if (!state.modules->find(name) && !forget(vm, state, name)) return {};
    put(vm, *state.modules, name, value);
    return Value::none();
  }
  if (state.isMember(name)) {
    const bool isBuffer = !state.parameters->find(name) && !state.modules->find(name);
    if (!isBuffer || !(value.isNone() || value.as<Tensor>())) return {};
    put(vm, *state.buffers, name, value);
    return Value::none();
  }
  return setPlain(vm, function, args, name);
}

Value registerBuffer(Vm& vm, Function&, Value* args) {
  Str* name = nameOf(vm, args[1]);
  State state;
  if (!name || !args[3].isBool() || !(args[2].isNone() || args[2].as<Tensor>()) ||
      !state.read(vm, args[0]) || !isFree(vm, args[0], state, *state.buffers, name))
    return {};
  Set* others = state.nonPersistent(vm);
  if (!others) return {};
  put(vm, *state.buffers, name, args[2]);
  const bool isPersistent = args[3].integerValue();
  if (isPersistent != (others->table.find(name) != nullptr)) return Value::none();
  vm.touch(*others);
  if (isPersistent)
    others->table.erase(name);
  else
    others->table.set(name, Value::none());
  return Value::none();
}

Value registerParameter(Vm& vm, Function& function, Value* args) {
  Str* name = nameOf(vm, args[1]);
  State state;
  if (!name || !function.owner || !state.read(vm, args[0]) ||
      !isFree(vm, args[0], state, *state.parameters, name))
    return {};
  if (!args[2].isNone() &&
      (!isParameter(vm, function, args[2]) || vm.truth(vm.getattr(args[2], namesOf(vm).gradFn))))
    return {};
  put(vm, *state.parameters, name, args[2]);
  return Value::none();
}

Value addModule(Vm& vm, Function& function, Value* args) {
  Str* name = nameOf(vm, args[1]);
  State state;
  const bool fits = args[2].isNone() || (function.owner && isModule(function, args[2]));
  if (!name || !fits || !state.read(vm, args[0]) ||
      !isFree(vm, args[0], state, *state.modules, name))
    return {};
  put(vm, *state.modules, name, args[2]);
  return Value::none();
}

// ---- the tree

// The iterator of named_modules() and modules(): a module, then its submodules.
struct Tree final : Iterator {
  Tree(Class* cls, Function* function, Value root)
      : Iterator(cls), function(function), root(std::move(root)) {}

  Value next(Vm& vm) override {
    if (Value first = std::exchange(root, Value()); !first.isUnbound())
      if (Value entered = enter(vm, first, prefix); !entered.isUnbound()) return entered;
    while (!levels_.empty()) {
      Value child = vm.next(levels_.back().children);
      if (child.isUnknown()) throw UnknownTruth{};
      if (child.isUnbound()) {
        levels_.pop_back();
      } else if (levels_.back().isForeign) {
        return namesAlone(vm, child);
      } else if (Value inner = below(vm, child.as<Tuple>()->items); !inner.isUnbound()) {
        return inner;
      }
    }
    return {};
  }

  Ref<Function> function;  // Module.named_modules
  Value root;              // Unbound once the iteration has begun
  Ref<Set> memo;
  std::string prefix;
  bool removesDuplicates = true, modulesAlone = false;

 private:
  struct Level {
    std::string path;
    Value children;  // an iterator over _modules.items(), or the result of an override
    bool isForeign = false;
  };

  // Visits a module. Returns Unbound when it was visited before.
  Value enter(Vm& vm, const Value& module, const std::string& path) {
    State state;
    if (!state.read(vm, module)) throw UnknownTruth{};
    if (memo->table.find(vm, module)) return {};
    if (removesDuplicates) {
      vm.touch(*memo);
      memo->table.set(vm, module, Value::none());
    }
    levels_.push_back({path, iterateDict(vm, *state.modules, ViewKind::Items)});
    return modulesAlone ? module : Value(vm.tuple({vm.str(path), module}));
  }

  // Visits an item of _modules. Returns Unbound when it doesn't yield an element by itself.
  Value below(Vm& vm, const std::vector<Value>& pair) {
    const Value &name = pair[0], &module = pair[1];
    if (module.isNone()) return {};
    const std::string& above = levels_.back().path;
    if (module.isUnknown() || !name.as<Str>()) throw UnknownTruth{};
    std::string path = (above.empty() ? "" : above + ".") + name.as<Str>()->text;
    const Value* method = vm.classOf(module)->lookup(function->name.get());
    if (State state; method && method->is(function.get()) && state.read(vm, module))
      return enter(vm, module, path);
    Value result = vm.call(vm.getattr(module, function->name.get()),
                           {Value(memo), vm.str(path), Value::boolean(removesDuplicates)});
    levels_.push_back({std::move(path), vm.iter(result), true});
    return {};
  }

  Value namesAlone(Vm& vm, const Value& pair) {
    return modulesAlone ? vm.getitem(pair, Value::integer(1)) : pair;
  }

  std::vector<Level> levels_;
};

Value namedModules(Vm& vm, Function& function, Value* args) {
  auto* memo = args[1].as<Set>();
  State state;
  if (!(args[1].isNone() || (memo && !memo->unknown)) || !args[2].as<Str>() || !args[3].isBool() ||
      !state.read(vm, args[0]))
    return {};
  Ref<Tree> tree = new Tree(vm.types.iterator, &function, args[0]);
  tree->memo = memo ? Ref<Set>(memo) : vm.set();
  tree->prefix = args[2].as<Str>()->text;
  tree->removesDuplicates = args[3].integerValue();
  return tree;
}

Value modules(Vm& vm, Function&, Value* args) {
  State state;
  if (!state.read(vm, args[0])) return {};
  const Value* named = args[0].object()->cls->lookup(namesOf(vm).namedModules);
  auto* function = named ? named->as<Function>() : nullptr;
  if (!function || intrinsicOf(vm, *function->code) != namedModules) return {};
  Ref<Tree> tree = new Tree(vm.types.iterator, function, args[0]);
  tree->memo = vm.set();
  tree->modulesAlone = true;
  return tree;
}

constexpr IntrinsicRow kModuleIntrinsics[] = {
    {kModule, "Module.named_modules", namedModules},
    {kModule, "Module.modules", modules},
    {kModule, "Module.__init__", init},
    {kModule, "Module.__setattr__", setAttribute},
    {kModule, "Module.__getattr__", moduleGetattr},
    {kModule, "Module.register_buffer", registerBuffer},
    {kModule, "Module.register_parameter", registerParameter},
    {kModule, "Module.add_module", addModule},
};

}  // namespace

std::span<const IntrinsicRow> moduleIntrinsics() { return kModuleIntrinsics; }

std::optional<bool> findMember(Vm& vm, const Value& object, Str* name, Value& result) {
  State state;
  if (!name->interned || !state.read(vm, object)) return std::nullopt;
  for (Dict* members : {state.parameters, state.buffers, state.modules})
    if (const Value* value = members->find(name)) {
      result = *value;
      return true;
    }
  return false;
}

Value moduleGetattr(Vm& vm, Function&, Value* args) {
  Str* name = nameOf(vm, args[1]);
  Value result;
  return name && findMember(vm, args[0], name, result).value_or(false) ? result : Value();
}

}  // namespace ts::eval
