// JSON-RPC 2.0 as LSP uses it: reads messages, writes responses, requests and notifications.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/protocol/json_view.h"

namespace ts::lsp {

using protocol::JsonDocument;
using protocol::JsonView;

// Error codes of JSON-RPC and LSP 3.17.
enum class ErrorCode : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  ServerNotInitialized = -32002,
  RequestFailed = -32803,
  ContentModified = -32801,
  RequestCancelled = -32800,
};

struct Message {
  enum class Kind { Request, Notification, Response, Invalid };

  Kind kind = Kind::Invalid;
  // The JSON text of the id, so that the response has exactly the same id; "null": no id.
  std::string id = "null";
  std::string method;
  JsonView params;  // of a request or notification: an object, an array, or nothing
  JsonView result;  // of a response; nothing after an error
  // The error of an invalid message.
  ErrorCode code = ErrorCode::InvalidRequest;
  std::string problem;
};

// `root` must outlive the message.
Message readMessage(JsonView root);

// `id`, `result` and `params` are JSON; the other arguments are plain text.
std::string resultMessage(std::string_view id, std::string_view result);
std::string errorMessage(std::string_view id, ErrorCode code, std::string_view text);
// Empty `params` are left out.
std::string requestMessage(int64_t id, std::string_view method, std::string_view params);
std::string notificationMessage(std::string_view method, std::string_view params);

}  // namespace ts::lsp
