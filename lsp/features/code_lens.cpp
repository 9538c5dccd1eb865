// Code lenses above scripted functions, module classes and their `forward`. The client implements
// their commands and says so with the setting "commands".
#include <algorithm>
#include <vector>

#include "lsp/features/request_handlers.h"

namespace ts::lsp {

namespace {

struct Lens {
  const char* title;
  const char* command;
};
constexpr Lens kLenses[] = {{"Show graph", "jitscope.showGraph"},
                            {"Compare eager, script and trace", "jitscope.compare"},
                            {"Debug", "jitscope.debug"}};

bool isScripted(RequestContext& context, const syntax::FunctionDef& function) {
  return std::any_of(
      function.decorators.begin(), function.decorators.end(), [&](const syntax::Expr* decorator) {
        const auto definition = context.resolver().of(context.document, decorator);
        const std::string name =
            definition ? definition->dottedName() : name_index::FileIndex::dotted(decorator);
        return name.starts_with("torch.jit") && name.ends_with("script");
      });
}

bool isModuleClass(RequestContext& context, name_index::SymbolId symbol) {
  const auto bases = context.resolver().bases({context.document, symbol});
  return std::any_of(bases.begin() + 1, bases.end(), [](const ide::Definition& base) {
    return base.info().name == "Module" && base.document->module.starts_with("torch.nn");
  });
}

// The names above which the lenses stand: that of the function or class, and that of its `forward`.
std::vector<Span> placesOf(const name_index::Symbol& symbol) {
  std::vector<Span> places{symbol.nameSpan};
  if (!symbol.cls) return places;
  for (const syntax::Stmt* stmt : symbol.cls->body) {
    if (stmt->kind != syntax::StmtKind::FunctionDef) continue;
    const syntax::Identifier& name = syntax::as<syntax::FunctionDef>(*stmt).name;
    if (name.text == "forward") places.push_back(name.span);
  }
  return places;
}

void writeLenses(JsonWriter& out, RequestContext& context, std::string_view name, Span place) {
  for (const Lens& lens : kLenses) {
    out.beginObject().key("range");
    context.writeRange(out, *context.document, place);
    out.key("command").beginObject().member("title", lens.title).member("command", lens.command);
    out.key("arguments")
        .beginArray()
        .value(context.uriOf(context.document->path()))
        .value(name)
        .endArray();
    out.endObject().endObject();
  }
}

}  // namespace

Response codeLens(RequestContext& context) {
  JsonWriter out;
  out.beginArray();
  const name_index::FileIndex& index = *context.document->index;
  for (const name_index::SymbolId id : index.scope(0).symbols) {
    // The commands read files; a notebook's module is not a file.
    if (!context.client.commands || context.cell) break;
    const name_index::Symbol& symbol = index.symbol(id);
    const bool isRoot = symbol.function ? isScripted(context, *symbol.function)
                                        : symbol.cls && isModuleClass(context, id);
    if (!isRoot) continue;
    for (const Span place : placesOf(symbol)) writeLenses(out, context, symbol.name, place);
  }
  return {out.endArray().take()};
}

}  // namespace ts::lsp
