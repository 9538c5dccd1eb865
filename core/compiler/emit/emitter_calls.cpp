// Calls, and special forms that look like calls.
#include <fmt/format.h>

#include <limits>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/emitter.h"
#include "core/compiler/emit/symbols.h"

namespace ts::compiler {

using diag::Rule;
using ir::TypePtr;
using ir::Value;
using syntax::ConstantKind;
using syntax::ExprKind;
using types::TypeKind;

namespace {

const std::string_view* stringLiteral(const syntax::Expr& expr) {
  const auto* constant = syntax::dynCast<syntax::Constant>(&expr);
  return constant && constant->constant == ConstantKind::Str ? &constant->text : nullptr;
}

}  // namespace

std::vector<NamedValue> Emitter::positional(syntax::List<Expr*> args, bool unpack) {
  std::vector<NamedValue> result;
  result.reserve(args.size());
  for (const Expr* arg : args) {
    const auto* starred = syntax::dynCast<syntax::Starred>(arg);
    if (!starred || !unpack) {
      result.push_back(named(*arg));
      continue;
    }
    SourceRange at = rangeOf(*arg);
    for (const SugaredPtr& entry :
         emitSugared(*starred->value, 1)->asTuple(*this, at, std::nullopt)) {
      result.emplace_back(at, entry->asValue(*this, at));
    }
  }
  return result;
}

std::vector<Value*> Emitter::values(syntax::List<Expr*> args, bool unpack) {
  std::vector<Value*> result;
  for (NamedValue& value : positional(args, unpack)) result.push_back(value.in(*graph_));
  return result;
}

std::vector<NamedValue> Emitter::keywords(const syntax::Call& call) {
  std::vector<NamedValue> result;
  for (const syntax::Keyword* keyword : call.keywords) {
    if (!keyword->arg)
      throw CompileError::alreadyReported();  // **kwargs: reported by frontend_check already
    NamedValue value = named(*keyword->value);
    value.name = keyword->arg.text;
    result.push_back(std::move(value));
  }
  return result;
}

void Emitter::expectCount(const syntax::Call& call, size_t least, size_t most) {
  std::string name(file_->text(call.func->span));
  if (call.args.size() < least || call.args.size() > most) {
    std::string range =
        least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
    throw CompileError(
        Rule::WrongArgumentCount, rangeOf(call),
        fmt::format("'{}' takes {} argument{}, but {} {} given", name, range, most == 1 ? "" : "s",
                    call.args.size(), call.args.size() == 1 ? "is" : "are"));
  }
  if (!call.keywords.empty()) {
    throw CompileError(Rule::UnknownKeyword, rangeOf(*call.keywords[0]),
                       fmt::format("'{}' takes no keyword arguments", name));
  }
}

SugaredPtr Emitter::emitCall(const syntax::Call& call, size_t binders, TypePtr hint) {
  const size_t before = context_.sink().size();
  SugaredPtr callee = emitSugared(*call.func, 1);
  if (const SpecialForm* form = callee->specialForm()) return emitForm(call, *form, hint);
  CallArguments arguments;
  arguments.positional = positional(call.args);
  arguments.keyword = keywords(call);
  SugaredPtr result = callee->call(*this, rangeOf(*call.func), arguments, binders);
  if (context_.sink().size() > before) {
    context_.problems().blame(before, rangeOf(*call.func),
                              fmt::format("'{}'", file_->text(call.func->span)));
  }
  return result;
}

SugaredPtr Emitter::emitForm(const syntax::Call& call, const SpecialForm& form, TypePtr hint) {
  SourceRange at = rangeOf(call);
  switch (form.form) {
    case Form::Fork: return emitFork(call);
    case Form::Annotate: return emitAnnotate(call);
    case Form::RpcAsync:
    case Form::RpcSync:
    case Form::RpcRemote: return emitRpc(call, form.form);
    case Form::UncheckedCast: {
      expectCount(call, 2, 2);
      TypePtr type = resolveType(*call.args[0]);
      Value* value = emitExpr(*call.args[1]);
      bool castAlready = value->node()->is(ir::prim::unchecked_cast) && value->type() == type;
      return simple(castAlready ? value : graph_->insertUncheckedCast(value, type));
    }
    case Form::Uninitialized: {
      expectCount(call, 1, 1);
      TypePtr type = resolveType(*call.args[0]);
      return simple(graph_->insertNode(graph_->createUninitialized(type))->setRange(at)->output());
    }
    case Form::GetAttr: return emitGetattr(call);
    case Form::Tuple: {
      if (call.args.empty() && call.keywords.empty()) {
        throw CompileError(Rule::WrongArgumentCount, at,
                           "'tuple' takes 1 argument, but 0 are given")
            .note("write `()` for an empty tuple");
      }
      expectCount(call, 1, 1);
      std::vector<Value*> elements;
      for (const SugaredPtr& part :
           emitSugared(*call.args[0], 1)->asTuple(*this, at, std::nullopt)) {
        elements.push_back(part->asValue(*this, at));
      }
      return simple(graph_->insertNode(graph_->createTuple(elements))->output());
    }
    case Form::LegacyTensor: return emitLegacyTensor(call, form.dtype);
    case Form::Isinstance: {
      expectCount(call, 2, 2);
      return simple(emitIsinstance(at, *call.args[0], *call.args[1]).value);
    }
    case Form::HasAttr: {
      expectCount(call, 2, 2);
      return simple(emitHasattr(*call.args[0], *call.args[1]).value);
    }
    case Form::Tolist: {
      const auto& attribute = syntax::as<syntax::Attribute>(*call.func);
      Value* tensor = emitSugared(*attribute.value, 1)->asValue(*this, rangeOf(*attribute.value));
      if (!hint) {
        throw CompileError(Rule::TolistNeedsAnnotation, at,
                           "the result of tolist() needs an annotation")
            .note("annotate the variable that takes it: `x: List[float] = t.tolist()`");
      }
      return simple(emitTolist(at, tensor, hint));
    }
    case Form::New: {
      expectCount(call, 1, 1);
      SugaredPtr argument = emitSugared(*call.args[0], 1);
      auto* type = dynamic_cast<ClassValue*>(argument.get());
      if (!type) {
        throw CompileError(
            Rule::WrongArgumentType, at,
            fmt::format("__new__ takes a class, but this is a {}", argument->kind()));
      }
      return simple(graph_->insertNode(graph_->createObject(type->type))->setRange(at)->output());
    }
    case Form::Range: return std::make_shared<RangeValue>(*this, at, values(call.args));
    case Form::Enumerate: return emitEnumerate(call);
    case Form::Zip: {
      if (call.args.empty())
        throw CompileError(Rule::WrongArgumentCount, at, "'zip' needs at least one argument");
      auto tree = std::make_shared<IterableTree>();
      for (const Expr* arg : call.args) tree->add(*this, at, emitSugared(*arg, 1)->iter(*this, at));
      return tree;
    }
    case Form::List: return emitListCall(call, hint);
    case Form::Dict: return emitDictCall(call, hint);
    case Form::IndexMethod: return emitIndexMethod(call);
  }
  throw CompileError::alreadyReported();
}

SugaredPtr Emitter::emitAnnotate(const syntax::Call& call) {
  expectCount(call, 2, 2);
  SourceRange at = rangeOf(call);
  TypePtr type = resolveType(*call.args[0]);
  Value* value = emitExpr(*call.args[1], type);
  if (type->isUnknown() || value->type()->isUnknown()) return simple(unknown());
  value = tryConvert(*this, at, type, value, /*allowConversions=*/true);
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
    ir::Node* none = graph_->insertNode(graph_->createConstant(types::Constant::none()));
    none->output()->setType(type);
    value = none->output();
  }
  return simple(value);
}

