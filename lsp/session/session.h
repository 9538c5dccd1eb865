// The state of the server between two messages.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/checks/check_scheduler.h"
#include "lsp/protocol/message.h"
#include "lsp/session/progress.h"
#include "lsp/workspace/documents.h"
#include "lsp/workspace/workspace_files.h"

namespace ts::lsp {

// The client's capabilities, from `initialize`.
struct ClientCapabilities {
  ColumnUnit encoding = ColumnUnit::Utf16;
  bool relatedInformation = false;
  bool codeDescription = false;
  bool diagnosticTags = false;
  bool versionedEdits = false;
  bool definitionLinks = false;  // takes LocationLink for definitions
  bool nestedSymbols = false;    // takes a tree of document symbols
  std::optional<uint32_t> foldingRangeLimit;
  bool pullsDiagnostics = false;  // and pulls them again when told so
  // Cells' diagnostics come from textDocument/diagnostic, too, else they are published: clients
  // such as VS Code's pull for documents only. A client without published diagnostics pulls all.
  bool pullsCells = false;
  bool commands = false;                    // implements the commands of our code lenses
  bool librarySources = false;              // opens URIs of kLibraryScheme
  bool snippets = false;                    // takes completions with snippet syntax
  bool labelDetails = false;                // shows a completion's signature beside its name
  bool labelOffsets = false;                // takes parameters as offsets in a signature's label
  bool resolvesEdits = false;               // takes code actions without edits, resolves them later
  bool serverProgress = false;              // lets the server create progress
  bool configuration = false;               // answers workspace/configuration
  bool registersConfiguration = false;      // notifies of changed settings on registration
  bool registersWatchers = false;           // watches files on registration
  std::vector<std::string_view> refreshes;  // the supported requests of features/refresh.cpp
};

enum class Trace : uint8_t { Off, Messages, Verbose };

// MessageType of window/logMessage and window/showMessage.
enum class LogLevel : int { Error = 1, Warning = 2, Info = 3, Log = 4 };

// Sends messages to the client. Used on the server's thread.
class ClientConnection {
 public:
  virtual ~ClientConnection() = default;

  virtual void send(const std::string& message) = 0;
  // Sends a request of the server. Empty `params` are left out. `then` receives the result, or
  // nothing after an error.
  virtual void request(std::string_view method, std::string_view params,
                       std::function<void(JsonView result)> then) = 0;
  void notify(std::string_view method, std::string_view params) {
    send(notificationMessage(method, params));
  }
  void log(LogLevel level, std::string_view text);
  void warn(std::string_view text) { log(LogLevel::Warning, text); }
  // Shows the text to the user.
  void show(LogLevel level, std::string_view text);

 private:
  void sendText(std::string_view method, LogLevel level, std::string_view text);
};

// Answers one request, once: later answers are ignored. Copies share the request. When the last
// copy is destroyed without an answer, the client receives an internal error. Used on the server's
// thread, except answeredToken().
class Reply {
 public:
  Reply(ClientConnection& connection, std::string id, ProgressPtr progress = nullptr);

  // `json` is the result.
  void result(std::string_view json) const;
  void error(ErrorCode code, std::string_view text) const;
  bool answered() const { return state_->answered.stop_requested(); }
  // Returns a token whose stop is requested when the request is answered.
  std::stop_token answeredToken() const { return state_->answered.get_token(); }
  // Null when the client wants no progress.
  const ProgressPtr& progress() const { return state_->progress; }
  // Drops the request without an answer, because the client is gone.
  void abandon() const;

 private:
  struct State {
    State(ClientConnection& connection, std::string id, ProgressPtr progress)
        : connection(connection), id(std::move(id)), progress(std::move(progress)) {}
    ~State();
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    ClientConnection& connection;
    std::string id;
    ProgressPtr progress;
    std::stop_source answered;
  };
  // Marks the request as answered and ends its progress. Returns false when it was answered before.
  bool take() const;

  std::shared_ptr<State> state_;
};

// A workspace/diagnostic request without news for the client. The request is answered when
// something changes, so that clients can ask again at once.
struct HeldPull {
  JsonDocument params;
  Reply reply;
};

// A running build of the workspace's index. Builds run one at a time: an older one may not add or
// remove files after a newer one.
struct IndexBuild {
  std::stop_source stop;
  bool isOutdated = false;  // another build follows at its end
};

// Returns which version is chosen and why.
using ChooseTorch = std::function<std::string(const std::string& setting, const std::string& folder,
                                              const std::string& interpreter)>;

struct Session {
  // events: called on the server's thread; they may use the session.
  Session(ClientConnection& connection, Executor& executor, std::shared_ptr<WorkspaceFiles> files,
          Analysis analysis, CheckEvents events);
  ~Session() {
    stopping.request_stop();
    if (indexBuild) indexBuild->stop.request_stop();
    *alive = nullptr;
  }

  ClientConnection& connection;
  Executor& executor;
  std::shared_ptr<WorkspaceFiles> files;
  ClientCapabilities client;
  Documents documents;
  CheckScheduler scheduler;
  Trace trace = Trace::Off;
  // URI of the folder with the rules' pages, with a slash at the end; empty when there is none.
  std::string rulePages;
  // The version of PyTorch. `chooseTorch` sets the profile of the process for the setting ("auto"
  // or a version), the first folder of the workspace and the interpreter that the client names.
  // Null: the profile is fixed.
  ChooseTorch chooseTorch;
  std::string torchSetting = "auto";
  std::optional<std::string> torchInUse;  // the setting that chose the profile
  // Problems of the current settings that the user has seen: each is shown once.
  std::vector<std::string> shownProblems;
  // Incremented by every change that may affect a diagnostic in some file.
  uint64_t revision = 0;
  uint64_t pulledRevision = 0;  // of the last answer about the whole workspace; 0: none
  std::vector<HeldPull> heldPulls;
  // By the URI of an open file: the problems that its roots cause in other files, by path, as JSON.
  std::map<std::string, std::map<std::string, std::vector<std::string>>> unopenedProblems;
  std::set<std::string> projects;  // the URIs of the project files whose problems are published
  // Refresh requests without an answer, by method; true: send the request again after the answer.
  std::map<std::string_view, bool> refreshing;
  // Progress of checking many documents. The token is empty when there is none.
  std::string checkingToken;
  bool checkingShown = false;  // the client has accepted the token
  size_t checkingTotal = 0;
  uint64_t tokens = 0;
  std::optional<IndexBuild> indexBuild;
  std::stop_source stopping;  // stops the checks of project files at the end of the session
  // Set to null by the destructor: workers may finish after the session is gone.
  std::shared_ptr<Session*> alive = std::make_shared<Session*>(this);
};

}  // namespace ts::lsp
