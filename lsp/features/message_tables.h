// The tables of requests and notifications, and the capabilities that follow from them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lsp/session/requests.h"

namespace ts::lsp {

// Rows of features/requests.def.
std::span<const RequestKind> requestKinds();
// Returns null when the method is unknown.
const RequestKind* requestKind(std::string_view method);

// The effect of a notification on pending requests.
enum class NotificationEffect : uint8_t {
  None,
  Files,     // answers the held workspace/diagnostic requests
  Document,  // also makes the pending requests about the document stale
};

// A row of features/notifications.def.
struct NotificationKind {
  std::string_view method;
  void (*handle)(Session&, JsonView);
  NotificationEffect effect;
  std::string_view capability;  // see RequestKind::capability
};
// Returns null when the method is unknown.
const NotificationKind* notificationKind(std::string_view method);

// Returns the JSON object of the server's capabilities for a client: those of all rows, merged.
std::string serverCapabilities(const ClientCapabilities& client);

}  // namespace ts::lsp
