#include "viz/unsaved.h"

#include "core/protocol/json_view.h"

namespace ts::viz {

Unsaved readUnsaved(const FileSystem& disk, const std::string& path) {
  Unsaved out;
  if (path.empty()) return out;
  const ReadResult read = disk.read(path);
  if (!read) return {{}, path + ": " + read.error};
  const auto json = protocol::JsonDocument::parse(read.bytes);
  if (!json || !json->root().isObject())
    return {{}, path + " must contain a JSON object of texts by absolute path"};
  for (const std::string& name : json->root().keys()) {
    const auto text = json->root()[name].string();
    if (!text || !name.starts_with('/'))
      return {{}, path + ": \"" + name + "\" must be an absolute path with a text"};
    out.documents.set(name, std::make_shared<const SourceFile>(name, *text));
  }
  return out;
}

}  // namespace ts::viz
