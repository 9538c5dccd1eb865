// Sugared values that are called: functions, methods, classes, exceptions.
#include <fmt/format.h>

#include <algorithm>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/symbols.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;

namespace {

// When compiling the callee failed, its schema contains Unknown and so does the call's result.
bool isUsable(const ir::Function& function) {
  bool isKnown = std::none_of(function.schema.arguments.begin(), function.schema.arguments.end(),
                              [](const ops::Argument& a) { return a.type->isUnknown(); });
  return isKnown && !function.schema.returns.empty() &&
         !function.schema.returns[0].type->isUnknown();
}

void checkRecursion(Emission& emission, const ir::Function* callee, SourceRange at) {
  if (!emission.context().functions().isBeingCompiled(callee)) return;
  throw CompileError(
      Rule::RecursiveCall, at,
      fmt::format("'{}' calls itself, which TorchScript does not support", callee->simpleName()))
      .note("write it as a loop");
}

SugaredPtr result(Emission& emission, ir::Node* node, SourceRange at, TypePtr type) {
  (void)emission;
  node->setRange(at);
  node->output()->setType(type);
  return simple(node->output());
}

}  // namespace

SugaredPtr FunctionValue::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                               size_t) {
  CompileContext& context = emission.context();
  std::vector<const ops::FunctionSchema*> schemas;
  for (ir::Function* callee : callees) {
    checkRecursion(emission, callee, at);
    context.functions().ensureCompiled(callee);
    if (!isUsable(*callee)) return std::make_shared<UnknownSugared>();
    schemas.push_back(&callee->schema);
  }
  if (callees.empty() || arguments.anyUnknown()) return std::make_shared<UnknownSugared>();
  auto [index, matched] =
      matchSchemas(emission, schemas, at, arguments, {{}, callees[0]->simpleName(), {}});
  ir::Function* callee = callees[index];
  ir::Graph& graph = emission.graph();
  const auto* type = context.typeTable().makeFunction(callee);
  Value* function =
      graph.insertNode(graph.createConstant(types::Constant::function(type)))->output();
  std::vector<Value*> inputs{function};
  inputs.insert(inputs.end(), matched.inputs.begin(), matched.inputs.end());
  ir::Node* node = graph.insertNode(graph.create(ir::prim::CallFunction, inputs));
  return result(emission, node, at, matched.returns[0]);
}

SugaredPtr MethodValue::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                             size_t) {
  if (arguments.anyUnknown()) return std::make_shared<UnknownSugared>();
  CallArguments all;
  all.positional.reserve(1 + arguments.positional.size());
  all.positional.emplace_back(at, self, "self");
  all.positional.insert(all.positional.end(), arguments.positional.begin(),
                        arguments.positional.end());
  all.keyword = arguments.keyword;
  ir::Graph& graph = emission.graph();
  ops::FunctionSchema interfaceSchema;
  std::vector<const ops::FunctionSchema*> schemas;
  if (const auto* type = types::cast<types::ClassType>(self->type())) {
    for (const std::string& name : names) {
      ir::Function* method = type->method(name);
      checkRecursion(emission, method, at);
      emission.context().functions().ensureCompiled(method);
      if (!isUsable(*method)) return std::make_shared<UnknownSugared>();
      schemas.push_back(&method->schema);
    }
  } else if (const auto* interface = types::cast<types::InterfaceType>(self->type())) {
    const types::InterfaceMethod* method = interface->method(names[0]);
    interfaceSchema.name = names[0];
    interfaceSchema.arguments.push_back({"self", interface});
    for (const auto& [argument, type] : method->arguments)
      interfaceSchema.arguments.push_back({argument, type});
    interfaceSchema.returns.push_back({"", method->result});
    schemas.push_back(&interfaceSchema);
  } else {
    return std::make_shared<UnknownSugared>();
  }
  auto [index, matched] = matchSchemas(emission, schemas, at, all, {{}, names[0], {}});
  ir::Node* node = graph.insertNode(graph.create(ir::prim::CallMethod, matched.inputs));
  node->set(ir::attr::name, names[index]);
  return result(emission, node, at, matched.returns[0]);
}

SugaredPtr ClassValue::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                            size_t binders) {
  ir::Graph& graph = emission.graph();
  Value* self = graph.insertNode(graph.createObject(type))->output();
  ir::Function* init = type->method("__init__");
  if (!init) {
    throw CompileError(Rule::ClassNeedsInit, at,
                       fmt::format("class '{}' has no __init__", type->simpleName()))
        .note(
            "a script class needs an __init__ to be instantiated in script code; its body may be "
            "`pass`");
  }
  checkRecursion(emission, init, at);
  SugaredPtr value = MethodValue(self, "__init__").call(emission, at, arguments, binders);
  if (value->isUnknown()) return value;
  return simple(self);
}

