#include "core/compiler/emit/module_value.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/modules/method_reuse.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/eval/vm/vm.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;

namespace {

SugaredPtr get(Emission& emission, Value* self, std::string_view field) {
  return simple(emission.graph().insertNode(emission.graph().createGetAttr(self, field))->output());
}

SugaredPtr submodule(Emission& emission, Value* self, const std::string& name,
                     ConcreteModule* module) {
  return std::make_shared<ModuleValue>(asSimple(get(emission, self, name)), module);
}

SugaredPtr text(Emission& emission, const std::string& value, SourceRange at) {
  return simple(emission.constant(types::Constant::string(value), at));
}

// (name, value) pairs, iterated in parallel.
SugaredPtr pairs(Emission& emission, SourceRange at, const ModuleValue::Members& members) {
  std::vector<SugaredPtr> names;
  for (const std::string& name : members.names) names.push_back(text(emission, name, at));
  auto tree = std::make_shared<IterableTree>();
  tree->add(emission, at, std::make_shared<SugaredTuple>(std::move(names)));
  tree->add(emission, at, std::make_shared<SugaredTuple>(members.values));
  return tree;
}

// Collects a module and its submodules, depth first, as named_modules() lists them.
void collect(Emission& emission, const std::string& prefix, const SugaredPtr& value,
             ModuleValue::Members& to, int depth = 0) {
  to.names.push_back(prefix);
  to.values.push_back(value);
  if (depth > 200) return;
  auto& module = static_cast<ModuleValue&>(*value);
  for (const auto& [name, inner] : module.module->modules) {
    collect(emission, prefix.empty() ? name : prefix + "." + name,
            submodule(emission, module.self, name, inner), to, depth + 1);
  }
}

// Methods that list the members of a module or a dict of modules.
enum class Listed : uint8_t {
  Keys,
  Values,
  Items,
  Modules,
  NamedModules,
  Children,
  NamedChildren,
  NamedBuffers
};
struct Listing {
  std::string_view name;
  Listed listed;
  bool ofDict;  // only ModuleDict and ParameterDict have the method
};
constexpr Listing kListings[] = {
    {"keys", Listed::Keys, true},
    {"values", Listed::Values, true},
    {"items", Listed::Items, true},
    {"modules", Listed::Modules, false},
    {"named_modules", Listed::NamedModules, false},
    {"children", Listed::Children, false},
    {"named_children", Listed::NamedChildren, false},
    {"named_buffers", Listed::NamedBuffers, false},
};

}  // namespace

Value* ModuleValue::asValue(Emission& emission, SourceRange) {
  emission.reuse().recordUncomparable();
  return self;
}

ModuleValue::Members ModuleValue::members(Emission& emission) const {
  emission.reuse().recordAllMembers(*module);
  Members members;
  bool parameters = module->container == ContainerKind::ParameterList ||
                    module->container == ContainerKind::ParameterDict;
  if (parameters) {
    for (const auto& attribute : module->attributes) {
      if (attribute.kind != types::AttributeKind::Parameter) continue;
      members.names.push_back(attribute.name);
      // PyTorch emits GetAttr twice and leaves one unused, which affects the names of values.
      get(emission, self, attribute.name);
      members.values.push_back(get(emission, self, attribute.name));
    }
    return members;
  }
  for (const auto& [name, inner] : module->modules) {
    members.names.push_back(name);
    members.values.push_back(submodule(emission, self, name, inner));
  }
  return members;
}

SugaredPtr ModuleValue::fromClass(Emission& emission, SourceRange at, std::string_view field) {
  CompileContext& context = emission.context();
  eval::Vm& vm = context.environment().vm();
  const eval::Value* member = module->cls->lookup(vm.intern(field));
  if (!member) return nullptr;
  if (member->isUnknown()) return std::make_shared<UnknownSugared>();
  if (const auto* wrapped = member->as<eval::StaticMethod>())
    return toSugared(emission, context.environment().fromValue(wrapped->function), at);
  const PyFunction* source = emission.modules().methods().find(*module, field);
  if (!source) return nullptr;
  if (source->marks.ignore || source->marks.drop) {
    // A method that stays Python: a call passes the module as the first argument.
    emission.reuse().recordUncomparable();
    return std::make_shared<IgnoredMethod>(self, source);
  }
  ir::Function* compiled =
      emission.modules().methods().compile(*module, std::string(field), *source);
  if (!compiled) return std::make_shared<UnknownSugared>();
  emission.reuse().recordMethod(*module, field, compiled);
  return std::make_shared<MethodValue>(self, std::string(field));
}

