// Lost gradients: statements.
#include <algorithm>
#include <utility>

#include "core/compiler/gradient_lints/flow_walker.h"
#include "core/syntax/ast_walk.h"
#include "core/syntax/bindings.h"

namespace ts::compiler {

using namespace syntax;

namespace {

// The variables whose parameters the code asks for, and those that several functions assign.
struct SpecialNames {
  std::set<std::string_view>& models;
  std::set<std::string_view>& shared;
  bool freezes = false;  // the code mentions requires_grad

  void operator()(const Expr& expr) {
    if (const auto* attribute = dynCast<Attribute>(&expr)) {
      const std::string_view member = attribute->attr.text;
      freezes |= member.starts_with("requires_grad");
      const auto* base = dynCast<Name>(attribute->value);
      if (base && (member == "parameters" || member == "named_parameters")) models.insert(base->id);
    }
    forEachChild(expr, *this);
  }
  void operator()(const Stmt& stmt) {
    if (stmt.kind == StmtKind::Global || stmt.kind == StmtKind::Nonlocal)
      for (const Identifier& name : as<NameList>(stmt).names) shared.insert(name.text);
    forEachChild(stmt, *this);
  }
  void operator()(const Pattern&) {}
};

bool hasJump(Block body) {
  return std::ranges::any_of(body, [](const Stmt* stmt) {
    if (stmt->kind == StmtKind::Break || stmt->kind == StmtKind::Continue) return true;
    if (stmt->kind == StmtKind::FunctionDef || stmt->kind == StmtKind::ClassDef) return false;
    bool found = false;
    forEachBlock(*stmt, [&](Block inner) { found |= hasJump(inner); });
    return found;
  });
}

// Handlers of interrupts and ends of iterators do not expect that backward() raises.
bool mayCatchErrors(const Try& stmt) {
  return std::ranges::any_of(stmt.handlers, [](const ExceptHandler* handler) {
    const auto* type = dynCast<Name>(handler->type);
    return !type || (type->id != "KeyboardInterrupt" && type->id != "StopIteration");
  });
}

}  // namespace

FlowWalker::FlowWalker(GradientFile& file, const PyScope& scope, const LayerAttributes* layers)
    : file_(file), scope_(scope), layers_(layers) {}

void FlowWalker::prepare(Block body) {
  forEachBinding(body, [&](const NameBinding& binding) {
    const bool isObject =
        binding.kind == BindingKind::Import || binding.kind == BindingKind::ImportFrom ||
        binding.kind == BindingKind::Function || binding.kind == BindingKind::Class;
    if (!isObject) locals_.insert(binding.name);
  });
  SpecialNames names{models_, shared_};
  for (const Stmt* stmt : body) names(*stmt);
  if (names.freezes) models_.clear();
}

Flow FlowWalker::walkFunction(const FunctionDef& def, bool isForward) {
  const Block body(def.body.begin(), def.body.size());
  forEachParameter(*def.args, [&](const Arg& arg) { locals_.insert(arg.arg.text); });
  prepare(body);
  isForward_ = isForward;
  for (const Expr* decorator : def.decorators)
    if (const auto mode = modeOf(*decorator)) mode_ = *mode;
  walk(body);
  return result_.value_or(Flow());
}

void FlowWalker::walkModule() {
  const Block body(file_.module.tree->body);
  prepare(body);
  walk(body);
}

void FlowWalker::walk(Block body) {
  for (const Stmt* stmt : body) {
    if (state_.isDead || !spend()) return;
    walk(*stmt);
  }
}

void FlowWalker::walk(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::Expr: eval(*as<ExprStmt>(stmt).value); return;
    case StmtKind::Assign: {
      const auto& node = as<Assign>(stmt);
      const Flow value = eval(*node.value);
      for (const Expr* target : node.targets) assign(*target, value, node.value);
      return;
    }
    case StmtKind::AnnAssign: {
      const auto& node = as<AnnAssign>(stmt);
      if (node.value) assign(*node.target, eval(*node.value), node.value);
      return;
    }
    case StmtKind::AugAssign: return augment(as<AugAssign>(stmt));
    case StmtKind::Return: {
      const auto& node = as<Return>(stmt);
      const Flow value = node.value ? eval(*node.value) : Flow::of(Flow::Kind::Plain);
      if (isForward_ && node.value) checkSaved(stmt, value, "the gradient of this result");
      result_ = result_ ? join(*result_, value) : value;
      state_.isDead = true;
      return;
    }
    case StmtKind::Raise:
    case StmtKind::Break:
    case StmtKind::Continue: state_.isDead = true; return;
    case StmtKind::If: {
      const auto& node = as<If>(stmt);
      eval(*node.test);
      const FlowState before = state_;
      walk(Block(node.body));
      FlowState after = std::exchange(state_, before);
      walk(Block(node.orelse));
      state_ = join(after, state_);
      return;
    }
    case StmtKind::For:
    case StmtKind::AsyncFor: {
      const auto& node = as<For>(stmt);
      eval(*node.iter);
      return loop(stmt, Block(node.body), Block(node.orelse));
    }
    case StmtKind::While:
      eval(*as<While>(stmt).test);
      return loop(stmt, Block(as<While>(stmt).body), Block(as<While>(stmt).orelse));
    case StmtKind::With:
    case StmtKind::AsyncWith: return with(as<With>(stmt));
    case StmtKind::Try:
    case StmtKind::TryStar: return tryBlock(as<Try>(stmt));
    case StmtKind::FunctionDef:
    case StmtKind::AsyncFunctionDef:
    case StmtKind::ClassDef: return;  // functions are walked by themselves
    default:
      forEachBlock(stmt, [&](Block body) { forgetAssigned(body, 1); });
      forEachBinding(stmt, [&](const NameBinding& b) { state_.variables.erase(b.name); });
      return;
  }
}

