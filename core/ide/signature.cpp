#include "core/ide/signature.h"

#include <algorithm>

#include "core/ide/hover.h"
#include "core/ide/outline.h"
#include "core/ide/walk.h"

namespace ts::ide {

namespace {

using namespace syntax;
using name_index::kNone;

// Finds the parameters in a label such as "name(a: int, *, b: List[int] = [1, 2]) -> T".
void findParameters(Signature& signature) {
  const std::string& label = signature.label;
  const size_t open = label.find('(');
  if (open == std::string::npos) return;
  int depth = 0;
  size_t begin = open + 1;
  const auto add = [&](size_t end) {
    while (begin < end && label[begin] == ' ') ++begin;
    const std::string_view text = std::string_view(label).substr(begin, end - begin);
    if (!text.empty() && text != "*" && text != "/") {
      const std::string_view name = text.substr(0, text.find_first_of(":= "));
      signature.parameters.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end),
                                      name.starts_with("*") ? std::string() : std::string(name)});
    }
    begin = end + 1;
  };
  char quote = 0;
  for (size_t i = open; i < label.size(); ++i) {
    const char c = label[i];
    if (quote) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '\'' || c == '"') quote = c;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if ((c == ',' && depth == 1) || depth == 0) add(i);
    if (depth == 0) break;
  }
}

Signature signature(std::string label, std::string documentation = {}) {
  Signature signature{std::move(label), std::move(documentation), {}};
  findParameters(signature);
  return signature;
}

Signature ofSchema(const ops::FunctionSchema& schema, bool isMethod) {
  std::string label = schemaText(schema).substr(std::string_view("def ").size());
  if (isMethod && !schema.arguments.empty()) {
    // Leaves out `self`.
    const size_t open = label.find('(') + 1;
    const size_t comma = label.find(", ", open);
    const size_t close = label.rfind(')');
    label.erase(open, (comma == std::string::npos ? close : comma + 2) - open);
  }
  return signature(std::move(label));
}

// Returns the index of the parameter for the argument at the offset.
std::optional<size_t> parameterAt(const Signature& signature, const Call& call, uint32_t offset,
                                  std::string_view text) {
  for (const Keyword* keyword : call.keywords) {
    if (offset < keyword->span.begin || offset > keyword->span.end || !keyword->arg) continue;
    for (size_t i = 0; i < signature.parameters.size(); ++i) {
      if (signature.parameters[i].name == keyword->arg.text) return i;
    }
    return std::nullopt;
  }
  // Counts the commas between the arguments before the offset, not the commas inside them.
  size_t count = 0;
  for (const Expr* argument : call.args) {
    if (argument->span.end < offset &&
        text.substr(argument->span.end, offset - argument->span.end).find(',') !=
            std::string_view::npos)
      ++count;
  }
  for (const Keyword* keyword : call.keywords) {
    if (keyword->span.end < offset &&
        text.substr(keyword->span.end, offset - keyword->span.end).find(',') !=
            std::string_view::npos)
      ++count;
  }
  if (count < signature.parameters.size()) return count;
  const bool isVariadic = !signature.parameters.empty() && signature.parameters.back().name.empty();
  return isVariadic ? std::optional(signature.parameters.size() - 1) : std::nullopt;
}

// Returns whether the call has its closing parenthesis: the last one may be an argument's.
bool isClosed(const Call& call, std::string_view text) {
  if (text[call.span.end - 1] != ')') return false;
  const auto endsHere = [&](const auto* argument) { return argument->span.end == call.span.end; };
  return std::ranges::none_of(call.args, endsHere) && std::ranges::none_of(call.keywords, endsHere);
}

}  // namespace

std::string torchSignature(const std::string& name, bool isMethod) {
  const auto schemas = schemasOfName(name);
  if (schemas.empty()) return {};
  const std::string label = ofSchema(*schemas[0], isMethod).label;
  return label.substr(std::min(label.find('('), label.size()));
}

