#include "core/compiler/slicing/program_slice.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_set>
#include <utility>

#include "core/compiler/slicing/jit_sites.h"
#include "core/syntax/ast_walk.h"
#include "core/syntax/bindings.h"
#include "core/syntax/partial_parse.h"

namespace ts::compiler {

using namespace syntax;

namespace {

bool isDefinition(const Stmt& stmt) { return isFunction(stmt) || stmt.kind == StmtKind::ClassDef; }
bool isLoop(const Stmt& stmt) {
  return stmt.kind == StmtKind::For || stmt.kind == StmtKind::AsyncFor ||
         stmt.kind == StmtKind::While;
}

// The variable that an expression reads or changes: "model" for `model`, `model.fc[0]` and
// `model.cuda()`. Attributes of `self` are variables of their own: "self.model".
std::string variableOf(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Name: return std::string(as<Name>(expr).id);
    case ExprKind::Attribute: {
      const auto& attribute = as<Attribute>(expr);
      const auto* object = dynCast<Name>(attribute.value);
      if (object && object->id == "self") return "self." + std::string(attribute.attr.text);
      return variableOf(*attribute.value);
    }
    case ExprKind::Subscript: return variableOf(*as<Subscript>(expr).value);
    case ExprKind::Call: return variableOf(*as<Call>(expr).func);
    case ExprKind::Starred: return variableOf(*as<Starred>(expr).value);
    case ExprKind::Await: return variableOf(*as<Await>(expr).value);
    default: return {};
  }
}

// The variable whose method the call calls: "model" for `model.eval()`, "self" for `self.build()`.
// Empty for other calls.
std::string receiverOf(const Call& call) {
  const auto* method = dynCast<Attribute>(call.func);
  return method ? variableOf(*method->value) : std::string();
}

// The variables whose values decide the arguments of the calls.
class Variables {
 public:
  // Returns true when the variable is new.
  bool add(std::string name) { return !name.empty() && names_.insert(std::move(name)).second; }
  bool addAllIn(const Expr& expr) {
    struct Walk {
      Variables& all;
      bool changed = false;
      void operator()(const Expr& node) {
        if (const auto* call = dynCast<Call>(&node)) changed |= all.add(receiverOf(*call));
        if (node.kind == ExprKind::Name) {
          changed |= all.add(std::string(as<Name>(node).id));
        } else if (std::string name = variableOf(node);
                   node.kind == ExprKind::Attribute && name.starts_with("self.")) {
          changed |= all.add(std::move(name));
        } else {
          forEachChild(node, *this);
        }
      }
      void operator()(const Stmt&) {}
      void operator()(const Pattern&) {}
    } walk{*this};
    walk(expr);
    return walk.changed;
  }
  // A method call on `self` may change each of its attributes, and `self` contains all of them.
  bool has(const std::string& name) const {
    if (names_.contains(name)) return true;
    if (name.starts_with("self.")) return names_.contains("self");
    if (name != "self") return false;
    const auto after = names_.lower_bound("self.");
    return after != names_.end() && after->starts_with("self.");
  }

 private:
  std::set<std::string> names_;
};

// The variables that a value is a part of or made from, so that it is Unknown because they are:
// `cfg` for `cfg["width"]`, `model` for `model.eval()`, and none for `build(args)`, whose result
// may be Unknown for other reasons.
std::vector<std::string> sourcesOf(const Expr& value) {
  switch (value.kind) {
    case ExprKind::Name:
    case ExprKind::Attribute:
    case ExprKind::Subscript: return {variableOf(value)};
    case ExprKind::Call: return {receiverOf(as<Call>(value))};
    case ExprKind::IfExp: {
      std::vector<std::string> sources = sourcesOf(*as<IfExp>(value).body);
      for (std::string& other : sourcesOf(*as<IfExp>(value).orelse))
        sources.push_back(std::move(other));
      return sources;
    }
    default: return {};
  }
}

bool isExit(const Expr& expr) {
  const auto* call = dynCast<Call>(&expr);
  if (!call) return false;
  if (const auto* name = dynCast<Name>(call->func)) return name->id == "exit" || name->id == "quit";
  const auto* attribute = dynCast<Attribute>(call->func);
  return attribute && (attribute->attr.text == "exit" || attribute->attr.text == "_exit");
}

// True when control does not reach the statement after the block.
bool endsWithJump(List<Stmt*> block) {
  if (block.empty()) return false;
  const Stmt& last = *block.back();
  switch (last.kind) {
    case StmtKind::Return:
    case StmtKind::Raise:
    case StmtKind::Break:
    case StmtKind::Continue: return true;
    case StmtKind::Expr: return isExit(*as<ExprStmt>(last).value);
    default: return false;
  }
}

class Slicer {
 public:
  Slicer(Arena& arena, const std::vector<Span>& calls, Slice& slice)
      : arena_(arena), calls_(calls), bindings_(slice.bindings), callUses_(slice.calls) {}

