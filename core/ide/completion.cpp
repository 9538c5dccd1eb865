#include "core/ide/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "core/compiler/resolve/namespaces.h"
#include "core/fixes/known_imports.h"
#include "core/ide/completion_tables.h"
#include "core/ide/hover.h"
#include "core/ide/outline.h"
#include "core/ide/signature.h"
#include "core/ide/text.h"
#include "core/ops/container_methods.h"
#include "core/ops/public_names.h"
#include "core/ops/torch_docs.h"
#include "core/syntax/ast_walk.h"

namespace ts::ide {

namespace {

using namespace syntax;
using name_index::kNone;
using name_index::ScopeId;
using name_index::Symbol;
using name_index::SymbolId;
using name_index::SymbolKind;

// Walks the tree and collects the syntax around the cursor.
struct CursorContext {
  uint32_t offset;
  uint32_t dot;  // offset of the dot before the name; kNone: no dot
  std::string_view text;
  const Expr* value = nullptr;  // the expression before the dot
  bool isInString = false;
  bool isAnnotation = false;

  void operator()(const Pattern& node) { forEachChild(node, *this); }
  void operator()(const Expr& node) {
    const auto* attribute = dynCast<Attribute>(&node);
    if (attribute && dot != kNone && attribute->value->span.end <= dot && dot < node.span.end + 1 &&
        text.substr(attribute->value->span.end, dot - attribute->value->span.end)
                .find_first_not_of(" \t\r\n\\)") == std::string_view::npos)
      value = attribute->value;
    const auto* constant = dynCast<Constant>(&node);
    const bool isText = constant && (constant->constant == ConstantKind::Str ||
                                     constant->constant == ConstantKind::Bytes);
    if (isText && node.span.begin < offset && offset < node.span.end) isInString = true;
    forEachChild(node, *this);
  }
  void operator()(const Stmt& node) {
    const auto annotation = [&](const Expr* expr) {
      if (expr && expr->span.begin <= offset && offset <= expr->span.end) isAnnotation = true;
    };
    if (node.kind == StmtKind::FunctionDef || node.kind == StmtKind::AsyncFunctionDef) {
      const auto& function = as<FunctionDef>(node);
      annotation(function.returns);
      for (const auto& list :
           {function.args->posonlyargs, function.args->args, function.args->kwonlyargs}) {
        for (const Arg* arg : list) annotation(arg->annotation);
      }
    }
    if (const auto* assign = dynCast<AnnAssign>(&node)) annotation(assign->annotation);
    forEachChild(node, *this);
  }
};

CompletionKind kindOf(const Symbol& symbol) {
  switch (symbol.kind) {
    case SymbolKind::Module: return CompletionKind::Module;
    case SymbolKind::Class: return CompletionKind::Class;
    case SymbolKind::Function: return CompletionKind::Function;
    case SymbolKind::Method: return CompletionKind::Method;
    case SymbolKind::Property: return CompletionKind::Property;
    case SymbolKind::Attribute: return CompletionKind::Attribute;
    case SymbolKind::Parameter: return CompletionKind::Parameter;
    case SymbolKind::TypeParameter: return CompletionKind::Type;
    case SymbolKind::Variable: break;
  }
  return CompletionKind::Variable;
}

// Smaller comes first. Names that people use rarely come last, behind those of PyTorch's pages.
enum Rank : uint8_t {
  kOwnRank = 3,
  kUsualRank = 4,
  kLibraryRank = 5,
  kUndocumentedRank = 6,
  kInternalRank = 8,
};

bool isInternal(std::string_view name) {
  return name.starts_with("_") || name.starts_with("unsafe_");
}

// The rank of a name of torch: "torch.add", "torch.Tensor.add".
uint8_t rankOf(std::string_view name, const std::string& dottedName) {
  if (isInternal(name)) return kInternalRank;
  return ops::torchAddress(dottedName).empty() ? kUndocumentedRank : kUsualRank;
}

CompletionKind kindOf(compiler::MemberKind kind) {
  using Kind = compiler::MemberKind;
  switch (kind) {
    case Kind::Module:
    case Kind::DynamicModule: return CompletionKind::Module;
    case Kind::Function:
    case Kind::Builtin: return CompletionKind::Function;
    case Kind::Value:
    case Kind::Other: return CompletionKind::Variable;
    default: return CompletionKind::Class;
  }
}

class Completer {
 public:
  Completer(Resolver& resolver, const DocumentPtr& document, const driver::FileResult* result,
            uint32_t offset)
      : resolver_(resolver),
        document_(document),
        result_(result),
        offset_(offset),
        text_(document->file().text()) {}

