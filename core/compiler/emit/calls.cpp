#include "core/compiler/emit/calls.h"

#include <fmt/format.h>

#include <limits>

#include "core/base/scoped_override.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/conditions.h"
#include "core/compiler/emit/containers.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/expressions.h"
#include "core/compiler/emit/indexing.h"
#include "core/compiler/emit/statements.h"
#include "core/compiler/emit/symbols.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;
using syntax::ConstantKind;
using types::TypeKind;

namespace {

SugaredPtr emitForm(Emission& emission, const syntax::Call& call, const SpecialForm& form,
                    TypePtr hint);
SugaredPtr emitAnnotate(Emission& emission, const syntax::Call& call);
SugaredPtr emitGetattr(Emission& emission, const syntax::Call& call);
SugaredPtr emitEnumerate(Emission& emission, const syntax::Call& call);
SugaredPtr emitFork(Emission& emission, const syntax::Call& call);
SugaredPtr emitRpc(Emission& emission, const syntax::Call& call, Form form);
SugaredPtr emitLegacyTensor(Emission& emission, const syntax::Call& call, int64_t dtype);
SugaredPtr emitIndexMethod(Emission& emission, const syntax::Call& call);
ir::Value* emitTolist(Emission& emission, SourceRange at, Value* tensor, ir::TypePtr hint);

const std::string_view* stringLiteral(const syntax::Expr& expr) {
  const auto* constant = syntax::dynCast<syntax::Constant>(&expr);
  return constant && constant->constant == ConstantKind::Str ? &constant->text : nullptr;
}

std::vector<NamedValue> emitPositional(Emission& emission, syntax::List<syntax::Expr*> args,
                                       bool unpack = true) {
  std::vector<NamedValue> result;
  result.reserve(args.size());
  for (const syntax::Expr* arg : args) {
    const auto* starred = syntax::dynCast<syntax::Starred>(arg);
    if (!starred || !unpack) {
      result.push_back(emitNamed(emission, *arg));
      continue;
    }
    SourceRange at = emission.rangeOf(*arg);
    for (const SugaredPtr& entry :
         emitSugared(emission, *starred->value, 1)->asTuple(emission, at, std::nullopt)) {
      result.emplace_back(at, entry->asValue(emission, at));
    }
  }
  return result;
}

}  // namespace

std::vector<Value*> emitValues(Emission& emission, syntax::List<syntax::Expr*> args, bool unpack) {
  std::vector<Value*> result;
  for (NamedValue& value : emitPositional(emission, args, unpack))
    result.push_back(value.in(emission.graph()));
  return result;
}

namespace {

std::vector<NamedValue> emitKeywords(Emission& emission, const syntax::Call& call) {
  std::vector<NamedValue> result;
  for (const syntax::Keyword* keyword : call.keywords) {
    if (!keyword->arg)
      throw CompileError::alreadyReported();  // **kwargs: reported by frontend_check already
    NamedValue value = emitNamed(emission, *keyword->value);
    value.name = keyword->arg.text;
    result.push_back(std::move(value));
  }
  return result;
}

}  // namespace

void expectCount(Emission& emission, const syntax::Call& call, size_t least, size_t most) {
  std::string name(emission.file()->text(call.func->span));
  if (call.args.size() < least || call.args.size() > most) {
    std::string range =
        least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
    throw CompileError(
        Rule::WrongArgumentCount, emission.rangeOf(call),
        fmt::format("'{}' takes {} argument{}, but {} {} given", name, range, most == 1 ? "" : "s",
                    call.args.size(), call.args.size() == 1 ? "is" : "are"));
  }
  if (!call.keywords.empty()) {
    throw CompileError(Rule::UnknownKeyword, emission.rangeOf(*call.keywords[0]),
                       fmt::format("'{}' takes no keyword arguments", name));
  }
}

