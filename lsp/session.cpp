#include "lsp/session.h"

#include <fmt/format.h>

#include "core/base/json_writer.h"
#include "lsp/features/features.h"

namespace ts::lsp {

void Outbox::log(LogLevel level, std::string_view text) {
  JsonWriter params;
  params.beginObject().member("type", static_cast<int>(level)).member("message", text).endObject();
  notify("window/logMessage", params.text());
}

Reply::Reply(Outbox& outbox, std::string id)
    : state_(std::make_shared<State>(outbox, std::move(id))) {}

Reply::State::~State() {
  if (!answered) outbox.send(errorMessage(id, ErrorCode::InternalError, "the request was dropped"));
}

void Reply::result(std::string_view json) const {
  if (std::exchange(state_->answered, true)) return;
  state_->outbox.send(resultMessage(state_->id, json));
}

void Reply::error(ErrorCode code, std::string_view text) const {
  if (std::exchange(state_->answered, true)) return;
  state_->outbox.send(errorMessage(state_->id, code, text));
}

Session::Session(Outbox& outbox, Executor& executor, Analysis analysis)
    : outbox(outbox),
      checks(executor, documents, std::move(analysis),
             [this](const CheckedPtr& checked) { publishDiagnostics(*this, *checked); }) {}

}  // namespace ts::lsp
