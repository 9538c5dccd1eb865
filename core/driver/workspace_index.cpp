#include "core/driver/workspace_index.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "core/base/byte_record.h"
#include "core/base/heap.h"
#include "core/base/thread_state.h"
#include "core/driver/source_cache.h"
#include "core/source/decode.h"

namespace ts::driver {

namespace {

constexpr unsigned kMaxThreads = 8;
constexpr size_t kFilesPerThread = 64;  // fewer are not worth a thread

std::string_view lastName(std::string_view dotted) {
  const size_t dot = dotted.rfind('.');
  return dot == std::string_view::npos ? dotted : dotted.substr(dot + 1);
}

// "/a/b/c" for "/a/b/c.py" and for "/a/b/c/__init__.py".
std::string_view modulePath(std::string_view path) {
  constexpr std::string_view kInit = "/__init__.py";
  if (path.ends_with(kInit)) return path.substr(0, path.size() - kInit.size());
  if (path.ends_with(".py")) return path.substr(0, path.size() - 3);
  return path;
}

// The facts of a file on disk or in an overlay; nothing when it cannot be read, is too large, or
// takes too much memory. Its own check says so; all other files are still indexed.
std::optional<FileFacts> readFacts(const FileSystem& files, const std::string& path) {
  try {
    ReadResult read = files.read(path);
    if (read.decoded) return factsOf(*read.decoded);
    if (!read || read.bytes.size() > DiskFileSystem::kMaxFileBytes) return {};
    return factsOf(SourceFile(path, decodeSource(read.bytes).text));
  } catch (const std::bad_alloc&) {
    heap::makeRoom();
    return {};
  }
}

}  // namespace

void WorkspaceIndex::update(const FileSystem& files, const std::string& path) {
  const uint64_t stamp = files.stamp(path);
  {
    std::shared_lock lock(mutex_);
    const auto entry = entries_.find(path);
    if (entry != entries_.end() && entry->second.stamp == stamp) return;
  }
  std::optional<FileFacts> facts = readFacts(files, path);
  if (!facts) return remove(path);
  std::unique_lock lock(mutex_);
  store(path, stamp, std::move(*facts));
}

void WorkspaceIndex::update(const FileSystem& files, const std::vector<std::string>& paths,
                            const std::function<void(size_t)>& progress,
                            const std::stop_token& stop) {
  std::atomic<size_t> next = 0;
  std::exception_ptr failure;
  std::mutex failing;
  auto work = [&] {
    try {
      for (size_t i = next++; i < paths.size() && !stop.stop_requested(); i = next++) {
        update(files, paths[i]);
        if (progress && i % 256 == 0) progress(i);
      }
    } catch (...) {  // for example without memory
      std::lock_guard lock(failing);
      failure = std::current_exception();
      next = paths.size();
    }
  };
  const size_t useful = std::min<size_t>({paths.size() / kFilesPerThread, kMaxThreads,
                                          std::max(1u, std::thread::hardware_concurrency())});
  std::vector<std::jthread> others;
  for (size_t i = 1; i < useful; ++i) others.emplace_back(inheriting(work));
  work();
  others.clear();
  if (failure) std::rethrow_exception(failure);
}

void WorkspaceIndex::remove(const std::string& path) {
  std::unique_lock lock(mutex_);
  const auto entry = entries_.find(path);
  if (entry == entries_.end()) return;
  drop(entry->first, entry->second);
  entries_.erase(entry);
  ++generation_;
}

void WorkspaceIndex::store(const std::string& path, uint64_t stamp, FileFacts facts) {
  const auto [at, isNew] = entries_.try_emplace(path);
  if (!isNew && at->second.facts == facts) {
    at->second.stamp = stamp;
    return;
  }
  if (!isNew) drop(at->first, at->second);
  at->second = {stamp, std::move(facts)};
  std::set<uint32_t> names;
  for (const std::string& module : at->second.facts.imports)
    names.insert(nameHash(lastName(module)));
  for (const uint32_t name : names) importers_.emplace(name, &at->first);
  for (const std::string& name : at->second.facts.overridden) ++overridden_[name];
  ++generation_;
}

void WorkspaceIndex::drop(const std::string& path, const Entry& entry) {
  for (const std::string& name : entry.facts.overridden)
    if (--overridden_[name] == 0) overridden_.erase(name);
  std::set<uint32_t> names;
  for (const std::string& module : entry.facts.imports) names.insert(nameHash(lastName(module)));
  for (const uint32_t name : names) {
    const auto [begin, end] = importers_.equal_range(name);
    for (auto at = begin; at != end; ++at) {
      if (at->second != &path) continue;
      importers_.erase(at);
      break;
    }
  }
}

std::vector<std::string> WorkspaceIndex::paths() const {
  std::shared_lock lock(mutex_);
  std::vector<std::string> paths;
  paths.reserve(entries_.size());
  for (const auto& [path, entry] : entries_) paths.push_back(path);
  return paths;
}

ContentHash WorkspaceIndex::factsHash() const {
  const std::shared_lock lock(mutex_);
  ByteWriter writer;
  const auto names = [&](const std::vector<std::string>& all) {
    writer.number(all.size());
    for (const std::string& name : all) writer.text(name);
  };
  for (const auto& [path, entry] : entries_) {
    writer.text(path).number(entry.facts.usesJit).number(entry.facts.calls.size());
    for (const uint32_t call : entry.facts.calls) writer.number(call);
    names(entry.facts.imports);
    names(entry.facts.overridden);
  }
  return ContentHash(writer.take());
}

uint64_t WorkspaceIndex::generation() const {
  std::shared_lock lock(mutex_);
  return generation_;
}
bool WorkspaceIndex::usesJit(const std::string& path) const {
  std::shared_lock lock(mutex_);
  const auto entry = entries_.find(path);
  return entry != entries_.end() && entry->second.facts.usesJit;
}

std::vector<std::string> WorkspaceIndex::overriddenClasses() const {
  std::shared_lock lock(mutex_);
  std::vector<std::string> names;
  for (const auto& [name, files] : overridden_) names.push_back(name);
  return names;
}

std::vector<std::string> WorkspaceIndex::filesCalling(std::string_view name) const {
  std::shared_lock lock(mutex_);
  const uint32_t hash = nameHash(name);
  std::vector<std::string> paths;
  for (const auto& [path, entry] : entries_)
    if (std::ranges::binary_search(entry.facts.calls, hash)) paths.push_back(path);
  return paths;
}

bool WorkspaceIndex::imports(const std::string& importer, const Entry& entry,
                             const std::string& path, const LeadsTo& leadsTo) const {
  const std::string_view target = modulePath(path);
  return std::ranges::any_of(entry.facts.imports, [&](const std::string& module) {
    size_t dots = module.find_first_not_of('.');
    if (dots == std::string::npos) dots = module.size();
    std::string suffix(module.substr(dots));
    std::ranges::replace(suffix, '.', '/');
    if (dots == 0) {
      const bool isNamed = target == suffix || (target.ends_with(suffix) &&
                                                target[target.size() - suffix.size() - 1] == '/');
      return isNamed && (!leadsTo || leadsTo(importer, module, path));
    }
    std::string_view folder = parentFolder(importer);
    for (size_t i = 1; i < dots; ++i) folder = parentFolder(folder);
    return target == joinPath(folder, suffix) || (suffix.empty() && target == folder);
  });
}

std::vector<std::string> WorkspaceIndex::directImportersOf(const std::string& path,
                                                           const LeadsTo& leadsTo) const {
  std::vector<std::string> paths;
  const std::string_view target = modulePath(path);
  const size_t slash = target.rfind('/');
  const auto [begin, end] = importers_.equal_range(
      nameHash(target.substr(slash == std::string_view::npos ? 0 : slash + 1)));
  for (auto at = begin; at != end; ++at) {
    const auto entry = entries_.find(*at->second);
    if (imports(entry->first, entry->second, path, leadsTo)) paths.push_back(entry->first);
  }
  std::ranges::sort(paths);
  return paths;
}

std::vector<std::string> WorkspaceIndex::importersLocked(const std::string& path, size_t limit,
                                                         const LeadsTo& leadsTo) const {
  std::vector<std::string> paths{path};
  std::set<std::string> seen{path};
  for (size_t i = 0; i < paths.size() && paths.size() < limit; ++i) {
    for (std::string& importer : directImportersOf(paths[i], leadsTo))
      if (paths.size() < limit && seen.insert(importer).second)
        paths.push_back(std::move(importer));
  }
  return paths;
}

std::vector<std::string> WorkspaceIndex::importersOf(const std::string& path, size_t limit,
                                                     const LeadsTo& leadsTo) const {
  std::shared_lock lock(mutex_);
  return importersLocked(path, limit, leadsTo);
}

std::vector<std::string> WorkspaceIndex::rootsReaching(const std::string& path,
                                                       size_t limit) const {
  constexpr size_t kMaxImporters = 2000;
  std::shared_lock lock(mutex_);
  std::vector<std::string> roots;
  const std::vector<std::string> importers = importersLocked(path, kMaxImporters, {});
  const std::set<std::string> reaching(importers.begin(), importers.end());
  auto usesJitLocked = [&](const std::string& file) {
    const auto entry = entries_.find(file);
    return entry != entries_.end() && entry->second.facts.usesJit;
  };
  for (const std::string& importer : importers)
    if (roots.size() < limit && usesJitLocked(importer)) roots.push_back(importer);
  for (const auto& [file, entry] : entries_) {
    if (roots.size() >= limit) break;
    if (!entry.facts.usesJit || reaching.contains(file)) continue;
    const std::vector<std::string> callers = directImportersOf(file, {});
    if (std::ranges::any_of(callers,
                            [&](const std::string& path) { return reaching.contains(path); }))
      roots.push_back(file);
  }
  return roots;
}

}  // namespace ts::driver
