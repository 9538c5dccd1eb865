// The way of a request from the server's thread through a worker to its response.
#pragma once

#include <string_view>

#include "lsp/session/request_context.h"

namespace ts::lsp {

// A row of the table of requests, features/requests.def.
struct RequestKind {
  using Handler = Response (*)(RequestContext&);

  std::string_view method;
  Handler handle;
  Handler handleIr;  // for documents with TorchScript IR
  enum class Needs : uint8_t { Document, CheckResult, Workspace } needs = Needs::Document;
  bool position = false;  // params.position is required
  // The response is useful after an edit: clients filter completions while the user types and do
  // not ask again.
  bool outlivesEdits = false;
  // The result about a document that is not open; empty: an error.
  std::string_view whenClosed;
  // Takes the request on the server's thread in place of respond(); may be null.
  void (*accept)(Session&, JsonView, const Reply&) = nullptr;
  // The object that `initialize` merges into the server's capabilities, as JSON. A function writes
  // what is not constant.
  std::string_view capability;
  std::string (*writeCapability)() = nullptr;
  // Announced only to clients with this capability; null: to all.
  bool ClientCapabilities::*announcedTo = nullptr;
};

// The handler of methods that are not about IR: their result is null.
inline Response notAboutIr(RequestContext&) { return {}; }

// Handles the request on a worker and answers through `reply`. The answer is ContentModified when
// the document has changed in the meantime.
void respond(Session& session, const RequestKind& kind, JsonView params, const Reply& reply);

}  // namespace ts::lsp
