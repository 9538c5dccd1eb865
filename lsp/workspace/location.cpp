#include "lsp/workspace/location.h"

#include "lsp/workspace/uri.h"

namespace ts::lsp {

Location locationOf(const EditorState& state, const SourceFile& file, Span span,
                    ColumnUnit encoding) {
  const std::string& path = file.path();
  Location location{{}, PositionCursor(file, encoding).range(span), {}};
  if (const CellMap* notebook = state.cellsOf(path)) {
    const CellPlace* cell = notebook->at(location.range.start.line);
    return {cell ? cell->uri : notebook->notebook, notebook->inCell(location.range),
            cell ? cell->version : std::nullopt};
  }
  const OpenDocument* open = state.find(path);
  location.uri = open ? open->uri : uriOfPath(path);
  if (open) location.version = open->version;
  return location;
}

}  // namespace ts::lsp