  Completions run() {
    uint32_t begin = offset_;
    while (begin > 0 && isPartOfName(text_[begin - 1])) --begin;
    uint32_t end = offset_;
    while (end < text_.size() && isPartOfName(text_[end])) ++end;
    completions_.replaced = {begin, end};
    if (begin < text_.size() && std::isdigit(static_cast<unsigned char>(text_[begin])))
      return std::move(completions_);
    for (const Comment& comment : document_->tree().comments) {
      if (comment.span.begin < offset_ && offset_ <= comment.span.end)
        return std::move(completions_);
    }
    uint32_t before = begin;
    while (before > 0 && (text_[before - 1] == ' ' || text_[before - 1] == '\t')) --before;
    const bool isAttribute = before > 0 && text_[before - 1] == '.';
    CursorContext around{offset_, isAttribute ? before - 1 : kNone, text_};
    for (const Stmt* statement : document_->tree().body) around(*statement);
    if (around.isInString) return std::move(completions_);
    if (completesImport(begin)) return std::move(completions_);
    if (isAttribute) {
      attributes(around.value);
    } else {
      names(around.isAnnotation);
    }
    return std::move(completions_);
  }

 private:
  void add(Completion completion) {
    if (!seen_.insert(completion.label).second) return;
    completions_.items.push_back(std::move(completion));
  }
  void add(const Definition& definition, uint8_t rank) {
    const Symbol& symbol = definition.info();
    Completion completion{std::string(symbol.name),
                          kindOf(symbol),
                          {},
                          {},
                          isInternal(symbol.name) ? uint8_t{kInternalRank} : rank};
    if (symbol.function)
      completion.detail = signatureText(definition.document->file(), *symbol.function,
                                        symbol.kind == SymbolKind::Method);
    if (symbol.annotation)
      completion.detail = std::string(definition.document->file().text(symbol.annotation->span));
    add(std::move(completion));
  }
  void addNames(const std::string& module, const std::vector<std::string_view>& names,
                const std::vector<diag::Edit>& edits = {}) {
    for (const std::string_view name : names) {
      const std::string dotted = module + "." + std::string(name);
      const auto member = compiler::namespaceMember(dotted);
      add({std::string(name),
           member ? kindOf(member->kind) : CompletionKind::Method,
           torchSignature(dotted, false),
           {},
           rankOf(name, dotted),
           false,
           edits});
    }
  }

  // Completes `import a.b` and `from a.b import c`. Looks at the line's text, which may not parse
  // yet.
  bool completesImport(uint32_t begin) {
    const uint32_t lineBegin = document_->file().lineStart(document_->file().lineOf(begin));
    std::string_view line = text_.substr(lineBegin, begin - lineBegin);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const bool isFrom = line.starts_with("from ");
    if (!isFrom && !line.starts_with("import ")) return false;
    const size_t import = isFrom ? line.find(" import ") : std::string_view::npos;
    if (import != std::string_view::npos) {
      std::string_view module = line.substr(5, import - 5);
      membersOfModule(
          std::string(module.substr(std::min(module.find_first_not_of(' '), module.size()))));
      return true;
    }
    const std::string_view path = line.substr(line.rfind(' ') + 1);
    for (const std::string_view name : kKnownModules) {
      if (!name.starts_with(path)) continue;
      const std::string_view rest = name.substr(path.size());
      add({std::string(rest.substr(0, rest.find('.'))), CompletionKind::Module, {}, {}});
    }
    return true;
  }
  void membersOfModule(const std::string& name) { addNames(name, compiler::namespaceNames(name)); }
  void membersOfClass(const Definition& cls) {
    for (const Definition& member : resolver_.members(cls)) {
      const bool isOwn = !member.document->isEmbedded;
      const bool isValue = member.info().kind == SymbolKind::Attribute;
      add(member, !isOwn ? kLibraryRank : isValue ? kOwnRank : kUsualRank);
    }
  }
  // Returns whether a name is bound where the cursor is.
  bool isBound(std::string_view name) const {
    return document_->index->lookup(scopeHere(), name) != kNone;
  }

