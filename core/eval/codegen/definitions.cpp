// Constructs with a code of their own: functions, classes, lambdas, comprehensions.
#include "core/eval/codegen/codegen_at.h"
#include "core/eval/vm/lazy_definitions.h"
#include "core/eval/vm/state.h"
#include "core/syntax/ast_walk.h"
#include "core/syntax/future_annotations.h"

namespace ts::eval {

using namespace syntax;

// The qualified name: "Outer.<locals>.inner".
std::string Codegen::qualnameOf(std::string_view name) const {
  const Scope* scope = &scope_;
  if (scope->kind == ScopeKind::TypeParams) {
    std::string_view own = code_.qualname->text;
    size_t dot = own.rfind('.');
    return (dot == own.npos ? "" : std::string(own.substr(0, dot + 1))) + std::string(name);
  }
  auto symbol = scope->symbols.find(scopes_.mangle(*scope, name));
  if (scope->kind == ScopeKind::Module || (symbol != scope->symbols.end() && symbol->second.global))
    return std::string(name);
  std::string around = code_.qualname->text;
  return around + (scope->isFunction() ? ".<locals>." : ".") + std::string(name);
}

uint32_t Codegen::addChild(Ref<Code> child) {
  code_.children.push_back(std::move(child));
  return static_cast<uint32_t>(code_.children.size() - 1);
}

namespace {

void setParameters(Vm& vm, Scopes& scopes, Code& code, const Arguments& args) {
  code.parameters = &args;
  auto add = [&](const Arg* arg) {
    code.localNames.push_back(scopes.mangle(*code.scope, arg->arg.text));
  };
  for (const Arg* arg : args.posonlyargs) add(arg);
  for (const Arg* arg : args.args) add(arg);
  for (const Arg* arg : args.kwonlyargs) add(arg);
  if (args.vararg) add(args.vararg);
  if (args.kwarg) add(args.kwarg);
  code.posonlyCount = static_cast<uint32_t>(args.posonlyargs.size());
  code.argCount = code.posonlyCount + static_cast<uint32_t>(args.args.size());
  code.kwonlyCount = static_cast<uint32_t>(args.kwonlyargs.size());
  code.hasVarargs = args.vararg;
  code.hasVarkw = args.kwarg;
  (void)vm;
}

// Finds out whether a function yields, without looking into nested functions.
struct YieldFinder {
  bool yields = false;
  void look(const Expr& expr) {
    if (yields || expr.kind == ExprKind::Lambda) return;
    if (expr.kind == ExprKind::Yield || expr.kind == ExprKind::YieldFrom) {
      yields = true;
      return;
    }
    forEachChild(expr, [&](const auto& part) { look(part); });
  }
  void look(const Pattern&) {}
  void look(const Stmt& stmt) {
    if (yields || stmt.kind == StmtKind::FunctionDef || stmt.kind == StmtKind::AsyncFunctionDef ||
        stmt.kind == StmtKind::ClassDef)
      return;
    forEachChild(stmt, [&](const auto& part) { look(part); });
  }
};

// Finds out whether a comprehension awaits. The first iterable belongs to the enclosing code.
struct AwaitFinder {
  bool awaits = false;
  const Expr* firstIterable = nullptr;
  void look(const Expr& expr) {
    if (awaits || expr.kind == ExprKind::Lambda || &expr == firstIterable) return;
    if (expr.kind == ExprKind::Await) {
      awaits = true;
      return;
    }
    forEachChild(expr, [&](const auto& part) { look(part); });
  }
  void look(const Pattern&) {}
  void look(const Stmt&) {}
  static bool find(const Expr& node) {
    auto clauses =
        node.kind == ExprKind::DictComp ? as<DictComp>(node).generators : as<Comp>(node).generators;
    for (const Comprehension* clause : clauses)
      if (clause->isAsync) return true;
    AwaitFinder finder;
    finder.firstIterable = clauses[0]->iter;
    finder.look(node);
    return finder.awaits;
  }
};

}  // namespace

Ref<Code> Codegen::childCode(ScopeKind kind, const void* key, const void* node,
                             std::string_view name) {
  Scope& scope = scopes_.get(kind, key, &scope_);
  scope.node = node;
  Ref<Code> child = new Code();
  child->cls = vm_.types.code;
  child->name = vm_.intern(name);
  child->qualname = vm_.intern(qualnameOf(name));
  child->module = code_.module;
  child->scope = &scope;
  child->node = node;
  // The cells that the child captures are known: either both scopes were analysed together, or the
  // child can only capture the enclosing class.
  if (!scope.isRoot()) {
    for (Str* symbol : scope.order)
      if (scope.symbols.find(symbol)->second.free) child->captures.push_back(cellIndex(symbol));
    for (Str* symbol : scope.order)
      if (scope.symbols.find(symbol)->second.free) child->freeNames.push_back(symbol->text);
  } else if (scope_.kind == ScopeKind::Class) {
    Str* cls = vm_.intern("__class__");
    child->captures.push_back(cellIndex(cls));
    child->freeNames.push_back(cls->text);
  }
  return child;
}

Ref<Code> annotationsCode(Vm& vm, Code& code) {
  if (!code.def) return nullptr;
  if (!code.annotations) {
    bool any = code.def->returns != nullptr;
    auto look = [&](const Arg* arg) { any = any || (arg && arg->annotation); };
    for (const Arg* arg : code.def->args->posonlyargs) look(arg);
    for (const Arg* arg : code.def->args->args) look(arg);
    for (const Arg* arg : code.def->args->kwonlyargs) look(arg);
    look(code.def->args->vararg);
    look(code.def->args->kwarg);
    if (!any) return nullptr;
    Scope& scope =
        scopesOf(vm, *code.module).get(ScopeKind::Annotations, code.def->args, code.scope->parent);
    scope.node = code.def;
    Ref<Code> result = new Code();
    result->cls = vm.types.code;
    result->name = result->qualname = vm.intern("__annotations__");
    result->module = code.module;
    result->scope = &scope;
    code.annotations = std::move(result);
  }
  return code.annotations;
}

// Marks the lines of annotations, which CPython evaluates where the function is defined. Here they
// are evaluated when the program asks for them.
void Codegen::markAnnotations(const FunctionDef& def) {
  if (!vm_.steppable || isFuture()) return;
  const auto mark = [&](const Expr* annotation) {
    if (!annotation) return;
    markLine();
    At at(*this, annotation->span);
    markLine();
  };
  const auto parameter = [&](const Arg* arg) {
    if (arg) mark(arg->annotation);
  };
  for (const Arg* arg : def.args->args) parameter(arg);
  for (const Arg* arg : def.args->posonlyargs) parameter(arg);
  parameter(def.args->vararg);
  for (const Arg* arg : def.args->kwonlyargs) parameter(arg);
  parameter(def.args->kwarg);
  mark(def.returns);
}

void Codegen::makeFunctionOf(Ref<Code> code, const Arguments* args) {
  uint32_t defaults = 0, kwDefaults = 0;
  if (args) {
    setParameters(vm_, scopes_, *code, *args);
    for (const Expr* value : args->defaults) {
      expr(*value);
      ++defaults;
    }
    for (const Expr* value : args->kwDefaults) {
      if (!value) continue;
      expr(*value);
      ++kwDefaults;
    }
  }
  if (code->def) markAnnotations(*code->def);
  emit(Opcode::MakeFunction, addChild(std::move(code)), defaults, kwDefaults);
}

void Codegen::makeFunction(const FunctionDef& def) {
  Ref<Code> child = childCode(ScopeKind::Function, &def, &def, def.name.text);
  child->def = &def;
  child->isCoroutine = def.kind == StmtKind::AsyncFunctionDef;
  // A body that yields is never skipped by the parser, so a skipped body isn't a generator.
  YieldFinder finder;
  if (def.body.isParsed())
    for (const Stmt* stmt : def.body) finder.look(*stmt);
  child->isGenerator = finder.yields;
  // Annotations that use variables of enclosing functions capture their cells.
  if (!child->scope->isRoot() && annotationsCode(vm_, *child)) {
    Code& annotations = *child->annotations;
    for (Str* symbol : annotations.scope->order) {
      if (!annotations.scope->symbols.find(symbol)->second.free) continue;
      annotations.captures.push_back(cellIndex(symbol));
      annotations.freeNames.push_back(symbol->text);
    }
  }
  makeFunctionOf(std::move(child), def.args);
}

void Codegen::functionDefinition(const FunctionDef& def) {
  for (const Expr* decorator : def.decorators) expr(*decorator);
  {
    At at(*this, def.headerSpan.size() ? def.headerSpan : def.name.span);
    if (def.typeParams.empty()) {
      makeFunction(def);
    } else {
      makeFunctionOf(childCode(ScopeKind::TypeParams, def.typeParams.data(), &def, def.name.text),
                     nullptr);
      emit(Opcode::Call, 0);
    }
  }
  for (size_t i = def.decorators.size(); i > 0; --i) {
    At at(*this, def.decorators[i - 1]->span);
    emit(Opcode::Call, 1);
  }
  storeName(mangle(def.name.text));
}

void Codegen::buildClass(const ClassDef& def) {
  Ref<Code> child = childCode(ScopeKind::Class, &def, &def, def.name.text);
  child->isClassBody = true;
  makeFunctionOf(std::move(child), nullptr);
  spreadArguments(def.bases, {});
  emit(Opcode::ListToTuple);
  namedArguments(def.keywords);
  // A class without written bases has no call arguments to merge.
  emit(Opcode::BuildClass, 0);
}

void Codegen::classDefinition(const ClassDef& def) {
  for (const Expr* decorator : def.decorators) expr(*decorator);
  {
    At at(*this, def.name.span);
    if (def.typeParams.empty()) {
      buildClass(def);
    } else {
      makeFunctionOf(childCode(ScopeKind::TypeParams, def.typeParams.data(), &def, def.name.text),
                     nullptr);
      emit(Opcode::Call, 0);
    }
  }
  for (size_t i = def.decorators.size(); i > 0; --i) {
    At at(*this, def.decorators[i - 1]->span);
    emit(Opcode::Call, 1);
  }
  storeName(mangle(def.name.text));
}

void Codegen::typeAlias(const TypeAlias& alias) {
  if (alias.typeParams.empty()) {
    expr(*alias.value);
    emit(Opcode::MakeTypeAlias, nameIndex(as<syntax::Name>(*alias.name).id));
  } else {
    makeFunctionOf(childCode(ScopeKind::TypeParams, alias.typeParams.data(), &alias,
                             as<syntax::Name>(*alias.name).id),
                   nullptr);
    emit(Opcode::Call, 0);
  }
  store(*alias.name);
}

void Codegen::typeParams(std::span<TypeParam* const> params, const void*) {
  for (const TypeParam* param : params) {
    const auto& type = *static_cast<const TypeParamNode*>(param);
    if (type.bound) {
      expr(*type.bound);
    } else {
      emit(Opcode::PushUnbound);
    }
    emit(Opcode::MakeTypeParam, nameIndex(type.name.text), 0, static_cast<uint32_t>(type.kind));
    storeName(mangle(type.name.text));
  }
}

void Codegen::lambda(const syntax::Lambda& node) {
  Ref<Code> child = childCode(ScopeKind::Lambda, &node, &node, "<lambda>");
  child->lambda = &node;
  YieldFinder finder;
  finder.look(*node.body);
  child->isGenerator = finder.yields;
  makeFunctionOf(std::move(child), node.args);
}

// ---- comprehensions

void Codegen::comprehension(const Expr& node) {
  bool isGenerator = node.kind == ExprKind::GeneratorExp;
  std::string_view name = isGenerator                       ? "<genexpr>"
                          : node.kind == ExprKind::ListComp ? "<listcomp>"
                          : node.kind == ExprKind::SetComp  ? "<setcomp>"
                                                            : "<dictcomp>";
  auto clauses =
      node.kind == ExprKind::DictComp ? as<DictComp>(node).generators : as<Comp>(node).generators;
  expr(*clauses[0]->iter);
  {
    At at(*this, clauses[0]->iter->span);
    emit(clauses[0]->isAsync ? Opcode::GetAsyncIter : Opcode::GetIter);
  }
  Ref<Code> child =
      childCode(isGenerator ? ScopeKind::Generator : ScopeKind::Comprehension, &node, &node, name);
  child->localNames.push_back(vm_.intern(".0"));
  child->argCount = 1;
  child->isGenerator = isGenerator;
  bool isAsync = clauses[0]->isAsync || AwaitFinder::find(node);
  child->isCoroutine = isAsync;
  emit(Opcode::Comprehend, addChild(std::move(child)));
  if (isAsync && !isGenerator) await();
}

void Codegen::comprehensionClauses(std::span<Comprehension* const> clauses, size_t index,
                                   const Expr& node) {
  if (index == clauses.size()) {
    uint32_t below = static_cast<uint32_t>(clauses.size());
    switch (node.kind) {
      case ExprKind::ListComp:
        expr(*as<Comp>(node).elt);
        emit(Opcode::ListAppend, below);
        break;
      case ExprKind::SetComp:
        expr(*as<Comp>(node).elt);
        emit(Opcode::SetAdd, below);
        break;
      case ExprKind::DictComp:
        expr(*as<DictComp>(node).key);
        expr(*as<DictComp>(node).value);
        emit(Opcode::DictAdd, below);
        break;
      default:
        expr(*as<Comp>(node).elt);
        emit(Opcode::Yield);
        emit(Opcode::Pop);
        break;
    }
    return;
  }
  const Comprehension& clause = *clauses[index];
  if (index == 0) {
    emit(Opcode::LoadFast, 0);
  } else {
    expr(*clause.iter);
    emit(clause.isAsync ? Opcode::GetAsyncIter : Opcode::GetIter);
  }
  Label head, next, exit, ended;
  place(head);
  if (clause.isAsync) {
    uint16_t outer = handler_;
    handler_ = newHandler(ended);
    emit(Opcode::AsyncNext);
    none();
    emit(Opcode::Delegate);
    handler_ = outer;
  } else {
    jump(Opcode::ForIter, exit, joinAt(exit));
  }
  store(*clause.target);
  for (const Expr* test : clause.ifs) branch(*test, next, false, joinAt(next));
  comprehensionClauses(clauses, index + 1, node);
  if (next.depth < 0) next.depth = static_cast<int32_t>(depth_);
  place(next);
  jumpSilently(head);
  if (clause.isAsync) {
    place(ended);
    emit(Opcode::EndAsyncFor, handled_);
  } else {
    place(exit);
  }
  code_.loops.push_back({static_cast<uint32_t>(head.position), here()});
}

// ---- annotations of functions

bool Codegen::isFuture() const {
  return code_.module->tree && hasFutureAnnotations(*code_.module->tree);
}

void Codegen::annotation(const Expr& node) {
  if (isFuture() && code_.module->source) {
    load(vm_.str(std::string(code_.module->source->text(node.span))));
  } else {
    expr(node);
  }
}

void Codegen::annotationsBody(const FunctionDef& def) {
  uint32_t count = 0;
  auto add = [&](std::string_view name, const Expr* node) {
    if (!node) return;
    At at(*this, node->span);
    load(Value(vm_.intern(name)));
    annotation(*node);
    ++count;
  };
  auto parameter = [&](const Arg* arg) {
    if (arg) add(mangle(arg->arg.text)->text, arg->annotation);
  };
  for (const Arg* arg : def.args->posonlyargs) parameter(arg);
  for (const Arg* arg : def.args->args) parameter(arg);
  parameter(def.args->vararg);
  for (const Arg* arg : def.args->kwonlyargs) parameter(arg);
  parameter(def.args->kwarg);
  add("return", def.returns);
  emit(Opcode::BuildDict, count);
}

}  // namespace ts::eval