SugaredPtr emitCall(Emission& emission, const syntax::Call& call, size_t binders, TypePtr hint) {
  const size_t before = emission.context().sink().size();
  SugaredPtr callee = emitSugared(emission, *call.func, 1);
  if (const SpecialForm* form = callee->specialForm()) return emitForm(emission, call, *form, hint);
  CallArguments arguments;
  arguments.positional = emitPositional(emission, call.args);
  arguments.keyword = emitKeywords(emission, call);
  SugaredPtr result = callee->call(emission, emission.rangeOf(*call.func), arguments, binders);
  if (emission.context().sink().size() > before) {
    emission.context().problems().blame(
        before, emission.rangeOf(*call.func),
        fmt::format("'{}'", emission.file()->text(call.func->span)));
  }
  return result;
}

namespace {

SugaredPtr emitForm(Emission& emission, const syntax::Call& call, const SpecialForm& form,
                    TypePtr hint) {
  SourceRange at = emission.rangeOf(call);
  switch (form.form) {
    case Form::Fork: return emitFork(emission, call);
    case Form::Annotate: return emitAnnotate(emission, call);
    case Form::RpcAsync:
    case Form::RpcSync:
    case Form::RpcRemote: return emitRpc(emission, call, form.form);
    case Form::UncheckedCast: {
      expectCount(emission, call, 2, 2);
      TypePtr type = emission.resolveType(*call.args[0]);
      Value* value = emitExpr(emission, *call.args[1]);
      bool castAlready = value->node()->is(ir::prim::unchecked_cast) && value->type() == type;
      return simple(castAlready ? value : emission.graph().insertUncheckedCast(value, type));
    }
    case Form::Uninitialized: {
      expectCount(emission, call, 1, 1);
      TypePtr type = emission.resolveType(*call.args[0]);
      return simple(emission.graph()
                        .insertNode(emission.graph().createUninitialized(type))
                        ->setRange(at)
                        ->output());
    }
    case Form::GetAttr: return emitGetattr(emission, call);
    case Form::Tuple: {
      if (call.args.empty() && call.keywords.empty()) {
        throw CompileError(Rule::WrongArgumentCount, at,
                           "'tuple' takes 1 argument, but 0 are given")
            .note("write `()` for an empty tuple");
      }
      expectCount(emission, call, 1, 1);
      std::vector<Value*> elements;
      for (const SugaredPtr& part :
           emitSugared(emission, *call.args[0], 1)->asTuple(emission, at, std::nullopt)) {
        elements.push_back(part->asValue(emission, at));
      }
      return simple(emission.graph().insertNode(emission.graph().createTuple(elements))->output());
    }
    case Form::LegacyTensor: return emitLegacyTensor(emission, call, form.dtype);
    case Form::Isinstance: {
      expectCount(emission, call, 2, 2);
      return simple(emitIsinstance(emission, at, *call.args[0], *call.args[1]).value);
    }
    case Form::HasAttr: {
      expectCount(emission, call, 2, 2);
      return simple(emitHasattr(emission, *call.args[0], *call.args[1]).value);
    }
    case Form::Tolist: {
      const auto& attribute = syntax::as<syntax::Attribute>(*call.func);
      Value* tensor = emitSugared(emission, *attribute.value, 1)
                          ->asValue(emission, emission.rangeOf(*attribute.value));
      if (!hint) {
        throw CompileError(Rule::TolistNeedsAnnotation, at,
                           "the result of tolist() needs an annotation")
            .note("annotate the variable that takes it: `x: List[float] = t.tolist()`");
      }
      return simple(emitTolist(emission, at, tensor, hint));
    }
    case Form::New: {
      expectCount(emission, call, 1, 1);
      SugaredPtr argument = emitSugared(emission, *call.args[0], 1);
      auto* type = dynamic_cast<ClassValue*>(argument.get());
      if (!type) {
        throw CompileError(
            Rule::WrongArgumentType, at,
            fmt::format("__new__ takes a class, but this is a {}", argument->kind()));
      }
      return simple(emission.graph()
                        .insertNode(emission.graph().createObject(type->type))
                        ->setRange(at)
                        ->output());
    }
    case Form::Range:
      return std::make_shared<RangeValue>(emission, at, emitValues(emission, call.args));
    case Form::Enumerate: return emitEnumerate(emission, call);
    case Form::Zip: {
      if (call.args.empty())
        throw CompileError(Rule::WrongArgumentCount, at, "'zip' needs at least one argument");
      auto tree = std::make_shared<IterableTree>();
      for (const syntax::Expr* arg : call.args)
        tree->add(emission, at, emitSugared(emission, *arg, 1)->iter(emission, at));
      return tree;
    }
    case Form::List: return emitListCall(emission, call, hint);
    case Form::Dict: return emitDictCall(emission, call, hint);
    case Form::IndexMethod: return emitIndexMethod(emission, call);
  }
  throw CompileError::alreadyReported();
}

SugaredPtr emitAnnotate(Emission& emission, const syntax::Call& call) {
  expectCount(emission, call, 2, 2);
  SourceRange at = emission.rangeOf(call);
  TypePtr type = emission.resolveType(*call.args[0]);
  Value* value = emitExpr(emission, *call.args[1], type);
  if (type->isUnknown() || value->type()->isUnknown()) return simple(emission.unknown());
  value = tryConvert(emission, at, type, value, /*allowConversions=*/true);
  std::string why;
  if (!types::isSubtype(value->type(), type, &why)) {
    CompileError error(Rule::AnnotationMismatch, at,
                       fmt::format("this is annotated as {}, but the value is {}",
                                   type->annotation(), value->type()->annotation()));
    if (!why.empty()) error.note(why);
    throw error;
  }
  // Keep the Optional type on a None.
  if (types::isOptionalLike(type) && types::isSubtype(value->type(), types::noneType())) {
    ir::Node* none =
        emission.graph().insertNode(emission.graph().createConstant(types::Constant::none()));
    none->output()->setType(type);
    value = none->output();
  }
  return simple(value);
}

SugaredPtr emitGetattr(Emission& emission, const syntax::Call& call) {
  expectCount(emission, call, 2, 3);
  SourceRange at = emission.rangeOf(call);
  SugaredPtr object = emitSugared(emission, *call.args[0], 1);
  const std::string_view* name = stringLiteral(*call.args[1]);
  if (!name) {
    throw CompileError(Rule::NeedsStringLiteral, emission.rangeOf(*call.args[1]),
                       "the second argument of getattr must be a string literal");
  }
  if (call.args.size() == 3 && !object->hasAttr(emission, at, *name))
    return emitSugared(emission, *call.args[2], 1);
  return object->attr(emission, at, *name);
}

SugaredPtr emitEnumerate(Emission& emission, const syntax::Call& call) {
  SourceRange at = emission.rangeOf(call);
  size_t count = call.args.size() + call.keywords.size();
  if (call.args.empty() || count > 2) {
    throw CompileError(Rule::WrongArgumentCount, at,
                       "'enumerate' takes an iterable and, optionally, a start");
  }
  Value* start = nullptr;
  if (call.args.size() == 2) start = emitSugared(emission, *call.args[1], 1)->asValue(emission, at);
  if (call.keywords.size() == 1) {
    if (call.keywords[0]->arg.text != "start") {
      throw CompileError(
          Rule::UnknownKeyword, emission.rangeOf(*call.keywords[0]),
          fmt::format("'enumerate' has no argument named '{}'", call.keywords[0]->arg.text));
    }
    start = emitSugared(emission, *call.keywords[0]->value, 1)->asValue(emission, at);
  }
  std::vector<Value*> bounds;
  if (start) bounds.push_back(start);
  bounds.push_back(pooledInt(emission, std::numeric_limits<int64_t>::max(), at));
  SugaredPtr iterable = emitSugared(emission, *call.args[0], 1)->iter(emission, at);
  auto tree = std::make_shared<IterableTree>();
  tree->add(emission, at,
            std::make_shared<RangeValue>(emission, at, bounds, iterable->staticLen()));
  tree->add(emission, at, iterable);
  return tree;
}

std::shared_ptr<ClosureValue> emitClosure(Emission& emission,
                                          const std::function<void(ir::Block*)>& body) {
  ir::Node* node = emission.graph().insertNode(emission.graph().create(ir::prim::Closure));
  node->output()->setType(types::noneType());
  ir::Block* block = node->addBlock();
  const ScopedOverride outsideLoops(emission.walk.loop, LoopStatus::None);
  {
    ir::WithInsertPoint guard(block);
    const Emission::EnteredScope entered(emission, block, /*startsDef=*/true);
    body(block);
  }
  return std::make_shared<ClosureValue>(node->output());
}

SugaredPtr emitFork(Emission& emission, const syntax::Call& call) {
  SourceRange at = emission.rangeOf(call);
  if (call.args.empty())
    throw CompileError(Rule::WrongArgumentCount, at, "'fork' needs a function to call");
  SugaredPtr forked = emitSugared(emission, *call.args[0], 1);
  if (auto closure = std::dynamic_pointer_cast<ClosureValue>(forked)) {
    ir::Node* node =
        emission.graph().insertNode(emission.makeNode(Symbol::intern("prim::forkClosure"), at, 1));
    node->addInput(closure->value);
    node->output()->setType(
        types::futureOf(closure->value->node()->block(0)->outputs()[0]->type()));
    return simple(node->output());
  }
  CallArguments arguments{emitPositional(emission, call.args.subspan(1)),
                          emitKeywords(emission, call)};
  ir::Node* node =
      emission.graph().insertNode(emission.makeNode(Symbol::intern("prim::forkClosure"), at, 1));
  TypePtr result = types::unknownType();
  {
    ir::WithInsertPoint guard(node);
    auto closure = emitClosure(emission, [&](ir::Block* block) {
      Value* output = forked->call(emission, at, arguments, 1)->asValue(emission, at);
      block->registerOutput(output);
      result = output->type();
    });
    node->addInput(closure->value);
  }
  if (result->isUnknown()) return std::make_shared<UnknownSugared>();
  node->output()->setType(types::futureOf(result));
  return simple(node->output());
}

}  // namespace

