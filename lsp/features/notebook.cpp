// Notebooks: opens, changes and closes them with their cells.
#include <fmt/format.h>

#include <algorithm>

#include "lsp/features/features.h"

namespace ts::lsp {

namespace {

constexpr int kCode = 2;  // LSP's NotebookCellKind

// Reads a cell, with its text when the message contains it.
Cell readCell(JsonView cell, JsonView texts) {
  Cell result;
  result.uri = cell["document"].string().value_or("");
  for (const JsonView& text : texts.elements()) {
    if (text["uri"].string() != result.uri) continue;
    result.isPython = cell["kind"].integer() == kCode && text["languageId"].string() == "python";
    result.version = text["version"].integer();
    result.text = TextBuffer(text["text"].string().value_or(""));
  }
  return result;
}

std::vector<Cell> readCells(JsonView cells, JsonView texts) {
  std::vector<Cell> parsed;
  for (const JsonView& cell : cells.elements()) parsed.push_back(readCell(cell, texts));
  return parsed;
}

// Inserts, removes and moves cells. A cell that stays keeps its text.
void changeStructure(Session& session, Notebook& notebook, JsonView structure) {
  const JsonView array = structure["array"];
  const auto start = array["start"].integer(), count = array["deleteCount"].integer();
  const auto size = static_cast<int64_t>(notebook.cells.size());
  if (!start || !count || *start < 0 || *count < 0 || *start > size || *count > size - *start) {
    return session.connection.warn(fmt::format(
        "notebookDocument/didChange: ignored for {}, the changed cells don't exist", notebook.uri));
  }
  std::vector<Cell> added = readCells(array["cells"], structure["didOpen"]);
  for (Cell& cell : added) {
    Cell* existing = notebook.find(cell.uri);
    if (existing && existing->isPython && !cell.isPython) cell = *existing;
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
  for (const JsonView& element : data.elements()) {
    Cell* cell = notebook.find(element["document"].string().value_or(""));
    if (cell && element["kind"].integer() != kCode) cell->isPython = false;
  }
}

void changeTexts(Session& session, Notebook& notebook, JsonView contents) {
  for (const JsonView& content : contents.elements()) {
    const std::string uri = content["document"]["uri"].string().value_or("");
    Cell* cell = notebook.find(uri);
    if (!cell || !applyChanges(session, content["changes"], cell->text)) {
      session.connection.warn(
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
    session.connection.warn(
        fmt::format("notebookDocument/{}: ignored, {}", method,
                    uri ? *uri + " is not open" : "it needs notebookDocument.uri"));
  }
  return notebook;
}

}  // namespace

void notebookDidOpen(Session& session, JsonView params) {
  const JsonView document = params["notebookDocument"];
  const auto uri = document["uri"].string();
  if (!uri || session.documents.find(*uri)) {
    return session.connection.warn(
        fmt::format("notebookDocument/didOpen: ignored, {}",
                    uri ? *uri + " is open already" : "it needs notebookDocument.uri"));
  }
  session.documents.openNotebook({*uri, readCells(document["cells"], params["cellTextDocuments"])});
  session.scheduler.changed(*uri);
}

void notebookDidChange(Session& session, JsonView params) {
  Notebook* notebook = notebookIn(session, params, "didChange");
  if (!notebook) return;
  const JsonView cells = params["change"]["cells"];
  if (cells.isNothing()) return;  // only the notebook's metadata has changed
  if (!cells["structure"].isNothing()) changeStructure(session, *notebook, cells["structure"]);
  changeKinds(*notebook, cells["data"]);
  changeTexts(session, *notebook, cells["textContent"]);
  session.documents.notebookChanged(notebook->uri);
  session.scheduler.changed(notebook->uri);
}

// Does nothing: the server never reads the file of an open notebook.
void notebookDidSave(Session&, JsonView) {}

void notebookDidClose(Session& session, JsonView params) {
  Notebook* notebook = notebookIn(session, params, "didClose");
  if (!notebook) return;
  const std::string uri = notebook->uri, path = session.documents.find(uri)->path;
  std::vector<std::string> cells;
  for (const Cell& cell : notebook->cells) cells.push_back(cell.uri);
  session.documents.close(uri);
  session.scheduler.closed(uri, path);
  for (const std::string& cell : cells) {
    session.files->tokens().drop(cell);
    clearDiagnostics(session, cell);
  }
}

}  // namespace ts::lsp
