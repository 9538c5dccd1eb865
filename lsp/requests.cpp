#include "lsp/requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <set>

#include "lsp/features/ir.h"
#include "lsp/features/request_handlers.h"
#include "lsp/uri.h"

namespace ts::lsp {

namespace {

using Needs = RequestKind::Needs;

constexpr RequestKind kRequestKinds[] = {
    {"callHierarchy/incomingCalls", incomingCalls, Needs::Workspace},
    {"callHierarchy/outgoingCalls", outgoingCalls, Needs::Workspace},
    {"codeAction/resolve", codeActionResolve, Needs::Workspace},
    {"completionItem/resolve", completionResolve, Needs::Workspace},
    {"textDocument/codeAction", codeAction, Needs::CheckResult},
    {"textDocument/codeLens", codeLens},
    {"textDocument/completion", completion, Needs::Document, true},
    {"textDocument/declaration", declaration, Needs::Document, true},
    {"textDocument/definition", definition, Needs::Document, true},
    {"textDocument/diagnostic", documentDiagnostic, Needs::CheckResult},
    {"textDocument/documentHighlight", documentHighlight, Needs::Document, true},
    {"textDocument/documentLink", documentLink},
    {"textDocument/documentSymbol", documentSymbol},
    {"textDocument/foldingRange", foldingRange},
    {"textDocument/hover", hover, Needs::CheckResult, true},
    {"textDocument/implementation", implementation, Needs::Document, true},
    {"textDocument/inlayHint", inlayHint, Needs::CheckResult},
    {"textDocument/prepareCallHierarchy", prepareCallHierarchy, Needs::Document, true},
    {"textDocument/prepareRename", prepareRename, Needs::Document, true},
    {"textDocument/references", references, Needs::Document, true},
    {"textDocument/rename", rename, Needs::Document, true},
    {"textDocument/selectionRange", selectionRange},
    {"textDocument/semanticTokens/full", semanticTokensFull},
    {"textDocument/semanticTokens/full/delta", semanticTokensDelta},
    {"textDocument/semanticTokens/range", semanticTokensRange},
    {"textDocument/signatureHelp", signatureHelp, Needs::Document, true},
    {"textDocument/typeDefinition", typeDefinition, Needs::Document, true},
    {"workspace/diagnostic", workspaceDiagnostic, Needs::Workspace},
    {"workspace/symbol", workspaceSymbol, Needs::Workspace},
    {"workspace/textDocumentContent", textDocumentContent, Needs::Workspace},
    {"workspace/willRenameFiles", willRenameFiles, Needs::Workspace},
};

constexpr std::string_view kOutliveEdits[] = {"textDocument/completion",
                                              "textDocument/signatureHelp"};

// VS Code sends this request for a document that it has just closed, and shows errors to the user.
struct ResponseWhenClosed {
  std::string_view method, json;
};
constexpr ResponseWhenClosed kWhenClosed[] = {
    {"textDocument/diagnostic", R"({"kind":"full","items":[]})"}};

void writeLocation(JsonWriter& out, const Location& location) {
  out.beginObject().member("uri", location.uri).key("range");
  writeRange(out, location.range);
  out.endObject();
}

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
      job.response = respondAboutIr(context, kind.method);
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
  if (job.context.text && !outlivesEdits(kind.method)) {
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

const RequestKind* requestKind(std::string_view method) {
  const auto found = std::find_if(std::begin(kRequestKinds), std::end(kRequestKinds),
                                  [&](const RequestKind& one) { return one.method == method; });
  return found == std::end(kRequestKinds) ? nullptr : found;
}

bool outlivesEdits(std::string_view method) {
  return std::find(std::begin(kOutliveEdits), std::end(kOutliveEdits), method) !=
         std::end(kOutliveEdits);
}

std::vector<std::string_view> requestMethods() {
  std::vector<std::string_view> methods;
  for (const RequestKind& kind : kRequestKinds) methods.push_back(kind.method);
  return methods;
}

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
      for (const ResponseWhenClosed& known : kWhenClosed) {
        if (known.method == kind.method) return reply.result(std::string(known.json));
      }
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

bool RequestContext::shouldStop(std::string_view title, size_t step, size_t steps) const {
  if (progress) progress->report(title, step, steps);
  return isCancelled();
}

std::function<bool()> RequestContext::stopCallback(std::string_view title, size_t steps) const {
  return
      [this, title, steps, step = size_t{0}]() mutable { return shouldStop(title, step++, steps); };
}

ide::Resolver& RequestContext::resolver() {
  if (!resolver_) resolver_.emplace(*snapshot, documents());
  return *resolver_;
}

std::vector<std::string> RequestContext::allFiles() const {
  std::vector<std::string> all = files->pythonFiles(*snapshot, state->folders);
  const std::set<std::string> known(all.begin(), all.end());
  state->pythonTexts.forEach([&](const std::string& path, const SourceFilePtr&) {
    if (!known.contains(path)) all.push_back(path);
  });
  return all;
}

uint32_t RequestContext::offsetOf(JsonView json) const {
  Position position = readPosition(json).value_or(Position{});
  if (cell && position.line >= cell->lineCount) return requestedSpan().end;
  if (cell) position.line += cell->firstLine;
  return text->offset({position.line + 1, position.character}, client.encoding);
}

Span RequestContext::requestedSpan() const {
  const SourceFile& file = *text;
  if (!cell) return {0, static_cast<uint32_t>(file.text().size())};
  // Excludes the newline that Notebook::module adds after each cell.
  const uint32_t begin = file.lineStart(cell->firstLine + 1),
                 next = file.lineStart(cell->firstLine + cell->lineCount + 1);
  return {begin, std::max(begin, next - 1)};
}

DocumentOffset RequestContext::locate(const std::string& uri, Position position) const {
  std::string path = pathOfUri(uri);
  state->documents.forEach([&](const std::string& notebook, const OpenDocument& document) {
    const CellPlace* place = document.cells ? document.cells->find(uri) : nullptr;
    if (!place) return;
    path = notebook;
    position.line += place->firstLine;
  });
  const ide::DocumentPtr found = documents().open(*snapshot, path);
  if (!found) return {};
  return {found, found->file().offset({position.line + 1, position.character}, client.encoding)};
}

Location RequestContext::locationOf(const ide::Document& of, Span span) const {
  Location location = locationOf(of.file(), span);
  if (of.isEmbedded) location.uri = libraryUri(of.module, of.isPackage);
  return location;
}

Location RequestContext::locationOf(const SourceFile& of, Span span) const {
  return lsp::locationOf(*state, of, span, client.encoding);
}

std::string RequestContext::uriOf(const std::string& path) const {
  const OpenDocument* open = state->find(path);
  return open ? open->uri : uriOfPath(path);
}

void RequestContext::writeRange(JsonWriter& out, const SourceFile& of, Span span) const {
  lsp::writeRange(out, locationOf(of, span).range);
}

JsonWriter& RequestContext::position(JsonWriter& out, const ide::Document& of,
                                     uint32_t offset) const {
  const Position at = locationOf(of, {offset, offset}).range.start;
  return out.beginObject().member("line", at.line).member("character", at.character).endObject();
}

void RequestContext::writeLocation(JsonWriter& out, const SourceFile& of, Span span) const {
  ts::lsp::writeLocation(out, locationOf(of, span));
}

void RequestContext::writeLocation(JsonWriter& out, const ide::Document& of, Span span) const {
  ts::lsp::writeLocation(out, locationOf(of, span));
}

}  // namespace ts::lsp
