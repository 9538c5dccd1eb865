#include "lsp/session/requests.h"

#include <fmt/format.h>

#include <exception>

namespace ts::lsp {

namespace {

using Needs = RequestKind::Needs;

// One request on its way through a worker.
struct RequestJob {
  RequestContext context;
  JsonDocument params;
  std::string uri;   // of the open document
  CellMapPtr cells;  // owns context.cell
  Response response;
  std::string exception;  // a bug in the handler
};

// Runs on a worker.
void handle(RequestJob& job, const RequestKind& kind) {
  RequestContext& context = job.context;
  try {
    context.snapshot = context.files->snapshotFor(
        *context.state, context.text ? context.text->path() : std::string());
    if (context.text && context.state->isIr(context.text->path())) {
      context.ir = context.files->ir(context.text);
      job.response = kind.handleIr(context);
      return;
    }
    if (context.text)
      context.document = context.documents().open(*context.snapshot, context.text->path());
    job.response = kind.handle(context);
  } catch (const std::exception& error) {
    job.exception = error.what();
  } catch (...) {
    job.exception = "an unknown exception";
  }
}

// Runs on the server's thread.
void finish(Session& session, const RequestKind& kind, const RequestJob& job, const Reply& reply) {
  if (job.context.text && !kind.outlivesEdits) {
    const Document* current = session.documents.find(job.uri);
    if (!current || current->snapshot() != job.context.text)
      return reply.error(ErrorCode::ContentModified, "the document has changed");
  }
  if (!job.exception.empty()) return reply.error(ErrorCode::InternalError, job.exception);
  if (!job.response.error.empty()) {
    const auto code = job.response.failed ? ErrorCode::RequestFailed : ErrorCode::InvalidParams;
    return reply.error(code, job.response.error);
  }
  if (!job.response.warning.empty()) session.connection.warn(job.response.warning);
  reply.result(job.response.json);
}

void run(Session& session, const RequestKind& kind, std::shared_ptr<RequestJob> job,
         const Reply& reply) {
  session.executor.run(
      [job, &kind] {
        if (!job->context.isCancelled()) handle(*job, kind);
      },
      [job, &kind, reply, alive = session.alive] {
        if (*alive) finish(**alive, kind, *job, reply);
      });
}

}  // namespace

void respond(Session& session, const RequestKind& kind, JsonView params, const Reply& reply) {
  auto copied = JsonDocument::parse(params.exists() ? params.text() : "null");
  auto job = std::make_shared<RequestJob>(RequestJob{{}, std::move(*copied), {}, nullptr, {}, {}});
  RequestContext& context = job->context;
  context.params = job->params.root();
  if (kind.needs != Needs::Workspace) {
    const auto uri = params["textDocument"]["uri"].string();
    if (!uri) return reply.error(ErrorCode::InvalidParams, "textDocument.uri must be a string");
    const std::string& owner = session.documents.ownerOf(*uri);
    const Document* document = session.documents.find(owner);
    if (!document) {
      if (!kind.whenClosed.empty()) return reply.result(std::string(kind.whenClosed));
      return reply.error(ErrorCode::InvalidParams, fmt::format("{} is not open", *uri));
    }
    job->uri = owner;
    context.text = document->snapshot();
    if (document->cells) {
      job->cells = document->cells;
      context.cell = job->cells->find(*uri);
      if (!context.cell)
        return reply.error(ErrorCode::InvalidParams,
                           fmt::format("{} is not a Python code cell", *uri));
    }
  }
  if (kind.position && !readPosition(params["position"]))
    return reply.error(ErrorCode::InvalidParams, "position must be a position");
  context.client = session.client;
  context.state = session.scheduler.state();
  context.files = session.files;
  context.rulePages = session.rulePages;
  if (context.text) context.checkResult = session.scheduler.latestResult(job->uri);
  context.stop = reply.answeredToken();
  context.progress = reply.progress();
  context.analysis = session.scheduler.analysis();
  if (kind.needs != Needs::CheckResult) return run(session, kind, std::move(job), reply);
  session.scheduler.whenCurrent(
      job->uri, [&session, &kind, job, reply](const CheckResultPtr& result) {
        if (!result) return reply.error(ErrorCode::ContentModified, "the document was closed");
        if (reply.answered()) return;
        job->context.checkResult = result;
        run(session, kind, job, reply);
      });
}

}  // namespace ts::lsp