SugaredPtr Emitter::emitGetattr(const syntax::Call& call) {
  expectCount(call, 2, 3);
  SourceRange at = rangeOf(call);
  SugaredPtr object = emitSugared(*call.args[0], 1);
  const std::string_view* name = stringLiteral(*call.args[1]);
  if (!name) {
    throw CompileError(Rule::NeedsStringLiteral, rangeOf(*call.args[1]),
                       "the second argument of getattr must be a string literal");
  }
  if (call.args.size() == 3 && !object->hasAttr(*this, at, *name))
    return emitSugared(*call.args[2], 1);
  return object->attr(*this, at, *name);
}

SugaredPtr Emitter::emitEnumerate(const syntax::Call& call) {
  SourceRange at = rangeOf(call);
  size_t count = call.args.size() + call.keywords.size();
  if (call.args.empty() || count > 2) {
    throw CompileError(Rule::WrongArgumentCount, at,
                       "'enumerate' takes an iterable and, optionally, a start");
  }
  Value* start = nullptr;
  if (call.args.size() == 2) start = emitSugared(*call.args[1], 1)->asValue(*this, at);
  if (call.keywords.size() == 1) {
    if (call.keywords[0]->arg.text != "start") {
      throw CompileError(
          Rule::UnknownKeyword, rangeOf(*call.keywords[0]),
          fmt::format("'enumerate' has no argument named '{}'", call.keywords[0]->arg.text));
    }
    start = emitSugared(*call.keywords[0]->value, 1)->asValue(*this, at);
  }
  std::vector<Value*> bounds;
  if (start) bounds.push_back(start);
  bounds.push_back(pooledInt(std::numeric_limits<int64_t>::max(), at));
  SugaredPtr iterable = emitSugared(*call.args[0], 1)->iter(*this, at);
  auto tree = std::make_shared<IterableTree>();
  tree->add(*this, at, std::make_shared<RangeValue>(*this, at, bounds, iterable->staticLen()));
  tree->add(*this, at, iterable);
  return tree;
}

