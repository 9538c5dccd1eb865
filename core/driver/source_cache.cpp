#include "core/driver/source_cache.h"

#include "core/base/heap.h"
#include "core/source/decode.h"
#include "core/syntax/parser.h"

namespace ts::driver {

namespace {

ParsedFilePtr tooLarge(std::string path, size_t limit) {
  auto parsed = std::make_shared<ParsedFile>();
  parsed->file = std::make_shared<SourceFile>(std::move(path), std::string());
  diag::Sink sink;
  sink.report(diag::Rule::FileTooLarge, {parsed->file.get(), {}},
              "the file has more bytes than the limit of " + std::to_string(limit));
  parsed->tree = syntax::parse(parsed->file, sink);
  parsed->problems = sink.take();
  return parsed;
}

ParsedFilePtr parseText(SourceFilePtr file, diag::Sink& sink, const ParseLimits& limits,
                        bool skipFunctions) {
  auto parsed = std::make_shared<ParsedFile>();
  parsed->file = std::move(file);
  parsed->skipsFunctions = skipFunctions;
  parsed->tree = syntax::parse(parsed->file, sink,
                               {.maxDepth = limits.maxDepth, .skipFunctions = skipFunctions});
  parsed->problems = sink.take();
  return parsed;
}

}  // namespace

ParsedFilePtr parseBytes(std::string path, std::string bytes, const ParseLimits& limits,
                         bool skipFunctions) {
  if (bytes.size() > limits.maxFileBytes) return tooLarge(std::move(path), limits.maxFileBytes);
  DecodedText decoded = decodeSource(bytes);
  auto file = std::make_shared<SourceFile>(std::move(path), std::move(decoded.text));
  diag::Sink sink;
  if (decoded.error) {
    sink.report(diag::Rule::BadEncoding, {file.get(), decoded.error->span}, decoded.error->message);
  }
  return parseText(std::move(file), sink, limits, skipFunctions);
}

ParsedFilePtr parseFile(const FileSystem& files, const std::string& path, const ParseLimits& limits,
                        bool skipFunctions) {
  ReadResult read = files.read(path);
  if (read.decoded) {
    if (read.decoded->text().size() > limits.maxFileBytes)
      return tooLarge(path, limits.maxFileBytes);
    diag::Sink sink;
    return parseText(std::move(read.decoded), sink, limits, skipFunctions);
  }
  if (read) return parseBytes(path, std::move(read.bytes), limits, skipFunctions);
  if (read.tooLarge) return tooLarge(path, limits.maxFileBytes);
  auto parsed = std::make_shared<ParsedFile>();
  parsed->error = std::move(read.error);
  return parsed;
}

ParsedFilePtr SourceCache::find(const std::string& path, uint64_t stamp, bool skipFunctions) {
  std::lock_guard lock(mutex_);
  auto entry = entries_.find(path);
  if (entry == entries_.end() || entry->second.stamp != stamp) return nullptr;
  const ParsedFilePtr& parsed = entry->second.parsed;
  return parsed->skipsFunctions && !skipFunctions ? nullptr : parsed;
}

void SourceCache::clear() {
  std::lock_guard lock(mutex_);
  clearLocked();
}

void SourceCache::clearLocked() {
  entries_.clear();
  bytes_ = 0;
  heap::share();  // other threads have allocated most of it
}

ParsedFilePtr SourceCache::getOnce(const FileSystem& files, const std::string& path) {
  if (ParsedFilePtr cached = find(path, files.stamp(path))) return cached;
  return parseFile(files, path, limits_);
}

ParsedFilePtr SourceCache::get(const FileSystem& files, const std::string& path) {
  return get(files, path, false);
}

ParsedFilePtr SourceCache::getImported(const FileSystem& files, const std::string& path) {
  return get(files, path, true);
}

ParsedFilePtr SourceCache::get(const FileSystem& files, const std::string& path,
                               bool skipFunctions) {
  const uint64_t stamp = files.stamp(path);
  if (ParsedFilePtr cached = find(path, stamp, skipFunctions)) return cached;
  // Parsed outside the lock: two threads may parse the same file, and the cache keeps one tree.
  ParsedFilePtr parsed = parseFile(files, path, limits_, skipFunctions);
  if (!parsed->file) return parsed;
  std::lock_guard lock(mutex_);
  const size_t bytes = parsed->file->text().size() + parsed->tree->arena.reserved();
  if (bytes_ + bytes > kMaxBytes) clearLocked();
  bytes_ += bytes;
  entries_.insert_or_assign(path, Entry{stamp, parsed});
  return parsed;
}

}  // namespace ts::driver