SugaredPtr ModuleValue::tryAttr(Emission& emission, SourceRange at, std::string_view field) {
  MethodReuse& reuse = emission.reuse();
  const ModuleMember kind = module->kindOf(field);
  if (kind <= ModuleMember::Constant) reuse.recordMember(*module, field, kind);
  switch (kind) {
    case ModuleMember::Module:
      return submodule(emission, self, std::string(field), module->module(field));
    case ModuleMember::Constant:
      return simple(emission.constant(*module->type->constant(field), at));
    case ModuleMember::Property: reuse.recordUncomparable(); [[fallthrough]];
    case ModuleMember::Attribute:
    case ModuleMember::Method: return SimpleValue(self).attr(emission, at, field);
    default: break;
  }

  bool isDict =
      module->container == ContainerKind::Dict || module->container == ContainerKind::ParameterDict;
  for (const Listing& listing : kListings) {
    if (listing.name != field || (listing.ofDict && !isDict)) continue;
    reuse.recordUncomparable();
    if (module->isPartial) return std::make_shared<UnknownSugared>();
    Members match;
    switch (listing.listed) {
      case Listed::Keys: {
        std::vector<SugaredPtr> names;
        for (const std::string& name : members(emission).names)
          names.push_back(text(emission, name, at));
        return std::make_shared<ModuleListing>(std::string(field),
                                               std::make_shared<SugaredTuple>(std::move(names)));
      }
      case Listed::Values:
      case Listed::Children:
        return std::make_shared<ModuleListing>(
            std::string(field), std::make_shared<SugaredTuple>(members(emission).values));
      case Listed::Items:
      case Listed::NamedChildren:
        return std::make_shared<ModuleListing>(std::string(field),
                                               pairs(emission, at, members(emission)));
      case Listed::Modules:
      case Listed::NamedModules:
        collect(emission, "", shared_from_this(), match);
        if (listing.listed == Listed::Modules) {
          return std::make_shared<ModuleListing>(std::string(field),
                                                 std::make_shared<SugaredTuple>(match.values));
        }
        return std::make_shared<ModuleListing>(std::string(field), pairs(emission, at, match));
      case Listed::NamedBuffers:
        for (const auto& attribute : module->attributes) {
          if (attribute.kind != types::AttributeKind::Buffer) continue;
          match.names.push_back(attribute.name);
          match.values.push_back(get(emission, self, attribute.name));
        }
        return std::make_shared<ModuleListing>(std::string(field), pairs(emission, at, match));
    }
  }
  switch (kind) {
    case ModuleMember::Overloads:
      reuse.recordUncomparable();
      return std::make_shared<MethodValue>(self,
                                           module->overloads.find(std::string(field))->second);
    case ModuleMember::Callable:
      reuse.recordMember(*module, field, kind);
      return toSugared(emission, module->callables.find(std::string(field))->second, at);
    case ModuleMember::Failed: reuse.recordMember(*module, field, kind); return nullptr;
    default: break;
  }
  SugaredPtr value = fromClass(emission, at, field);
  // A method has recorded its own dependency.
  if (!dynamic_cast<MethodValue*>(value.get())) reuse.recordMember(*module, field, kind);
  return value;
}

void ModuleValue::missing(SourceRange at, std::string_view field) {
  if (module->isPartial) throw CompileError::alreadyReported();
  std::string_view name = module->cls->name;
  if (auto failure = module->failures.find(std::string(field)); failure != module->failures.end()) {
    CompileError error(Rule::AttributeHasNoType, at,
                       fmt::format("attribute '{}' of '{}' has no type in TorchScript: {}", field,
                                   name, failure->second));
    if (SourceRange assigned = assignmentOf(*module, field)) error.label(assigned, "assigned here");
    error.note(
        "annotate it in the body of the class, make it a constant with Final, or keep it out of "
        "compiled code");
    throw error;
  }
  CompileError error(Rule::NoSuchAttribute, at,
                     fmt::format("module '{}' has no attribute '{}'", name, field));
  if (SourceRange assigned = assignmentOf(*module, field)) {
    error.label(assigned, "this assignment did not run when the module was made");
  } else {
    error.note("attributes are those that __init__ sets, methods those of its class");
  }
  throw error;
}

