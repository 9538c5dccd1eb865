// Statements other than assignments, branches and loops.
#include <fmt/format.h>

#include "core/base/limit_error.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/emitter.h"
#include "core/compiler/emit/symbols.h"
#include "core/syntax/bindings.h"

namespace ts::compiler {

using diag::Rule;
using ir::Value;
using syntax::ExprKind;
using syntax::StmtKind;

namespace {

// The keyword of a compound statement, which is the statement's range in PyTorch's messages.
SourceRange keyword(SourceRange at, size_t length) {
  uint32_t end = at.span.begin + static_cast<uint32_t>(length);
  return {at.file, {at.span.begin, std::min(end, at.span.end)}};
}

// All names that a statement binds. When TorchScript lacks the statement, these names become
// Unknown.
std::vector<std::string> boundNames(const syntax::Stmt& stmt) {
  std::vector<std::string> names;
  syntax::forEachBinding(stmt, [&](const syntax::NameBinding& binding) {
    if (binding.kind != syntax::BindingKind::Delete && !binding.name.empty())
      names.emplace_back(binding.name);
  });
  return names;
}

}  // namespace

void Emitter::emitStatements(syntax::List<Stmt*> body) {
  for (const Stmt* stmt : body) {
    try {
      emitStatement(*stmt);
    } catch (const CompileError& error) {
      report(error);
      poisonTargets(*stmt);
    } catch (const LimitError& error) {
      report(CompileError(Rule::CheckLimit, rangeOf(*stmt),
                          fmt::format("this statement is not checked: {}", error.what())));
      poisonTargets(*stmt);
    }
    // Statements after a return or raise are unreachable and not compiled.
    if (exits(scope_->block())) return;
  }
}

// Makes all names that a failed statement would have bound Unknown.
void Emitter::poisonTargets(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::Assign:
      for (const Expr* target : syntax::as<syntax::Assign>(stmt).targets) poison(*target);
      break;
    case StmtKind::AnnAssign: poison(*syntax::as<syntax::AnnAssign>(stmt).target); break;
    case StmtKind::AugAssign: poison(*syntax::as<syntax::AugAssign>(stmt).target); break;
    case StmtKind::For: poison(*syntax::as<syntax::For>(stmt).target); break;
    case StmtKind::With:
      for (const auto* item : syntax::as<syntax::With>(stmt).items) {
        if (item->optionalVars) poison(*item->optionalVars);
      }
      break;
    case StmtKind::Return:
    case StmtKind::Raise:
      exitBlocks_.insert(scope_->block());
      if (!defs_.back().merged) defs_.back().merged = types::unknownType();
      break;
    default:
      for (const std::string& name : boundNames(stmt)) poison(name);
  }
}

void Emitter::poison(const std::string& name) { scope_->setUnknown(name); }

void Emitter::poison(const Expr& target) {
  syntax::forEachTarget(target, [&](const Expr& leaf, const syntax::TargetPath&) {
    if (const auto* name = syntax::dynCast<syntax::Name>(&leaf)) poison(std::string(name->id));
  });
}

void Emitter::emitStatement(const Stmt& stmt) {
  SourceRange at = rangeOf(stmt);
  switch (stmt.kind) {
    case StmtKind::If: {
      const auto& node = syntax::as<syntax::If>(stmt);
      Condition condition = emitTest(*node.test);
      emitIf(
          keyword(at, 2), condition, [&] { emitStatements(node.body); },
          [&] { emitStatements(node.orelse); });
      return;
    }
    case StmtKind::While: {
      const auto& node = syntax::as<syntax::While>(stmt);
      emitLoop(keyword(at, 5), nullptr, nullptr, node.test, [&] { emitStatements(node.body); });
      return;
    }
    case StmtKind::For: {
      const auto& node = syntax::as<syntax::For>(stmt);
      emitFor(keyword(at, 3), *node.target, *node.iter, [&] { emitStatements(node.body); });
      return;
    }
    case StmtKind::Assign: return emitAssign(syntax::as<syntax::Assign>(stmt));
    case StmtKind::AnnAssign: return emitAnnAssign(syntax::as<syntax::AnnAssign>(stmt));
    case StmtKind::AugAssign: return emitAugAssign(syntax::as<syntax::AugAssign>(stmt));
    case StmtKind::Expr: emitSugared(*syntax::as<syntax::ExprStmt>(stmt).value, 0); return;
    case StmtKind::Raise: return emitRaise(syntax::as<syntax::Raise>(stmt));
    case StmtKind::Assert: return emitAssert(syntax::as<syntax::Assert>(stmt));
    case StmtKind::Return:
      return emitReturn(keyword(at, 6), syntax::as<syntax::Return>(stmt).value);
    case StmtKind::Continue: return emitLoopExit(stmt, ir::prim::ContinueStmt, "continue");
    case StmtKind::Break: return emitLoopExit(stmt, ir::prim::BreakStmt, "break");
    case StmtKind::Pass: return;
    case StmtKind::Delete: return emitDelete(syntax::as<syntax::Delete>(stmt));
    case StmtKind::With: return emitWith(syntax::as<syntax::With>(stmt));
    case StmtKind::FunctionDef:
      if (source_.module->importer)
        return emitForkedFunction(syntax::as<syntax::FunctionDef>(stmt));
      [[fallthrough]];
    default: throw CompileError::alreadyReported();  // reported by frontend_check already
  }
}