const Call* callAround(const Document& document, uint32_t offset) {
  const std::string_view text = document.file().text();
  // The end of the code before the offset.
  const size_t last = text.substr(0, offset).find_last_not_of(" \t\r\n\\");
  const Call* innermost = nullptr;
  forEachExpression(document.tree().body, [&](const Expr& node) {
    const auto* call = dynCast<Call>(&node);
    if (!call || offset <= call->func->span.end) return;
    const size_t opener = text.find('(', call->func->span.end);
    if (offset <= opener) return;
    // A call without its closing parenthesis goes on to the next code.
    const uint32_t end = call->span.end;
    const bool goesOn = !isClosed(*call, text) && last != text.npos && last < end;
    if (goesOn ? offset < call->span.begin : offset >= end) return;
    if (!innermost || call->span.size() <= innermost->span.size()) innermost = call;
  });
  return innermost;
}

std::vector<Signature> signaturesOf(Resolver& resolver, const DocumentPtr& document,
                                    const Expr* callee) {
  std::vector<Signature> signatures;
  const auto definition = resolver.of(document, callee);
  const auto* attribute = dynCast<Attribute>(callee);
  std::string name = definition ? definition->dottedName() : std::string();
  bool isMethod = false;
  if (!definition && attribute) {
    const auto base = resolver.of(document, attribute->value);
    if (base && base->isModule()) {
      name = base->dottedName() + "." + std::string(attribute->attr.text);
    } else {
      // A method of an unknown value: most likely a tensor's, if tensors have such a method.
      name = "Tensor." + std::string(attribute->attr.text);
      isMethod = true;
    }
  }
  const bool isClass = definition && !definition->isModule() && definition->info().cls;
  if (!isClass && (!definition || definition->document->isEmbedded)) {
    for (const ops::FunctionSchema* schema : schemasOfName(name))
      signatures.push_back(ofSchema(*schema, isMethod));
    if (!signatures.empty()) return signatures;
  }
  if (!definition || definition->isModule()) return signatures;
  const name_index::Symbol& symbol = definition->info();
  if (symbol.function) {
    const bool bound = symbol.kind == name_index::SymbolKind::Method && attribute;
    signatures.push_back(
        signature(std::string(symbol.name) +
                      signatureText(definition->document->file(), *symbol.function, bound),
                  name_index::docstringOf(*symbol.function)));
  } else if (isClass) {
    const auto init = resolver.member(*definition, "__init__");
    if (init && init->info().function) {
      signatures.push_back(
          signature(std::string(symbol.name) +
                        signatureText(init->document->file(), *init->info().function, true),
                    name_index::docstringOf(*symbol.cls)));
    }
  } else if (const auto cls = resolver.classOf(*definition)) {
    // Calling an instance calls its `forward` (a module) or its `__call__`.
    for (const char* method : {"forward", "__call__"}) {
      const auto definition = resolver.member(*cls, method);
      if (!definition || !definition->info().function) continue;
      signatures.push_back(
          signature(std::string(symbol.name) + signatureText(definition->document->file(),
                                                             *definition->info().function, true)));
      break;
    }
  }
  return signatures;
}

std::optional<SignatureHelp> signatureHelp(Resolver& resolver, const DocumentPtr& document,
                                           const driver::FileResult* result, uint32_t offset) {
  const Call* call = callAround(*document, offset);
  if (!call) return std::nullopt;
  SignatureHelp help;
  help.signatures = signaturesOf(resolver, document, call->func);
  if (help.signatures.empty()) return std::nullopt;
  // The active signature is the overload that the compiler has chosen, otherwise the first one with
  // enough parameters.
  std::string chosen;
  if (result) {
    for (const compiler::OverloadFact& fact : result->overloads) {
      if (fact.span == call->func->span || fact.span == call->span)
        chosen = schemaText(*fact.schema);
    }
  }
  const std::string_view text = document->file().text();
  for (size_t i = help.signatures.size(); i-- > 0;) {
    const bool fits = parameterAt(help.signatures[i], *call, offset, text).has_value();
    if (fits && (chosen.empty() || chosen.ends_with(help.signatures[i].label))) help.active = i;
  }
  help.parameter = parameterAt(help.signatures[help.active], *call, offset, text);
  return help;
}

}  // namespace ts::ide
