// What the server knows between two messages, as the features see it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "lsp/checks.h"
#include "lsp/documents.h"
#include "lsp/files.h"
#include "lsp/progress.h"
#include "lsp/protocol/message.h"

namespace ts::lsp {

// What the client said about itself in `initialize`.
struct Client {
  ColumnUnit encoding = ColumnUnit::Utf16;
  bool relatedInformation = false;
  bool codeDescription = false;
  bool diagnosticTags = false;
  bool versionedEdits = false;
  bool definitionLinks = false;  // definition and kin may answer with LocationLink
  bool nestedSymbols = false;    // documentSymbol may answer with a tree
  std::optional<uint32_t> foldingRangeLimit;
  bool pullsDiagnostics = false;
  bool commands = false;                    // it has the commands that code lenses name
  bool snippets = false;                    // completions may have places to jump to
  bool labelOffsets = false;                // parameters of signatures may be parts of the label
  bool resolvesEdits = false;               // code actions may come without their edits
  bool serverProgress = false;              // the server may show progress of its own accord
  bool configuration = false;               // it answers questions about settings
  bool registersConfiguration = false;      // it tells of changed settings when it is asked to
  bool registersWatchers = false;           // it watches the files that it is asked to
  std::vector<std::string_view> refreshes;  // the requests of refresh.cpp that it takes
};

enum class Trace : uint8_t { Off, Messages, Verbose };

// Of window/logMessage and window/showMessage.
enum class LogLevel : int { Error = 1, Warning = 2, Info = 3, Log = 4 };

// The way to the client.
class Outbox {
 public:
  virtual ~Outbox() = default;

  virtual void send(const std::string& message) = 0;
  // A request of the server's own, without parameters when they are empty. `then` gets the result,
  // or nothing when it is an error.
  virtual void ask(std::string_view method, std::string_view params,
                   std::function<void(JsonView result)> then) = 0;
  void notify(std::string_view method, std::string_view params) {
    send(notificationMessage(method, params));
  }
  void log(LogLevel level, std::string_view text);
  void warn(std::string_view text) { log(LogLevel::Warning, text); }
  // As a message that the user sees.
  void show(LogLevel level, std::string_view text);

 private:
  void tell(std::string_view method, LogLevel level, std::string_view text);
};

// The right to answer one request, once. It may be kept and used later; when the last copy goes
// unused, the request is answered with an internal error.
class Reply {
 public:
  Reply(Outbox& outbox, std::string id, ProgressPtr progress = nullptr);

  // `json` is the result.
  void result(std::string_view json) const;
  void error(ErrorCode code, std::string_view text) const;
  bool answered() const { return *state_->answered; }
  // Set once it is answered, by whomever: for work that can stop then.
  CancelToken done() const { return state_->answered; }
  // Null when the client has asked for none.
  const ProgressPtr& progress() const { return state_->progress; }
  // Leaves the request without an answer: the client is gone.
  void abandon() const;

 private:
  struct State {
    State(Outbox& outbox, std::string id, ProgressPtr progress)
        : outbox(outbox), id(std::move(id)), progress(std::move(progress)) {}
    ~State();
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    Outbox& outbox;
    std::string id;
    ProgressPtr progress;
    std::shared_ptr<std::atomic<bool>> answered = std::make_shared<std::atomic<bool>>(false);
  };
  // Whether nobody has answered before; then the progress is at its end.
  bool take() const;

  std::shared_ptr<State> state_;
};

// Requests for the workspace's diagnostics that wait for something to change, so that a client can
// ask again and again.
struct HeldPull {
  JsonDocument params;
  Reply reply;
};

struct Session {
  Session(Outbox& outbox, Executor& executor, std::shared_ptr<Files> files, Analysis analysis);
  ~Session() { *alive = nullptr; }

  Outbox& outbox;
  Executor& executor;
  std::shared_ptr<Files> files;
  Client client;
  Documents documents;
  Checks checks;
  Trace trace = Trace::Off;
  // Where the rules' pages are, with a slash at the end; empty when they are not there.
  std::string rulePages;
  // What the user has been told of the settings as they are: once is enough.
  std::vector<std::string> complaints;
  // Counts whatever may change what is found in some file.
  uint64_t revision = 0;
  uint64_t pulledRevision =
      0;  // the one that the last answer about the whole workspace was of; 0: none
  std::vector<HeldPull> heldPulls;
  // Refreshes that the client has been asked for and hasn't answered, and those to ask for then.
  std::map<std::string_view, bool> refreshing;
  // Progress of checking many documents; the token is empty when there is none.
  std::string checkingToken;
  bool checkingShown = false;  // the client has said that it shows it
  size_t checkingTotal = 0;
  uint64_t tokens = 0;
  // Workers may come back when this object is gone.
  std::shared_ptr<Session*> alive = std::make_shared<Session*>(this);
};

}  // namespace ts::lsp
