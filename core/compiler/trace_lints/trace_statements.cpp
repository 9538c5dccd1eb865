// Traced code: statements. Loops are unrolled while their elements are known; otherwise the body is
// walked once, for any element.
#include <algorithm>
#include <utility>

#include "core/compiler/trace_lints/trace_walker.h"
#include "core/syntax/ast_walk.h"

namespace ts::compiler {

using diag::Rule;
using syntax::StmtKind;

namespace {

constexpr size_t kMostUnrolled = 64;

bool endsInRaise(syntax::List<syntax::Stmt*> body) {
  return !body.empty() && body.back()->kind == StmtKind::Raise;
}

// An `if` with a branch that only raises. Code after it runs for inputs that pass the check, as the
// example does.
bool isGuard(const syntax::If& stmt) {
  return (endsInRaise(stmt.body) && stmt.orelse.empty()) ||
         (endsInRaise(stmt.body) != endsInRaise(stmt.orelse));
}

}  // namespace

void TraceWalker::walk(syntax::List<syntax::Stmt*> body) {
  for (const syntax::Stmt* stmt : body) {
    if (activation_->isDead || !spend()) return;
    walk(*stmt);
  }
}

void TraceWalker::branch(std::optional<bool> isKnown, syntax::List<syntax::Stmt*> body,
                         syntax::List<syntax::Stmt*> orelse) {
  if (isKnown) return walk(*isKnown ? body : orelse);
  Variables before = activation_->variables;
  walk(body);
  bool firstDead = activation_->isDead;
  Variables first = std::exchange(activation_->variables, std::move(before));
  activation_->isDead = false;
  walk(orelse);
  if (firstDead) return;
  if (activation_->isDead) {
    activation_->variables = std::move(first);
    activation_->isDead = false;
    return;
  }
  for (auto& [name, value] : activation_->variables) {
    auto other = first.find(name);
    value = other == first.end() ? TraceValue() : join(value, other->second);
  }
  for (auto& [name, value] : first) activation_->variables.try_emplace(name);
}

// Walks a body that may run any number of times.
void TraceWalker::maybe(syntax::List<syntax::Stmt*> body) { branch(std::nullopt, body, {}); }

void TraceWalker::loop(const syntax::For& stmt) {
  TraceValue iterated = eval(*stmt.iter), each;
  auto rounds = iterate(*stmt.iter, iterated, each);
  if (rounds && rounds->size() <= kMostUnrolled) {
    for (const TraceValue& value : *rounds) {
      assign(*stmt.target, value);
      walk(stmt.body);
      // After a break or return the remaining iterations are not known.
      if (activation_->isDead) break;
    }
    activation_->isDead = false;
  } else {
    assign(*stmt.target, each);
    maybe(stmt.body);
  }
  maybe(stmt.orelse);
}

void TraceWalker::walk(const syntax::Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::Expr: eval(*syntax::as<syntax::ExprStmt>(stmt).value); return;
    case StmtKind::Assign: {
      const auto& node = syntax::as<syntax::Assign>(stmt);
      TraceValue value = eval(*node.value);
      for (const syntax::Expr* target : node.targets) assign(*target, value);
      return;
    }
    case StmtKind::AnnAssign: {
      const auto& node = syntax::as<syntax::AnnAssign>(stmt);
      if (node.value) assign(*node.target, eval(*node.value));
      return;
    }
    case StmtKind::AugAssign: {
      const auto& node = syntax::as<syntax::AugAssign>(stmt);
      syntax::BinOp both{};
      both.span = stmt.span;
      both.kind = syntax::ExprKind::BinOp;
      both.left = node.target;
      both.op = node.op;
      both.right = node.value;
      assign(*node.target, binary(both));
      return;
    }
    case StmtKind::Return: {
      const auto& node = syntax::as<syntax::Return>(stmt);
      TraceValue value = node.value ? eval(*node.value) : TraceValue::plain(eval::Value::none());
      activation_->result = activation_->result ? join(*activation_->result, value) : value;
      activation_->lastReturn = &node;
      activation_->isDead = true;
      return;
    }
    case StmtKind::If: {
      const auto& node = syntax::as<syntax::If>(stmt);
      TraceValue value = isGuard(node) ? eval(*node.test) : TraceValue();
      // A check of the dtype or the number of dimensions at the start is not a hazard.
      std::optional<bool> isKnown =
          value.is(TracedKind::Metadata) ? std::nullopt : test(*node.test);
      return branch(isKnown, node.body, node.orelse);
    }
    case StmtKind::While: {
      const auto& node = syntax::as<syntax::While>(stmt);
      if (test(*node.test) != false) maybe(node.body);
      return maybe(node.orelse);
    }
    case StmtKind::For: return loop(syntax::as<syntax::For>(stmt));
    case StmtKind::With: {
      const auto& node = syntax::as<syntax::With>(stmt);
      for (const syntax::WithItem* item : node.items) {
        eval(*item->contextExpr);
        if (item->optionalVars) forget(*item->optionalVars);
      }
      return walk(node.body);
    }
    case StmtKind::Assert: {
      const syntax::Expr& condition = *syntax::as<syntax::Assert>(stmt).test;
      if (!eval(condition).is(TracedKind::Metadata)) test(condition);
      return;
    }
    case StmtKind::Try:
    case StmtKind::TryStar: {
      const auto& node = syntax::as<syntax::Try>(stmt);
      maybe(node.body);
      for (const syntax::ExceptHandler* handler : node.handlers) {
        if (handler->name) activation_->variables[handler->name.text] = {};
        maybe(handler->body);
      }
      maybe(node.orelse);
      return walk(node.finalbody);
    }
    case StmtKind::Match: {
      const auto& node = syntax::as<syntax::Match>(stmt);
      eval(*node.subject);
      // Names bound by patterns are not tracked, so all variables become unknown.
      for (auto& [name, value] : activation_->variables) value = {};
      for (const syntax::MatchCase* each : node.cases) maybe(each->body);
      return;
    }
    case StmtKind::FunctionDef:
    case StmtKind::AsyncFunctionDef:
      activation_->variables[syntax::as<syntax::FunctionDef>(stmt).name.text] = {};
      return;
    case StmtKind::ClassDef:
      activation_->variables[syntax::as<syntax::ClassDef>(stmt).name.text] = {};
      return;
    case StmtKind::Delete:
      for (const syntax::Expr* target : syntax::as<syntax::Delete>(stmt).targets) forget(*target);
      return;
    case StmtKind::Import:
    case StmtKind::ImportFrom: {
      bool isFrom = stmt.kind == StmtKind::ImportFrom;
      for (const syntax::Alias* alias : isFrom ? syntax::as<syntax::ImportFrom>(stmt).names
                                               : syntax::as<syntax::Import>(stmt).names) {
        std::string_view bound = syntax::boundName(*alias);
        TraceValue result;
        if (!isFrom)
          result =
              fromObject(context_.environment().importName(alias->asname ? alias->name : bound));
        activation_->variables[bound] = std::move(result);
      }
      return;
    }
    case StmtKind::Raise:
    case StmtKind::Break:
    case StmtKind::Continue: activation_->isDead = true; return;
    default: return;
  }
}