// Emits the condition of a statement. An error in the condition does not silence the statement's
// blocks; an Unknown condition does.
Condition Emitter::emitTest(const Expr& test) {
  size_t reported = context_.sink().size();
  Condition condition;
  try {
    condition = emitCondition(test);
  } catch (const CompileError& error) {
    report(error);
    condition = undecided();
  }
  if (context_.sink().size() > reported) condition.undecided = false;
  return condition;
}

void Emitter::emitLoopExit(const Stmt& stmt, Symbol kind, std::string_view keyword) {
  SourceRange at = rangeOf(stmt);
  if (loop_ == LoopStatus::None) {
    throw CompileError(Rule::MisplacedStatement, at,
                       fmt::format("'{}' is outside a loop", keyword));
  }
  if (loop_ == LoopStatus::InUnrolledLoop) {
    throw CompileError(
        Rule::ExitFromUnrolledLoop, at,
        fmt::format("'{}' can't be used here: a loop over a tuple or a ModuleList is unrolled",
                    keyword));
  }
  graph_->insertNode(makeNode(kind, at, 0));
}

void Emitter::emitReturn(SourceRange at, const Expr* expr) {
  DefContext& def = defs_.back();
  ir::TypePtr declared = def.declared;
  Value* result = expr ? emitExpr(*expr, declared) : constant(types::Constant::none(), at);
  ir::TypePtr merged;
  if (result->type()->isUnknown() || (declared && declared->isUnknown())) {
    merged = declared ? declared : types::unknownType();
    failed_ = true;
  } else if (declared) {
    result = tryConvert(*this, at, declared, result, /*allowConversions=*/true);
    if (!types::isSubtype(result->type(), declared)) {
      bool optional = types::isOptionalLike(result->type()) && !types::isOptionalLike(declared);
      CompileError error(
          optional ? Rule::OptionalNotRefined : Rule::ReturnTypeMismatch, at,
          fmt::format("'{}' is declared to return {}, but this is {}", source_.def->name.text,
                      declared->annotation(), result->type()->annotation()));
      if (expr)
        error.label(rangeOf(*expr), fmt::format("this is {}", result->type()->annotation()));
      throw error;
    }
    merged = declared;
  } else {
    ir::TypePtr before = def.merged ? def.merged : result->type();
    merged = types::unify(before, result->type());
    if (!merged) {
      throw CompileError(Rule::ReturnTypeMismatch, at,
                         fmt::format("this returns {}, but an earlier return gives {}",
                                     result->type()->annotation(), before->annotation()))
          .note("annotate the function with the type that all of its returns share");
    }
  }
  def.merged = merged;
  if (merged == types::anyType() && result->type() != types::anyType()) {
    result = graph_->insertUncheckedCast(result, merged);
  }
  graph_->insertNode(graph_->create(ir::prim::ReturnStmt, {result}, 0));
  exitBlocks_.insert(scope_->block());
}

void Emitter::emitRaise(const syntax::Raise& stmt) {
  SourceRange at = keyword(rangeOf(stmt), 5);
  if (!stmt.exc) throw CompileError::alreadyReported();
  raise(at, emitSugared(*stmt.exc, 1));
}

void Emitter::raise(SourceRange at, const SugaredPtr& exception) {
  Value* message = nullptr;
  Value* className = nullptr;
  if (auto* made = dynamic_cast<ExceptionMessage*>(exception.get())) {
    message = made->message;
    className = made->className;
  } else if (dynamic_cast<ExceptionValue*>(exception.get())) {
    message = constant(types::Constant::string(""), at);
  } else if (exception->isUnknown()) {
    failed_ = true;
    message = constant(types::Constant::string(""), at);
  } else {
    throw CompileError(Rule::RaiseNeedsException, at,
                       fmt::format("only exceptions can be raised, and this is {}",
                                   withArticle(exception->kind())));
  }
  if (!types::isSubtype(message->type(), types::stringType()))
    message = emitBuiltin(*this, {}, aten::str, {message});
  std::vector<NamedValue> arguments{message};
  arguments.push_back(className ? NamedValue(className) : NamedValue(types::Constant::none()));
  emitBuiltin(*this, at, ir::prim::RaiseException, std::move(arguments));
  exitBlocks_.insert(scope_->block());
}

void Emitter::emitAssert(const syntax::Assert& stmt) {
  SourceRange at = keyword(rangeOf(stmt), 6);
  Condition condition = emitCondition(*stmt.test);
  emitIf(
      at, condition, [] {},
      [&] {
        SugaredPtr exception = scope_->get("AssertionError", at);
        CallArguments arguments;
        if (stmt.msg) {
          arguments.positional.push_back(named(*stmt.msg));
        } else {
          arguments.positional.emplace_back(at, constant(types::Constant::string(""), at));
        }
        raise(at, exception->call(*this, at, arguments, 1));
      });
}