  // A statement at module level; null when the slice leaves it out.
  std::vector<Stmt*> atModuleLevel(List<Stmt*> body) {
    findKept(body);
    std::vector<Stmt*> out;
    for (Stmt* stmt : body) {
      if (isDefinition(*stmt)) {
        out.push_back(hasCall(*stmt) ? definition(*stmt) : stmt);
      } else if (hasCall(*stmt)) {
        rewrite(*stmt, false, out);
      } else if (!isLoop(*stmt) || kept_.contains(stmt)) {
        out.push_back(stmt);
        if (kept_.contains(stmt)) noteBindings(*stmt, out);
      }
    }
    return out;
  }

 private:
  // ---- finding what the calls depend on

  bool hasCall(const Node& node) const {
    return std::ranges::any_of(calls_, [&](Span call) {
      return node.span.begin <= call.begin && call.end <= node.span.end;
    });
  }
  bool hasCall(List<Stmt*> block) const {
    return std::ranges::any_of(block, [&](const Stmt* stmt) { return hasCall(*stmt); });
  }

  // Fills kept_ with the statements of a body that the calls in it depend on, and guarded_ and
  // looped_ with the variables of its guards.
  void findKept(List<Stmt*> body) {
    guarded_.clear();
    looped_.clear();
    Variables variables;
    uint32_t end = 0;
    for (const Stmt* stmt : body) seed(*stmt, variables, end, false);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Stmt* stmt : body) keep(*stmt, variables, end, changed);
    }
  }

  // Adds the variables of the calls. `end`: no statement behind it can matter.
  void seed(const Stmt& stmt, Variables& variables, uint32_t& end, bool inLoop) {
    if (!hasCall(stmt)) return;
    if (isLoop(stmt) && !inLoop) {
      end = std::max(end, stmt.span.end);
      inLoop = true;
    }
    forEachOwnBinding(stmt, [&](const NameBinding& binding) {
      if (binding.kind == BindingKind::For) looped_.insert(binding.name);
    });
    struct Walk {
      Slicer& slicer;
      Variables& variables;
      uint32_t& end;
      bool inLoop;
      void operator()(const Stmt& inner) { slicer.seed(inner, variables, end, inLoop); }
      void operator()(const Pattern&) {}
      void operator()(const Expr& expr) {
        if (!slicer.hasCall(expr)) return;
        if (std::ranges::find(slicer.calls_, expr.span) != slicer.calls_.end()) {
          slicer.noteCall(expr);
          variables.addAllIn(expr);
          end = std::max(end, expr.span.end);
        }
        forEachChild(expr, *this);
      }
    } walk{*this, variables, end, inLoop};
    forEachChild(stmt, walk);
  }

  void noteCall(const Expr& expr) {
    const auto* call = dynCast<Call>(&expr);
    if (!call) return;
    for (const Expr* argument : call->args)
      if (const auto* name = dynCast<Name>(argument)) guarded_.insert(name->id);
    std::vector<std::string> uses{receiverOf(*call)};
    if (!call->args.empty()) uses = sourcesOf(*call->args[0]);
    callUses_.push_back({{}, call->span, false, std::move(uses)});
  }

  // Returns true when the statement, or one in it, is kept.
  bool keep(const Stmt& stmt, Variables& variables, uint32_t end, bool& changed) {
    if (stmt.span.begin > end) return false;
    bool isKept = kept_.contains(&stmt) || jumps_.contains(&stmt) || hasCall(stmt);
    if (!isDefinition(stmt)) {
      struct Walk {
        Slicer& slicer;
        Variables& variables;
        uint32_t end;
        bool& changed;
        bool any = false;
        void operator()(const Stmt& inner) { any |= slicer.keep(inner, variables, end, changed); }
        void operator()(const Expr&) {}
        void operator()(const Pattern&) {}
      } walk{*this, variables, end, changed};
      forEachChild(stmt, walk);
      isKept |= walk.any;
    }
    isKept |= decides(stmt, variables) || jumpGuard(stmt) != nullptr;
    if (!isKept) return false;
    if (kept_.insert(&stmt).second) changed = true;
    if (isLoop(stmt) && !hasCall(stmt)) keepJumps(stmt);
    struct Uses {
      Variables& variables;
      bool& changed;
      bool isDeep;  // the free names of a nested function or class count
      void operator()(const Stmt& inner) {
        if (isDeep) forEachChild(inner, *this);
      }
      void operator()(const Expr& expr) { changed |= variables.addAllIn(expr); }
      void operator()(const Pattern&) {}
    } uses{variables, changed, isDefinition(stmt)};
    // The names in conditions around the calls do not matter: the calls are reached.
    if (!hasCall(stmt) || !(stmt.kind == StmtKind::If || stmt.kind == StmtKind::While))
      forEachChild(stmt, uses);
    return true;
  }

  // ---- guards

  // True when a condition tests the class of an argument, or reads a variable of a loop.
  bool isGuard(const Expr& test) const {
    struct Walk {
      const Slicer& slicer;
      bool isFound = false;
      bool isArgument(const Expr* expr) const {
        const auto* name = dynCast<Name>(expr);
        return name && slicer.guarded_.contains(name->id);
      }
      void operator()(const Expr& expr) {
        if (const auto* name = dynCast<Name>(&expr)) isFound |= slicer.looped_.contains(name->id);
        if (const auto* call = dynCast<Call>(&expr)) {
          constexpr std::string_view kTests[] = {"isinstance", "issubclass", "hasattr", "callable",
                                                 "type"};
          const auto* function = dynCast<Name>(call->func);
          if (function && std::ranges::find(kTests, function->id) != std::end(kTests))
            isFound |= !call->args.empty() && isArgument(call->args[0]);
        }
        if (const auto* compare = dynCast<Compare>(&expr)) {
          for (const CompareOperator op : compare->ops)
            isFound |= (op == CompareOperator::Is || op == CompareOperator::IsNot) &&
                       isArgument(compare->left);
        }
        forEachChild(expr, *this);
      }
      void operator()(const Stmt&) {}
      void operator()(const Pattern&) {}
    } walk{*this};
    walk(test);
    return walk.isFound;
  }

  // The statement by which a guard leaves the code around the calls, as in
  // `if not isinstance(m, Encoder): continue`; null for other statements.
  Stmt* jumpGuard(const Stmt& stmt) const {
    const auto* test = dynCast<If>(&stmt);
    if (!test || hasCall(stmt)) return nullptr;
    const bool leaves = endsWithJump(test->body);
    if (leaves == endsWithJump(test->orelse) || !isGuard(*test->test)) return nullptr;
    Stmt* last = (leaves ? test->body : test->orelse).back();
    return last->kind == StmtKind::Expr ? nullptr : last;
  }

  // Adds the evaluation of a guard, which never raises. Returns the name of its value.
  std::string_view guardValue(Expr& test, std::vector<Stmt*>& out) {
    const std::string_view id = arena_.copy("__jitscope_guard_" + std::to_string(test.span.begin));
    const Span at = test.span;
    const auto store = [&](Expr* value) { return assign(name(id, at, Context::Store), value, at); };
    auto* except =
        arena_.make<ExceptHandler>(Node{at}, name("BaseException", at), Identifier{},
                                   arena_.copy(std::vector<Stmt*>{store(name(kSliceUnknown, at))}));
    out.push_back(arena_.make<Try>(
        Stmt{{at}, StmtKind::Try}, arena_.copy(std::vector<Stmt*>{store(&test)}),
        arena_.copy(std::vector<ExceptHandler*>{except}), List<Stmt*>{}, List<Stmt*>{}));
    return id;
  }

  // `if FUNCTION(GUARD):`
  Stmt* ifGuard(const char* function, std::string_view guard, std::vector<Stmt*> body,
                std::vector<Stmt*> orelse, Span at) {
    if (body.empty()) body.push_back(arena_.make<Stmt>(Stmt{{at}, StmtKind::Pass}));
    return arena_.make<If>(Stmt{{at}, StmtKind::If}, call(function, name(guard, at), at),
                           arena_.copy(body), arena_.copy(orelse));
  }

  // Keeps the conditions under which a loop goes on early or ends.
  void keepJumps(const Stmt& loop) {
    struct Walk {
      Slicer& slicer;
      void operator()(const Stmt& stmt) {
        const auto* test = dynCast<If>(&stmt);
        if (test && (endsWithJump(test->body) || endsWithJump(test->orelse)))
          slicer.jumps_.insert(&stmt);
      }
      void operator()(const Expr&) {}
      void operator()(const Pattern&) {}
    } walk{*this};
    forEachChild(loop, walk);
  }

  // True when the statement itself binds or changes one of the variables.
  bool decides(const Stmt& stmt, const Variables& variables) const {
    if (isImport(stmt) || stmt.kind == StmtKind::Global || stmt.kind == StmtKind::Nonlocal)
      return true;
    bool isFound = false;
    forEachOwnBinding(stmt, [&](const NameBinding& binding) {
      isFound |= binding.kind != BindingKind::Delete && variables.has(std::string(binding.name));
    });
    auto target = [&](const Expr& full) {
      forEachTarget(full, [&](const Expr& leaf, const TargetPath&) {
        isFound |= variables.has(variableOf(leaf));
      });
    };
    // `model.eval()`, `layers.append(x)`, `init(model)`, and not `model(x)`.
    auto change = [&](const Expr& value) {
      const auto* call = dynCast<Call>(&value);
      if (!call) return;
      if (call->func->kind == ExprKind::Attribute) isFound |= variables.has(receiverOf(*call));
      if (stmt.kind != StmtKind::Expr) return;
      for (const Expr* argument : call->args) isFound |= isVariable(*argument, variables);
      for (const Keyword* keyword : call->keywords)
        isFound |= isVariable(*keyword->value, variables);
    };
    if (const auto* assign = dynCast<Assign>(&stmt)) {
      for (const Expr* element : assign->targets) target(*element);
      change(*assign->value);
    } else if (const auto* annotated = dynCast<AnnAssign>(&stmt)) {
      target(*annotated->target);
    } else if (const auto* augmented = dynCast<AugAssign>(&stmt)) {
      target(*augmented->target);
    } else if (const auto* plain = dynCast<ExprStmt>(&stmt)) {
      change(*plain->value);
    }
    return isFound;
  }

  static bool isVariable(const Expr& expr, const Variables& variables) {
    return (expr.kind == ExprKind::Name || expr.kind == ExprKind::Attribute) &&
           variables.has(variableOf(expr));
  }

  // ---- making nodes

  Name* name(std::string_view id, Span at, Context context = Context::Load) {
    return arena_.make<Name>(Expr{{at}, ExprKind::Name}, context, arena_.copy(id));
  }
  Expr* call(std::string_view function, Expr* argument, Span at) {
    return arena_.make<Call>(Expr{{at}, ExprKind::Call}, name(function, at),
                             arena_.copy(std::vector<Expr*>{argument}), List<Keyword*>{});
  }
  Stmt* statement(Expr* value) {
    return arena_.make<ExprStmt>(Stmt{{value->span}, StmtKind::Expr}, value);
  }
  Stmt* assign(Expr* target, Expr* value, Span at) {
    return arena_.make<Assign>(Stmt{{at}, StmtKind::Assign},
                               arena_.copy(std::vector<Expr*>{target}), value, std::string_view(),
                               Span());
  }

  // `try: stmt` with a handler that makes the names of the statement Unknown.
  Stmt* tolerant(Stmt& stmt) {
    if (!isTolerant_) return &stmt;
    constexpr std::string_view kError = "__jitscope_error__";
    const Span at = stmt.span;
    std::vector<Stmt*> handler{statement(call(kSliceFailed, name(kError, at), at))};
    forEachBinding(stmt, [&](const NameBinding& binding) {
      constexpr BindingKind kOthers[] = {BindingKind::Comprehension, BindingKind::Delete,
                                         BindingKind::ImportStar, BindingKind::Global,
                                         BindingKind::Nonlocal};
      if (std::ranges::find(kOthers, binding.kind) != std::end(kOthers)) return;
      handler.push_back(
          assign(name(binding.name, at, Context::Store), name(kSliceUnknown, at), at));
    });
    if (const auto* assigned = dynCast<Assign>(&stmt)) {
      for (Expr* target : assigned->targets) {
        if (target->kind == ExprKind::Attribute)
          handler.push_back(assign(target, name(kSliceUnknown, at), at));
      }
    }
    auto* except =
        arena_.make<ExceptHandler>(Node{at}, name("BaseException", at),
                                   Identifier{arena_.copy(kError), at}, arena_.copy(handler));
    return arena_.make<Try>(Stmt{{at}, StmtKind::Try}, arena_.copy(std::vector<Stmt*>{&stmt}),
                            arena_.copy(std::vector<ExceptHandler*>{except}), List<Stmt*>{},
                            List<Stmt*>{});
  }

  // Adds calls of kSliceBound for the variables that the statement binds.
  void noteBindings(const Stmt& stmt, std::vector<Stmt*>& out) {
    if (!isTolerant_) return;
    if (isImport(stmt) || isDefinition(stmt)) return;
    std::vector<std::string> uses;
    if (const auto* assigned = dynCast<Assign>(&stmt)) uses = sourcesOf(*assigned->value);
    auto note = [&](std::string_view variable, Expr* value) {
      bindings_.push_back({std::string(variable), stmt.span, false, uses});
      out.push_back(tolerant(*statement(call(kSliceBound, value, stmt.span))));
    };
    forEachOwnBinding(stmt, [&](const NameBinding& binding) {
      if (binding.kind == BindingKind::Assign || binding.kind == BindingKind::AnnAssign ||
          binding.kind == BindingKind::With)
        note(binding.name, name(binding.name, stmt.span));
    });
    if (const auto* assigned = dynCast<Assign>(&stmt)) {
      for (const Expr* target : assigned->targets) {
        const auto* attribute = dynCast<Attribute>(target);
        const std::string variable = variableOf(*target);
        if (!attribute || !variable.starts_with("self.")) continue;
        note(variable, arena_.make<Attribute>(Expr{{stmt.span}, ExprKind::Attribute},
                                              attribute->value, attribute->attr, Context::Load));
      }
    }
  }

  // ---- rewriting

  Stmt* definition(Stmt& stmt) {
    if (stmt.kind == StmtKind::ClassDef) return classDef(as<ClassDef>(stmt));
    const auto& function = as<FunctionDef>(stmt);
    // A constructor runs as a whole: an object with only a part of its attributes is of no use.
    if (function.name.text == "__init__") return &stmt;
    return functionDef(function);
  }

  Stmt* classDef(const ClassDef& cls) {
    std::vector<Stmt*> body;
    for (Stmt* stmt : cls.body)
      body.push_back(isDefinition(*stmt) && hasCall(*stmt) ? definition(*stmt) : stmt);
    auto* result = arena_.make<ClassDef>(cls);
    result->body = arena_.copy(body);
    return result;
  }

  static bool keepsDecorator(const Expr& decorator) {
    const auto* plain = dynCast<Name>(&decorator);
    return plain &&
           (plain->id == "staticmethod" || plain->id == "classmethod" || plain->id == "property");
  }

  FunctionDef* functionDef(const FunctionDef& function) {
    const List<Stmt*> before(function.body.begin(), function.body.size());
    const auto outerGuarded = guarded_, outerLooped = looped_;
    findKept(before);
    std::vector<Stmt*> body;
    forEachParameter(*function.args, [&](const Arg& parameter) {
      bindings_.push_back({std::string(parameter.arg.text), parameter.span, true, {}});
      body.push_back(
          statement(call(kSliceBound, name(parameter.arg.text, parameter.span), parameter.span)));
    });
    rewrite(before, true, body);
    if (body.empty()) body.push_back(arena_.make<Stmt>(Stmt{{function.span}, StmtKind::Pass}));
    guarded_ = outerGuarded;
    looped_ = outerLooped;
    std::vector<Expr*> decorators;
    for (Expr* decorator : function.decorators)
      if (keepsDecorator(*decorator)) decorators.push_back(decorator);
    return arena_.make<FunctionDef>(Stmt{{function.span}, StmtKind::FunctionDef}, function.name,
                                    function.args, arena_.copy(body), arena_.copy(decorators),
                                    nullptr, function.typeComment, function.typeCommentSpan,
                                    function.typeParams, function.headerSpan);
  }

  void rewrite(List<Stmt*> block, bool isFunctionBody, std::vector<Stmt*>& out) {
    for (Stmt* stmt : block) {
      if (hasCall(*stmt)) {
        rewrite(*stmt, isFunctionBody && stmt == block.back(), out);
      } else if (kept_.contains(stmt)) {
        keepWithoutCall(*stmt, out);
      }
    }
  }
  List<Stmt*> rewritten(List<Stmt*> block) {
    std::vector<Stmt*> out;
    rewrite(block, false, out);
    if (out.empty() && !block.empty())
      out.push_back(arena_.make<Stmt>(Stmt{{block.front()->span}, StmtKind::Pass}));
    return arena_.copy(out);
  }

  // A statement around one of the calls, or with one of them. Only a block of the statement that
  // has a call is taken, without its condition.
  void rewrite(Stmt& stmt, bool isLast, std::vector<Stmt*>& out) {
    switch (stmt.kind) {
      case StmtKind::FunctionDef:
      case StmtKind::AsyncFunctionDef: {
        const auto& function = as<FunctionDef>(stmt);
        out.push_back(functionDef(function));
        const Span at = function.name.span;
        out.push_back(tolerant(*statement(call(kSliceCall, name(function.name.text, at), at))));
        return;
      }
      case StmtKind::ClassDef: return out.push_back(classDef(as<ClassDef>(stmt)));
      case StmtKind::If: {
        const auto& test = as<If>(stmt);
        testWithCall(*test.test, out);
        if (!hasCall(*test.test) && isGuard(*test.test)) return rewriteGuarded(test, out);
        if (hasCall(test.body)) rewrite(test.body, false, out);
        if (hasCall(test.orelse)) rewrite(test.orelse, false, out);
        return;
      }
      case StmtKind::While: {
        const auto& loop = as<While>(stmt);
        testWithCall(*loop.test, out);
        rewrite(loop.body, false, out);
        return rewrite(loop.orelse, false, out);
      }
      case StmtKind::For:
      case StmtKind::AsyncFor: {
        auto* loop = arena_.make<For>(as<For>(stmt));
        loop->body = rewritten(loop->body);
        loop->orelse = {};
        loop->kind = StmtKind::For;
        out.push_back(tolerant(*loop));
        return rewrite(as<For>(stmt).orelse, false, out);
      }
      case StmtKind::With:
      case StmtKind::AsyncWith: {
        const auto& with = as<With>(stmt);
        for (const WithItem* item : with.items) {
          if (item->optionalVars)
            out.push_back(tolerant(*assign(item->optionalVars, item->contextExpr, item->span)));
          else if (hasCall(*item->contextExpr))
            out.push_back(tolerant(*statement(item->contextExpr)));
        }
        return rewrite(with.body, false, out);
      }
      case StmtKind::Try:
      case StmtKind::TryStar: {
        const auto& guarded = as<Try>(stmt);
        rewrite(guarded.body, false, out);
        for (const ExceptHandler* handler : guarded.handlers)
          if (hasCall(handler->body)) rewrite(handler->body, false, out);
        rewrite(guarded.orelse, false, out);
        return rewrite(guarded.finalbody, false, out);
      }
      case StmtKind::Match:
        for (const MatchCase* matchCase : as<Match>(stmt).cases)
          if (hasCall(matchCase->body)) rewrite(matchCase->body, false, out);
        return;
      case StmtKind::Return:
        // The statements after a return in a branch are reached on another way.
        if (isLast) return out.push_back(&stmt);
        return out.push_back(tolerant(*statement(as<Return>(stmt).value)));
      default: out.push_back(tolerant(withoutMethod(stmt))); return noteBindings(stmt, out);
    }
  }

  void rewriteGuarded(const If& test, std::vector<Stmt*>& out) {
    const std::string_view guard = guardValue(*test.test, out);
    const auto branch = [&](const char* function, List<Stmt*> block) {
      if (!hasCall(block)) return;
      std::vector<Stmt*> body;
      rewrite(block, false, body);
      out.push_back(ifGuard(function, guard, std::move(body), {}, test.span));
    };
    branch(kSliceMay, test.body);
    branch(kSliceMayNot, test.orelse);
  }

  void testWithCall(Expr& test, std::vector<Stmt*>& out) {
    if (hasCall(test)) out.push_back(tolerant(*statement(&test)));
  }

  // Replaces `model.to_torchscript(...)` by a call of kSliceScript where it is the whole value.
  Stmt& withoutMethod(Stmt& stmt) {
    auto replaced = [&](Expr* value) -> Expr* {
      const auto* combined = dynCast<Call>(value);
      const auto* method = combined ? dynCast<Attribute>(combined->func) : nullptr;
      return method && method->attr.text == "to_torchscript"
                 ? call(kSliceScript, method->value, combined->span)
                 : value;
    };
    if (const auto* assigned = dynCast<Assign>(&stmt)) {
      auto* created = arena_.make<Assign>(*assigned);
      created->value = replaced(created->value);
      return *created;
    }
    if (const auto* plain = dynCast<ExprStmt>(&stmt)) {
      auto* result = arena_.make<ExprStmt>(*plain);
      result->value = replaced(result->value);
      if (auto* outer = dynCast<Call>(result->value); outer && !outer->args.empty()) {
        auto* copy = arena_.make<Call>(*outer);
        std::vector<Expr*> args(copy->args.begin(), copy->args.end());
        for (Expr*& argument : args) argument = replaced(argument);
        copy->args = arena_.copy(args);
        result->value = copy;
      }
      return *result;
    }
    return stmt;
  }

  // Leaves where the guard is known to do so. Else its other branch runs.
  void leaveByGuard(const If& test, Stmt& jump, std::vector<Stmt*>& out) {
    const std::string_view guard = guardValue(*test.test, out);
    const bool byBody = endsWithJump(test.body);
    Stmt* leave = &jump;
    if (jump.kind == StmtKind::Return)
      leave = arena_.make<Return>(Stmt{{jump.span}, StmtKind::Return}, nullptr);
    std::vector<Stmt*> other;
    rewrite(byBody ? test.orelse : test.body, false, other);
    if (other.empty()) other.push_back(arena_.make<Stmt>(Stmt{{test.span}, StmtKind::Pass}));
    out.push_back(
        ifGuard(byBody ? kSliceMayNot : kSliceMay, guard, std::move(other), {leave}, test.span));
  }

  // A statement that binds or changes a variable of the calls. A branch that leaves the function
  // was not taken, because the calls are reached.
  void keepWithoutCall(Stmt& stmt, std::vector<Stmt*>& out) {
    switch (stmt.kind) {
      case StmtKind::Import:
      case StmtKind::ImportFrom:
      case StmtKind::Global:
      case StmtKind::Nonlocal: return out.push_back(&stmt);
      case StmtKind::Return:
      case StmtKind::Raise:
      case StmtKind::Break:
      case StmtKind::Continue: return;
      case StmtKind::For:
      case StmtKind::AsyncFor: {
        auto* result = arena_.make<For>(as<For>(stmt));
        result->body = rewritten(result->body);
        result->orelse = rewritten(result->orelse);
        return out.push_back(tolerant(*result));
      }
      case StmtKind::While: {
        auto* result = arena_.make<While>(as<While>(stmt));
        result->body = rewritten(result->body);
        result->orelse = rewritten(result->orelse);
        return out.push_back(tolerant(*result));
      }
      case StmtKind::With:
      case StmtKind::AsyncWith: {
        auto* with = arena_.make<With>(as<With>(stmt));
        with->body = rewritten(with->body);
        out.push_back(tolerant(*with));
        return noteBindings(stmt, out);
      }
      case StmtKind::Try: {
        auto* result = arena_.make<Try>(as<Try>(stmt));
        const bool before = std::exchange(isTolerant_, false);
        result->body = rewritten(result->body);
        result->orelse = rewritten(result->orelse);
        result->finalbody = rewritten(result->finalbody);
        std::vector<ExceptHandler*> handlers;
        for (const ExceptHandler* handler : result->handlers) {
          handlers.push_back(arena_.make<ExceptHandler>(*handler));
          handlers.back()->body = rewritten(handler->body);
        }
        result->handlers = arena_.copy(handlers);
        isTolerant_ = before;
        return out.push_back(tolerant(*result));
      }
      case StmtKind::If: {
        const auto& test = as<If>(stmt);
        if (jumps_.contains(&stmt)) return out.push_back(&stmt);
        if (Stmt* jump = jumpGuard(stmt)) return leaveByGuard(test, *jump, out);
        const bool leaves = endsWithJump(test.body), elseLeaves = endsWithJump(test.orelse);
        if (leaves && elseLeaves) return;
        if (leaves) return rewrite(test.orelse, false, out);
        if (elseLeaves) return rewrite(test.body, false, out);
        auto* result = arena_.make<If>(test);
        result->body = rewritten(test.body);
        result->orelse = rewritten(test.orelse);
        return out.push_back(tolerant(*result));
      }
      default: out.push_back(tolerant(stmt)); return noteBindings(stmt, out);
    }
  }

  Arena& arena_;
  const std::vector<Span>& calls_;
  std::vector<SliceBinding>& bindings_;
  std::vector<SliceBinding>& callUses_;
  std::unordered_set<const Stmt*> kept_;
  std::set<std::string_view> guarded_;  // the arguments of the calls, of the body being rewritten
  std::set<std::string_view> looped_;   // the variables of the loops around the calls
  std::unordered_set<const Stmt*> jumps_;  // conditional jumps of kept loops
  bool isTolerant_ = true;                 // false in a try block, whose handlers do the work
};

}  // namespace

Slice sliceFor(const ModulePtr& tree, const std::vector<Span>& calls) {
  struct SlicedTree {
    ModulePtr tree;  // owns the nodes that the slice shares
    Module sliced;
  };
  auto both = std::make_shared<SlicedTree>();
  both->tree = tree;
  both->sliced.file = tree->file;
  Slice slice;
  const std::vector<Stmt*> body =
      Slicer(both->sliced.arena, calls, slice).atModuleLevel(tree->body);
  both->sliced.body = both->sliced.arena.copy(body);
  slice.tree = ModulePtr(both, &both->sliced);
  return slice;
}

}  // namespace ts::compiler
