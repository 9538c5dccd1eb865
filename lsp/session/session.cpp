#include "lsp/session/session.h"

#include <fmt/format.h>

#include "core/base/json_writer.h"

namespace ts::lsp {

void ClientConnection::sendText(std::string_view method, LogLevel level, std::string_view text) {
  JsonWriter params;
  params.beginObject().member("type", static_cast<int>(level)).member("message", text).endObject();
  notify(method, params.text());
}
void ClientConnection::log(LogLevel level, std::string_view text) {
  sendText("window/logMessage", level, text);
}
void ClientConnection::show(LogLevel level, std::string_view text) {
  sendText("window/showMessage", level, text);
}

Reply::Reply(ClientConnection& connection, std::string id, ProgressPtr progress)
    : state_(std::make_shared<State>(connection, std::move(id), std::move(progress))) {}

Reply::State::~State() {
  if (!answered.stop_requested())
    connection.send(errorMessage(id, ErrorCode::InternalError, "the request was dropped"));
}

bool Reply::take() const {
  if (!state_->answered.request_stop()) return false;
  if (state_->progress) state_->progress->finish();
  return true;
}

void Reply::abandon() const {
  state_->answered.request_stop();
  if (state_->progress) state_->progress->abandon();
}

void Reply::result(std::string_view json) const {
  if (!take()) return;
  state_->connection.send(resultMessage(state_->id, json));
}

void Reply::error(ErrorCode code, std::string_view text) const {
  if (!take()) return;
  state_->connection.send(errorMessage(state_->id, code, text));
}

Session::Session(ClientConnection& connection, Executor& executor,
                 std::shared_ptr<WorkspaceFiles> files, Analysis analysis, CheckEvents events)
    : connection(connection),
      executor(executor),
      files(std::move(files)),
      scheduler(executor, documents, std::move(analysis), std::move(events)) {}

}  // namespace ts::lsp
