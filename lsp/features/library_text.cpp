// The text of the embedded sources of PyTorch and Python, which definitions lead into where no
// installed package has them.
#include "lsp/features/request_handlers.h"
#include "lsp/workspace/uri.h"

namespace ts::lsp {

Response textDocumentContent(RequestContext& context) {
  const std::string uri = context.params["uri"].string().value_or("");
  const std::string module = moduleOfLibraryUri(uri);
  const ide::DocumentPtr document = module.empty() ? nullptr : context.documents().embedded(module);
  if (!document) return {{}, "uri must name a module that is built in, not \"" + uri + "\""};
  JsonWriter out;
  return {out.beginObject().member("text", document->file().text()).endObject().take()};
}

std::string librarySchemes() {
  JsonWriter out;
  out.beginObject().key("workspace").beginObject().key("textDocumentContent").beginObject();
  out.key("schemes").beginArray().value(kLibraryScheme).endArray();
  return out.endObject().endObject().endObject().take();
}

}  // namespace ts::lsp
