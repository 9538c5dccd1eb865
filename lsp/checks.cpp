#include "lsp/checks.h"

#include <algorithm>
#include <chrono>
#include <exception>

namespace ts::lsp {

namespace {

// An exception is a mistake of ours; it costs one check, not the editor's server.
void analyse(const Analysis& analysis, const CancelToken& cancel, Checked& checked) {
  const auto begin = std::chrono::steady_clock::now();
  try {
    checked.findings = analysis(*checked.snapshot, checked.file, cancel);
  } catch (const std::exception& error) {
    checked.problem = error.what();
  } catch (...) {
    checked.problem = "an unknown exception";
  }
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  checked.milliseconds = taken.count();
}

}  // namespace

Checks::Checks(Executor& executor, const Documents& documents, Analysis analysis,
               std::function<void(const CheckedPtr&)> finished)
    : executor_(executor),
      documents_(documents),
      analysis_(std::move(analysis)),
      finished_(std::move(finished)),
      self_(std::make_shared<Checks*>(this)) {}

Checks::~Checks() {
  for (auto& [uri, state] : states_) {
    if (state.cancel) *state.cancel = true;
  }
  *self_ = nullptr;
}

void Checks::changed(const std::string& uri) {
  checkAgain(uri);
  checkDependents(documents_.all().at(uri).path);
}

void Checks::checkDependents(const std::string& path) {
  for (const auto& [uri, state] : states_) {
    const auto& paths = state.dependsOn;
    // Modules that import each other depend on themselves.
    const bool itself = documents_.all().at(uri).path == path;
    if (!itself && std::find(paths.begin(), paths.end(), path) != paths.end()) checkAgain(uri);
  }
}

void Checks::checkAgain(const std::string& uri) {
  State& state = states_[uri];
  state.wanted = ++changes_;
  state.current.reset();
  if (state.running) {
    *state.cancel = true;
  } else {
    start(uri, state);
  }
}

void Checks::changedAll() {
  for (const auto& [uri, document] : documents_.all()) checkAgain(uri);
}

void Checks::closed(const std::string& uri, const std::string& path) {
  auto found = states_.find(uri);
  if (found == states_.end()) return;
  State gone = std::move(found->second);
  states_.erase(found);
  if (gone.cancel) *gone.cancel = true;
  for (auto& callback : gone.waiting) callback(nullptr);
  checkDependents(path);
}

void Checks::whenCurrent(const std::string& uri, std::function<void(const CheckedPtr&)> callback) {
  auto found = states_.find(uri);
  if (found == states_.end()) return callback(nullptr);
  if (found->second.current) return callback(found->second.current);
  found->second.waiting.push_back(std::move(callback));
}

CheckedPtr Checks::latest(const std::string& uri) const {
  const auto found = states_.find(uri);
  return found == states_.end() ? nullptr : found->second.latest;
}

size_t Checks::underWay() const {
  return static_cast<size_t>(std::count_if(
      states_.begin(), states_.end(), [](const auto& entry) { return !entry.second.current; }));
}

std::shared_ptr<const Snapshot> Checks::snapshot() const {
  auto made = std::make_shared<Snapshot>();
  made->settings = settings;
  made->folders = folders;
  for (const auto& [uri, document] : documents_.all()) {
    made->open[document.path] = document.snapshot();
    made->uris[document.path] = uri;
    if (document.cells) made->notebooks[document.path] = document.cells;
    if (document.isIr) made->ir.insert(document.path);
    if (document.version) made->versions[document.path] = *document.version;
  }
  return made;
}

void Checks::start(const std::string& uri, State& state) {
  const auto& document = documents_.all().at(uri);
  auto checked = std::make_shared<Checked>();
  checked->uri = uri;
  checked->version = document.version;
  checked->file = document.snapshot();
  checked->snapshot = snapshot();
  checked->again = state.latest && state.latest->file == checked->file;
  state.running = state.wanted;
  state.cancel = std::make_shared<std::atomic<bool>>(false);
  // The analysis is copied: this object may be gone when the worker gets to it.
  executor_.run(
      [checked, analysis = analysis_, cancel = CancelToken(state.cancel)] {
        if (!*cancel) analyse(analysis, cancel, *checked);
      },
      [checked, change = state.running, self = self_] {
        if (*self) (*self)->finish(change, checked);
      });
}

void Checks::finish(uint64_t change, const CheckedPtr& checked) {
  auto found = states_.find(checked->uri);
  // Closed, or closed and opened again: then another check is the one that counts.
  if (found == states_.end() || found->second.running != change) return;
  State& state = found->second;
  state.running = 0;
  if (state.wanted != change) return start(checked->uri, state);
  state.current = checked;
  state.dependsOn = checked->findings.dependsOn;
  auto waiting = std::exchange(state.waiting, {});
  finished_(checked);
  state.latest = checked;
  for (auto& callback : waiting) callback(checked);
}

}  // namespace ts::lsp
