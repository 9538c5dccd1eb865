#include "core/compiler/context/dataclass_methods.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "core/compiler/context/compile_context.h"
#include "core/compiler/reports/compile_error.h"
#include "core/compiler/resolve/dataclass.h"
#include "core/syntax/parser.h"

namespace ts::compiler {

namespace {

// The default in a call of dataclasses.field(); empty for none. A script class ignores all other
// arguments of field().
std::string defaultInField(CompileContext& context, const syntax::Call& call,
                           const SourceFile* file) {
  std::string text;
  for (const syntax::Keyword* keyword : call.keywords) {
    if (keyword->arg.text == "default") text = std::string(file->text(keyword->value->span));
    if (keyword->arg.text == "default_factory") {
      context.report(CompileError(diag::Rule::DataclassFactory, {file, keyword->span},
                                  "a script dataclass can't have default factories")
                         .note("give the default in __post_init__, or pass the value in")
                         .diagnostic);
    }
  }
  return text;
}

std::vector<DataclassField> fieldsOf(CompileContext& context, const PyClass& cls) {
  const SourceFile* file = cls.module->tree->file.get();
  std::vector<DataclassField> fields;
  for (const PyField& field : cls.fields) {
    if (!field.annotation) continue;
    DataclassField declared{field.name, std::string(file->text(field.annotation->span)), {}, false};
    if (field.value) declared.defaultValue = std::string(file->text(field.value->span));
    const ResolvedType type = context.annotations().resolve(
        *field.annotation, *context.environment().bodyScope(cls), *file);
    declared.optional = types::isOptionalLike(type.type);
    if (const auto* call = syntax::dynCast<syntax::Call>(field.value))
      declared.defaultValue = defaultInField(context, *call, file);
    fields.push_back(std::move(declared));
  }
  return fields;
}

// True for @dataclass(order=True).
bool isOrdered(const PyClass& cls) {
  bool ordered = false;
  for (const syntax::Expr* decorator : cls.def->decorators) {
    const auto* call = syntax::dynCast<syntax::Call>(decorator);
    for (size_t i = 0; call && i < call->keywords.size(); ++i) {
      const auto* value = syntax::dynCast<syntax::Constant>(call->keywords[i]->value);
      ordered |= call->keywords[i]->arg.text == "order" && value &&
                 value->constant == syntax::ConstantKind::True;
    }
  }
  return ordered;
}

}  // namespace

std::vector<const PyFunction*> createDataclassMethods(CompileContext& context, const PyClass& cls) {
  auto source =
      std::make_shared<SourceFile>(fmt::format("<dataclass {}>", cls.def->name.text),
                                   dataclassMethods(cls, fieldsOf(context, cls), isOrdered(cls)),
                                   SourceRange{cls.module->tree->file.get(), cls.def->name.span});
  diag::Sink ignored;
  const PyModule* module = context.environment().addModule(
      fmt::format("<dataclass {}>", cls.qualifiedName), "", false, syntax::parse(source, ignored));
  std::vector<const PyFunction*> methods;
  for (const syntax::Stmt* stmt : module->tree->body) {
    auto method = std::make_unique<PyFunction>();
    method->def = &syntax::as<syntax::FunctionDef>(*stmt);
    method->module = module;
    method->scope = cls.scope;
    method->owner = &cls;
    method->qualifiedName = cls.qualifiedName + "." + std::string(method->def->name.text);
    methods.push_back(context.functions().keep(std::move(method)));
  }
  return methods;
}

}  // namespace ts::compiler
