#include "core/compiler/checks/declaration_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/compiler/reports/compile_error.h"
#include "core/eval/vm/vm.h"
#include "core/source/library_path.h"
#include "core/syntax/ast_walk.h"

namespace ts::compiler {

using diag::Rule;
using syntax::as;
using syntax::dynCast;
using syntax::ExprKind;
using syntax::StmtKind;

namespace {

bool isPlaceholder(const syntax::Stmt& stmt) {
  if (stmt.kind == StmtKind::Pass) return true;
  const auto* expr = dynCast<syntax::ExprStmt>(&stmt);
  const auto* constant = expr ? dynCast<syntax::Constant>(expr->value) : nullptr;
  return constant && constant->constant == syntax::ConstantKind::Ellipsis;
}

// The defaults of positional and keyword-only parameters, by name.
std::map<std::string_view, const syntax::Expr*> defaultsOf(const syntax::Arguments& parameters) {
  std::map<std::string_view, const syntax::Expr*> entries;
  std::vector<const syntax::Arg*> positional(parameters.posonlyargs.begin(),
                                             parameters.posonlyargs.end());
  positional.insert(positional.end(), parameters.args.begin(), parameters.args.end());
  const size_t first = positional.size() - parameters.defaults.size();
  for (size_t i = first; i < positional.size(); ++i)
    entries[positional[i]->arg.text] = parameters.defaults[i - first];
  for (size_t i = 0; i < parameters.kwonlyargs.size(); ++i) {
    if (parameters.kwDefaults[i])
      entries[parameters.kwonlyargs[i]->arg.text] = parameters.kwDefaults[i];
  }
  return entries;
}

bool isAnnotated(const SourceFile& file, const syntax::FunctionDef& def) {
  const syntax::Arguments& parameters = *def.args;
  auto has = [](const syntax::Arg* parameter) { return parameter->annotation != nullptr; };
  return def.returns || std::ranges::any_of(parameters.args, has) ||
         std::ranges::any_of(parameters.kwonlyargs, has) ||
         file.text(def.span).find("type:") != std::string_view::npos;
}

}  // namespace

void checkOverloads(ProblemLog& problems, const PyFunction& implementation) {
  if (!implementation.def || !implementation.module) return;
  const auto defaults = defaultsOf(*implementation.def->args);
  for (const PyFunction* declared : implementation.overloads) {
    if (!declared->def || !declared->module) continue;
    const SourceFile& file = *declared->module->tree->file;
    if (isEmbedded(file.path())) continue;
    const syntax::FunctionDef& def = *declared->def;
    auto refuse = [&](Span at, std::string message, std::string note,
                      std::string_view instead = {}) {
      CompileError error(Rule::BadOverload, {&file, at}, std::move(message));
      error.note(std::move(note));
      if (!instead.empty())
        error.fix(fmt::format("Write {}", instead), {{{&file, at}, std::string(instead)}});
      problems.report(error.diagnostic);
    };
    if (def.body.size() != 1 || !isPlaceholder(*def.body[0])) {
      refuse(def.name.span,
             fmt::format("an overload declaration of '{}' has a body", def.name.text),
             "a declaration's body is `...` or `pass`; the function without the decorator "
             "implements all of them");
    }
    if (implementation.owner && !isAnnotated(file, def)) {
      refuse(def.name.span, fmt::format("an overload of '{}' has no annotations", def.name.text),
             "overloads differ only in their types");
    }
    for (const auto& [name, value] : defaultsOf(*def.args)) {
      const auto entry = defaults.find(name);
      const auto* mine = dynCast<syntax::Constant>(value);
      const auto* its =
          entry != defaults.end() ? dynCast<syntax::Constant>(entry->second) : nullptr;
      const std::string_view text =
          its ? implementation.module->tree->file->text(its->span) : std::string_view();
      if (entry != defaults.end() && (!mine || !its || file.text(mine->span) == text)) continue;
      refuse(value->span,
             fmt::format("the default of '{}' differs from the implementation's", name),
             "a call uses the implementation's default: a declaration must repeat it", text);
    }
  }
}

void checkInterface(ProblemLog& problems, const PyClass& cls) {
  auto mayBe = [](PyRef base) {
    return base->kind == PyKind::Unknown ||
           (base->kind == PyKind::External &&
            (base->name == "builtins.object" || base->name == "torch.nn.Module"));
  };
  if (!cls.def || !cls.module || std::ranges::all_of(cls.bases, mayBe)) return;
  problems.report(
      CompileError(
          Rule::BadInterface, {cls.module->tree->file.get(), cls.def->name.span},
          fmt::format("the interface '{}' inherits from another class", cls.def->name.text))
          .note("an interface inherits from nothing, or from nn.Module: write all its methods here")
          .diagnostic);
}

// ---- the classes of modules

namespace {

// `self.x: List[int] = []` and `self.x = torch.jit.annotate(List[int], [])` in a method.
struct EmptyAttributes {
  struct Attribute {
    std::string_view name;
    const syntax::Expr* annotation;
    Span at;
  };
  const SourceFile& file;
  std::string_view self;
  std::vector<Attribute> attributes;

