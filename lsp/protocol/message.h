// JSON-RPC 2.0 as LSP uses it: what a message is, and how answers and notifications are written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lsp/protocol/json_view.h"

namespace ts::lsp {

// Of JSON-RPC and LSP 3.17.
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
  // As JSON text, so that it goes back exactly as it came; "null" when there is none to be had.
  std::string id = "null";
  std::string method;
  JsonView params;  // of a request: an object, an array, or nothing
  JsonView result;  // of a response; nothing when it is an error
  // Of an invalid message.
  ErrorCode code = ErrorCode::InvalidRequest;
  std::string problem;
};

// `root` must outlive the message.
Message readMessage(JsonView root);

// `id`, `result` and `params` are JSON texts; the others plain text.
std::string resultMessage(std::string_view id, std::string_view result);
std::string errorMessage(std::string_view id, ErrorCode code, std::string_view text);
// Without parameters when they are empty.
std::string requestMessage(int64_t id, std::string_view method, std::string_view params);
std::string notificationMessage(std::string_view method, std::string_view params);

}  // namespace ts::lsp
