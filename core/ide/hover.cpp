#include "core/ide/hover.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/ide/outline.h"
#include "core/ide/text.h"
#include "core/ops/functions.h"
#include "core/ops/torch_docs.h"

namespace ts::ide {

namespace {

using namespace syntax;
using name_index::kNone;
using name_index::Symbol;
using name_index::SymbolKind;

// A hover with more overloads is unreadable.
constexpr size_t kMaxOverloads = 6;

// A variable's value is cut after this many bytes.
constexpr size_t kMostOfValue = 60;

std::string argumentText(const ops::Argument& argument) {
  std::string text = fmt::format("{}: {}", argument.name, argument.type->annotation());
  if (argument.defaultValue) text += fmt::format(" = {}", argument.defaultValue->str());
  return text;
}

std::string_view shortName(std::string_view name) {
  const size_t at = name.find_last_of(".:");
  return at == std::string_view::npos ? name : name.substr(at + 1);
}

// Returns the name under which the tables have it: "Tensor.view" for "torch.Tensor.view".
std::string tableName(const std::string& name) {
  constexpr std::string_view kTensor = "torch.Tensor.";
  return name.starts_with(kTensor)
             ? name.substr(kTensor.size() - std::string_view("Tensor.").size())
             : name;
}

void addSchemas(Hover& hover, const std::vector<const ops::FunctionSchema*>& schemas,
                const ops::FunctionSchema* chosen) {
  if (chosen) {
    hover.code = schemaText(*chosen);
    hover.texts.push_back(fmt::format("`{}`", chosen->str()));
    if (schemas.size() > 1)
      hover.texts.push_back(fmt::format("chosen from {} overloads", schemas.size()));
    return;
  }
  for (size_t i = 0; i < std::min(schemas.size(), kMaxOverloads); ++i)
    hover.code += (hover.code.empty() ? "" : "\n") + schemaText(*schemas[i]);
  if (schemas.size() > kMaxOverloads)
    hover.texts.push_back(fmt::format("and {} more overloads", schemas.size() - kMaxOverloads));
}

const ops::FunctionSchema* chosenAt(const driver::FileResult* result, const Document& document,
                                    Span name) {
  if (!result) return nullptr;
  const ops::FunctionSchema* chosen = nullptr;
  for (const compiler::OverloadFact& fact : result->overloads) {
    // A call's fact has the span of the callee, which ends with the name.
    if (fact.span.end != name.end || fact.span.begin > name.begin) continue;
    const std::string_view wanted = document.file().text(name);
    if (shortName(fact.schema->name) == wanted || !chosen) chosen = fact.schema;
  }
  return chosen;
}

}  // namespace

std::string schemaText(const ops::FunctionSchema& schema) {
  std::vector<std::string> parts;
  bool keywords = false;
  for (const ops::Argument& argument : schema.arguments) {
    if (argument.keywordOnly && !keywords) parts.push_back("*");
    keywords |= argument.keywordOnly;
    parts.push_back(argumentText(argument));
  }
  if (schema.isVararg) parts.push_back("*args");
  std::vector<std::string> results;
  for (const ops::Argument& result : schema.returns) results.push_back(result.type->annotation());
  std::string text = fmt::format("def {}({})", shortName(schema.name), fmt::join(parts, ", "));
  if (results.size() == 1) text += " -> " + results[0];
  if (results.size() > 1) text += fmt::format(" -> Tuple[{}]", fmt::join(results, ", "));
  return text;
}

std::vector<const ops::FunctionSchema*> schemasOfName(const std::string& name) {
  std::vector<const ops::FunctionSchema*> schemas;
  const std::string key = tableName(name);
  if (const ops::KnownFunction* function = ops::knownFunction(key)) {
    for (const auto& schema : function->schemas()) schemas.push_back(&schema);
    if (!schemas.empty()) return schemas;
  }
  const ops::PublicName* entry = ops::publicName(key);
  if (!entry || !entry->target.starts_with("aten::")) return schemas;
  const std::string_view target = entry->target.substr(0, entry->target.find('('));
  for (const ops::FunctionSchema* schema : ops::schemasOf(ts::Symbol::intern(target))) {
    const bool isOut = std::any_of(
        schema->arguments.begin(), schema->arguments.end(), [](const ops::Argument& argument) {
          return argument.keywordOnly && argument.alias && argument.alias->isWrite;
        });
    if (!isOut) schemas.push_back(schema);
  }
  return schemas;
}

types::TypePtr typeOfName(const driver::FileResult& result, Span name) {
  types::TypePtr best = nullptr;
  uint32_t size = ~0u;
  for (const compiler::TypeFact& fact : result.types) {
    if (fact.span.end != name.end || fact.span.begin > name.begin || fact.span.size() >= size)
      continue;
    best = fact.type;
    size = fact.span.size();
  }
  return best;
}

std::string declarationText(const Definition& definition) {
  if (definition.isModule()) return fmt::format("module {}", definition.document->module);
  const Symbol& symbol = definition.info();
  const SourceFile& file = definition.document->file();
  if (symbol.function) {
    const char* async = symbol.function->kind == StmtKind::AsyncFunctionDef ? "async " : "";
    return fmt::format("{}def {}{}", async, symbol.name, signatureText(file, *symbol.function));
  }
  if (symbol.cls) {
    std::vector<std::string> bases;
    for (const Expr* base : symbol.cls->bases) bases.push_back(oneLine(file.text(base->span)));
    return bases.empty() ? fmt::format("class {}", symbol.name)
                         : fmt::format("class {}({})", symbol.name, fmt::join(bases, ", "));
  }
  std::string text(symbol.name);
  if (symbol.annotation) text += ": " + oneLine(file.text(symbol.annotation->span));
  if (symbol.value) text += " = " + shortened(file.text(symbol.value->span), kMostOfValue);
  return text;
}

namespace {

// Returns the first paragraphs of a class's documentation. The embedded modules have none, so that
// theirs comes from the installed package, if there is one.
std::string documentationOf(Resolver& resolver, const Document& from, const Definition& cls) {
  constexpr size_t kMostOfText = 600;
  std::string text = name_index::docstringOf(*cls.info().cls);
  if (text.empty() && cls.document->isEmbedded) {
    const auto real = resolver.installed(cls, from.top);
    if (real && real->info().cls) text = name_index::docstringOf(*real->info().cls);
  }
  if (text.size() <= kMostOfText) return text;
  const size_t end = text.rfind("\n\n", kMostOfText);
  return text.substr(0, end == std::string::npos ? text.find('\n') : end);
}

// Adds what a class is for. A layer of torch.nn has a summary in place of its docstring, whose
// mathematical markup editors do not render, its shapes and the address of its page.
void addDocumentation(Hover& hover, Resolver& resolver, const Document& from,
                      const Definition& cls) {
  const std::string page = ops::torchPage(cls.dottedName());
  const ops::LayerDoc* layer = page.empty() ? nullptr : ops::layerDoc(cls.info().name);
  std::string text = layer ? std::string(layer->summary) : documentationOf(resolver, from, cls);
  if (!text.empty()) hover.texts.push_back(std::move(text));
  if (layer && !layer->shapes.empty())
    hover.texts.push_back(fmt::format("Shapes: {}{}{}", layer->shapes,
                                      layer->sizes.empty() ? "" : ", ", layer->sizes));
  if (!page.empty()) hover.texts.push_back(page);
}

// Fills in a variable of which only the class is known: a submodule, for example.
void addInstance(Hover& hover, Resolver& resolver, const Document& from, const Symbol& variable,
                 const SourceFile& file, const Definition& cls) {
  hover.code = fmt::format("{}: {}", variable.name, cls.info().name);
  if (variable.value)
    hover.code += " = " + shortened(file.text(variable.value->span), kMostOfValue);
  addDocumentation(hover, resolver, from, cls);
  hover.texts.push_back(fmt::format("`{}`", cls.dottedName()));
}

// Adds the call that made the module whose types editors show, for its class and its attributes.
void addConstruction(Hover& hover, const Definition& definition,
                     const driver::KnownConstructions& constructions) {
  const Symbol& symbol = definition.info();
  const name_index::FileIndex& index = *definition.document->index;
  const name_index::Scope& scope = index.scope(symbol.scope);
  const bool isAttribute = !symbol.function && scope.kind == name_index::ScopeKind::Class;
  const name_index::SymbolId cls =
      symbol.cls ? definition.symbol : (isAttribute ? scope.owner : kNone);
  if (cls == kNone || definition.document->isEmbedded) return;
  const auto entry = constructions.find(definition.document->path(), index.qualifiedName(cls));
  if (!entry) return;
  const std::string call = entry->call.empty() ? "" : fmt::format("`{}` — ", entry->call);
  hover.texts.push_back(entry->place.empty()
                            ? fmt::format("{}constructed with its defaults", call)
                            : fmt::format("{}constructed at {}", call, entry->place));
}

}  // namespace

std::optional<Hover> hover(Resolver& resolver, const DocumentPtr& document,
                           const driver::FileResult* result,
                           const driver::KnownConstructions& constructions, uint32_t offset) {
  const name_index::Occurrence* here = document->index->at(offset);
  if (!here) return std::nullopt;
  Hover hover{here->span, {}, {}};
  const auto definition = resolver.at(document, offset);
  const types::TypePtr type = result ? typeOfName(*result, here->span) : nullptr;
  const ops::FunctionSchema* chosen = chosenAt(result, *document, here->span);

  // Shows the schemas for functions of torch: their embedded source is an implementation detail.
  std::string name = definition ? definition->dottedName() : std::string();
  if (!definition) {
    if (const Expr* expr = expressionNamed(*document, here->span)) {
      name = name_index::FileIndex::dotted(expr);
      if (const auto* attribute = dynCast<Attribute>(expr)) {
        const auto base = resolver.of(document, attribute->value);
        if (base && base->isModule())
          name = base->dottedName() + "." + std::string(attribute->attr.text);
      }
    }
  }
  const bool isFunction = !definition || (definition->document->isEmbedded &&
                                          !definition->isModule() && !definition->info().cls);
  if (isFunction && !name.empty()) {
    const auto schemas = schemasOfName(name);
    if (!schemas.empty() || chosen) addSchemas(hover, schemas, chosen);
    if (std::string page = ops::torchPage(name); !schemas.empty() && !page.empty())
      hover.texts.push_back(std::move(page));
  } else if (!definition && chosen) {
    addSchemas(hover, {chosen}, chosen);
  }
  // A method of a tensor, whose variable has no definition.
  if (const std::string method = chosen ? "Tensor." + std::string(shortName(chosen->name)) : "";
      !definition && chosen && ops::torchPage(name).empty() && ops::publicName(method))
    hover.texts.push_back(ops::torchPage("torch." + method));
  if (hover.code.empty() && definition) {
    hover.code = declarationText(*definition);
    const Symbol* symbol = definition->isModule() ? nullptr : &definition->info();
    if (symbol && symbol->cls) {
      if (const auto init = resolver.member(*definition, "__init__"); init && init->info().function)
        hover.code +=
            fmt::format("\n{}{}", symbol->name,
                        signatureText(init->document->file(), *init->info().function, true));
    }
    if (symbol && symbol->function) {
      if (std::string text = name_index::docstringOf(*symbol->function); !text.empty())
        hover.texts.push_back(std::move(text));
    }
    if (symbol && symbol->cls) addDocumentation(hover, resolver, *document, *definition);
    const bool isVariable = symbol && !symbol->function && !symbol->cls;
    const auto cls = isVariable && !type ? resolver.classOf(*definition) : std::nullopt;
    if (cls) addInstance(hover, resolver, *document, *symbol, definition->document->file(), *cls);
    if (isVariable && type) {
      hover.code = fmt::format("{}: {}", symbol->name, type->annotation());
      const bool isBare = symbol->kind == SymbolKind::Parameter && !symbol->annotation;
      if (isBare && type == types::tensorType())
        hover.texts.push_back("not annotated: TorchScript assumes Tensor");
      if (symbol->annotation && oneLine(definition->document->file().text(
                                    symbol->annotation->span)) != type->annotation())
        hover.texts.push_back(
            fmt::format("declared as `{}`",
                        oneLine(definition->document->file().text(symbol->annotation->span))));
    }
    if (symbol) addConstruction(hover, *definition, constructions);
    if (definition->document != document && !definition->isModule())
      hover.texts.push_back(fmt::format("`{}`", definition->dottedName()));
  }
  if (hover.code.empty() && type)
    hover.code = fmt::format("{}: {}", document->file().text(here->span), type->annotation());
  if (hover.code.empty()) return std::nullopt;
  return hover;
}

}  // namespace ts::ide
