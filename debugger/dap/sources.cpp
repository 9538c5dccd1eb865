#include "debugger/dap/sources.h"

#include "core/source/library_path.h"

namespace ts::dap {

void Sources::write(JsonWriter& out, const SourceFilePtr& file, bool isSubtle) {
  const std::string& path = file->path();
  out.beginObject();
  // Code of an archive has the path of its record, which is relative.
  if (!path.starts_with('/')) {
    std::lock_guard lock(mutex_);
    const auto [found, isNew] =
        numbers_.try_emplace(path, static_cast<int64_t>(numbered_.size()) + 1);
    if (isNew) numbered_.push_back(file);
    out.member("name", isEmbedded(path) ? path.substr(1, path.size() - 2) : path);
    out.member("path", path);
    out.member("sourceReference", found->second);
  } else {
    out.member("name", path.substr(path.rfind('/') + 1)).member("path", path);
  }
  if (isSubtle) out.member("presentationHint", "deemphasize");
  out.endObject();
}

std::optional<std::string> Sources::pathOf(protocol::JsonView source) const {
  if (const int64_t number = source["sourceReference"].integer().value_or(0); number > 0) {
    const SourceFilePtr file = find(number);
    return file ? std::optional(file->path()) : std::nullopt;
  }
  return source["path"].string();
}

SourceFilePtr Sources::find(int64_t number) const {
  std::lock_guard lock(mutex_);
  if (number < 1 || number > static_cast<int64_t>(numbered_.size())) return nullptr;
  return numbered_[static_cast<size_t>(number) - 1];
}

}  // namespace ts::dap
