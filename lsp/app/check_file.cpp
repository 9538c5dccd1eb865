#include "lsp/app/check_file.h"

#include "core/syntax/parser.h"

namespace ts::lsp {

Findings checkFile(const Snapshot&, const SourceFilePtr& file, const CancelToken&) {
  diag::Sink sink;
  auto tree = syntax::parse(file, sink);
  return {sink.take(), {file, tree}};
}

}  // namespace ts::lsp