  void operator()(const syntax::Stmt& stmt) {
    if (const auto* assign = dynCast<syntax::AnnAssign>(&stmt))
      add(*assign->target, *assign->annotation, assign->value, stmt.span);
    if (const auto* assign = dynCast<syntax::Assign>(&stmt)) {
      const auto* call = dynCast<syntax::Call>(assign->value);
      if (call && call->args.size() == 2 && file.text(call->func->span) == "torch.jit.annotate")
        add(*assign->targets[0], *call->args[0], call->args[1], stmt.span);
    }
    syntax::forEachChild(stmt, *this);
  }
  void operator()(const syntax::Expr&) {}
  void operator()(const syntax::Pattern&) {}

 private:
  void add(const syntax::Expr& target, const syntax::Expr& annotation, const syntax::Expr* value,
           Span at) {
    const auto* attribute = dynCast<syntax::Attribute>(&target);
    const auto* object = attribute ? dynCast<syntax::Name>(attribute->value) : nullptr;
    const auto* generic = dynCast<syntax::Subscript>(&annotation);
    const auto* name = generic ? dynCast<syntax::Name>(generic->value) : nullptr;
    if (!object || object->id != self || !name || !value) return;
    if (isEmpty(name->id, *value)) attributes.push_back({attribute->attr.text, &annotation, at});
  }
  static bool isEmpty(std::string_view generic, const syntax::Expr& value) {
    const auto* constant = dynCast<syntax::Constant>(&value);
    if (generic == "List")
      return value.kind == ExprKind::List && as<syntax::Sequence>(value).elts.empty();
    if (generic == "Dict")
      return value.kind == ExprKind::Dict && as<syntax::Dict>(value).keys.empty();
    return generic == "Optional" && constant && constant->constant == syntax::ConstantKind::None;
  }
};

bool declares(const eval::Class& cls, std::string_view name) {
  return std::ranges::any_of(cls.mro, [&](const auto& base) {
    return base->definition &&
           std::ranges::any_of(base->definition->body, [&](const syntax::Stmt* stmt) {
             const auto* assign = dynCast<syntax::AnnAssign>(stmt);
             const auto* target = assign ? dynCast<syntax::Name>(assign->target) : nullptr;
             return target && target->id == name;
           });
  });
}

// Inserts the annotation above the class's first statement that is not a docstring.
std::vector<diag::Edit> declare(const SourceFile& file, const syntax::ClassDef& cls,
                                const EmptyAttributes::Attribute& attribute) {
  const auto* docstring = dynCast<syntax::ExprStmt>(cls.body[0]);
  const syntax::Stmt* first = docstring && cls.body.size() > 1 ? cls.body[1] : cls.body[0];
  uint32_t begin = first->span.begin;
  if (first->kind == StmtKind::FunctionDef && !as<syntax::FunctionDef>(*first).decorators.empty())
    begin = as<syntax::FunctionDef>(*first).decorators[0]->span.begin - 1;
  const uint32_t line = file.lineStart(file.lineOf(begin));
  const std::string indent(file.text(Span{line, begin}));
  if (indent.find_first_not_of(" \t") != std::string::npos) return {};
  const char* gap = first->kind == StmtKind::FunctionDef ? "\n" : "";
  return {{{&file, {line, line}},
           fmt::format("{}{}: {}\n{}", indent, attribute.name,
                       file.text(attribute.annotation->span), gap)}};
}

void checkEmptyAttributes(ProblemLog& problems, const eval::Class& cls) {
  for (const eval::Class* owner : cls.mro) {
    if (!owner->definition || !owner->module || !owner->module->tree) continue;
    const SourceFile& file = *owner->module->tree->file;
    for (const syntax::Stmt* stmt : owner->definition->body) {
      const auto* init =
          stmt->kind == StmtKind::FunctionDef ? &as<syntax::FunctionDef>(*stmt) : nullptr;
      if (!init || init->name.text != "__init__" || init->args->args.empty()) continue;
      if (isEmbedded(file.path())) return;
      EmptyAttributes empty{file, init->args->args[0]->arg.text, {}};
      for (const syntax::Stmt* inner : init->body) empty(*inner);
      for (const EmptyAttributes::Attribute& attribute : empty.attributes) {
        if (declares(cls, attribute.name)) continue;
        CompileError error(
            Rule::UnseenAnnotation, {&file, attribute.at},
            fmt::format(
                "the annotation of '{}' is ignored, and its value does not determine a type",
                attribute.name));
        error.note("annotate it in the class's body, where TorchScript looks");
        if (auto edits = declare(file, *owner->definition, attribute); !edits.empty())
          error.fix(fmt::format("Annotate '{}' in the class's body", attribute.name),
                    std::move(edits));
        problems.report(error.diagnostic);
      }
      return;  // this __init__ overrides those of the bases
    }
  }
}

}  // namespace

void checkModuleClass(ProblemLog& problems, const eval::Class& cls) {
  checkEmptyAttributes(problems, cls);
  for (const eval::Class* owner : cls.mro) {
    if (!owner->definition || !owner->module || !owner->module->tree ||
        isEmbedded(owner->module->tree->file->path()))
      continue;
    owner->dict->each([&](const eval::Value& key, const eval::Value& value) {
      const auto* property = value.as<eval::Property>();
      const auto* name = key.as<eval::Str>();
      if (!property || !name || !property->getter.isNone()) return;
      problems.report(
          CompileError(Rule::PropertyNeedsGetter,
                       {owner->module->tree->file.get(), owner->definition->name.span},
                       fmt::format("the property '{}' has no getter", name->text))
              .note("properties are compiled with their module: give it one, or a method "
                    "in place of the property")
              .diagnostic);
    });
  }
}

// ---- dtypes as types

namespace {

constexpr std::string_view kTensorTypes[] = {
    "FloatTensor", "DoubleTensor", "HalfTensor", "LongTensor", "IntTensor",
    "ShortTensor", "CharTensor",   "ByteTensor", "BoolTensor",
};

struct TensorTypes {
  ProblemLog& problems;
  const SourceFile& file;

