#include "lsp/session.h"

#include <fmt/format.h>

#include "core/base/json_writer.h"
#include "lsp/features/features.h"

namespace ts::lsp {

void Outbox::tell(std::string_view method, LogLevel level, std::string_view text) {
  JsonWriter params;
  params.beginObject().member("type", static_cast<int>(level)).member("message", text).endObject();
  notify(method, params.text());
}
void Outbox::log(LogLevel level, std::string_view text) { tell("window/logMessage", level, text); }
void Outbox::show(LogLevel level, std::string_view text) {
  tell("window/showMessage", level, text);
}

Reply::Reply(Outbox& outbox, std::string id, ProgressPtr progress)
    : state_(std::make_shared<State>(outbox, std::move(id), std::move(progress))) {}

Reply::State::~State() {
  if (!*answered)
    outbox.send(errorMessage(id, ErrorCode::InternalError, "the request was dropped"));
}

bool Reply::take() const {
  if (state_->answered->exchange(true)) return false;
  if (state_->progress) state_->progress->finish();
  return true;
}

void Reply::abandon() const {
  *state_->answered = true;
  if (state_->progress) state_->progress->abandon();
}

void Reply::result(std::string_view json) const {
  if (!take()) return;
  state_->outbox.send(resultMessage(state_->id, json));
}

void Reply::error(ErrorCode code, std::string_view text) const {
  if (!take()) return;
  state_->outbox.send(errorMessage(state_->id, code, text));
}

Session::Session(Outbox& outbox, Executor& executor, std::shared_ptr<Files> files,
                 Analysis analysis)
    : outbox(outbox),
      executor(executor),
      files(std::move(files)),
      checks(executor, documents, std::move(analysis),
             [this](const CheckedPtr& checked) { checkFinished(*this, checked); }) {}

}  // namespace ts::lsp
