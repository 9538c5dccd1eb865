#include "core/ide/signature.h"

#include "lsp/features/request_handlers.h"

namespace ts::lsp {

Response signatureHelp(RequestContext& context) {
  const auto* facts = context.latestFacts();
  const auto help =
      ide::signatureHelp(context.resolver(), context.document, facts, context.offset());
  if (!help) return {};
  JsonWriter out;
  out.beginObject().key("signatures").beginArray();
  for (const ide::Signature& signature : help->signatures) {
    out.beginObject().member("label", signature.label);
    if (!signature.documentation.empty()) out.member("documentation", signature.documentation);
    out.key("parameters").beginArray();
    for (const ide::SignatureParameter& parameter : signature.parameters) {
      // Offsets into the label count UTF-16 units in every position encoding.
      const std::string_view label = signature.label;
      const auto begin =
          static_cast<uint32_t>(lengthIn(label.substr(0, parameter.begin), ColumnUnit::Utf16));
      const auto end =
          static_cast<uint32_t>(lengthIn(label.substr(0, parameter.end), ColumnUnit::Utf16));
      out.beginObject().key("label");
      if (context.client.labelOffsets) {
        out.beginArray().value(begin).value(end).endArray();
      } else {
        out.value(label.substr(parameter.begin, parameter.end - parameter.begin));
      }
      out.endObject();
    }
    out.endArray().endObject();
  }
  out.endArray().member("activeSignature", static_cast<uint32_t>(help->active));
  // A number past the last parameter marks none.
  const size_t none = help->signatures[help->active].parameters.size();
  out.member("activeParameter", static_cast<uint32_t>(help->parameter.value_or(none)));
  return {out.endObject().take()};
}

}  // namespace ts::lsp