  void attributes(const Expr* value) {
    if (!value) return;
    const auto definition = resolver_.of(document_, value);
    if (definition && definition->isModule()) {
      for (const Definition& member : resolver_.members(*definition)) {
        if (member.info().import == kNone) add(member, kUsualRank);
      }
      return membersOfModule(definition->document->module);
    }
    if (definition && definition->info().cls) return membersOfClass(*definition);
    const std::string dotted = name_index::FileIndex::dotted(value);
    if (const fixes::KnownImport known = fixes::knownImport(dotted);
        !definition && !known.module.empty() && !isBound(dotted)) {
      const std::string module(known.module);
      return addNames(module, compiler::namespaceNames(module),
                      {fixes::importEdit(document_->tree(), known.statement)});
    }
    if (!definition && !dotted.empty() && compiler::isListedModule(dotted))
      return membersOfModule(dotted);
    if (const auto cls = resolver_.classOf(document_, value)) return membersOfClass(*cls);
    const std::string type = typeNameOf(value, definition);
    if (type == "Tensor") {
      for (const std::string_view name : ops::publicNamesIn("Tensor")) {
        const auto* entry = ops::publicName("Tensor." + std::string(name));
        const bool isProperty = entry && entry->kind == ops::NameKind::Property;
        const std::string method = "Tensor." + std::string(name);
        add({std::string(name),
             isProperty ? CompletionKind::Property : CompletionKind::Method,
             isProperty ? std::string() : torchSignature(method, true),
             {},
             rankOf(name, "torch." + method)});
      }
    }
    for (const std::string_view name : ops::methodsOfType(type))
      add({std::string(name), CompletionKind::Method, {}, {}, 4});
  }
  // Returns "Tensor", "List", "Dict", "str" and so on; empty when the type is unknown.
  std::string typeNameOf(const Expr* value, const std::optional<Definition>& definition) {
    std::string type;
    if (value->kind == ExprKind::Constant && as<Constant>(*value).constant == ConstantKind::Str)
      return "str";
    if (value->kind == ExprKind::List || value->kind == ExprKind::ListComp) return "List";
    if (value->kind == ExprKind::Dict || value->kind == ExprKind::DictComp) return "Dict";
    if (result_ && result_->file) {
      // The facts may be of an older text: searches the same expression text, preferably before it.
      const std::string_view wanted = document_->file().text(value->span);
      for (const compiler::TypeFact& fact : result_->types) {
        if (fact.span.end > result_->file->text().size() ||
            result_->file->text(fact.span) != wanted)
          continue;
        if (type.empty() || fact.span.begin <= value->span.begin) type = fact.type->annotation();
      }
    }
    if (type.empty() && definition && !definition->isModule()) {
      const Symbol& symbol = definition->info();
      if (symbol.annotation) type = definition->document->file().text(symbol.annotation->span);
      // TorchScript takes parameters without annotation as tensors.
      if (!symbol.annotation && symbol.kind == SymbolKind::Parameter) type = "Tensor";
    }
    if (type.empty()) {
      const auto* call = dynCast<Call>(value);
      const auto called = call ? resolver_.of(document_, call->func) : std::nullopt;
      if (call && (!called || called->document->isEmbedded)) {
        const auto schemas = called && !called->isModule()
                                 ? schemasOfName(called->dottedName())
                                 : std::vector<const ops::FunctionSchema*>();
        if (!schemas.empty() && !schemas[0]->returns.empty())
          type = schemas[0]->returns[0].type->annotation();
      }
    }
    if (type == "torch.Tensor") type = "Tensor";
    return type.substr(0, type.find('['));
  }

