// The language server without a socket: bytes in, bytes out.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "lsp/protocol/framing.h"
#include "lsp/session.h"

namespace ts::lsp {

struct ServerOptions {
  FrameLimits limits;
  std::string rulePages;  // URI of the folder of the rules' pages, with a slash at its end
  std::shared_ptr<Files> files = std::make_shared<Files>();
};

// Everything but the analysis happens on the thread that calls receive().
class Server final : private Outbox {
 public:
  Server(Transport& transport, Executor& executor, Analysis analysis, ServerOptions options = {});

  void receive(std::string_view bytes);
  // The client has gone without a word.
  void disconnected();

 private:
  // LSP's lifecycle: until `initialize`, until `shutdown`, until `exit`.
  enum class Phase { Fresh, Running, ShutDown, Exited };

  void send(const std::string& message) override;
  void handle(const Frame& frame);
  void handleRequest(const Message& message);
  void handleNotification(const Message& message);
  void initialize(JsonView params, const Reply& reply);
  void cancel(JsonView params);
  void exit();
  void forgetAnswered();

  Transport& transport_;
  FrameReader reader_;
  Phase phase_ = Phase::Fresh;
  Session session_;
  // Requests that wait for something, by id; declared last so that they go before the session.
  std::map<std::string, Reply> pending_;
};

}  // namespace ts::lsp
