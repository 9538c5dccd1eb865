#include "core/source/run_files.h"

namespace ts {

namespace {

ContentHash hashOf(const ReadResult& read) {
  if (!read) return ContentHash("error " + read.error);
  return ContentHash(read.decoded ? read.decoded->text() : std::string_view(read.bytes));
}

ContentHash hashOf(const FolderListing& listing) {
  std::string text = listing.error + '\0';
  for (const FolderEntry& entry : listing.entries) {
    text += entry.name;
    text += '\0';
    text += static_cast<char>(entry.kind);
    text += entry.isLink ? 'l' : ' ';
  }
  return ContentHash(text);
}

}  // namespace

template <typename T>
std::optional<T> RunFiles::known(const std::string& path, std::optional<T> Known::*part) const {
  const std::shared_lock lock(mutex_);
  const auto entry = known_.find(path);
  return entry == known_.end() ? std::nullopt : entry->second.*part;
}

template <typename T>
T RunFiles::remember(const std::string& path, std::optional<T> Known::*part, const T& value) const {
  const std::unique_lock lock(mutex_);
  std::optional<T>& place = known_[path].*part;
  if (!place) place = value;
  return *place;
}

ReadResult RunFiles::read(const std::string& path) const {
  ReadResult result = below_->read(path);
  const ContentHash hash = hashOf(result);
  if (remember(path, &Known::content, hash) != hash) hasChanged_ = true;
  return result;
}

FileKind RunFiles::kind(const std::string& path) const {
  if (const auto kind = known(path, &Known::kind)) return *kind;
  return remember(path, &Known::kind, below_->kind(path));
}

FolderListing RunFiles::list(const std::string& path) const {
  FolderListing listing = below_->list(path);
  const ContentHash hash = hashOf(listing);
  if (remember(path, &Known::listing, hash) != hash) hasChanged_ = true;
  return listing;
}

uint64_t RunFiles::stamp(const std::string& path) const {
  if (const auto stamp = known(path, &Known::stamp)) return *stamp;
  return remember(path, &Known::stamp, below_->stamp(path));
}

ContentHash RunFiles::contentHash(const std::string& path) const {
  if (const auto hash = known(path, &Known::content)) return *hash;
  return remember(path, &Known::content, hashOf(below_->read(path)));
}

ContentHash RunFiles::listingHash(const std::string& path) const {
  if (const auto hash = known(path, &Known::listing)) return *hash;
  return remember(path, &Known::listing, hashOf(below_->list(path)));
}

ReadResult RecordedFiles::read(const std::string& path) const {
  ReadResult result = below_->read(path);
  const ContentHash hash = below_->contentHash(path);
  const std::lock_guard lock(mutex_);
  contents_.emplace(path, hash);
  return result;
}

FileKind RecordedFiles::kind(const std::string& path) const {
  const FileKind kind = below_->kind(path);
  const std::lock_guard lock(mutex_);
  kinds_.emplace(path, kind);
  return kind;
}

FolderListing RecordedFiles::list(const std::string& path) const {
  FolderListing listing = below_->list(path);
  const ContentHash hash = below_->listingHash(path);
  const std::lock_guard lock(mutex_);
  listings_.emplace(path, hash);
  return listing;
}

uint64_t RecordedFiles::stamp(const std::string& path) const {
  const ContentHash hash = below_->contentHash(path);
  {
    const std::lock_guard lock(mutex_);
    contents_.emplace(path, hash);
  }
  return below_->stamp(path);
}

FileUses RecordedFiles::uses() const {
  const std::lock_guard lock(mutex_);
  return {contents_, listings_, kinds_};
}

}  // namespace ts