std::shared_ptr<ClosureValue> Emitter::emitClosure(const std::function<void(ir::Block*)>& body) {
  ir::Node* node = graph_->insertNode(graph_->create(ir::prim::Closure));
  node->output()->setType(types::noneType());
  ir::Block* block = node->addBlock();
  LoopStatus outer = std::exchange(loop_, LoopStatus::None);
  {
    ir::WithInsertPoint guard(block);
    pushScope(block, /*startsDef=*/true);
    body(block);
    popScope(/*endsDef=*/true);
  }
  loop_ = outer;
  return std::make_shared<ClosureValue>(node->output());
}

SugaredPtr Emitter::emitFork(const syntax::Call& call) {
  SourceRange at = rangeOf(call);
  if (call.args.empty())
    throw CompileError(Rule::WrongArgumentCount, at, "'fork' needs a function to call");
  SugaredPtr forked = emitSugared(*call.args[0], 1);
  if (auto closure = std::dynamic_pointer_cast<ClosureValue>(forked)) {
    ir::Node* node = graph_->insertNode(makeNode(Symbol::intern("prim::forkClosure"), at, 1));
    node->addInput(closure->value);
    node->output()->setType(
        types::futureOf(closure->value->node()->block(0)->outputs()[0]->type()));
    return simple(node->output());
  }
  CallArguments arguments{positional(call.args.subspan(1)), keywords(call)};
  ir::Node* node = graph_->insertNode(makeNode(Symbol::intern("prim::forkClosure"), at, 1));
  TypePtr result = types::unknownType();
  {
    ir::WithInsertPoint guard(node);
    auto closure = emitClosure([&](ir::Block* block) {
      Value* output = forked->call(*this, at, arguments, 1)->asValue(*this, at);
      block->registerOutput(output);
      result = output->type();
    });
    node->addInput(closure->value);
  }
  if (result->isUnknown()) return std::make_shared<UnknownSugared>();
  node->output()->setType(types::futureOf(result));
  return simple(node->output());
}

// Emits an archive's "def __forked_function(): ...", whose only return is its last statement.
void Emitter::emitForkedFunction(const syntax::FunctionDef& def) {
  SourceRange at = rangeOf(def);
  auto closure = emitClosure([&](ir::Block* block) {
    for (const Stmt* stmt : def.body) {
      auto* result = syntax::dynCast<syntax::Return>(stmt);
      if (!result)
        emitStatement(*stmt);
      else
        block->registerOutput(result->value ? emitExpr(*result->value)
                                            : constant(types::Constant::none(), at));
    }
    if (block->outputs().empty()) block->registerOutput(constant(types::Constant::none(), at));
  });
  scope_->set(std::string(def.name.text), at, closure);
}

