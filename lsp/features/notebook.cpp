// Notebooks: their cells are opened, changed and closed with them.
#include <fmt/format.h>

#include <algorithm>

#include "lsp/features/features.h"

namespace ts::lsp {

namespace {

constexpr int kCode = 2;  // LSP's NotebookCellKind

// What the client says of a cell, and its text where it comes with it.
Cell readCell(JsonView cell, JsonView texts) {
  Cell made;
  made.uri = cell["document"].string().value_or("");
  for (const JsonView& text : texts.elements()) {
    if (text["uri"].string() != made.uri) continue;
    made.isPython = cell["kind"].integer() == kCode && text["languageId"].string() == "python";
    made.version = text["version"].integer();
    made.text = TextBuffer(text["text"].string().value_or(""));
  }
  return made;
}

std::vector<Cell> readCells(JsonView cells, JsonView texts) {
  std::vector<Cell> made;
  for (const JsonView& cell : cells.elements()) made.push_back(readCell(cell, texts));
  return made;
}

// Cells come, go and move; those that stay keep their text.
void changeStructure(Session& session, Notebook& notebook, JsonView structure) {
  const JsonView array = structure["array"];
  const auto start = array["start"].integer(), count = array["deleteCount"].integer();
  const auto size = static_cast<int64_t>(notebook.cells.size());
  if (!start || !count || *start < 0 || *count < 0 || *start > size || *count > size - *start) {
    return session.outbox.warn(fmt::format(
        "notebookDocument/didChange: the cells of {} can't be changed so", notebook.uri));
  }
  std::vector<Cell> added = readCells(array["cells"], structure["didOpen"]);
  for (Cell& cell : added) {
    Cell* known = notebook.find(cell.uri);
    if (known && known->isPython && !cell.isPython) cell = *known;
  }
  const auto begin = notebook.cells.begin() + *start;
  notebook.cells.erase(begin, begin + *count);
  notebook.cells.insert(notebook.cells.begin() + *start, std::make_move_iterator(added.begin()),
                        std::make_move_iterator(added.end()));
  for (const JsonView& closed : structure["didClose"].elements()) {
    if (const auto uri = closed["uri"].string(); uri && !notebook.find(*uri))
      clearDiagnostics(session, *uri);
  }
}

void changeKinds(Notebook& notebook, JsonView data) {
  for (const JsonView& one : data.elements()) {
    Cell* cell = notebook.find(one["document"].string().value_or(""));
    if (cell && one["kind"].integer() != kCode) cell->isPython = false;
  }
}

void changeTexts(Session& session, Notebook& notebook, JsonView contents) {
  for (const JsonView& content : contents.elements()) {
    const std::string uri = content["document"]["uri"].string().value_or("");
    Cell* cell = notebook.find(uri);
    if (!cell || !applyChanges(session, content["changes"], cell->text)) {
      session.outbox.warn(
          fmt::format("notebookDocument/didChange: ignored for {}, no such cell, or a change "
                      "without a text or with a bad range",
                      uri));
      continue;
    }
    cell->version = content["document"]["version"].integer();
  }
}

Notebook* notebookIn(Session& session, JsonView params, std::string_view method) {
  const auto uri = params["notebookDocument"]["uri"].string();
  Notebook* notebook = uri ? session.documents.findNotebook(*uri) : nullptr;
  if (!notebook) {
    session.outbox.warn(fmt::format("notebookDocument/{}: ignored, {}", method,
                                    uri ? *uri + " is not open" : "it needs notebookDocument.uri"));
  }
  return notebook;
}

}  // namespace

void notebookDidOpen(Session& session, JsonView params) {
  const JsonView document = params["notebookDocument"];
  const auto uri = document["uri"].string();
  if (!uri || session.documents.find(*uri)) {
    return session.outbox.warn(
        fmt::format("notebookDocument/didOpen: ignored, {}",
                    uri ? *uri + " is open already" : "it needs notebookDocument.uri"));
  }
  session.documents.openNotebook({*uri, readCells(document["cells"], params["cellTextDocuments"])});
  session.checks.changed(*uri);
}

void notebookDidChange(Session& session, JsonView params) {
  Notebook* notebook = notebookIn(session, params, "didChange");
  if (!notebook) return;
  const JsonView cells = params["change"]["cells"];
  if (cells.isNothing()) return;  // the notebook's own metadata
  if (!cells["structure"].isNothing()) changeStructure(session, *notebook, cells["structure"]);
  changeKinds(*notebook, cells["data"]);
  changeTexts(session, *notebook, cells["textContent"]);
  session.documents.notebookChanged(notebook->uri);
  session.checks.changed(notebook->uri);
}

// The file of an open notebook is never read: there is nothing to do.
void notebookDidSave(Session&, JsonView) {}

void notebookDidClose(Session& session, JsonView params) {
  Notebook* notebook = notebookIn(session, params, "didClose");
  if (!notebook) return;
  const std::string uri = notebook->uri, path = session.documents.find(uri)->path;
  std::vector<std::string> cells;
  for (const Cell& cell : notebook->cells) cells.push_back(cell.uri);
  session.documents.close(uri);
  session.checks.closed(uri, path);
  for (const std::string& cell : cells) {
    session.files->tokens().forget(cell);
    clearDiagnostics(session, cell);
  }
}

}  // namespace ts::lsp