SugaredPtr ClassValue::attr(Emission& emission, SourceRange at, std::string_view field) {
  if (ir::Function* method = type->staticMethod(field))
    return std::make_shared<FunctionValue>(std::vector{method});
  if (object) {
    PyRef match = emission.context().environment().attribute(object, field);
    if (match && match->kind != PyKind::Unknown) return toSugared(emission, match, at);
  }
  if (field == "__new__") return std::make_shared<SpecialForm>(Form::New);
  throw CompileError(Rule::NoSuchAttribute, at,
                     fmt::format("class '{}' has no attribute '{}'", type->simpleName(), field));
}

bool ClassValue::hasAttr(Emission& emission, SourceRange, std::string_view field) {
  if (type->method(field) || type->staticMethod(field)) return true;
  PyRef match = object ? emission.context().environment().attribute(object, field) : nullptr;
  return match && match->kind != PyKind::Unknown;
}

SugaredPtr NamedTupleConstructor::call(Emission& emission, SourceRange at,
                                       const CallArguments& arguments, size_t) {
  if (arguments.anyUnknown()) return std::make_shared<UnknownSugared>();
  ops::FunctionSchema schema;
  std::string_view name = type->qualifiedName();
  schema.name = name.substr(name.rfind('.') + 1);
  size_t fields = type->fieldNames().size();
  size_t required = fields - type->defaults().size();
  for (size_t i = 0; i < fields; ++i) {
    ops::Argument argument;
    argument.name = type->fieldNames()[i];
    argument.type = type->element(i);
    if (argument.type->isUnknown()) return std::make_shared<UnknownSugared>();
    if (i >= required) argument.defaultValue = type->defaults()[i - required];
    schema.arguments.push_back(std::move(argument));
  }
  MatchedSchema matched = matchSchema(emission, schema, at, arguments);
  ir::Graph& graph = emission.graph();
  Value* value = graph.insertNode(graph.createTuple(matched.inputs, type)->setRange(at))->output();
  value->setType(type);
  return simple(value);
}

SugaredPtr EnumClassValue::attr(Emission& emission, SourceRange at, std::string_view field) {
  if (!type->member(field)) {
    std::string members;
    for (const types::EnumMember& member : type->members())
      members += (members.empty() ? "" : ", ") + member.name;
    throw CompileError(Rule::NoSuchAttribute, at,
                       fmt::format("{} has no member '{}'", type->annotation(), field))
        .note(fmt::format("its members are {}", members));
  }
  return simple(emission.constant(types::Constant::enumValue(type, std::string(field)), at));
}

SugaredPtr EnumClassValue::iter(Emission& emission, SourceRange at) {
  std::vector<types::Constant> members;
  for (const types::EnumMember& member : type->members())
    members.push_back(types::Constant::enumValue(type, member.name));
  return simple(emission.constant(types::Constant::list(type, std::move(members)), at));
}

SugaredPtr ExceptionValue::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                                size_t) {
  ir::Graph& graph = emission.graph();
  if (fromAssert) {
    Value* message = emission.constant(types::Constant::string(name + ": "), at);
    for (const NamedValue& argument : arguments.positional) {
      Value* text = argument.in(graph);
      if (text->type()->isUnknown()) return std::make_shared<UnknownSugared>();
      if (!types::isSubtype(text->type(), types::stringType()))
        text = emitBuiltin(emission, at, aten::str, {text});
      message = emitBuiltin(emission, at, aten::add, {message, text});
    }
    return std::make_shared<ExceptionMessage>(message, nullptr);
  }
  if (arguments.anyUnknown()) return std::make_shared<UnknownSugared>();
  Value* message = nullptr;
  if (arguments.positional.empty()) {
    message = emission.constant(types::Constant::string(""), at);
  } else if (arguments.positional.size() == 1) {
    message = arguments.positional[0].in(graph);
  } else {
    std::vector<Value*> parts;
    for (const NamedValue& argument : arguments.positional) parts.push_back(argument.in(graph));
    for (const NamedValue& argument : arguments.keyword) parts.push_back(argument.in(graph));
    message = graph.insertNode(graph.createTuple(parts))->output();
  }
  return std::make_shared<ExceptionMessage>(message,
                                            emission.constant(types::Constant::string(name), at));
}

SugaredPtr DispatchValue::call(Emission& emission, SourceRange at, const CallArguments& arguments,
                               size_t binders) {
  std::optional<bool> chosen = byDefault;
  auto constantFlag = [&](const NamedValue& argument) -> std::optional<bool> {
    auto existing = argument.value ? ir::constantOf(argument.value) : &argument.constant;
    if (!existing || !existing->isBool()) return std::nullopt;
    return existing->toBool();
  };
  if (index < arguments.positional.size()) {
    chosen = constantFlag(arguments.positional[index]);
  } else {
    for (const NamedValue& input : arguments.keyword) {
      if (input.name == flag) chosen = constantFlag(input);
    }
  }
  if (arguments.anyUnknown()) return std::make_shared<UnknownSugared>();
  if (!chosen) {
    throw CompileError(
        Rule::FlagMustBeConstant, at,
        fmt::format("argument '{}' must be True or False, known at compile time", flag))
        .note("it decides which function is called and what the call returns");
  }
  return (*chosen ? ifTrue : ifFalse)->call(emission, at, arguments, binders);
}

}  // namespace ts::compiler
