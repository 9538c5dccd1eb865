#include "core/driver/result_cache.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "core/driver/result_record.h"
#include "core/driver/workspace_index.h"

namespace ts::driver {

namespace {

std::string textOf(const Options& options) {
  ByteWriter writer;
  writer.number(static_cast<uint64_t>(options.roots));
  writer.number(static_cast<uint64_t>(options.limits.maxDepth));
  writer.number(options.limits.maxFileBytes);
  writer.number(options.importPaths.size());
  for (const std::string& path : options.importPaths) writer.text(path);
  const auto severity = [&](const std::optional<diag::Severity>& chosen) {
    writer.number(chosen ? static_cast<uint64_t>(*chosen) + 1 : 0);
  };
  for (const auto& [rule, chosen] : options.severity) {
    writer.number(static_cast<uint64_t>(rule));
    severity(chosen);
  }
  severity(options.candidates);
  return writer.take();
}

std::string workingFolder() {
  std::error_code failed;
  return std::filesystem::current_path(failed).string();
}

}  // namespace

ResultCache::ResultCache(std::string folder, const std::string& program,
                         std::shared_ptr<const RunFiles> files, const WorkspaceIndex* index)
    : entries_(std::move(folder), {".result", "JSRES01\n", kLimit}),
      program_(program + '\0' + workingFolder()),
      files_(std::move(files)),
      facts_(index ? index->factsHash() : ContentHash()) {}

FileResult ResultCache::check(const Snapshot& snapshot, const std::string& path) {
  return find(snapshot, path, "file", {},
              [&](const Snapshot& recorded) { return recorded.check(path); });
}

FileResult ResultCache::checkCandidates(const Snapshot& snapshot, const std::string& path,
                                        const std::vector<compiler::ReachedClass>& reached) {
  ByteWriter own;
  for (auto one = std::ranges::lower_bound(reached, compiler::ReachedClass{path, {}});
       one != reached.end() && one->path == path; ++one)
    own.number(one->at.begin).number(one->at.end);
  return find(snapshot, path, "candidates", ContentHash(own.take()),
              [&](const Snapshot& recorded) { return recorded.checkCandidates(path, reached); });
}

FileResult ResultCache::find(const Snapshot& snapshot, const std::string& path,
                             std::string_view kind, const ContentHash& more,
                             const std::function<FileResult(const Snapshot&)>& check) {
  const ContentHash options(textOf(snapshot.options()));
  const std::string key = fmt::format("{}\n{}\n{}\n{:016x}{:016x}", program_, kind, path,
                                      options.first, options.second);
  const auto writeState = [&](ByteWriter& writer) {
    for (const ContentHash& hash : {facts_, more}) writer.number(hash.first).number(hash.second);
  };
  if (const std::optional<std::string> bytes = entries_.find(key)) {
    ByteWriter state;
    writeState(state);
    ByteReader reader(*bytes);
    if (reader.text() == state.take() && usesStillHold(reader, *files_)) {
      if (std::optional<FileResult> result = readResult(reader, *files_)) {
        result->path = path;
        return std::move(*result);
      }
    }
  }
  const auto recorded = std::make_shared<const RecordedFiles>(files_);
  FileResult result = check(snapshot.with(recorded));
  if (!result.error.empty() || result.isShortOfMemory || result.isCancelled || files_->hasChanged())
    return result;
  const FileUses uses = recorded->uses();
  ByteWriter state, entry;
  writeState(state);
  entry.text(state.take());
  writeUses(entry, uses);
  writeResult(entry, result, uses);
  entries_.add(key, entry.take());
  return result;
}

std::string buildOfProgram() {
  struct stat info;
  if (::stat("/proc/self/exe", &info) != 0) return {};
  return fmt::format("{}-{}-{}.{}-{}.{}", info.st_ino, info.st_size, info.st_mtim.tv_sec,
                     info.st_mtim.tv_nsec, info.st_ctim.tv_sec, info.st_ctim.tv_nsec);
}

}  // namespace ts::driver