// The first pass finds the values at the start of later turns; only the second one reports.
void FlowWalker::loop(const Stmt& stmt, Block body, Block orelse) {
  const bool jumps = hasJump(body);
  FlowState before = state_;
  for (int pass = 0; pass < 2; ++pass) {
    if (pass == 0) ++silent_;
    if (stmt.kind != StmtKind::While) assign(*as<For>(stmt).target, {}, nullptr);
    walk(body);
    if (pass == 0) --silent_;
    state_.isDead = false;
    // A jump may leave from between two assignments of a variable.
    if (jumps) forgetAssigned(body, 2);
    state_ = join(before, state_);
    before = state_;
  }
  walk(orelse);
}

void FlowWalker::tryBlock(const Try& stmt) {
  const bool isExpected = mayCatchErrors(stmt);
  if (isExpected) ++silent_;
  walk(Block(stmt.body));
  if (isExpected) --silent_;
  if (!stmt.handlers.empty()) {
    forgetAssigned(Block(stmt.body), 1);
    const FlowState before = state_;
    for (const ExceptHandler* handler : stmt.handlers) {
      FlowState after = std::exchange(state_, before);
      state_.isDead = false;
      walk(Block(handler->body));
      state_ = join(after, state_);
    }
  }
  walk(Block(stmt.orelse));
  walk(Block(stmt.finalbody));
}

std::optional<FlowWalker::GradMode> FlowWalker::modeOf(const Expr& context) {
  const auto* call = dynCast<Call>(&context);
  PyRef object = objectOf(call ? *call->func : context);
  if (!object || object->kind != PyKind::External) return std::nullopt;
  const std::string name = object->name.substr(object->name.rfind('.') + 1);
  if (!object->name.starts_with("torch.")) return std::nullopt;
  using State = GradMode::State;
  if (name == "enable_grad") return GradMode{State::On};
  if (name == "no_grad") return GradMode{State::Off, &context};
  if (name == "inference_mode" && (!call || (call->args.empty() && call->keywords.empty())))
    return GradMode{State::Off, &context};
  if (name != "set_grad_enabled" && name != "inference_mode") return std::nullopt;
  const auto* flag = call && call->args.size() == 1 ? dynCast<Constant>(call->args[0]) : nullptr;
  if (!flag) return GradMode{State::Unknown};
  const bool isOn = (flag->constant == ConstantKind::True) == (name == "set_grad_enabled");
  return isOn ? GradMode{State::On} : GradMode{State::Off, &context};
}

