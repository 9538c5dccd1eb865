#include "core/driver/rechecks.h"

#include "core/driver/recheck.h"

namespace ts::driver {

struct Rechecks::State {
  std::mutex mutex;
  std::shared_ptr<const CheckedFile> last;  // null: none yet
};

Rechecks::Rechecks() = default;
Rechecks::~Rechecks() = default;

namespace {

SourceFilePtr openText(const Snapshot& snapshot, const std::string& path) {
  return snapshot.files().read(path).decoded;
}

Rechecked checkOnce(const Snapshot& snapshot, const std::string& path) {
  const auto whole = std::make_shared<const FileResult>(snapshot.check(path, Detail::Facts));
  Rechecked result{*whole};
  result.whole = [whole] { return *whole; };
  if (!result.file) return result;
  for (const syntax::Comment& comment : result.tree->comments)
    result.comments.push_back(comment.span);
  for (const ParsedFilePtr& import : result.imports)
    result.dependsOn.push_back(import->file->path());
  return result;
}

}  // namespace

Rechecked Rechecks::check(const Snapshot& snapshot, const std::string& path) {
  const SourceFilePtr text = openText(snapshot, path);
  if (!text) return checkOnce(snapshot, path);
  std::shared_ptr<State> state;
  {
    std::lock_guard lock(mutex_);
    std::shared_ptr<State>& known = states_[path];
    if (!known) known = std::make_shared<State>();
    state = known;
  }
  std::lock_guard lock(state->mutex);
  return recheck(snapshot, path, text, state->last);
}

void Rechecks::forgetClosed(const Snapshot& snapshot) {
  std::lock_guard lock(mutex_);
  std::erase_if(states_, [&](const auto& entry) { return !openText(snapshot, entry.first); });
}

}  // namespace ts::driver