SugaredPtr ModuleValue::attr(Emission& emission, SourceRange at, std::string_view field) {
  if (SugaredPtr value = tryAttr(emission, at, field)) return value;
  missing(at, field);
}

bool ModuleValue::hasAttr(Emission& emission, SourceRange at, std::string_view field) {
  if (tryAttr(emission, at, field)) return true;
  if (module->isPartial) throw CompileError::alreadyReported();
  return false;
}

void ModuleValue::setAttr(Emission& emission, SourceRange at, std::string_view field,
                          Value* value) {
  const types::ClassType* type = module->type;
  if (type->attribute(field)) {
    emission.reuse().recordMember(*module, field, module->kindOf(field));
  } else {
    emission.reuse().recordUncomparable();
  }
  if (type->constant(field)) {
    CompileError error(Rule::ConstantAssigned, at,
                       fmt::format("'{}' is a constant of '{}', which can't be assigned to", field,
                                   module->cls->name));
    error.note(
        "remove it from __constants__, or annotate it without Final, to make it an attribute");
    throw error;
  }
  if (!type->attribute(field) && !type->property(field)) {
    if (module->isPartial || value->type()->isUnknown()) return;
    if (module->failures.contains(std::string(field))) missing(at, field);
    throw CompileError(
        Rule::NoSuchAttribute, at,
        fmt::format("module '{}' has no attribute '{}' to set", module->cls->name, field))
        .note(
            "give it a value in __init__ first: a scripted module keeps only the attributes that "
            "it has when it is scripted");
  }
  SimpleValue(self).setAttr(emission, at, field, value);
}

SugaredPtr ModuleValue::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                             size_t binders) {
  if (module->preHookFunctions.empty() && module->hookFunctions.empty()) {
    return attr(emission, at, "forward")->call(emission, at, arguments, binders);
  }
  if (arguments.anyUnknown()) return std::make_shared<UnknownSugared>();
  ir::Graph& graph = emission.graph();
  std::vector<Value*> inputs;
  for (const NamedValue& argument : arguments.positional) inputs.push_back(argument.in(graph));
  for (const NamedValue& argument : arguments.keyword) inputs.push_back(argument.in(graph));
  Value* together = graph.insertNode(graph.createTuple(inputs))->output();
  auto callHook = [&](ir::Function* hook, std::vector<NamedValue> values) {
    return MethodValue(self, std::string(hook->simpleName()))
        .call(emission, at, {std::move(values), {}}, 1)
        ->asValue(emission, at);
  };
  for (ir::Function* hook : module->preHookFunctions) {
    Value* result = callHook(hook, {NamedValue(at, together)});
    if (result->type()->is(types::TypeKind::None)) continue;
    if (!result->type()->is(types::TypeKind::Tuple))
      result = graph.insertNode(graph.createTuple(std::vector{result}))->output();
    together = result;
  }
  CallArguments forwarded = arguments;
  if (!module->preHookFunctions.empty()) {
    forwarded = {};
    for (Value* part : emission.tupleUnpack(together)) forwarded.positional.emplace_back(at, part);
  }
  Value* output =
      attr(emission, at, "forward")->call(emission, at, forwarded, binders)->asValue(emission, at);
  for (ir::Function* hook : module->hookFunctions) {
    Value* result = callHook(hook, {NamedValue(at, together), NamedValue(at, output)});
    if (!result->type()->is(types::TypeKind::None)) output = result;
  }
  return simple(output);
}

namespace {

[[noreturn]] void notContainer(const ModuleValue& value, SourceRange at, std::string_view what) {
  throw CompileError(Rule::NotAContainer, at,
                     fmt::format("module '{}' can't be {}", value.module->cls->name, what))
      .note("Sequential, ModuleList, ModuleDict, ParameterList and ParameterDict can");
}

}  // namespace

