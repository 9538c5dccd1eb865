// eval(), exec() and compile(): text that runs as code.
//
// A text runs with a dict of names. Where the names are in two dicts, it runs with a copy of both,
// in which the locals hide the globals; exec() then writes the names that it has changed to the
// locals.
#include <algorithm>
#include <iterator>

#include "core/diag/diagnostic.h"
#include "core/eval/builtins/functions.h"
#include "core/eval/builtins/text.h"
#include "core/eval/codegen/codegen.h"
#include "core/eval/vm/state.h"
#include "core/syntax/parser.h"

namespace ts::eval {
namespace {

enum class TextMode : uint8_t { Eval, Exec, Single };

// The result of compile().
struct CompiledText final : Object {
  CompiledText(Class* cls, syntax::ModulePtr tree, TextMode mode)
      : Object(Kind::Native, cls), tree(std::move(tree)), mode(mode) {}
  syntax::ModulePtr tree;
  TextMode mode;
};

constexpr const char* kFunctionNames[] = {"eval", "exec", "exec"};
constexpr std::string_view kResult = "__jitscope_text__";

[[noreturn]] void raiseSyntaxError(Vm& vm, const SourceFile& file, uint32_t at,
                                   const std::string& message) {
  const uint32_t line = file.lineOf(at);
  const Value place = Value(vm.tuple({vm.str(file.path()), Value::integer(line),
                                      Value::integer(at - file.lineStart(line) + 1),
                                      vm.str(std::string(file.lineText(line)))}));
  vm.raise(vm.types.SyntaxError, {vm.str(message), place});
}

// The place in a file for which a text runs now.
SourceRange originOfText(const Vm& vm) {
  const SourceRange at = vm.where();
  return at && at.file->origin() ? at.file->origin() : at;
}

// Parses a text; for eval, one expression. The Vm keeps the tree.
syntax::ModulePtr parseText(Vm& vm, std::string_view text, const std::string& path, TextMode mode) {
  if (mode == TextMode::Eval) {
    const size_t start = text.find_first_not_of(" \t");
    text.remove_prefix(std::min(start, text.size()));
  }
  auto& texts = vm.state().texts;
  syntax::ModulePtr& tree = texts[{path, std::string(text)}];
  const auto file =
      tree ? tree->file : std::make_shared<SourceFile>(path, std::string(text), originOfText(vm));
  if (!tree) {
    vm.burnFor(text.size());
    diag::Sink problems;
    tree = syntax::parse(file, problems);
    if (problems.size() > 0) {
      const diag::Diagnostic problem = problems.diagnostics()[0];
      raiseSyntaxError(vm, *file, problem.range.span.begin, problem.message);
    }
  }
  const bool isExpression = tree->body.size() == 1 && tree->body[0]->kind == syntax::StmtKind::Expr;
  if (mode == TextMode::Eval && !isExpression)
    raiseSyntaxError(vm, *file, tree->body.empty() ? 0 : tree->body[0]->span.begin,
                     "invalid syntax");
  return tree;
}

struct Source {
  syntax::ModulePtr tree;
  TextMode mode;
};

Source sourceOf(Vm& vm, const Value& source, TextMode mode) {
  const char* name = kFunctionNames[static_cast<int>(mode)];
  if (const auto* compiled = source.asNative<CompiledText>())
    return {compiled->tree, compiled->mode};
  if (source.object() && source.object()->kind == Kind::Code) {
    Code& code = *source.as<Code>();
    compile(vm, code);
    if (!code.freeNames.empty())
      vm.raiseTypeError(std::string("code object passed to ") + name +
                        "() may not contain free variables");
    vm.raiseGap(std::string("JitScope's ") + name + "() takes no code objects of functions");
  }
  std::string_view text;
  if (!asText(source, text) && !asBytes(source, text))
    vm.raiseTypeError(std::string(name) + "() arg 1 must be a string, bytes or code object");
  return {parseText(vm, text, "<string>", mode), mode};
}

Ref<Dict> namesArgument(Vm& vm, const Value& value, const char* what) {
  if (value.isNone()) return nullptr;
  if (Dict* dict = value.as<Dict>()) return dict;
  // Another mapping: the text sees the names that it has now.
  Ref<Dict> names = vm.dict();
  if (vm.lookupSpecial(value, vm.special(Special::GetItem)).isUnbound())
    vm.raiseTypeError(std::string(what) + " must be a mapping, not " + vm.classOf(value)->name);
  const Value keys = vm.callMethod(value, "keys");
  vm.forEach(keys, [&](const Value& key) {
    names->set(vm, key, vm.getitem(value, key));
    return true;
  });
  return names;
}

// The names with which a text runs.
struct TextNames {
  Ref<Dict> globals, locals;  // locals: null when they are the globals
  Ref<Dict> all;              // the globals, or a copy of both
  bool writesLocals = false;
};

TextNames namesOf(Vm& vm, const Value& globals, const Value& locals, const char* function) {
  TextNames names;
  names.globals = namesArgument(vm, globals, function);
  names.locals = namesArgument(vm, locals, function);
  names.writesLocals = names.locals && locals.as<Dict>();
  Module* module = vm.currentModule();
  if (!names.globals) {
    names.globals = module ? module->globals : vm.dict();
    if (!names.locals) names.locals = vm.currentLocals();
  } else if (!names.globals->find(vm.intern("__builtins__"))) {
    vm.touch(*names.globals);
    names.globals->set(vm.intern("__builtins__"), Value(vm.module("builtins")));
  }
  if (names.locals == names.globals) names.locals = nullptr;
  names.all = names.globals;
  if (!names.locals) return names;
  names.all = vm.dict();
  names.all->unknown = names.globals->unknown || names.locals->unknown;
  for (Dict* dict : {names.globals.get(), names.locals.get()})
    dict->each([&](const Value& key, const Value& value) { names.all->set(vm, key, value); });
  return names;
}

Ref<Module> moduleOf(Vm& vm, syntax::ModulePtr tree, const Ref<Dict>& names) {
  const Module* current = vm.currentModule();
  Ref<Module> module = new Module(vm.types.module, current ? current->name : "__main__");
  module->source = tree->file;
  module->tree = std::move(tree);
  module->globals = names;
  module->isLibrary = current && current->isLibrary;
  return module;
}

// The tree of `kResult = lambda: EXPRESSION`: its call raises what the expression raises.
syntax::ModulePtr lambdaOf(const syntax::ModulePtr& tree) {
  struct LambdaTree {
    syntax::ModulePtr tree;  // owns the expression
    syntax::Module module;
  };
  using namespace syntax;
  auto both = std::make_shared<LambdaTree>();
  both->tree = tree;
  both->module.file = tree->file;
  Arena& arena = both->module.arena;
  Expr* value = as<ExprStmt>(*tree->body[0]).value;
  const Span at = value->span;
  auto* parameters = arena.make<Arguments>();
  auto* lambda = arena.make<Lambda>(Expr{{at}, ExprKind::Lambda}, parameters, value);
  auto* target = arena.make<Name>(Expr{{at}, ExprKind::Name}, Context::Store, kResult);
  auto* assign =
      arena.make<Assign>(Stmt{{at}, StmtKind::Assign}, arena.copy(std::vector<Expr*>{target}),
                         lambda, std::string_view(), Span());
  both->module.body = arena.copy(std::vector<Stmt*>{assign});
  return syntax::ModulePtr(both, &both->module);
}

Value evaluateText(Vm& vm, Value* args) {
  const Source source = sourceOf(vm, args[0], TextMode::Eval);
  const TextNames names = namesOf(vm, args[1], args[2], "eval() globals and locals");
  if (source.mode != TextMode::Eval) {
    vm.runModule(*moduleOf(vm, source.tree, names.all));
    return Value::none();
  }
  vm.runModule(*moduleOf(vm, lambdaOf(source.tree), names.all));
  Str* name = vm.intern(kResult);
  const Value* found = names.all->find(name);
  if (!found) return Value::unknown();
  const Value function = *found;
  names.all->erase(name);
  return vm.call(function);
}

Value executeText(Vm& vm, Value* args) {
  const Source source = sourceOf(vm, args[0], TextMode::Exec);
  const TextNames names = namesOf(vm, args[1], args[2], "exec() globals and locals");
  vm.runModule(*moduleOf(vm, source.tree, names.all));
  if (!names.locals || !names.writesLocals) return Value::none();
  vm.touch(*names.locals);
  std::vector<std::pair<Value, Value>> changed;
  names.all->each([&](const Value& key, const Value& value) {
    const Value* before = names.locals->find(vm, key);
    if (!before) before = names.globals->find(vm, key);
    if (!before || !before->same(value)) changed.emplace_back(key, value);
  });
  for (const auto& [key, value] : changed) names.locals->set(vm, key, value);
  return Value::none();
}

Value compileText(Vm& vm, Value* args) {
  std::string_view text, path, mode;
  if (!asText(args[0], text) && !asBytes(args[0], text))
    vm.raiseGap("JitScope's compile() takes text only, and no trees of the module ast");
  if (!asText(args[1], path))
    vm.raiseTypeError("compile() argument 'filename' must be str, not " +
                      vm.classOf(args[1])->name);
  if (!asText(args[2], mode))
    vm.raiseTypeError("compile() argument 'mode' must be str, not " + vm.classOf(args[2])->name);
  constexpr std::string_view kModes[] = {"eval", "exec", "single"};
  const auto* entry = std::ranges::find(kModes, mode);
  if (entry == std::end(kModes))
    vm.raiseValueError("compile() mode must be 'exec', 'eval' or 'single'");
  const auto textMode = static_cast<TextMode>(entry - kModes);
  Class*& cls = vm.state().compiledText;
  if (!cls) cls = vm.defineClass({"code", "builtins", Kind::Native, nullptr, {}, false});
  return new CompiledText(cls, parseText(vm, text, std::string(path), textMode), textMode);
}

const NativeDef kTextFunctions[] = {
    {"exec", "source, globals=None, locals=None, /", executeText},
    {"eval", "source, globals=None, locals=None, /", evaluateText},
    {"compile", "source, filename, mode, flags=0, dont_inherit=False, optimize=-1", compileText},
};

}  // namespace

std::span<const NativeDef> textFunctions() { return kTextFunctions; }

}  // namespace ts::eval