// Emits an archive's "def __forked_function(): ...", whose only return is its last statement.
void emitForkedFunction(Emission& emission, const syntax::FunctionDef& def) {
  SourceRange at = emission.rangeOf(def);
  auto closure = emitClosure(emission, [&](ir::Block* block) {
    for (const syntax::Stmt* stmt : def.body) {
      auto* result = syntax::dynCast<syntax::Return>(stmt);
      if (!result)
        emitStatement(emission, *stmt);
      else
        block->registerOutput(result->value ? emitExpr(emission, *result->value)
                                            : emission.constant(types::Constant::none(), at));
    }
    if (block->outputs().empty())
      block->registerOutput(emission.constant(types::Constant::none(), at));
  });
  emission.scope().set(std::string(def.name.text), at, closure);
}

namespace {

SugaredPtr emitRpc(Emission& emission, const syntax::Call& call, Form form) {
  SourceRange at = emission.rangeOf(call);
  if (call.args.size() < 2 || call.args.size() > 5) {
    throw CompileError(Rule::WrongArgumentCount, at,
                       "a remote call takes a worker's name, a function and, optionally, args, "
                       "kwargs and a timeout");
  }
  if (!call.keywords.empty())
    throw CompileError(Rule::UnknownKeyword, at, "a remote call takes positional arguments only");
  Value* worker = emitExpr(emission, *call.args[0]);
  SugaredPtr callee = emitSugared(emission, *call.args[1], 1);
  auto* function = dynamic_cast<FunctionValue*>(callee.get());
  if (!function || function->callees.size() != 1) {
    if (callee->isUnknown()) return callee;
    throw CompileError(Rule::NotCallable, emission.rangeOf(*call.args[1]),
                       "a remote call needs a script function");
  }
  emission.context().functions().ensureCompiled(function->callees[0]);
  const ops::FunctionSchema& schema = function->callees[0]->schema;
  CallArguments arguments;
  auto rest = call.args.subspan(2);
  if (!rest.empty()) {
    SourceRange argsAt = emission.rangeOf(*rest[0]);
    for (const SugaredPtr& part :
         emitSugared(emission, *rest[0], 1)->asTuple(emission, argsAt, std::nullopt)) {
      arguments.positional.emplace_back(argsAt, part->asValue(emission, argsAt));
    }
  }
  matchSchema(emission, schema, at, arguments);
  Value* name = emission.constant(types::Constant::string(function->callees[0]->qualifiedName), at);
  const char* kind = form == Form::RpcAsync  ? "prim::rpc_async"
                     : form == Form::RpcSync ? "prim::rpc_sync"
                                             : "prim::rpc_remote";
  ir::Node* node = emission.graph().insertNode(emission.makeNode(Symbol::intern(kind), at, 1));
  {
    ir::WithInsertPoint guard(node);
    node->addInput(worker);
    node->addInput(name);
    for (const syntax::Expr* arg : rest) node->addInput(emitExpr(emission, *arg));
  }
  TypePtr returned = schema.returns[0].type;
  node->output()->setType(form == Form::RpcAsync  ? types::futureOf(returned)
                          : form == Form::RpcSync ? returned
                                                  : types::rrefOf(returned));
  return simple(node->output());
}

SugaredPtr emitLegacyTensor(Emission& emission, const syntax::Call& call, int64_t dtype) {
  SourceRange at = emission.rangeOf(call);
  std::vector<Value*> args = emitValues(emission, call.args);
  auto keyword = emitKeywords(emission, call);
  if (keyword.size() > 1 || (keyword.size() == 1 && keyword[0].name != "device")) {
    throw CompileError(Rule::UnknownKeyword, at,
                       "a typed tensor constructor takes sizes or data, and `device`");
  }
  Value* dtypeValue = emission.graph().insertConstant(types::Constant::integer(dtype));
  std::vector<NamedValue> dtypeArgument{NamedValue(at, dtypeValue, "dtype")};
  bool allInts =
      std::all_of(args.begin(), args.end(), [](Value* v) { return v->type() == types::intType(); });
  if (args.size() == 1 && !allInts)
    return simple(emitBuiltin(emission, {}, aten::tensor, {{NamedValue(args[0])}, dtypeArgument}));
  if (!allInts) {
    throw CompileError(Rule::WrongArgumentType, at,
                       "a typed tensor constructor takes sizes, or one sequence of data");
  }
  Value* sizes =
      emission.graph().insertNode(emission.graph().createList(types::intType(), args))->output();
  return simple(emitBuiltin(emission, {}, args.empty() ? aten::tensor : aten::empty,
                            {{NamedValue(sizes)}, dtypeArgument}));
}

SugaredPtr emitIndexMethod(Emission& emission, const syntax::Call& call) {
  // x.__getitem__(i)
  expectCount(emission, call, 1, 1);
  SourceRange at = emission.rangeOf(call);
  const auto& attribute = syntax::as<syntax::Attribute>(*call.func);
  Value* self = emitSugared(emission, *attribute.value, 1)->asValue(emission, at);
  Value* input = emitSugared(emission, *call.args[0], 1)->asValue(emission, at);
  if (input->type()->is(TypeKind::Tuple))
    return simple(emitIndex(emission, at, self, emission.tupleUnpack(input)));
  return simple(emitIndex(emission, at, self, {input}));
}

ir::Value* emitTolist(Emission& emission, SourceRange at, Value* tensor, ir::TypePtr hint) {
  // The nesting depth of the lists and the element type are constants of the node.
  int64_t depth = 0;
  ir::TypePtr element = hint;
  while (element->is(types::TypeKind::List)) {
    element = element->element();
    ++depth;
  }
  int64_t kind = -1;
  if (element == types::intType()) kind = 0;
  if (element == types::floatType()) kind = 1;
  if (element == types::boolType()) kind = 2;
  if (element == types::complexType()) kind = 3;
  if (kind < 0) {
    throw CompileError(Rule::AnnotationMismatch, at,
                       fmt::format("tolist() gives lists of int, float, bool or complex, not {}",
                                   hint->annotation()));
  }
  ir::Value* depthValue = emission.graph().insertConstant(types::Constant::integer(depth));
  ir::Value* kindValue = emission.graph().insertConstant(types::Constant::integer(kind));
  ir::Node* node = emission.graph().insertNode(
      emission.graph().create(Symbol::intern("prim::tolist"), {tensor, depthValue, kindValue}));
  node->output()->setType(hint);
  return node->output();
}

}  // namespace

}  // namespace ts::compiler
