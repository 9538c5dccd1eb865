// Links above what torch.jit compiles. Their commands are the client's: it says that it has them by
// the setting "commands".
#include <algorithm>

#include "lsp/features/answers.h"

namespace ts::lsp {

namespace {

struct Lens {
  const char* title;
  const char* command;
};
constexpr Lens kLenses[] = {{"Show graph", "jitscope.showGraph"},
                            {"Compare eager, script and trace", "jitscope.compare"}};

bool isScripted(Question& question, const syntax::FunctionDef& function) {
  return std::any_of(
      function.decorators.begin(), function.decorators.end(), [&](const syntax::Expr* decorator) {
        const auto found = question.resolver().of(question.document, decorator);
        const std::string name = found ? found->dottedName() : name_index::FileIndex::dotted(decorator);
        return name.starts_with("torch.jit") && name.ends_with("script");
      });
}

bool isModuleClass(Question& question, name_index::SymbolId symbol) {
  const auto bases = question.resolver().bases({question.document, symbol});
  return std::any_of(bases.begin() + 1, bases.end(), [](const ide::Definition& base) {
    return base.info().name == "Module" && base.document->module.starts_with("torch.nn");
  });
}

}  // namespace

Answer codeLens(Question& question) {
  JsonWriter out;
  out.beginArray();
  const name_index::FileIndex& index = *question.document->index;
  for (const name_index::SymbolId id : index.scope(0).symbols) {
    // The commands read files, which a notebook's module is not.
    if (!question.client.commands || question.cell) break;
    const name_index::Symbol& symbol = index.symbol(id);
    const bool isRoot = symbol.function ? isScripted(question, *symbol.function)
                                        : symbol.cls && isModuleClass(question, id);
    if (!isRoot) continue;
    for (const Lens& lens : kLenses) {
      out.beginObject().key("range");
      question.writeRange(out, *question.document, symbol.nameSpan);
      out.key("command").beginObject().member("title", lens.title).member("command", lens.command);
      out.key("arguments")
          .beginArray()
          .value(question.uriOf(question.document->path()))
          .value(symbol.name)
          .endArray();
      out.endObject().endObject();
    }
  }
  return {out.endArray().take()};
}

}  // namespace ts::lsp
