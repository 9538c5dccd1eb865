#include "lsp/session/request_context.h"

#include <set>

#include "lsp/workspace/uri.h"

namespace ts::lsp {

namespace {

void writeLocation(JsonWriter& out, const Location& location) {
  out.beginObject().member("uri", location.uri).key("range");
  writeRange(out, location.range);
  out.endObject();
}

}  // namespace

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
  const std::set<std::string> paths(all.begin(), all.end());
  state->pythonTexts.forEach([&](const std::string& path, const SourceFilePtr&) {
    if (!paths.contains(path)) all.push_back(path);
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
  const ide::DocumentPtr document = documents().open(*snapshot, path);
  if (!document) return {};
  return {document,
          document->file().offset({position.line + 1, position.character}, client.encoding)};
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
