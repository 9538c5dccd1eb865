// The language server without a socket: receives bytes, sends bytes.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/protocol/framing.h"
#include "lsp/session/session.h"

namespace ts::lsp {

using protocol::frame;
using protocol::FrameReader;

struct ServerOptions {
  protocol::FrameLimits limits;
  std::string rulePages;  // see Session
  // Not empty when any local program can connect: a client must then send the token in its
  // `initialize`, and the first bytes that are not a message end the connection.
  std::string token;
  std::shared_ptr<WorkspaceFiles> files = std::make_shared<WorkspaceFiles>();
  // See Session.
  ChooseTorch chooseTorch;
};

// Runs on the thread that calls receive(); analyses and requests run on the executor's workers.
class Server final : private ClientConnection {
 public:
  Server(Transport& transport, Executor& executor, Analysis analysis, ServerOptions options = {});
  ~Server();

  void receive(std::string_view bytes);
  // The client's connection ended without `exit`.
  void disconnected();

 private:
  // LSP's lifecycle. Each phase lasts until `initialize`, `shutdown` and `exit` in turn.
  enum class Phase { Fresh, Running, ShutDown, Exited };

  // Publishes the results of checks.
  CheckEvents checkEvents();
  void send(const std::string& message) override;
  void request(std::string_view method, std::string_view params,
               std::function<void(JsonView)> then) override;
  void handle(const protocol::RawMessage& raw);
  // Answers bytes that are not a message.
  void answerMalformed(const std::string& problem);
  // True when the client has sent the token, or needs none.
  bool isTrusted(JsonView initializeParams) const;
  // Ends the connection with a client that is not trusted.
  void refuse(const std::string& reason);
  void handleRequest(const Message& message);
  void handleNotification(const Message& message);
  void initialize(JsonView params, const Reply& reply);
  void handleResponse(const Message& message);
  void cancel(JsonView params);
  // Answers the pending requests about the document with ContentModified.
  void cancelStale(const std::string& owner);
  void exit();
  void removeAnswered();

  Transport& transport_;
  const std::string token_;
  FrameReader reader_;
  Phase phase_ = Phase::Fresh;
  Session session_;
  // The server's own requests without an answer, by id.
  std::map<std::string, std::function<void(JsonView)>> sentRequests_;
  int64_t lastRequestId_ = 0;
  struct Pending {
    Reply reply;
    std::string owner;  // the document or notebook of the request; empty: none
  };
  // The client's requests without an answer, by id. Declared last: replies die before the session.
  std::map<std::string, Pending> pending_;
};

}  // namespace ts::lsp