  void names(bool isAnnotation) {
    if (const Call* call = callAround(*document_, offset_)) keywordsOf(*call);
    const name_index::FileIndex& index = *document_->index;
    uint8_t rank = 2;
    for (ScopeId scope = scopeHere(); scope != kNone; scope = index.scope(scope).parent) {
      const bool isHidden = index.scope(scope).kind == name_index::ScopeKind::Class && rank != 2;
      if (!isHidden) {
        for (const SymbolId id : index.scope(scope).symbols) {
          // Skips the name that is being typed.
          if (index.symbol(id).nameSpan == completions_.replaced) continue;
          add({document_, id},
              isAnnotation && index.symbol(id).kind != SymbolKind::Class ? 6 : rank);
        }
      }
      rank = std::min<uint8_t>(rank + 1, 4);
    }
    for (const std::string_view type : kAnnotationTypes)
      addImported(type, CompletionKind::Type, isAnnotation ? 1 : 6);
    if (isAnnotation) return;
    for (const std::string_view module : fixes::kModuleNames)
      addImported(module, CompletionKind::Module, 6);
    addNames("builtins", compiler::namespaceNames("builtins"));
    for (const std::string_view keyword : kKeywords)
      add({std::string(keyword), CompletionKind::Keyword, {}, {}, 7});
    for (const SnippetText& snippet : kSnippets)
      add({std::string(snippet.label), CompletionKind::Snippet, std::string(snippet.detail),
           std::string(snippet.text), 7, true});
  }
  // Adds a name that no scope binds, with its import if the name needs one.
  void addImported(std::string_view name, CompletionKind kind, uint8_t rank) {
    const std::string statement = fixes::knownImport(name).statement;
    Completion completion{std::string(name), kind, statement, {}, rank};
    if (!statement.empty())
      completion.edits.push_back(fixes::importEdit(document_->tree(), statement));
    add(std::move(completion));
  }
  // Returns the scope of new text at the cursor. An indented line belongs to the function above it,
  // even if the function's node in the tree ends before the line.
  ScopeId scopeHere() const {
    const name_index::FileIndex& index = *document_->index;
    const auto indentOf = [&](uint32_t offset) {
      const uint32_t begin = document_->file().lineStart(document_->file().lineOf(offset));
      uint32_t at = begin;
      while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
      return at - begin;
    };
    const uint32_t lineBegin = document_->file().lineStart(document_->file().lineOf(offset_));
    const uint32_t indent = std::min(indentOf(offset_), offset_ - lineBegin);
    ScopeId best = index.scopeAt(offset_);
    for (ScopeId id = 1; id < index.scopes().size(); ++id) {
      const name_index::Scope& scope = index.scope(id);
      const bool isBlock = scope.kind == name_index::ScopeKind::Function ||
                           scope.kind == name_index::ScopeKind::Class;
      if (!isBlock || scope.span.end > offset_ || scope.span.begin >= lineBegin ||
          indentOf(scope.span.begin) >= indent)
        continue;
      const Span between{scope.span.end, std::max(scope.span.end, lineBegin)};
      const bool isNext =
          document_->file().text(between).find_first_not_of(" \t\r\n") == std::string_view::npos;
      if (isNext && scope.span.begin > index.scope(best).span.begin) best = id;
    }
    return best;
  }
  void keywordsOf(const Call& call) {
    for (const Signature& signature : signaturesOf(resolver_, document_, call.func)) {
      for (const SignatureParameter& parameter : signature.parameters) {
        const bool isGiven =
            std::any_of(call.keywords.begin(), call.keywords.end(), [&](const Keyword* keyword) {
              return keyword->arg.text == parameter.name &&
                     keyword->arg.span != completions_.replaced;
            });
        if (parameter.name.empty() || isGiven) continue;
        add({parameter.name + "=",
             CompletionKind::Parameter,
             signature.label.substr(parameter.begin, parameter.end - parameter.begin),
             {},
             1});
      }
    }
  }

  Resolver& resolver_;
  const DocumentPtr& document_;
  const driver::FileResult* result_;
  uint32_t offset_;
  std::string_view text_;
  Completions completions_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

Completions completions(Resolver& resolver, const DocumentPtr& document,
                        const driver::FileResult* result, uint32_t offset) {
  return Completer(resolver, document, result, offset).run();
}

std::string documentationOf(Resolver& resolver, const DocumentPtr& document, uint32_t begin,
                            std::string_view label) {
  const std::string_view text = document->file().text();
  uint32_t before = begin;
  while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\t')) --before;
  std::optional<Definition> completed;
  std::string name;
  if (before > 0 && text[before - 1] == '.') {
    CursorContext around{begin, before - 1, text};
    for (const Stmt* statement : document->tree().body) around(*statement);
    if (!around.value) return {};
    const auto definition = resolver.of(document, around.value);
    const bool isNamespace = definition && (definition->isModule() || definition->info().cls);
    const auto owner = isNamespace ? definition : resolver.classOf(document, around.value);
    if (owner) completed = resolver.member(*owner, label);
    name = (isNamespace ? definition->dottedName() : "Tensor") + "." + std::string(label);
  } else {
    const SymbolId id = document->index->lookup(document->index->scopeAt(begin), label);
    if (id != kNone) completed = resolver.followed({document, id});
    name = completed ? completed->dottedName() : std::string(label);
  }
  std::string code, documentation;
  for (const ops::FunctionSchema* schema : schemasOfName(name))
    code += (code.empty() ? "" : "\n") + schemaText(*schema);
  if (completed && code.empty()) code = declarationText(*completed);
  if (completed && !completed->isModule() && completed->info().function)
    documentation = name_index::docstringOf(*completed->info().function);
  if (completed && !completed->isModule() && completed->info().cls)
    documentation = name_index::docstringOf(*completed->info().cls);
  if (code.empty()) return documentation;
  return fmt::format("```python\n{}\n```{}{}", code, documentation.empty() ? "" : "\n\n",
                     documentation);
}

}  // namespace ts::ide
