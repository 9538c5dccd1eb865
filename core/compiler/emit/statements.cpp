#include "core/compiler/emit/statements.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/limit_error.h"
#include "core/compiler/context/compile_context.h"
#include "core/compiler/emit/assignments.h"
#include "core/compiler/emit/block_scope.h"
#include "core/compiler/emit/calls.h"
#include "core/compiler/emit/control_flow.h"
#include "core/compiler/emit/emission.h"
#include "core/compiler/emit/expressions.h"
#include "core/compiler/emit/indexing.h"
#include "core/compiler/emit/symbols.h"
#include "core/syntax/bindings.h"
#include "core/types/distinct_names.h"

namespace ts::compiler {

using diag::Rule;
using ir::Value;
using syntax::ExprKind;
using syntax::StmtKind;

namespace {

void poisonTargets(Emission& emission, const syntax::Stmt& stmt);
Condition emitTest(Emission& emission, const syntax::Expr& test);
void emitLoopExit(Emission& emission, const syntax::Stmt& stmt, Symbol kind,
                  std::string_view keyword);
void emitRaise(Emission& emission, const syntax::Raise& stmt);
void emitAssert(Emission& emission, const syntax::Assert& stmt);
void emitDelete(Emission& emission, const syntax::Delete& stmt);
void emitWith(Emission& emission, const syntax::With& stmt);
void checkBlocks(Emission& emission, const syntax::Stmt& stmt);

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

void emitStatements(Emission& emission, syntax::List<syntax::Stmt*> body) {
  for (const syntax::Stmt* stmt : body) {
    try {
      emitStatement(emission, *stmt);
    } catch (const CompileError& error) {
      emission.report(error);
      poisonTargets(emission, *stmt);
    } catch (const LimitError& error) {
      emission.report(CompileError(Rule::CheckLimit, emission.rangeOf(*stmt),
                                   fmt::format("this statement is not checked: {}", error.what())));
      poisonTargets(emission, *stmt);
    }
    // Statements after a return or raise are unreachable and not compiled.
    if (emission.exits(emission.scope().block())) return;
  }
}

namespace {

// Makes all names that a failed statement would have bound Unknown.
void poisonTargets(Emission& emission, const syntax::Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::Assign:
      for (const syntax::Expr* target : syntax::as<syntax::Assign>(stmt).targets)
        poison(emission, *target);
      break;
    case StmtKind::AnnAssign: poison(emission, *syntax::as<syntax::AnnAssign>(stmt).target); break;
    case StmtKind::AugAssign: poison(emission, *syntax::as<syntax::AugAssign>(stmt).target); break;
    case StmtKind::For: poison(emission, *syntax::as<syntax::For>(stmt).target); break;
    case StmtKind::With:
      for (const auto* item : syntax::as<syntax::With>(stmt).items) {
        if (item->optionalVars) poison(emission, *item->optionalVars);
      }
      break;
    case StmtKind::Return:
    case StmtKind::Raise:
      emission.markExit(emission.scope().block());
      if (!emission.def().merged) emission.def().merged = types::unknownType();
      break;
    default:
      for (const std::string& name : boundNames(stmt)) poison(emission, name);
  }
}

// In __init__ of a class, an attribute of a failed statement exists, with an Unknown type.
void poisonAttribute(Emission& emission, const syntax::Attribute& target) {
  const auto* self = syntax::dynCast<syntax::Name>(target.value);
  const SugaredPtr object = self ? emission.scope().find(self->id) : nullptr;
  Value* value = object ? asSimple(object) : nullptr;
  const auto* type = value ? types::cast<types::ClassType>(value->type()) : nullptr;
  if (type && emission.initializes(type) && !type->attribute(target.attr.text) &&
      !type->property(target.attr.text))
    type->addAttribute(std::string(target.attr.text), types::unknownType());
}

}  // namespace

void poison(Emission& emission, const std::string& name) { emission.scope().setUnknown(name); }

void poison(Emission& emission, const syntax::Expr& target) {
  syntax::forEachTarget(target, [&](const syntax::Expr& leaf, const syntax::TargetPath&) {
    if (const auto* name = syntax::dynCast<syntax::Name>(&leaf))
      poison(emission, std::string(name->id));
    else if (const auto* attribute = syntax::dynCast<syntax::Attribute>(&leaf))
      poisonAttribute(emission, *attribute);
  });
}

void emitStatement(Emission& emission, const syntax::Stmt& stmt) {
  SourceRange at = emission.rangeOf(stmt);
  emission.context().functions().reachedStatement(at);
  switch (stmt.kind) {
    case StmtKind::If: {
      const auto& node = syntax::as<syntax::If>(stmt);
      Condition condition = emitTest(emission, *node.test);
      emitIf(
          emission, keyword(at, 2), condition, [&] { emitStatements(emission, node.body); },
          [&] { emitStatements(emission, node.orelse); });
      return;
    }
    case StmtKind::While: {
      const auto& node = syntax::as<syntax::While>(stmt);
      emitLoop(emission, keyword(at, 5), nullptr, nullptr, node.test,
               [&] { emitStatements(emission, node.body); });
      return;
    }
    case StmtKind::For: {
      const auto& node = syntax::as<syntax::For>(stmt);
      emitFor(emission, keyword(at, 3), *node.target, *node.iter,
              [&] { emitStatements(emission, node.body); });
      return;
    }
    case StmtKind::Assign: return emitAssign(emission, syntax::as<syntax::Assign>(stmt));
    case StmtKind::AnnAssign: return emitAnnAssign(emission, syntax::as<syntax::AnnAssign>(stmt));
    case StmtKind::AugAssign: return emitAugAssign(emission, syntax::as<syntax::AugAssign>(stmt));
    case StmtKind::Expr:
      emitSugared(emission, *syntax::as<syntax::ExprStmt>(stmt).value, 0);
      return;
    case StmtKind::Raise: return emitRaise(emission, syntax::as<syntax::Raise>(stmt));
    case StmtKind::Assert: return emitAssert(emission, syntax::as<syntax::Assert>(stmt));
    case StmtKind::Return:
      return emitReturn(emission, keyword(at, 6), syntax::as<syntax::Return>(stmt).value);
    case StmtKind::Continue:
      return emitLoopExit(emission, stmt, ir::prim::ContinueStmt, "continue");
    case StmtKind::Break: return emitLoopExit(emission, stmt, ir::prim::BreakStmt, "break");
    case StmtKind::Pass: return;
    case StmtKind::Delete: return emitDelete(emission, syntax::as<syntax::Delete>(stmt));
    case StmtKind::With: return emitWith(emission, syntax::as<syntax::With>(stmt));
    case StmtKind::FunctionDef:
      if (emission.source().module->importer)
        return emitForkedFunction(emission, syntax::as<syntax::FunctionDef>(stmt));
      throw CompileError::alreadyReported();
    case StmtKind::Try:
    case StmtKind::TryStar:
    case StmtKind::AsyncWith:
    case StmtKind::Match: checkBlocks(emission, stmt); throw CompileError::alreadyReported();
    default: throw CompileError::alreadyReported();  // reported by frontend_check already
  }
}

namespace {

bool neverEnds(syntax::List<syntax::Stmt*> block);

bool neverEnds(const syntax::Try& guarded) {
  if (neverEnds(guarded.finalbody)) return true;
  return (neverEnds(guarded.body) || neverEnds(guarded.orelse)) &&
         std::ranges::all_of(guarded.handlers, [](const syntax::ExceptHandler* handler) {
           return neverEnds(handler->body);
         });
}

// True when control leaves the function before it gets to the end of the block.
bool neverEnds(syntax::List<syntax::Stmt*> block) {
  if (block.empty()) return false;
  const syntax::Stmt& last = *block.back();
  switch (last.kind) {
    case StmtKind::Return:
    case StmtKind::Raise: return true;
    case StmtKind::If: {
      const auto& test = syntax::as<syntax::If>(last);
      return neverEnds(test.body) && neverEnds(test.orelse);
    }
    case StmtKind::With:
    case StmtKind::AsyncWith: return neverEnds(static_cast<const syntax::With&>(last).body);
    case StmtKind::Try:
    case StmtKind::TryStar: return neverEnds(static_cast<const syntax::Try&>(last));
    default: return false;
  }
}

// Finds the problems in the blocks of a statement that TorchScript lacks. Each block counts as the
// body of an `if`, and the names that the statement binds are Unknown before and behind each.
void checkBlocks(Emission& emission, const syntax::Stmt& stmt) {
  const SourceRange at = emission.rangeOf(stmt);
  const std::vector<std::string> names = boundNames(stmt);
  const auto check = [&](std::initializer_list<syntax::List<syntax::Stmt*>> blocks) {
    for (const std::string& name : names) poison(emission, name);
    Condition condition = undecidedCondition(emission);
    condition.undecided = false;
    emitIf(
        emission, at, condition,
        [&] {
          for (const syntax::List<syntax::Stmt*>& block : blocks) emitStatements(emission, block);
        },
        [] {});
  };
  bool leaves = false;
  if (stmt.kind == StmtKind::AsyncWith) {
    const auto& body = static_cast<const syntax::With&>(stmt).body;
    check({body});
    leaves = neverEnds(body);
  } else if (const auto* match = syntax::dynCast<syntax::Match>(&stmt)) {
    for (const syntax::MatchCase* matchCase : match->cases) check({matchCase->body});
  } else {
    const auto& guarded = static_cast<const syntax::Try&>(stmt);
    check({guarded.body, guarded.orelse});
    for (const syntax::ExceptHandler* handler : guarded.handlers) check({handler->body});
    check({guarded.finalbody});
    leaves = neverEnds(guarded);
  }
  if (!leaves) return;
  emission.markExit(emission.scope().block());
  if (!emission.def().merged) emission.def().merged = types::unknownType();
}

// Emits the condition of a statement. An error in the condition does not silence the statement's
// blocks; an Unknown condition does.
Condition emitTest(Emission& emission, const syntax::Expr& test) {
  size_t reported = emission.context().sink().size();
  Condition condition;
  try {
    condition = emitCondition(emission, test);
  } catch (const CompileError& error) {
    emission.report(error);
    condition = undecidedCondition(emission);
  }
  if (emission.context().sink().size() > reported) condition.undecided = false;
  return condition;
}

void emitLoopExit(Emission& emission, const syntax::Stmt& stmt, Symbol kind,
                  std::string_view keyword) {
  SourceRange at = emission.rangeOf(stmt);
  if (emission.walk.loop == LoopStatus::None) {
    throw CompileError(Rule::MisplacedStatement, at,
                       fmt::format("'{}' is outside a loop", keyword));
  }
  if (emission.walk.loop == LoopStatus::InUnrolledLoop) {
    throw CompileError(
        Rule::ExitFromUnrolledLoop, at,
        fmt::format("'{}' can't be used here: a loop over a tuple or a ModuleList is unrolled",
                    keyword));
  }
  emission.graph().insertNode(emission.makeNode(kind, at, 0));
}

}  // namespace

void emitReturn(Emission& emission, SourceRange at, const syntax::Expr* expr) {
  DefContext& def = emission.def();
  ir::TypePtr declared = def.declared;
  Value* result =
      expr ? emitExpr(emission, *expr, declared) : emission.constant(types::Constant::none(), at);
  ir::TypePtr merged;
  if (result->type()->isUnknown() || (declared && declared->isUnknown())) {
    merged = declared ? declared : types::unknownType();
    emission.fail();
  } else if (declared) {
    result = tryConvert(emission, at, declared, result, /*allowConversions=*/true);
    if (!types::isSubtype(result->type(), declared)) {
      bool optional = types::isOptionalLike(result->type()) && !types::isOptionalLike(declared);
      CompileError error(optional ? Rule::OptionalNotRefined : Rule::ReturnTypeMismatch, at,
                         fmt::format("'{}' is declared to return {}, but this is {}",
                                     emission.source().def->name.text,
                                     types::annotationBeside(declared, result->type()),
                                     types::annotationBeside(result->type(), declared)));
      if (expr)
        error.label(emission.rangeOf(*expr),
                    fmt::format("this is {}", types::annotationBeside(result->type(), declared)));
      throw error;
    }
    merged = declared;
  } else {
    ir::TypePtr before = def.merged ? def.merged : result->type();
    merged = types::unify(before, result->type());
    if (!merged) {
      throw CompileError(Rule::ReturnTypeMismatch, at,
                         fmt::format("this returns {}, but an earlier return gives {}",
                                     types::annotationBeside(result->type(), before),
                                     types::annotationBeside(before, result->type())))
          .note("annotate the function with the type that all of its returns share");
    }
  }
  def.merged = merged;
  if (merged == types::anyType() && result->type() != types::anyType()) {
    result = emission.graph().insertUncheckedCast(result, merged);
  }
  ir::Node* const statement =
      emission.graph().insertNode(emission.graph().create(ir::prim::ReturnStmt, {result}, 0));
  // The end of a function without a return statement has no place.
  if (at.span != emission.defRange().span) statement->setRange(at);
  emission.markExit(emission.scope().block());
}

namespace {

void emitRaise(Emission& emission, const syntax::Raise& stmt) {
  SourceRange at = keyword(emission.rangeOf(stmt), 5);
  if (!stmt.exc) throw CompileError::alreadyReported();
  emitException(emission, at, emitSugared(emission, *stmt.exc, 1));
}

}  // namespace

void emitException(Emission& emission, SourceRange at, const SugaredPtr& exception) {
  Value* message = nullptr;
  Value* className = nullptr;
  if (auto* result = dynamic_cast<ExceptionMessage*>(exception.get())) {
    message = result->message;
    className = result->className;
  } else if (dynamic_cast<ExceptionValue*>(exception.get())) {
    message = emission.constant(types::Constant::string(""), at);
  } else if (isUnknown(*exception)) {
    emission.fail();
    message = emission.constant(types::Constant::string(""), at);
  } else {
    throw CompileError(Rule::RaiseNeedsException, at,
                       fmt::format("only exceptions can be raised, and this is {}",
                                   withArticle(exception->kind())));
  }
  if (!types::isSubtype(message->type(), types::stringType()))
    message = emitBuiltin(emission, {}, aten::str, {message});
  std::vector<NamedValue> arguments{message};
  arguments.push_back(className ? NamedValue(className) : NamedValue(types::Constant::none()));
  emitBuiltin(emission, at, ir::prim::RaiseException, std::move(arguments));
  emission.markExit(emission.scope().block());
}

namespace {

void emitAssert(Emission& emission, const syntax::Assert& stmt) {
  SourceRange at = keyword(emission.rangeOf(stmt), 6);
  Condition condition = emitCondition(emission, *stmt.test);
  emitIf(
      emission, at, condition, [] {},
      [&] {
        SugaredPtr exception = emission.scope().get("AssertionError", at);
        CallArguments arguments;
        if (stmt.msg) {
          arguments.positional.push_back(emitNamed(emission, *stmt.msg));
        } else {
          arguments.positional.emplace_back(at, emission.constant(types::Constant::string(""), at));
        }
        emitException(emission, at, exception->call(emission, at, arguments, 1));
      });
}

void emitDelete(Emission& emission, const syntax::Delete& stmt) {
  for (const syntax::Expr* target : stmt.targets) {
    SourceRange at = emission.rangeOf(*target);
    if (const auto* name = syntax::dynCast<syntax::Name>(target)) {
      std::string id(name->id);
      if (!emission.scope().remove(id)) emission.scope().failMissing(id, at);
    } else if (const auto* subscript = syntax::dynCast<syntax::Subscript>(target)) {
      auto index = indicesOf(*subscript);
      if (index[0]->kind == ExprKind::Slice) {
        throw CompileError(Rule::UnsupportedDelete, at,
                           "a slice can't be deleted, only a single element");
      }
      SugaredPtr container = emitSugared(emission, *subscript->value, 1);
      Value* key = emitExpr(emission, *index[0]);
      Value* value = container->asValue(emission, emission.rangeOf(*subscript->value));
      if (value->type()->isUnknown()) continue;
      if (const auto* type = types::cast<types::ClassType>(value->type())) {
        if (!type->method("__delitem__")) {
          throw CompileError(Rule::UnsupportedDelete, at,
                             fmt::format("{} has no method __delitem__", type->annotation()));
        }
        MethodValue(value, "__delitem__")
            .call(emission, emission.rangeOf(stmt), {{NamedValue(key)}, {}}, 0);
      } else if (!key->type()->isUnknown()) {
        bool isDict = value->type()->is(types::TypeKind::Dict);
        types::TypePtr wanted = isDict ? value->type()->element() : types::intType();
        bool isContainer = isDict || value->type()->is(types::TypeKind::List);
        if (!isContainer || !types::isSubtype(key->type(), wanted)) {
          throw CompileError(Rule::UnsupportedDelete, at,
                             fmt::format("an element of {} can't be deleted by a key of {}",
                                         value->type()->annotation(), key->type()->annotation()));
        }
        emission.graph().insertNode(
            emission.graph().create(aten::Delete, {value, key}, 0)->setRange(at));
      }
    } else {
      throw CompileError(Rule::UnsupportedDelete, at,
                         "only variables and elements of lists and dicts can be deleted");
    }
  }
}

// Enters one context. Returns its object, which the caller leaves at the end.
Value* enterContext(Emission& emission, const syntax::WithItem& item) {
  SourceRange at = emission.rangeOf(*item.contextExpr);
  Value* context = emitExpr(emission, *item.contextExpr);
  ir::Node* node = emission.graph().insertNode(emission.graph().create(ir::prim::Enter, {context}));
  if (context->type()->isUnknown()) {
    node->output()->setType(types::unknownType());
    if (item.optionalVars) poison(emission, *item.optionalVars);
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
  emission.context().functions().ensureCompiled(enterMethod);
  emission.context().functions().ensureCompiled(exitMethod);
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
    emission.scope().set(name->id, emission.rangeOf(*name), node->output());
  }
  return context;
}

void emitWith(Emission& emission, const syntax::With& stmt) {
  std::vector<Value*> entered;
  for (const syntax::WithItem* item : stmt.items) {
    try {
      entered.push_back(enterContext(emission, *item));
    } catch (const CompileError& error) {
      emission.report(error);
      if (item->optionalVars) poison(emission, *item->optionalVars);
    }
  }
  emission.walk.hasWith = true;
  emitStatements(emission, stmt.body);
  for (auto it = entered.rbegin(); it != entered.rend(); ++it) {
    ir::Node* exit = emission.graph().insertNode(emission.graph().create(ir::prim::Exit));
    exit->addInput(*it);
  }
}

}  // namespace

}  // namespace ts::compiler
