#include "lsp/protocol/message.h"

#include "core/base/json_writer.h"

namespace ts::lsp {

namespace {

Message invalid(Message message, ErrorCode code, std::string problem) {
  message.kind = Message::Kind::Invalid;
  message.code = code;
  message.problem = std::move(problem);
  return message;
}

}  // namespace

Message readMessage(JsonView root) {
  Message message;
  if (root.isArray()) {
    return invalid(message, ErrorCode::InvalidRequest,
                   "LSP has no batches: send one message at a time");
  }
  if (!root.isObject())
    return invalid(message, ErrorCode::InvalidRequest, "a message must be a JSON object");

  const JsonView id = root["id"];
  const bool goodId = id.integer() || id.string();
  if (goodId) message.id = id.text();
  if (root["jsonrpc"].string() != "2.0") {
    return invalid(message, ErrorCode::InvalidRequest, "\"jsonrpc\" must be \"2.0\"");
  }
  if (!root["method"].exists() && (root["result"].exists() || root["error"].exists())) {
    message.kind = Message::Kind::Response;
    message.result = root["result"];
    return message;
  }
  auto method = root["method"].string();
  if (!method) return invalid(message, ErrorCode::InvalidRequest, "\"method\" must be a string");
  message.method = std::move(*method);
  if (id.exists() && !goodId) {
    return invalid(message, ErrorCode::InvalidRequest, "\"id\" must be an integer or a string");
  }
  message.kind = id.exists() ? Message::Kind::Request : Message::Kind::Notification;
  message.params = root["params"];
  // A notification has no response; its handler logs missing parameters at the client.
  const bool structured =
      message.params.isNothing() || message.params.isObject() || message.params.isArray();
  if (id.exists() && !structured) {
    return invalid(message, ErrorCode::InvalidParams, "\"params\" must be an object or an array");
  }
  return message;
}

std::string resultMessage(std::string_view id, std::string_view result) {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  out.append(id).append(R"(,"result":)").append(result).append("}");
  return out;
}

std::string errorMessage(std::string_view id, ErrorCode code, std::string_view text) {
  JsonWriter error;
  error.beginObject().member("code", static_cast<int>(code)).member("message", text).endObject();
  std::string out = R"({"jsonrpc":"2.0","id":)";
  out.append(id).append(R"(,"error":)").append(error.text()).append("}");
  return out;
}

std::string requestMessage(int64_t id, std::string_view method, std::string_view params) {
  JsonWriter out;
  out.beginObject().member("jsonrpc", "2.0").member("id", id).member("method", method);
  if (!params.empty()) out.key("params").raw(params);
  return out.endObject().take();
}

std::string notificationMessage(std::string_view method, std::string_view params) {
  JsonWriter name;
  name.value(method);
  std::string out = R"({"jsonrpc":"2.0","method":)";
  out.append(name.text()).append(R"(,"params":)").append(params).append("}");
  return out;
}

}  // namespace ts::lsp
