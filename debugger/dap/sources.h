// The sources that the editor gets to see.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json_writer.h"
#include "core/protocol/json_view.h"
#include "core/source/source_file.h"

namespace ts::dap {

// Gives numbers to sources that are not files, such as modules of the prelude, the code of archives
// and cells of notebooks, so that the editor can ask for their text. Cells that the editor has
// named need no number. Thread-safe.
class Sources {
 public:
  // Gives the code cells of a notebook the names by which the editor knows them. Returns a problem;
  // empty on success.
  std::string nameCells(const std::string& notebook, const std::vector<std::string>& names);
  // Writes DAP's Source object. isSubtle: the editor shows the source in grey.
  void write(JsonWriter& out, const SourceFilePtr& file, bool isSubtle);
  // The path of a DAP Source; nothing when it has neither a path nor a known number.
  std::optional<std::string> pathOf(protocol::JsonView source) const;
  // The text of a source that was written; null for a number that was never given.
  SourceFilePtr find(int64_t number) const;

 private:
  mutable std::mutex mutex_;
  std::vector<SourceFilePtr> numbered_;
  std::map<std::string, int64_t> numbers_;        // by path
  std::map<std::string, std::string> cellNames_;  // the editor's names, by path
  std::map<std::string, std::string> cellPaths_;  // the paths, by the editor's names
};

}  // namespace ts::dap
