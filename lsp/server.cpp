#include "lsp/server.h"

#include <fmt/format.h>

#include "core/protocol/token.h"
#include "lsp/features/features.h"
#include "lsp/features/message_tables.h"

namespace ts::lsp {

namespace {

// Returns the URI of the document that a message names: the notebook's for a cell; empty: none.
std::string ownerIn(const Documents& documents, JsonView params) {
  if (const auto notebook = params["notebookDocument"]["uri"].string()) return *notebook;
  const auto uri = params["textDocument"]["uri"].string();
  return uri ? documents.ownerOf(*uri) : std::string();
}

}  // namespace

Server::Server(Transport& transport, Executor& executor, Analysis analysis, ServerOptions options)
    : transport_(transport),
      token_(std::move(options.token)),
      reader_(options.limits),
      session_(*this, executor, std::move(options.files), std::move(analysis), checkEvents()) {
  session_.rulePages = std::move(options.rulePages);
  session_.chooseTorch = std::move(options.chooseTorch);
}

Server::~Server() {
  for (const auto& [id, pending] : pending_) pending.reply.abandon();
}

CheckEvents Server::checkEvents() {
  return {.started = [this](const Document& document) { checkStarted(session_, document); },
          .finished = [this](const CheckResultPtr& result) { checkFinished(session_, result); },
          .discarded = [this](const CheckResultPtr& result) { checkDiscarded(session_, *result); }};
}

void Server::request(std::string_view method, std::string_view params,
                     std::function<void(JsonView)> then) {
  const int64_t id = ++lastRequestId_;
  sentRequests_.emplace(std::to_string(id), std::move(then));
  send(requestMessage(id, method, params));
}

void Server::send(const std::string& message) {
  if (phase_ != Phase::Exited) transport_.send(frame(message));
}

void Server::receive(std::string_view bytes) {
  reader_.feed(bytes);
  while (phase_ != Phase::Exited) {
    const auto raw = reader_.next();
    if (!raw) break;
    handle(*raw);
  }
  removeAnswered();
}

void Server::disconnected() {
  if (phase_ != Phase::Exited) exit();
}

void Server::handle(const protocol::RawMessage& raw) {
  if (!raw.error.empty()) return answerMalformed(raw.error);
  std::string problem;
  const auto json = JsonDocument::parse(raw.body, &problem);
  if (!json) {
    reader_.reject(raw.body);
    return answerMalformed(problem);
  }
  const Message message = readMessage(json->root());
  switch (message.kind) {
    case Message::Kind::Request: return handleRequest(message);
    case Message::Kind::Notification: return handleNotification(message);
    case Message::Kind::Response: return handleResponse(message);
    case Message::Kind::Invalid:
      return send(errorMessage(message.id, message.code, message.problem));
  }
}

void Server::answerMalformed(const std::string& problem) {
  send(errorMessage("null", ErrorCode::ParseError, problem));
  if (!token_.empty()) refuse(problem);
}

void Server::handleRequest(const Message& message) {
  const Reply reply(*this, message.id, Progress::of(message.params, *this, session_.executor));
  if (phase_ == Phase::ShutDown) {
    return reply.error(ErrorCode::InvalidRequest, "the server has been shut down");
  }
  if (message.method == "initialize") return initialize(message.params, reply);
  if (phase_ == Phase::Fresh) {
    return reply.error(ErrorCode::ServerNotInitialized, "the first request must be initialize");
  }
  if (message.method == "shutdown") {
    phase_ = Phase::ShutDown;
    for (const HeldPull& held : session_.heldPulls)
      held.reply.error(ErrorCode::RequestCancelled, "the server is shutting down");
    return reply.result("null");
  }
  const RequestKind* kind = requestKind(message.method);
  if (!kind) {
    return reply.error(ErrorCode::MethodNotFound,
                       fmt::format("the method {} is not supported", message.method));
  }
  removeAnswered();
  if (pending_.contains(message.id)) {
    return reply.error(ErrorCode::InvalidRequest, "a request with this id is still being answered");
  }
  if (kind->accept != nullptr) {
    kind->accept(session_, message.params, reply);
  } else {
    respond(session_, *kind, message.params, reply);
  }
  if (!reply.answered())
    pending_.emplace(message.id, Pending{reply, kind->outlivesEdits
                                                    ? std::string()
                                                    : ownerIn(session_.documents, message.params)});
}

void Server::handleResponse(const Message& message) {
  auto sent = sentRequests_.extract(message.id);
  if (!sent.empty() && phase_ == Phase::Running) sent.mapped()(message.result);
}

void Server::handleNotification(const Message& message) {
  if (message.method == "exit") return exit();
  if (phase_ != Phase::Running) return;
  if (message.method == "$/cancelRequest") return cancel(message.params);
  const NotificationKind* kind = notificationKind(message.method);
  if (!kind) return;
  if (kind->effect == NotificationEffect::Document)
    cancelStale(ownerIn(session_.documents, message.params));
  kind->handle(session_, message.params);
  if (kind->effect != NotificationEffect::None) workspaceChanged(session_);
}

void Server::initialize(JsonView params, const Reply& reply) {
  if (phase_ != Phase::Fresh) {
    return reply.error(ErrorCode::InvalidRequest, "the server is initialized already");
  }
  if (!params.isObject())
    return reply.error(ErrorCode::InvalidParams, "initialize needs parameters");
  if (!isTrusted(params)) {
    static constexpr const char* kProblem =
        "initializationOptions.token is not the token that tsls printed when it started";
    reply.error(ErrorCode::InvalidRequest, kProblem);
    return refuse(kProblem);
  }
  phase_ = Phase::Running;
  // Before the answer: a client may end as soon as it receives the answer.
  if (const auto parent = params["processId"].integer()) transport_.watchProcess(*parent);
  lsp::initialize(session_, params, reply);
}

bool Server::isTrusted(JsonView initializeParams) const {
  if (token_.empty()) return true;
  const auto sentToken = initializeParams["initializationOptions"]["token"].string();
  return sentToken && protocol::isSameToken(*sentToken, token_);
}

void Server::refuse(const std::string& reason) {
  phase_ = Phase::Exited;
  transport_.refuse(reason);
}

void Server::cancel(JsonView params) {
  const auto entry = pending_.find(params["id"].text());
  if (entry == pending_.end()) return;
  entry->second.reply.error(ErrorCode::RequestCancelled, "the request was cancelled");
  pending_.erase(entry);
}

void Server::cancelStale(const std::string& owner) {
  std::erase_if(pending_, [&](const auto& entry) {
    if (entry.second.owner.empty() || entry.second.owner != owner) return false;
    entry.second.reply.error(ErrorCode::ContentModified, "the document has changed");
    return true;
  });
}

void Server::exit() {
  const int status = phase_ == Phase::ShutDown ? 0 : 1;
  phase_ = Phase::Exited;
  transport_.finish(status);
}

void Server::removeAnswered() {
  std::erase_if(pending_, [](const auto& entry) { return entry.second.reply.answered(); });
}

}  // namespace ts::lsp
