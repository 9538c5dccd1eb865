#include "lsp/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <set>

#include "lsp/features/answers.h"
#include "lsp/features/ir.h"
#include "lsp/uri.h"

namespace ts::lsp {

namespace {

using Needs = QuestionKind::Needs;

constexpr QuestionKind kQuestions[] = {
    {"callHierarchy/incomingCalls", incomingCalls, Needs::Workspace},
    {"callHierarchy/outgoingCalls", outgoingCalls, Needs::Workspace},
    {"codeAction/resolve", codeActionResolve, Needs::Workspace},
    {"completionItem/resolve", completionResolve, Needs::Workspace},
    {"textDocument/codeAction", codeAction, Needs::Findings},
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
    {"workspace/diagnostic", workspaceDiagnostic, Needs::Workspace},
    {"workspace/symbol", workspaceSymbol, Needs::Workspace},
    {"workspace/willRenameFiles", willRenameFiles, Needs::Workspace},
};

constexpr std::string_view kOutliveEdits[] = {"textDocument/completion",
                                              "textDocument/signatureHelp"};

// VS Code asks this once more of a document that it has just closed, and shows errors to the user.
struct AnswerWhenClosed {
  std::string_view method, json;
};
constexpr AnswerWhenClosed kWhenClosed[] = {
    {"textDocument/diagnostic", R"({"kind":"full","items":[]})"}};

struct Asked {
  Question question;
  JsonDocument params;
  std::string uri;
  CellMapPtr cells;  // of a notebook, for Question::cell
  Answer answer;
  std::string problem;  // a mistake of ours
};

void answer(Asked& asked, const QuestionKind& kind) {
  Question& question = asked.question;
  try {
    question.files = question.workspace->at(*question.open,
                                            question.text ? question.text->path() : std::string());
    if (question.text && question.open->ir.contains(question.text->path())) {
      question.ir = question.workspace->ir(question.text);
      asked.answer = answerAboutIr(question, kind.method);
      return;
    }
    if (question.text)
      question.document = question.library().open(*question.files, question.text->path());
    asked.answer = kind.answer(question);
  } catch (const std::exception& error) {
    asked.problem = error.what();
  } catch (...) {
    asked.problem = "an unknown exception";
  }
}

void finish(Session& session, const QuestionKind& kind, const Asked& asked, const Reply& reply) {
  if (asked.question.text && !outlivesEdits(kind.method)) {
    const Document* now = session.documents.find(asked.uri);
    if (!now || now->snapshot() != asked.question.text)
      return reply.error(ErrorCode::ContentModified, "the document has changed");
  }
  if (!asked.problem.empty()) return reply.error(ErrorCode::InternalError, asked.problem);
  if (!asked.answer.error.empty()) {
    const auto code = asked.answer.failed ? ErrorCode::RequestFailed : ErrorCode::InvalidParams;
    return reply.error(code, asked.answer.error);
  }
  if (!asked.answer.warning.empty()) session.outbox.warn(asked.answer.warning);
  reply.result(asked.answer.json);
}

void compute(Session& session, const QuestionKind& kind, std::shared_ptr<Asked> asked,
             const Reply& reply) {
  session.executor.run(
      [asked, &kind] {
        if (!asked->question.stopped()) answer(*asked, kind);
      },
      [asked, &kind, reply, alive = session.alive] {
        if (*alive) finish(**alive, kind, *asked, reply);
      });
}

}  // namespace

const QuestionKind* questionKind(std::string_view method) {
  const auto found = std::find_if(std::begin(kQuestions), std::end(kQuestions),
                                  [&](const QuestionKind& one) { return one.method == method; });
  return found == std::end(kQuestions) ? nullptr : found;
}

bool outlivesEdits(std::string_view method) {
  return std::find(std::begin(kOutliveEdits), std::end(kOutliveEdits), method) !=
         std::end(kOutliveEdits);
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
    const std::string& owner = session.documents.ownerOf(*uri);
    const Document* document = session.documents.find(owner);
    if (!document) {
      for (const AnswerWhenClosed& one : kWhenClosed) {
        if (one.method == kind.method) return reply.result(std::string(one.json));
      }
      return reply.error(ErrorCode::InvalidParams, fmt::format("{} is not open", *uri));
    }
    asked->uri = owner;
    question.text = document->snapshot();
    if (document->cells) {
      asked->cells = document->cells;
      question.cell = asked->cells->find(*uri);
      if (!question.cell)
        return reply.error(ErrorCode::InvalidParams,
                           fmt::format("{} is no code cell of Python", *uri));
    }
  }
  if (kind.position && !readPosition(params["position"]))
    return reply.error(ErrorCode::InvalidParams, "position must be a position");
  question.client = session.client;
  question.open = session.checks.snapshot();
  question.workspace = session.files;
  question.rulePages = session.rulePages;
  if (question.text) question.checked = session.checks.latest(asked->uri);
  question.done = reply.done();
  question.progress = reply.progress();
  question.analysis = session.checks.analysis();
  if (kind.needs != Needs::Findings) return compute(session, kind, std::move(asked), reply);
  session.checks.whenCurrent(
      asked->uri, [&session, &kind, asked, reply](const CheckedPtr& checked) {
        if (!checked) return reply.error(ErrorCode::ContentModified, "the document was closed");
        if (reply.answered()) return;
        asked->question.checked = checked;
        compute(session, kind, asked, reply);
      });
}

