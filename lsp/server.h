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
  ~Server();

  void receive(std::string_view bytes);
  // The client has gone without a word.
  void disconnected();

 private:
  // LSP's lifecycle: until `initialize`, until `shutdown`, until `exit`.
  enum class Phase { Fresh, Running, ShutDown, Exited };

  void send(const std::string& message) override;
  void ask(std::string_view method, std::string_view params,
           std::function<void(JsonView)> then) override;
  void handle(const Frame& frame);
  void handleRequest(const Message& message);
  void handleNotification(const Message& message);
  void initialize(JsonView params, const Reply& reply);
  void handleResponse(const Message& message);
  void cancel(JsonView params);
  // Questions about the document that are under way have lost their sense.
  void dropStale(const std::string& owner);
  void exit();
  void forgetAnswered();

  Transport& transport_;
  FrameReader reader_;
  Phase phase_ = Phase::Fresh;
  Session session_;
  // What the client has been asked and hasn't answered, by the request's id.
  std::map<std::string, std::function<void(JsonView)>> asked_;
  int64_t lastAsked_ = 0;
  struct Pending {
    Reply reply;
    std::string owner;  // the document or notebook that it is about, if any
  };
  // Requests that wait for something, by id; declared last so that they go before the session.
  std::map<std::string, Pending> pending_;
};

}  // namespace ts::lsp
