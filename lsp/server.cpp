#include "lsp/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "lsp/features/features.h"
#include "lsp/questions.h"

namespace ts::lsp {

namespace {

struct RequestHandler {
  std::string_view method;
  void (*handle)(Session&, JsonView, const Reply&);
};

struct NotificationHandler {
  std::string_view method;
  void (*handle)(Session&, JsonView);
};

// `initialize`, `shutdown`, `exit` and `$/cancelRequest` are about the server itself and stand
// below.
constexpr RequestHandler kRequests[] = {
    {"textDocument/codeAction", codeAction},
};

constexpr NotificationHandler kNotifications[] = {
    {"$/setTrace", setTrace},
    {"textDocument/didChange", didChange},
    {"textDocument/didClose", didClose},
    {"textDocument/didOpen", didOpen},
    {"workspace/didChangeConfiguration", didChangeConfiguration},
};

template <typename Table>
const auto* findHandler(const Table& table, std::string_view method) {
  auto found = std::find_if(std::begin(table), std::end(table),
                            [&](auto& one) { return one.method == method; });
  return found == std::end(table) ? nullptr : &*found;
}

}  // namespace

Server::Server(Transport& transport, Executor& executor, Analysis analysis, ServerOptions options)
    : transport_(transport),
      reader_(options.limits),
      session_(*this, executor, std::move(options.files), std::move(analysis)) {
  session_.rulePages = std::move(options.rulePages);
}

void Server::send(const std::string& message) {
  if (phase_ != Phase::Exited) transport_.send(frame(message));
}

void Server::receive(std::string_view bytes) {
  reader_.feed(bytes);
  while (phase_ != Phase::Exited) {
    const auto frame = reader_.next();
    if (!frame) break;
    handle(*frame);
  }
  forgetAnswered();
}

void Server::disconnected() {
  if (phase_ != Phase::Exited) exit();
}

void Server::handle(const Frame& frame) {
  if (!frame.error.empty()) return send(errorMessage("null", ErrorCode::ParseError, frame.error));
  std::string problem;
  const auto json = JsonDocument::parse(frame.body, &problem);
  if (!json) {
    reader_.reject(frame.body);
    return send(errorMessage("null", ErrorCode::ParseError, problem));
  }
  const Message message = readMessage(json->root());
  switch (message.kind) {
    case Message::Kind::Request: return handleRequest(message);
    case Message::Kind::Notification: return handleNotification(message);
    case Message::Kind::Response: return;  // nothing was asked of the client
    case Message::Kind::Invalid:
      return send(errorMessage(message.id, message.code, message.problem));
  }
}

void Server::handleRequest(const Message& message) {
  const Reply reply(*this, message.id);
  if (phase_ == Phase::ShutDown) {
    return reply.error(ErrorCode::InvalidRequest, "the server has been shut down");
  }
  if (message.method == "initialize") return initialize(message.params, reply);
  if (phase_ == Phase::Fresh) {
    return reply.error(ErrorCode::ServerNotInitialized, "the first request must be initialize");
  }
  if (message.method == "shutdown") {
    phase_ = Phase::ShutDown;
    return reply.result("null");
  }
  const auto* handler = findHandler(kRequests, message.method);
  const QuestionKind* question = handler ? nullptr : questionKind(message.method);
  if (!handler && !question) {
    return reply.error(ErrorCode::MethodNotFound,
                       fmt::format("the method {} is not supported", message.method));
  }
  forgetAnswered();
  if (pending_.contains(message.id)) {
    return reply.error(ErrorCode::InvalidRequest, "a request with this id is still being answered");
  }
  if (handler) {
    handler->handle(session_, message.params, reply);
  } else {
    ask(session_, *question, message.params, reply);
  }
  if (!reply.answered()) pending_.emplace(message.id, reply);
}

void Server::handleNotification(const Message& message) {
  if (message.method == "exit") return exit();
  if (phase_ != Phase::Running) return;
  if (message.method == "$/cancelRequest") return cancel(message.params);
  if (const auto* handler = findHandler(kNotifications, message.method))
    handler->handle(session_, message.params);
}

void Server::initialize(JsonView params, const Reply& reply) {
  if (phase_ != Phase::Fresh) {
    return reply.error(ErrorCode::InvalidRequest, "the server is initialized already");
  }
  if (!params.isObject())
    return reply.error(ErrorCode::InvalidParams, "initialize needs parameters");
  phase_ = Phase::Running;
  // Before the answer: a client may die as soon as it has that.
  if (const auto parent = params["processId"].integer()) transport_.watchProcess(*parent);
  lsp::initialize(session_, params, reply);
}

void Server::cancel(JsonView params) {
  const auto found = pending_.find(params["id"].text());
  if (found == pending_.end()) return;
  found->second.error(ErrorCode::RequestCancelled, "the request was cancelled");
  pending_.erase(found);
}

void Server::exit() {
  const int status = phase_ == Phase::ShutDown ? 0 : 1;
  phase_ = Phase::Exited;
  transport_.finish(status);
}

void Server::forgetAnswered() {
  std::erase_if(pending_, [](const auto& entry) { return entry.second.answered(); });
}

}  // namespace ts::lsp