void Emitter::emitDelete(const syntax::Delete& stmt) {
  for (const Expr* target : stmt.targets) {
    SourceRange at = rangeOf(*target);
    if (const auto* name = syntax::dynCast<syntax::Name>(target)) {
      std::string id(name->id);
      if (!scope_->remove(id)) scope_->failMissing(id, at);
    } else if (const auto* subscript = syntax::dynCast<syntax::Subscript>(target)) {
      auto index = indices(*subscript);
      if (index[0]->kind == ExprKind::Slice) {
        throw CompileError(Rule::UnsupportedDelete, at,
                           "a slice can't be deleted, only a single element");
      }
      SugaredPtr container = emitSugared(*subscript->value, 1);
      Value* key = emitExpr(*index[0]);
      Value* value = container->asValue(*this, rangeOf(*subscript->value));
      if (value->type()->isUnknown()) continue;
      if (const auto* type = types::cast<types::ClassType>(value->type())) {
        if (!type->method("__delitem__")) {
          throw CompileError(Rule::UnsupportedDelete, at,
                             fmt::format("{} has no method __delitem__", type->annotation()));
        }
        MethodValue(value, "__delitem__").call(*this, rangeOf(stmt), {{NamedValue(key)}, {}}, 0);
      } else if (!key->type()->isUnknown()) {
        bool isDict = value->type()->is(types::TypeKind::Dict);
        types::TypePtr wanted = isDict ? value->type()->element() : types::intType();
        bool isContainer = isDict || value->type()->is(types::TypeKind::List);
        if (!isContainer || !types::isSubtype(key->type(), wanted)) {
          throw CompileError(Rule::UnsupportedDelete, at,
                             fmt::format("an element of {} can't be deleted by a key of {}",
                                         value->type()->annotation(), key->type()->annotation()));
        }
        graph_->insertNode(graph_->create(aten::Delete, {value, key}, 0)->setRange(at));
      }
    } else {
      throw CompileError(Rule::UnsupportedDelete, at,
                         "only variables and elements of lists and dicts can be deleted");
    }
  }
}

// Enters one context. Returns its object, which the caller leaves at the end.
Value* Emitter::enter(const syntax::WithItem& item) {
  SourceRange at = rangeOf(*item.contextExpr);
  Value* context = emitExpr(*item.contextExpr);
  ir::Node* node = graph_->insertNode(graph_->create(ir::prim::Enter, {context}));
  if (context->type()->isUnknown()) {
    node->output()->setType(types::unknownType());
    if (item.optionalVars) poison(*item.optionalVars);
    return context;
  }
  const auto* type = types::cast<types::ClassType>(context->type());
  if (!type) {
    throw CompileError(Rule::BadContextManager, at,
                       fmt::format("{} is not a context manager", context->type()->annotation()));
  }
  ir::Function* enterMethod = type->method("__enter__");
  ir::Function* exitMethod = type->method("__exit__");
  if (!enterMethod || !exitMethod) {
    throw CompileError(
        Rule::BadContextManager, at,
        fmt::format("{} needs both __enter__ and __exit__ to be used in a with statement",
                    type->annotation()));
  }
  context_.functions().ensureCompiled(enterMethod);
  context_.functions().ensureCompiled(exitMethod);
  if (enterMethod->schema.arguments.size() != 1) {
    throw CompileError(Rule::BadContextManager, at, "__enter__ takes no argument but self");
  }
  if (exitMethod->schema.arguments.size() != 4) {
    throw CompileError(
        Rule::BadContextManager, at,
        "__exit__ takes three arguments after self: the exception's type, value and traceback");
  }
  for (size_t i = 1; i < 4; ++i) {
    if (exitMethod->schema.arguments[i].type != types::anyType()) {
      throw CompileError(
          Rule::BadContextManager, at,
          fmt::format(
              "argument {} of __exit__ must be annotated as Any: an exception never reaches it",
              i));
    }
  }
  node->output()->setType(enterMethod->schema.returns[0].type);
  if (const auto* name = syntax::dynCast<syntax::Name>(item.optionalVars)) {
    scope_->set(name->id, rangeOf(*name), node->output());
  }
  return context;
}

void Emitter::emitWith(const syntax::With& stmt) {
  std::vector<Value*> entered;
  for (const syntax::WithItem* item : stmt.items) {
    try {
      entered.push_back(enter(*item));
    } catch (const CompileError& error) {
      report(error);
      if (item->optionalVars) poison(*item->optionalVars);
    }
  }
  hasWith_ = true;
  emitStatements(stmt.body);
  for (auto it = entered.rbegin(); it != entered.rend(); ++it) {
    ir::Node* exit = graph_->insertNode(graph_->create(ir::prim::Exit));
    exit->addInput(*it);
  }
}

}  // namespace ts::compiler
