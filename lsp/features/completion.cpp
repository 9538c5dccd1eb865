#include "core/ide/completion.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/ide/hover.h"
#include "lsp/features/request_handlers.h"
#include "lsp/workspace/uri.h"

namespace ts::lsp {

namespace {

using ide::Completion;
using ide::CompletionKind;

constexpr int kSnippetFormat = 2;

// Returns LSP's CompletionItemKind.
int number(CompletionKind kind) {
  switch (kind) {
    case CompletionKind::Method: return 2;
    case CompletionKind::Function: return 3;
    case CompletionKind::Attribute: return 5;
    case CompletionKind::Variable: return 6;
    case CompletionKind::Class: return 7;
    case CompletionKind::Module: return 9;
    case CompletionKind::Property: return 10;
    case CompletionKind::Keyword: return 14;
    case CompletionKind::Snippet: return 15;
    case CompletionKind::Type: return 25;
    case CompletionKind::Parameter: break;
  }
  return 6;
}

// Removes snippet syntax: "$1" becomes empty, "${1:name}" becomes "name".
std::string withoutPlaceholders(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      out += text[i];
    } else if (i + 1 < text.size() && text[i + 1] == '{') {
      const size_t colon = text.find(':', i), end = text.find('}', i);
      out += text.substr(colon + 1, end - colon - 1);
      i = end;
    } else {
      ++i;
    }
  }
  return out;
}

}  // namespace

Response completion(RequestContext& context) {
  const ide::Completions completions = ide::completions(context.resolver(), context.document,
                                                        context.latestFacts(), context.offset());
  JsonWriter out;
  out.beginObject().member("isIncomplete", false).key("items").beginArray();
  JsonWriter range;
  context.writeRange(range, *context.document, {completions.replaced.begin, context.offset()});
  for (const Completion& item : completions.items) {
    // An editor takes further edits in the same cell only.
    const auto isElsewhere = [&](const diag::Edit& edit) {
      return !context.isRequested(edit.range.span);
    };
    if (std::ranges::any_of(item.edits, isElsewhere)) continue;
    out.beginObject().member("label", item.label).member("kind", number(item.kind));
    if (!item.detail.empty()) out.member("detail", item.detail);
    if (!item.detail.empty() && context.client.labelDetails) {
      const char* key = item.detail.starts_with('(') ? "detail" : "description";
      out.key("labelDetails").beginObject().member(key, item.detail).endObject();
    }
    out.member("sortText", fmt::format("{}{}", item.rank, item.label));
    std::string text = item.insert.empty() ? item.label : item.insert;
    if (item.isSnippet && context.client.snippets) {
      out.member("insertTextFormat", kSnippetFormat);
    } else if (item.isSnippet) {
      text = withoutPlaceholders(text);
    }
    out.key("textEdit")
        .beginObject()
        .key("range")
        .raw(range.text())
        .member("newText", text)
        .endObject();
    if (!item.edits.empty()) {
      out.key("additionalTextEdits").beginArray();
      for (const diag::Edit& edit : item.edits) {
        out.beginObject().key("range");
        context.writeRange(out, *context.document, edit.range.span);
        out.member("newText", edit.text).endObject();
      }
      out.endArray();
    }
    // completionItem/resolve finds the item by this data.
    out.key("data").beginObject().member("uri", context.uriOf(context.document->path()));
    out.member("offset", completions.replaced.begin).endObject();
    out.endObject();
  }
  return {out.endArray().endObject().take()};
}

// Adds the documentation to a completion item.
Response completionResolve(RequestContext& context) {
  const auto label = context.params["label"].string();
  if (!label) return {{}, "label must be a string"};
  const auto uri = context.params["data"]["uri"].string();
  const auto offset = context.params["data"]["offset"].integer();
  std::string documentation;
  if (uri && offset) {
    const std::string path = pathOfUri(*uri);
    if (context.state->find(path)) {
      const ide::DocumentPtr document = context.documents().open(*context.snapshot, path);
      if (document && *offset >= 0 &&
          *offset <= static_cast<int64_t>(document->file().text().size()))
        documentation = ide::documentationOf(context.resolver(), document,
                                             static_cast<uint32_t>(*offset), *label);
    }
  }
  JsonWriter out;
  out.beginObject();
  for (const std::string& key : context.params.keys()) {
    if (key != "documentation") out.key(key).raw(context.params[key].text());
  }
  if (!documentation.empty()) {
    out.key("documentation")
        .beginObject()
        .member("kind", "markdown")
        .member("value", documentation)
        .endObject();
  }
  return {out.endObject().take()};
}

}  // namespace ts::lsp
