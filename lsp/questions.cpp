#include "lsp/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "lsp/features/answers.h"
#include "lsp/uri.h"

namespace ts::lsp {

namespace {

using Needs = QuestionKind::Needs;

constexpr QuestionKind kQuestions[] = {
    {"callHierarchy/incomingCalls", incomingCalls, Needs::Workspace},
    {"callHierarchy/outgoingCalls", outgoingCalls, Needs::Workspace},
    {"completionItem/resolve", completionResolve, Needs::Workspace},
    {"textDocument/codeLens", codeLens},
    {"textDocument/completion", completion, Needs::Document, true},
    {"textDocument/declaration", declaration, Needs::Document, true},
    {"textDocument/definition", definition, Needs::Document, true},
    {"textDocument/diagnostic", documentDiagnostic, Needs::Findings},
    {"textDocument/documentHighlight", documentHighlight, Needs::Document, true},
    {"textDocument/documentLink", documentLink},
    {"textDocument/documentSymbol", documentSymbol},
    {"textDocument/foldingRange", foldingRange},
    {"textDocument/hover", hover, Needs::Findings, true},
    {"textDocument/implementation", implementation, Needs::Document, true},
    {"textDocument/inlayHint", inlayHint, Needs::Findings},
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
    {"workspace/symbol", workspaceSymbol, Needs::Workspace},
};

struct Asked {
  Question question;
  JsonDocument params;
  std::string uri;
  SourceFilePtr text;
  Answer answer;
  std::string problem;  // a mistake of ours
};

void answer(Asked& asked, const QuestionKind& kind) {
  Question& question = asked.question;
  try {
    question.files = question.workspace->at(*question.open);
    if (asked.text) question.document = question.library().open(*question.files, asked.text->path());
    asked.answer = kind.answer(question);
  } catch (const std::exception& error) {
    asked.problem = error.what();
  } catch (...) {
    asked.problem = "an unknown exception";
  }
}

void finish(Session& session, const Asked& asked, const Reply& reply) {
  if (asked.text) {
    const Document* now = session.documents.find(asked.uri);
    if (!now || now->snapshot() != asked.text)
      return reply.error(ErrorCode::ContentModified, "the document has changed");
  }
  if (!asked.problem.empty()) return reply.error(ErrorCode::InternalError, asked.problem);
  if (!asked.answer.error.empty()) {
    const auto code = asked.answer.failed ? ErrorCode::RequestFailed : ErrorCode::InvalidParams;
    return reply.error(code, asked.answer.error);
  }
  reply.result(asked.answer.json);
}

void compute(Session& session, const QuestionKind& kind, std::shared_ptr<Asked> asked, const Reply& reply) {
  session.executor.run(
      [asked, &kind] {
        if (!asked->question.stopped()) answer(*asked, kind);
      },
      [asked, reply, alive = session.alive] {
        if (*alive) finish(**alive, *asked, reply);
      });
}

}  // namespace

const QuestionKind* questionKind(std::string_view method) {
  const auto found = std::find_if(std::begin(kQuestions), std::end(kQuestions),
                                  [&](const QuestionKind& one) { return one.method == method; });
  return found == std::end(kQuestions) ? nullptr : found;
}

std::vector<std::string_view> questionMethods() {
  std::vector<std::string_view> methods;
  for (const QuestionKind& kind : kQuestions) methods.push_back(kind.method);
  return methods;
}

void ask(Session& session, const QuestionKind& kind, JsonView params, const Reply& reply) {
  auto copied = JsonDocument::parse(params.exists() ? params.text() : "null");
  auto asked = std::make_shared<Asked>(Asked{{}, std::move(*copied), {}, nullptr, {}, {}});
  Question& question = asked->question;
  question.params = asked->params.root();
  if (kind.needs != Needs::Workspace) {
    const auto uri = params["textDocument"]["uri"].string();
    if (!uri) return reply.error(ErrorCode::InvalidParams, "textDocument.uri must be a string");
    const Document* document = session.documents.find(*uri);
    if (!document) return reply.error(ErrorCode::InvalidParams, fmt::format("{} is not open", *uri));
    asked->uri = *uri;
    asked->text = document->snapshot();
  }
  if (kind.position && !readPosition(params["position"]))
    return reply.error(ErrorCode::InvalidParams, "position must be a position");
  question.client = session.client;
  question.open = session.checks.snapshot();
  question.folders = session.folders;
  question.workspace = session.files;
  question.rulePages = session.rulePages;
  if (asked->text) question.checked = session.checks.latest(asked->uri);
  question.done = reply.done();
  if (kind.needs != Needs::Findings) return compute(session, kind, std::move(asked), reply);
  session.checks.whenCurrent(asked->uri, [&session, &kind, asked, reply](const CheckedPtr& checked) {
    if (!checked) return reply.error(ErrorCode::ContentModified, "the document was closed");
    asked->question.checked = checked;
    compute(session, kind, asked, reply);
  });
}

ide::Resolver& Question::resolver() {
  if (!resolver_) resolver_.emplace(*files, library());
  return *resolver_;
}

std::vector<std::string> Question::allFiles() const {
  std::vector<std::string> all = pythonFiles(*files, folders);
  for (const auto& [path, text] : open->open) {
    if (std::find(all.begin(), all.end(), path) == all.end()) all.push_back(path);
  }
  return all;
}

uint32_t Question::offsetOf(JsonView json) const {
  const Position position = readPosition(json).value_or(Position{});
  return document->file().offset({position.line + 1, position.character}, client.encoding);
}

ide::DocumentPtr Question::documentOf(const std::string& uri) const {
  for (const auto& [path, known] : open->uris) {
    if (known == uri) return library().open(*files, path);
  }
  return library().open(*files, pathOfUri(uri));
}

std::string Question::uriOf(const std::string& path) const {
  const auto known = open->uris.find(path);
  return known == open->uris.end() ? uriOfPath(path) : known->second;
}

void Question::writeRange(JsonWriter& out, const ide::Document& of, Span span) const {
  PositionCursor positions(of.file(), client.encoding);
  lsp::writeRange(out, positions.range(span));
}

JsonWriter& Question::position(JsonWriter& out, const ide::Document& of, uint32_t offset) const {
  const Position at = PositionCursor(of.file(), client.encoding).at(offset);
  return out.beginObject().member("line", at.line).member("character", at.character).endObject();
}

void Question::writeLocation(JsonWriter& out, const ide::Document& of, Span span) const {
  out.beginObject().member("uri", uriOf(of.path())).key("range");
  writeRange(out, of, span);
  out.endObject();
}

}  // namespace ts::lsp