  void operator()(const syntax::Expr& expr) {
    const auto* attribute = dynCast<syntax::Attribute>(&expr);
    const auto* variable = dynCast<syntax::Name>(&expr);
    const std::string_view name = attribute  ? attribute->attr.text
                                  : variable ? variable->id
                                             : std::string_view();
    if (std::ranges::find(kTensorTypes, name) != std::end(kTensorTypes)) {
      CompileError error(Rule::DtypeInType, {&file, expr.span},
                         fmt::format("TorchScript takes {} for Tensor: any dtype fits", name));
      error.note("ask for the dtype where it matters, as x.dtype == torch.float32");
      if (attribute && file.text(attribute->value->span) == "torch")
        error.fix("Use torch.Tensor", {{{&file, attribute->attr.span}, "Tensor"}});
      problems.report(error.diagnostic);
    }
    syntax::forEachChild(expr, *this);
  }
  void operator()(const syntax::Stmt&) {}
  void operator()(const syntax::Pattern&) {}
};

}  // namespace

void checkTensorTypes(ProblemLog& problems, const PyFunction& function) {
  const SourceFile& file = *function.module->tree->file;
  if (isEmbedded(file.path())) return;
  TensorTypes types{problems, file};
  const syntax::Arguments& parameters = *function.def->args;
  for (const auto* list : {&parameters.args, &parameters.kwonlyargs}) {
    for (const syntax::Arg* parameter : *list) {
      if (parameter->annotation) types(*parameter->annotation);
    }
  }
  if (function.def->returns) types(*function.def->returns);
}

}  // namespace ts::compiler