bool Question::stopped(std::string_view title, size_t step, size_t steps) const {
  if (progress) progress->report(title, step, steps);
  return stopped();
}

std::function<bool()> Question::stopper(std::string_view title, size_t steps) const {
  return [this, title, steps, step = size_t{0}]() mutable { return stopped(title, step++, steps); };
}

ide::Resolver& Question::resolver() {
  if (!resolver_) resolver_.emplace(*files, library());
  return *resolver_;
}

std::vector<std::string> Question::allFiles() const {
  std::vector<std::string> all = pythonFiles(*files, open->folders);
  const std::set<std::string> known(all.begin(), all.end());
  for (const auto& [path, text] : open->open) {
    if (!known.contains(path) && !open->ir.contains(path)) all.push_back(path);
  }
  return all;
}

uint32_t Question::offsetOf(JsonView json) const {
  Position position = readPosition(json).value_or(Position{});
  if (cell && position.line >= cell->lineCount) return whole().end;
  if (cell) position.line += cell->firstLine;
  return text->offset({position.line + 1, position.character}, client.encoding);
}

Span Question::whole() const {
  const SourceFile& file = *text;
  if (!cell) return {0, static_cast<uint32_t>(file.text().size())};
  // Without the end of its last line, which is ours.
  const uint32_t begin = file.lineStart(cell->firstLine + 1),
                 next = file.lineStart(cell->firstLine + cell->lineCount + 1);
  return {begin, std::max(begin, next - 1)};
}

Question::At Question::find(const std::string& uri, Position position) const {
  std::string path = pathOfUri(uri);
  for (const auto& [known, itsUri] : open->uris) {
    if (itsUri == uri) path = known;
  }
  for (const auto& [known, cells] : open->notebooks) {
    const CellPlace* place = cells->find(uri);
    if (!place) continue;
    path = known;
    position.line += place->firstLine;
  }
  const ide::DocumentPtr found = library().open(*files, path);
  if (!found) return {};
  return {found, found->file().offset({position.line + 1, position.character}, client.encoding)};
}

Place Question::placeOf(const SourceFile& of, Span span) const {
  return lsp::placeOf(*open, of, span, client.encoding);
}

std::string Question::uriOf(const std::string& path) const {
  const auto known = open->uris.find(path);
  return known == open->uris.end() ? uriOfPath(path) : known->second;
}

void Question::writeRange(JsonWriter& out, const SourceFile& of, Span span) const {
  lsp::writeRange(out, placeOf(of, span).range);
}

JsonWriter& Question::position(JsonWriter& out, const ide::Document& of, uint32_t offset) const {
  const Position at = placeOf(of, {offset, offset}).range.start;
  return out.beginObject().member("line", at.line).member("character", at.character).endObject();
}

void Question::writeLocation(JsonWriter& out, const SourceFile& of, Span span) const {
  const Place place = placeOf(of, span);
  out.beginObject().member("uri", place.uri).key("range");
  lsp::writeRange(out, place.range);
  out.endObject();
}

}  // namespace ts::lsp
