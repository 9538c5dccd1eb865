// Places in documents and cells, as the client names them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lsp/protocol/position.h"
#include "lsp/workspace/editor_state.h"

namespace ts::lsp {

// A range in a document or cell.
struct Location {
  std::string uri;
  Range range;
  std::optional<int64_t> version;
};
Location locationOf(const EditorState& state, const SourceFile& file, Span span,
                    ColumnUnit encoding);

}  // namespace ts::lsp