void FlowWalker::with(const With& stmt) {
  const GradMode before = mode_;
  const bool isExpected = std::ranges::any_of(stmt.items, [](const WithItem* item) {
    const auto* call = dynCast<Call>(item->contextExpr);
    const auto* callee = call ? dynCast<Attribute>(call->func) : nullptr;
    return callee &&
           (callee->attr.text == "raises" || callee->attr.text.starts_with("assertRaises") ||
            callee->attr.text == "suppress");
  });
  for (const WithItem* item : stmt.items) {
    eval(*item->contextExpr);
    if (const auto mode = modeOf(*item->contextExpr)) mode_ = *mode;
    if (item->optionalVars) assign(*item->optionalVars, {}, nullptr);
  }
  if (isExpected) ++silent_;
  walk(Block(stmt.body));
  if (isExpected) --silent_;
  mode_ = before;
}

void FlowWalker::setVariable(const Expr& target, const Flow& value) {
  const auto* name = dynCast<Name>(&target);
  if (name && !shared_.contains(name->id)) state_.variables.insert_or_assign(name->id, value);
}

void FlowWalker::assign(const Expr& target, const Flow& value, const Expr* source) {
  switch (target.kind) {
    case ExprKind::Name: return setVariable(target, value);
    case ExprKind::Subscript: {
      const auto& node = as<Subscript>(target);
      const Flow base = eval(*node.value);
      if (!base.isTensor) return;
      change(base, target);
      Flow changed = base;
      if (mode_.state == GradMode::State::On) {
        changed = combine({base, value});
        changed.tensor = base.tensor;
      }
      return setVariable(*node.value, changed);
    }
    case ExprKind::Attribute: {
      const auto& node = as<Attribute>(target);
      const auto* flag = dynCast<Constant>(source);
      if (node.attr.text != "requires_grad" || !flag || flag->constant != ConstantKind::True)
        return setVariable(*node.value, {});
      Flow base = eval(*node.value);
      base.kind = base.is(Flow::Kind::Cut)     ? Flow::Kind::CutLeaf
                  : base.is(Flow::Kind::Plain) ? Flow::Kind::Tracked
                                               : base.kind;
      return setVariable(*node.value, base);
    }
    case ExprKind::Starred: return assign(*as<Starred>(target).value, {}, nullptr);
    case ExprKind::Tuple:
    case ExprKind::List: {
      const auto& targets = as<Sequence>(target).elts;
      const bool isDisplay = source &&
                             (source->kind == ExprKind::Tuple || source->kind == ExprKind::List) &&
                             as<Sequence>(*source).elts.size() == targets.size();
      std::vector<Flow> values(targets.size());
      if (isDisplay) {
        ++silent_;  // the values have been evaluated already
        for (size_t i = 0; i < targets.size(); ++i)
          values[i] = eval(*as<Sequence>(*source).elts[i]);
        --silent_;
      }
      for (size_t i = 0; i < targets.size(); ++i) assign(*targets[i], values[i], nullptr);
      return;
    }
    default: return;
  }
}

void FlowWalker::augment(const AugAssign& stmt) {
  const Flow right = eval(*stmt.value);
  if (stmt.target->kind == ExprKind::Subscript) return assign(*stmt.target, right, nullptr);
  if (stmt.target->kind != ExprKind::Name) return;
  const Flow left = eval(*stmt.target);
  Flow value = binary(stmt, stmt.op, left, right);
  if (left.isTensor) {
    change(left, stmt);
    // Without gradients the history of the tensor stays.
    if (mode_.state != GradMode::State::On) value = left;
    value.tensor = left.tensor;
  }
  setVariable(*stmt.target, value);
}

// Forgets the variables that the statements assign at least so many times.
void FlowWalker::forgetAssigned(Block body, size_t least) {
  std::map<std::string_view, size_t> counts;
  forEachBinding(body, [&](const NameBinding& binding) { ++counts[binding.name]; });
  for (const auto& entry : counts)
    if (entry.second >= least) state_.variables.erase(entry.first);
}

}  // namespace ts::compiler
