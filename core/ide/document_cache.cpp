#include "core/ide/document_cache.h"

#include "core/driver/module_search.h"
#include "core/eval/imports/stub_modules.h"

namespace ts::ide {

DocumentPtr DocumentCache::open(const driver::Snapshot& snapshot, const std::string& path) {
  const uint64_t stamp = snapshot.files().stamp(path);
  {
    std::lock_guard lock(mutex_);
    const auto cached = files_.find(path);
    if (cached != files_.end() && cached->second.stamp == stamp) return cached->second.document;
  }
  // Built outside the lock: two threads may open the same file, and the cache keeps one document.
  driver::ParsedFilePtr parsed = snapshot.parse(path);
  DocumentPtr document;
  if (parsed->tree) {
    const driver::ModuleName name = driver::moduleNameOf(snapshot.files(), path);
    auto index = name_index::FileIndex::build(parsed->tree);
    document = std::make_shared<const Document>(
        Document{std::move(parsed), std::move(index), name.dotted, name.top, name.isPackage});
  }
  std::lock_guard lock(mutex_);
  bytes_ += document ? document->file().text().size() : 0;
  if (bytes_ > kMaxBytes) {
    files_.clear();
    bytes_ = 0;
  }
  files_.insert_or_assign(path, Entry{stamp, document});
  return document;
}

DocumentPtr DocumentCache::embedded(std::string_view dottedName) {
  std::lock_guard lock(mutex_);
  const auto cached = embedded_.find(dottedName);
  if (cached != embedded_.end()) return cached->second;
  DocumentPtr document;
  if (const auto source = eval::preludeForChecks(dottedName)) {
    std::string name(dottedName);
    driver::ParsedFilePtr parsed = driver::parseBytes(name, std::string(source->text), {});
    auto index = name_index::FileIndex::build(parsed->tree);
    document = std::make_shared<const Document>(
        Document{std::move(parsed), std::move(index), name, {}, source->isPackage, true});
  }
  embedded_.emplace(dottedName, document);
  return document;
}

DocumentPtr DocumentCache::find(const driver::Snapshot& snapshot, const std::string& top,
                                std::string_view dottedName) {
  // The user's own files hide embedded modules. Embedded modules come before installed files: they
  // are smaller and have TorchScript's signatures.
  if (const auto own = top.empty() ? driver::ModulePlace()
                                   : driver::findModule(snapshot.files(), {top}, dottedName))
    return open(snapshot, own.path);
  if (DocumentPtr document = embedded(dottedName)) return document;
  return installed(snapshot, top, dottedName);
}

DocumentPtr DocumentCache::installed(const driver::Snapshot& snapshot, const std::string& top,
                                     std::string_view dottedName) {
  const auto place = driver::findModule(snapshot.files(), snapshot.searchPaths(top), dottedName);
  return place ? open(snapshot, place.path) : nullptr;
}

}  // namespace ts::ide