SugaredPtr Emitter::emitRpc(const syntax::Call& call, Form form) {
  SourceRange at = rangeOf(call);
  if (call.args.size() < 2 || call.args.size() > 5) {
    throw CompileError(Rule::WrongArgumentCount, at,
                       "a remote call takes a worker's name, a function and, optionally, args, "
                       "kwargs and a timeout");
  }
  if (!call.keywords.empty())
    throw CompileError(Rule::UnknownKeyword, at, "a remote call takes positional arguments only");
  Value* worker = emitExpr(*call.args[0]);
  SugaredPtr callee = emitSugared(*call.args[1], 1);
  auto* function = dynamic_cast<FunctionValue*>(callee.get());
  if (!function || function->callees.size() != 1) {
    if (callee->isUnknown()) return callee;
    throw CompileError(Rule::NotCallable, rangeOf(*call.args[1]),
                       "a remote call needs a script function");
  }
  context_.functions().ensureCompiled(function->callees[0]);
  const ops::FunctionSchema& schema = function->callees[0]->schema;
  CallArguments arguments;
  auto rest = call.args.subspan(2);
  if (!rest.empty()) {
    SourceRange argsAt = rangeOf(*rest[0]);
    for (const SugaredPtr& part : emitSugared(*rest[0], 1)->asTuple(*this, argsAt, std::nullopt)) {
      arguments.positional.emplace_back(argsAt, part->asValue(*this, argsAt));
    }
  }
  matchSchema(*this, schema, at, arguments);
  Value* name = constant(types::Constant::string(function->callees[0]->qualifiedName), at);
  const char* kind = form == Form::RpcAsync  ? "prim::rpc_async"
                     : form == Form::RpcSync ? "prim::rpc_sync"
                                             : "prim::rpc_remote";
  ir::Node* node = graph_->insertNode(makeNode(Symbol::intern(kind), at, 1));
  {
    ir::WithInsertPoint guard(node);
    node->addInput(worker);
    node->addInput(name);
    for (const Expr* arg : rest) node->addInput(emitExpr(*arg));
  }
  TypePtr returned = schema.returns[0].type;
  node->output()->setType(form == Form::RpcAsync  ? types::futureOf(returned)
                          : form == Form::RpcSync ? returned
                                                  : types::rrefOf(returned));
  return simple(node->output());
}

SugaredPtr Emitter::emitLegacyTensor(const syntax::Call& call, int64_t dtype) {
  SourceRange at = rangeOf(call);
  std::vector<Value*> args = values(call.args);
  auto keyword = keywords(call);
  if (keyword.size() > 1 || (keyword.size() == 1 && keyword[0].name != "device")) {
    throw CompileError(Rule::UnknownKeyword, at,
                       "a typed tensor constructor takes sizes or data, and `device`");
  }
  Value* dtypeValue = graph_->insertConstant(types::Constant::integer(dtype));
  std::vector<NamedValue> dtypeArgument{NamedValue(at, dtypeValue, "dtype")};
  bool allInts =
      std::all_of(args.begin(), args.end(), [](Value* v) { return v->type() == types::intType(); });
  if (args.size() == 1 && !allInts)
    return simple(emitBuiltin(*this, {}, aten::tensor, {{NamedValue(args[0])}, dtypeArgument}));
  if (!allInts) {
    throw CompileError(Rule::WrongArgumentType, at,
                       "a typed tensor constructor takes sizes, or one sequence of data");
  }
  Value* sizes = graph_->insertNode(graph_->createList(types::intType(), args))->output();
  return simple(emitBuiltin(*this, {}, args.empty() ? aten::tensor : aten::empty,
                            {{NamedValue(sizes)}, dtypeArgument}));
}

SugaredPtr Emitter::emitIndexMethod(const syntax::Call& call) {
  // x.__getitem__(i)
  expectCount(call, 1, 1);
  SourceRange at = rangeOf(call);
  const auto& attribute = syntax::as<syntax::Attribute>(*call.func);
  Value* self = emitSugared(*attribute.value, 1)->asValue(*this, at);
  Value* input = emitSugared(*call.args[0], 1)->asValue(*this, at);
  if (input->type()->is(TypeKind::Tuple)) return simple(emitIndex(at, self, tupleUnpack(input)));
  return simple(emitIndex(at, self, {input}));
}

ir::Value* Emitter::emitTolist(SourceRange at, Value* tensor, ir::TypePtr hint) {
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
  ir::Value* depthValue = graph_->insertConstant(types::Constant::integer(depth));
  ir::Value* kindValue = graph_->insertConstant(types::Constant::integer(kind));
  ir::Node* node = graph_->insertNode(
      graph_->create(Symbol::intern("prim::tolist"), {tensor, depthValue, kindValue}));
  node->output()->setType(hint);
  return node->output();
}

}  // namespace ts::compiler
