// What the server knows between two messages, as the features see it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "lsp/checks.h"
#include "lsp/documents.h"
#include "lsp/protocol/message.h"

namespace ts::lsp {

// What the client said about itself in `initialize`.
struct Client {
  ColumnUnit encoding = ColumnUnit::Utf16;
  bool relatedInformation = false;
  bool codeDescription = false;
  bool diagnosticTags = false;
  bool versionedEdits = false;
};

enum class Trace : uint8_t { Off, Messages, Verbose };

// Of window/logMessage.
enum class LogLevel : int { Error = 1, Warning = 2, Info = 3, Log = 4 };

// The way to the client.
class Outbox {
 public:
  virtual ~Outbox() = default;

  virtual void send(const std::string& message) = 0;
  void notify(std::string_view method, std::string_view params) {
    send(notificationMessage(method, params));
  }
  void log(LogLevel level, std::string_view text);
  void warn(std::string_view text) { log(LogLevel::Warning, text); }
};

// The right to answer one request, once. It may be kept and used later; when the last copy goes
// unused, the request is answered with an internal error.
class Reply {
 public:
  Reply(Outbox& outbox, std::string id);

  // `json` is the result.
  void result(std::string_view json) const;
  void error(ErrorCode code, std::string_view text) const;
  bool answered() const { return state_->answered; }

 private:
  struct State {
    State(Outbox& outbox, std::string id) : outbox(outbox), id(std::move(id)) {}
    ~State();
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    Outbox& outbox;
    std::string id;
    bool answered = false;
  };
  std::shared_ptr<State> state_;
};

struct Session {
  Session(Outbox& outbox, Executor& executor, Analysis analysis);

  Outbox& outbox;
  Client client;
  Documents documents;
  Checks checks;
  Trace trace = Trace::Off;
  // Where the rules' pages are, with a slash at the end; empty when they are not there.
  std::string rulePages;
};

}  // namespace ts::lsp
