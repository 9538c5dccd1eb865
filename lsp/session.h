// What the server knows between two messages, as the features see it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "lsp/checks.h"
#include "lsp/documents.h"
#include "lsp/files.h"
#include "lsp/protocol/message.h"

namespace ts::lsp {

// What the client said about itself in `initialize`.
struct Client {
  ColumnUnit encoding = ColumnUnit::Utf16;
  bool relatedInformation = false;
  bool codeDescription = false;
  bool diagnosticTags = false;
  bool versionedEdits = false;
  bool definitionLinks = false;   // definition and kin may answer with LocationLink
  bool nestedSymbols = false;     // documentSymbol may answer with a tree
  std::optional<uint32_t> foldingRangeLimit;
  bool pullsDiagnostics = false;
  bool commands = false;  // it has the commands that code lenses name
  bool snippets = false;      // completions may have places to jump to
  bool labelOffsets = false;  // parameters of signatures may be parts of the label
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
  bool answered() const { return *state_->answered; }
  // Set once it is answered, by whomever: for work that can stop then.
  CancelToken done() const { return state_->answered; }

 private:
  struct State {
    State(Outbox& outbox, std::string id) : outbox(outbox), id(std::move(id)) {}
    ~State();
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    Outbox& outbox;
    std::string id;
    std::shared_ptr<std::atomic<bool>> answered = std::make_shared<std::atomic<bool>>(false);
  };
  std::shared_ptr<State> state_;
};

struct Session {
  Session(Outbox& outbox, Executor& executor, std::shared_ptr<Files> files, Analysis analysis);
  ~Session() { *alive = nullptr; }

  Outbox& outbox;
  Executor& executor;
  std::shared_ptr<Files> files;
  std::vector<std::string> folders;  // paths of the workspace's folders
  Client client;
  Documents documents;
  Checks checks;
  Trace trace = Trace::Off;
  // Where the rules' pages are, with a slash at the end; empty when they are not there.
  std::string rulePages;
  // Workers may come back when this object is gone.
  std::shared_ptr<Session*> alive = std::make_shared<Session*>(this);
};

}  // namespace ts::lsp