std::vector<SugaredPtr> ModuleValue::asTuple(Emission& emission, SourceRange at,
                                             std::optional<size_t>) {
  if (module->isPartial) throw CompileError::alreadyReported();
  if (module->container != ContainerKind::List) notContainer(*this, at, "unpacked");
  return members(emission).values;
}

Value* ModuleValue::len(Emission& emission, SourceRange at) {
  return iter(emission, at)->len(emission, at);
}

SugaredPtr ModuleValue::iter(Emission& emission, SourceRange at) {
  if (module->isPartial) return std::make_shared<UnknownSugared>();
  switch (module->container) {
    case ContainerKind::None: notContainer(*this, at, "iterated over");
    case ContainerKind::List:
    case ContainerKind::ParameterList:
      return std::make_shared<SugaredTuple>(members(emission).values);
    case ContainerKind::Dict:
    case ContainerKind::ParameterDict: {
      std::vector<SugaredPtr> names;
      for (const std::string& name : members(emission).names)
        names.push_back(text(emission, name, at));
      return std::make_shared<SugaredTuple>(std::move(names));
    }
  }
  return nullptr;
}

SugaredPtr ModuleValue::getitem(Emission& emission, SourceRange at, Value* index, TypePtr hint) {
  if (module->isPartial) return std::make_shared<UnknownSugared>();
  bool isList =
      module->container == ContainerKind::List || module->container == ContainerKind::ParameterList;
  bool isDict =
      module->container == ContainerKind::Dict || module->container == ContainerKind::ParameterDict;
  if (!isList && !isDict) {
    if (module->cls->lookup(emission.context().environment().vm().intern("__getitem__"))) {
      return attr(emission, at, "__getitem__")
          ->call(emission, at, {{NamedValue(at, index)}, {}}, 1);
    }
    notContainer(*this, at, "indexed");
  }
  bool modules =
      module->container == ContainerKind::List || module->container == ContainerKind::Dict;
  auto constant = ir::constantOf(index);
  // With an interface for all elements, the index may be a run-time value.
  if (modules && hint && hint->is(types::TypeKind::Interface) && (isList || !constant)) {
    ir::Node* node = emission.graph().insertNode(
        emission.graph()
            .create(Symbol::intern("prim::ModuleContainerIndex"), {self, index})
            ->setRange(at));
    node->output()->setType(hint);
    return simple(node->output());
  }
  if (!constant || (isList ? !constant->isInt() : !constant->isString())) {
    throw CompileError(Rule::ContainerIndexNotConstant, at,
                       isList ? "an index into a list of modules must be an integer literal"
                              : "a key of a dict of modules must be a string literal")
        .note(
            "the module, and so the type of its result, must be known at compile time: loop over "
            "the container")
        .label(index->node()->range() ? index->node()->range() : at,
               "this is known only at run time");
  }
  Members match = members(emission);
  if (isList) {
    int64_t size = static_cast<int64_t>(match.values.size()), place = constant->toInt();
    if (place < 0) place += size;
    if (place < 0 || place >= size) {
      throw CompileError(
          Rule::TupleIndexOutOfRange, at,
          fmt::format("index {} is out of range: there are {} of them", constant->toInt(), size));
    }
    return match.values[place];
  }
  auto name = std::ranges::find(match.names, constant->toString());
  if (name == match.names.end()) {
    throw CompileError(Rule::NoSuchAttribute, at,
                       fmt::format("this dict has no key '{}'", constant->toString()))
        .note(fmt::format("its keys are {}", fmt::join(match.names, ", ")));
  }
  return match.values[name - match.names.begin()];
}

SugaredPtr ModuleListing::call(Emission&, SourceRange at, const CallArguments& arguments, size_t) {
  if (!arguments.positional.empty() || !arguments.keyword.empty()) {
    throw CompileError(Rule::WrongArgumentCount, at,
                       fmt::format("'{}' takes no arguments in a script", name));
  }
  return result;
}

}  // namespace ts::compiler