void TraceWalker::forget(const syntax::Expr& target) {
  if (const auto* name = syntax::dynCast<syntax::Name>(&target)) {
    activation_->variables[name->id] = {};
  } else if (target.kind == syntax::ExprKind::Tuple || target.kind == syntax::ExprKind::List) {
    for (const syntax::Expr* part : syntax::as<syntax::Sequence>(target).elts) forget(*part);
  } else if (const auto* star = syntax::dynCast<syntax::Starred>(&target)) {
    forget(*star->value);
  }
}

void TraceWalker::assign(const syntax::Expr& target, const TraceValue& value) {
  switch (target.kind) {
    case syntax::ExprKind::Name:
      activation_->variables[syntax::as<syntax::Name>(target).id] = value;
      return;
    case syntax::ExprKind::Starred: return assign(*syntax::as<syntax::Starred>(target).value, {});
    case syntax::ExprKind::Tuple:
    case syntax::ExprKind::List: {
      const auto& parts = syntax::as<syntax::Sequence>(target).elts;
      bool hasStar = std::ranges::any_of(
          parts, [](const syntax::Expr* part) { return part->kind == syntax::ExprKind::Starred; });
      TraceValue each;
      if (value.is(TracedKind::Tensor)) {
        report(Rule::TracedIteration, target,
               "a traced tensor is unpacked, and the trace keeps the number of its parts",
               "select them by index, or use unbind()");
        each = TraceValue::of(TracedKind::Tensor, value.rank > 0 ? value.rank - 1 : -1);
      } else if (value.is(TracedKind::Sizes)) {
        each = TraceValue::of(TracedKind::Size);
      } else if (value.is(TracedKind::TensorList)) {
        each = TraceValue::of(TracedKind::Tensor);
      } else if (value.is(TracedKind::Sequence) && !hasStar &&
                 value.elements.size() == parts.size()) {
        for (size_t i = 0; i < parts.size(); ++i) assign(*parts[i], value.elements[i]);
        return;
      }
      for (const syntax::Expr* part : parts) assign(*part, each);
      return;
    }
    case syntax::ExprKind::Subscript:
      return assignSlice(syntax::as<syntax::Subscript>(target), value);
    case syntax::ExprKind::Attribute: {
      const auto& node = syntax::as<syntax::Attribute>(target);
      TraceValue base = eval(*node.value);
      if (node.attr.text == "data" && base.isTensor()) {
        if (base.is(TracedKind::Tensor)) attribute(base, "data", target);
      } else if (base.is(TracedKind::Object)) {
        // Assigned attributes of objects are not tracked: from here on their values are not known.
        changed_.insert(std::string(node.attr.text));
      }
      return;
    }
    default: return;
  }
}

void TraceWalker::assignSlice(const syntax::Subscript& target, const TraceValue& value) {
  TraceValue base = eval(*target.value), index = eval(*target.slice);
  if (const auto* name = syntax::dynCast<syntax::Name>(target.value);
      name && base.is(TracedKind::Sequence)) {
    activation_->variables[name->id] = {};
    return;
  }
  // After storing a traced value into a tensor, the whole tensor is traced.
  if (const auto* name = syntax::dynCast<syntax::Name>(target.value);
      name && base.isTensor() && value.is(TracedKind::Tensor)) {
    activation_->variables[name->id] = TraceValue::of(TracedKind::Tensor, base.rank);
  }
  if (!base.isTensor() || !value.isTensor()) return;
  int wanted = rankOfIndexed(base.rank, *target.slice, index);
  if (wanted < 0 || value.rank < 1 || value.rank >= wanted) return;
  report(Rule::TracedSliceAssignment, target,
         "a tensor with fewer dimensions is assigned to a slice, and the trace expands it to the "
         "slice's size for the example",
         "use expand_as() or torch.where(), whose sizes follow the input");
}

}  // namespace ts::compiler
