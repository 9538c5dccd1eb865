#include "core/driver/incremental_checker.h"

#include <algorithm>
#include <future>
#include <optional>
#include <span>
#include <thread>
#include <unordered_map>

#include "core/base/heap.h"
#include "core/base/thread_state.h"
#include "core/compiler/roots/check_file.h"
#include "core/diag/check_comments.h"
#include "core/driver/chunk_compiler.h"
#include "core/driver/chunk_edit.h"
#include "core/driver/postprocess_diagnostics.h"
#include "core/driver/syntax_damage.h"
#include "core/fixes/fixes.h"
#include "core/syntax/partial_parse.h"

namespace ts::driver {

namespace {

// A revision with more names than this starts a new NameIds, which drops the names that are gone.
constexpr size_t kMaxNames = 200'000;

// Fewer groups than this are not worth another thread.
constexpr size_t kGroupsPerThread = 64;
constexpr unsigned kMaxThreads = 4;

// A revision whose healthy chunks were compiled, and the results. Immutable once complete.
struct CheckedRevision {
  Roots roots = Roots::Explicit;
  ModuleName name;
  std::vector<std::string> searchPaths;
  std::vector<std::string> overridden;  // see Snapshot::overriddenClasses()
  // Shared with the next revision, which adds names while it is checked.
  std::shared_ptr<NameIds> names;
  std::vector<Span> comments;
  std::vector<diag::Diagnostic> problems;  // of syntax
  std::vector<Span> damaged;               // the parts with syntax errors: see syntax_damage.h
  std::shared_ptr<const FileRevision> revision;
  std::shared_ptr<const ChunkGroups> groups;
  std::vector<std::shared_ptr<const CachedDiagnostics>> cached;  // by group
  // The result of running the file's module level; null when the file was not run.
  std::shared_ptr<const CachedDiagnostics> run;
  std::vector<bool> bodyRead;           // see ModuleRun
  std::vector<ModuleRequest> requests;  // sorted by name and folder
  // Diagnostics cannot be attributed to groups, so that every check compiles all groups.
  bool hasForeignRanges = false;
};

// One check of one revision. Reuses the results of the last checked revision where they are valid.
class IncrementalCheck {
 public:
  // last: the last checked revision; null when there is none.
  IncrementalCheck(const Snapshot& snapshot, const std::string& path, SourceFilePtr file,
                   std::shared_ptr<const CheckedRevision> last, std::stop_token stop)
      : snapshot_(snapshot),
        path_(path),
        file_(std::move(file)),
        last_(std::move(last)),
        stop_(std::move(stop)),
        roots_(snapshot.options().roots) {}

  IncrementalResult run() {
    next_ = std::make_shared<CheckedRevision>();
    next_->roots = roots_;
    next_->name = moduleNameOf(snapshot_.files(), path_);
    next_->searchPaths = snapshot_.searchPaths(next_->name.top);
    next_->overridden = snapshot_.overriddenClasses();
    if (last_ && !isLastValid()) last_.reset();
    if (stop_.stop_requested()) return cancelled();
    if (!readEdit() && !readAll()) return resultWithSyntaxErrors();
    if (stop_.stop_requested()) return cancelled();
    if (last_) next_->requests = last_->requests;
    compiler_.emplace(snapshot_, path_, next_->name, next_->revision, tree_, stop_);
    std::future<ModuleRun> run;
    if (mustRun()) {
      // A thread of its own pays off only when there is much to compile beside the run.
      const bool isLarge = !edit_ && next_->revision->chunks.size() > kGroupsPerThread;
      const auto policy = isLarge ? std::launch::async : std::launch::deferred;
      run = std::async(policy, inheriting([this] { return compiler_->run(); }));
    }
    checkGroups();
    if (stop_.stop_requested()) return cancelled();
    if (run.valid()) {
      ModuleRun moduleRun = run.get();
      // A stop that was requested while the groups compiled would have been seen above.
      if (stop_.stop_requested()) return cancelled();
      next_->run = std::move(moduleRun.diagnostics);
      next_->bodyRead = std::move(moduleRun.bodyRead);
      addRequests(moduleRun.requests);
      ran_ = true;
    }
    complete_ = std::move(next_);
    return assemble();
  }

  // The revision that run() has checked; null when the check was cancelled or syntax errors left
  // nothing to check.
  const std::shared_ptr<const CheckedRevision>& complete() const { return complete_; }

  static IncrementalResult cancelled() {
    IncrementalResult result;
    result.isCancelled = true;
    return result;
  }

 private:
  // Returns whether everything but the text is the same: options, search paths, imported files.
  bool isLastValid() const {
    if (last_->roots != roots_ || last_->name.dotted != next_->name.dotted ||
        last_->searchPaths != next_->searchPaths || last_->overridden != next_->overridden ||
        last_->names->size() > kMaxNames)
      return false;
    return std::ranges::all_of(last_->requests, [&](const ModuleRequest& request) {
      const ModulePlace place =
          request.folder.empty() ? findModule(snapshot_.files(), next_->searchPaths, request.name)
                                 : findModule(snapshot_.files(), {request.folder}, request.name);
      return place.path == request.path &&
             (!place || snapshot_.files().stamp(place.path) == request.stamp);
    });
  }

  // ---- from text to chunks

  // Parses only the chunks that the edit touches. Returns false when that is not possible.
  bool readEdit() {
    if (!last_ || !last_->damaged.empty()) return false;
    const FileRevision& before = *last_->revision;
    edit_ = editBetween(before, file_->text());
    if (!edit_) return false;
    diag::Sink sink;
    const syntax::ModulePtr tree = syntax::parseParts(
        file_, {&edit_->replacement, 1}, sink, {.maxDepth = snapshot_.options().limits.maxDepth});
    std::vector<diag::Diagnostic> problems = sink.take();
    if (hasErrors(problems)) {
      edit_.reset();
      return false;
    }
    next_->names = last_->names;
    std::vector<uint32_t> begins;
    std::vector<ChunkPtr> chunks =
        splitIntoChunks(*tree, edit_->replacement, *next_->names, begins);
    editedChunks_ = chunks.size();
    // A chunk whose text is unchanged stays the same object: the edit may be between two chunks, or
    // may have been undone.
    if (editedChunks_ == edit_->last - edit_->first) {
      for (size_t i = 0; i < editedChunks_; ++i) {
        const size_t old = edit_->first + i;
        if (textOf(before, old) == file_->text().substr(begins[i], chunks[i]->size))
          chunks[i] = before.chunks[old];
      }
    }
    const auto first = static_cast<ptrdiff_t>(edit_->first),
               last = static_cast<ptrdiff_t>(edit_->last);
    chunks.insert(chunks.begin(), before.chunks.begin(), before.chunks.begin() + first);
    chunks.insert(chunks.end(), before.chunks.begin() + last, before.chunks.end());
    begins.insert(begins.begin(), before.begins.begin(), before.begins.begin() + first);
    for (size_t i = edit_->last; i < before.begins.size(); ++i)
      begins.push_back(static_cast<uint32_t>(before.begins[i] + edit_->shift));
    auto spanOf = [](Span comment) { return comment; };
    forEachBeforeEdit(last_->comments, spanOf,
                      [&](Span comment) { next_->comments.push_back(comment); });
    for (const syntax::Comment& comment : tree->comments) next_->comments.push_back(comment.span);
    forEachAfterEdit(last_->comments, spanOf,
                     [&](Span comment) { next_->comments.push_back(shifted(comment)); });
    mergeWarnings(std::move(problems));
    next_->revision = std::make_shared<const FileRevision>(
        FileRevision{file_, std::move(chunks), std::move(begins)});
    return true;
  }

  static std::string_view textOf(const FileRevision& revision, size_t chunk) {
    return revision.file->text().substr(revision.begins[chunk], revision.chunks[chunk]->size);
  }

  // Parses the whole text. Returns false when syntax errors leave nothing to check.
  bool readAll() {
    const ParsedFilePtr parsed = parseFile(snapshot_.files(), path_, snapshot_.options().limits);
    tree_ = recovered_ = parsed->tree;
    next_->problems = parsed->problems;
    for (const syntax::Comment& comment : tree_->comments) next_->comments.push_back(comment.span);
    if (hasErrors(parsed->problems)) {
      std::optional<HealthyTree> healthy = withoutDamage(parsed->tree, parsed->problems);
      if (!healthy) return false;
      tree_ = std::move(healthy->tree);
      next_->damaged = std::move(healthy->damaged);
    }
    next_->names = last_ ? last_->names : std::make_shared<NameIds>();
    std::vector<uint32_t> begins;
    std::vector<ChunkPtr> chunks =
        splitIntoChunks(*tree_, {0, static_cast<uint32_t>(file_->text().size())}, *next_->names,
                        begins, next_->damaged);
    if (last_) shareChunks(chunks, begins);
    next_->revision = std::make_shared<const FileRevision>(
        FileRevision{file_, std::move(chunks), std::move(begins)});
    return true;
  }

  // Replaces chunks by equal ones of the last revision, whose results are then valid. Chunks match
  // from the start and from the end of the file; those between match by their order.
  void shareChunks(std::vector<ChunkPtr>& chunks, const std::vector<uint32_t>& begins) const {
    const FileRevision& before = *last_->revision;
    auto share = [&](size_t newIndex, size_t old) {
      ChunkPtr& chunk = chunks[newIndex];
      if (chunk->isDamaged || before.chunks[old]->isDamaged ||
          file_->text().substr(begins[newIndex], chunk->size) != textOf(before, old))
        return false;
      chunk = before.chunks[old];
      return true;
    };
    const size_t most = std::min(chunks.size(), before.chunks.size());
    size_t first = 0, last = 0;
    while (first < most && share(first, first)) ++first;
    while (last < most - first && share(chunks.size() - 1 - last, before.chunks.size() - 1 - last))
      ++last;
    if (chunks.size() != before.chunks.size()) return;
    for (size_t i = first; i + last < chunks.size(); ++i) share(i, i);
  }

  IncrementalResult resultWithSyntaxErrors() {
    IncrementalResult result;
    result.path = path_;
    result.file = file_;
    result.tree = recovered_;
    result.comments = next_->comments;
    postprocessDiagnostics(result, std::move(next_->problems),
                           {next_->comments, false, roots_, {}, {}, &snapshot_.options().severity});
    result.whole = [base = FileResult(result)] {
      FileResult result = base;
      fixes::addFixes(*result.tree, result.types, result.diagnostics);
      return result;
    };
    return result;
  }

  Span shifted(Span span) const {
    return {static_cast<uint32_t>(span.begin + edit_->shift),
            static_cast<uint32_t>(span.end + edit_->shift)};
  }

  template <typename T, typename SpanOf, typename F>
  void forEachBeforeEdit(const std::vector<T>& all, SpanOf spanOf, F&& visit) const {
    for (const T& element : all) {
      if (spanOf(element).begin < edit_->replacement.begin) visit(element);
    }
  }
  template <typename T, typename SpanOf, typename F>
  void forEachAfterEdit(const std::vector<T>& all, SpanOf spanOf, F&& visit) const {
    if (edit_->last >= last_->revision->chunks.size()) return;
    const auto oldEnd = static_cast<uint32_t>(edit_->replacement.end - edit_->shift);
    for (const T& element : all) {
      if (spanOf(element).begin >= oldEnd) visit(element);
    }
  }

  // Sets the revision's problems: those of the last revision outside the edit, and the edit's own.
  void mergeWarnings(std::vector<diag::Diagnostic> ofEdit) {
    const SourceFile* before = last_->revision->file.get();
    auto spanOf = [](const diag::Diagnostic& warning) { return warning.range.span; };
    auto keep = [&](diag::Diagnostic warning, bool isAfterEdit) {
      auto move = [&](SourceRange& range) {
        if (range.file == before)
          range = {file_.get(), isAfterEdit ? shifted(range.span) : range.span};
      };
      move(warning.range);
      for (diag::Label& label : warning.labels) move(label.range);
      for (diag::Note& note : warning.notes) move(note.range);
      for (diag::Fix& fix : warning.fixes) {
        for (diag::Edit& edit : fix.edits) move(edit.range);
      }
      next_->problems.push_back(std::move(warning));
    };
    forEachBeforeEdit(last_->problems, spanOf,
                      [&](const diag::Diagnostic& warning) { keep(warning, false); });
    std::ranges::move(ofEdit, std::back_inserter(next_->problems));
    forEachAfterEdit(last_->problems, spanOf,
                     [&](const diag::Diagnostic& warning) { keep(warning, true); });
  }

  // ---- compiling the groups

  void checkGroups() {
    if (last_) next_->hasForeignRanges = last_->hasForeignRanges;
    if (!reuseGroups()) regroup();
    const std::vector<ChunkGroup>& groups = next_->groups->all;
    for (size_t i = 0; i < groups.size(); ++i) {
      if (next_->hasForeignRanges) next_->cached[i] = nullptr;
      if (!next_->cached[i]) pending_.push_back(i);
    }
    if (!pending_.empty()) compileGroups(groups);
  }

  // Reuses the last revision's groups, and the diagnostics of the groups that the edit does not
  // touch. Returns false when the edit may change the groups.
  bool reuseGroups() {
    if (!edit_ || edit_->last - edit_->first != editedChunks_) return false;
    std::vector<uint32_t> changed;
    for (size_t i = edit_->first; i < edit_->last; ++i) {
      const ChunkPtr &before = last_->revision->chunks[i], &after = next_->revision->chunks[i];
      if (before == after) continue;
      if (!last_->groups->areValidAfter(*before, *after)) return false;
      changed.push_back(static_cast<uint32_t>(i));
    }
    next_->groups = last_->groups;
    next_->cached = last_->cached;
    for (size_t i = 0; i < next_->cached.size(); ++i) {
      const std::vector<uint32_t>& chunks = next_->groups->all[i].chunks;
      if (std::ranges::any_of(
              changed, [&](uint32_t chunk) { return std::ranges::binary_search(chunks, chunk); }))
        next_->cached[i] = nullptr;
    }
    return true;
  }

  // Forms new groups. A group with the same chunks as a group of the last revision keeps its
  // diagnostics.
  void regroup() {
    const FileRevision& revision = *next_->revision;
    next_->groups =
        std::make_shared<const ChunkGroups>(groupChunks(revision.chunks, *next_->names));
    next_->cached.resize(next_->groups->all.size());
    if (!last_) return;
    const FileRevision& before = *last_->revision;
    std::unordered_map<const Chunk*, size_t> oldChunks;
    for (size_t i = 0; i < last_->cached.size(); ++i)
      oldChunks.emplace(keyOf(last_->groups->all[i], before), i);
    for (size_t i = 0; i < next_->cached.size(); ++i) {
      const ChunkGroup& group = next_->groups->all[i];
      const auto old = oldChunks.find(keyOf(group, revision));
      if (old == oldChunks.end()) continue;
      auto isSame = [&](uint32_t newChunk, uint32_t oldChunk) {
        return revision.chunks[newChunk] == before.chunks[oldChunk];
      };
      if (std::ranges::equal(group.chunks, last_->groups->all[old->second].chunks, isSame))
        next_->cached[i] = last_->cached[old->second];
    }
  }

  // The first member identifies a group: each Function or Definition is a member of one group.
  static const Chunk* keyOf(const ChunkGroup& group, const FileRevision& revision) {
    return group.members.empty() ? nullptr : revision.chunks[group.members[0]].get();
  }

  // Compiles the pending groups, on several threads when there are many (a file was opened).
  void compileGroups(const std::vector<ChunkGroup>& groups) {
    size_t threads = pending_.size() / kGroupsPerThread;
    if (threads > 1)
      threads = std::min<size_t>(threads,
                                 std::clamp(std::thread::hardware_concurrency(), 1u, kMaxThreads));
    threads = std::max<size_t>(threads, 1);
    auto share = [&](size_t i) {
      const size_t begin = pending_.size() * i / threads, end = pending_.size() * (i + 1) / threads;
      return std::span(pending_).subspan(begin, end - begin);
    };
    std::vector<std::future<CompiledGroups>> others;
    for (size_t i = 1; i < threads; ++i) {
      others.push_back(std::async(std::launch::async, inheriting([&, selected = share(i)] {
                                    return compiler_->compile(groups, selected);
                                  })));
    }
    std::vector<CompiledGroups> compiled{compiler_->compile(groups, share(0))};
    for (std::future<CompiledGroups>& other : others) compiled.push_back(other.get());
    if (stop_.stop_requested()) return;  // the results are incomplete
    for (size_t i = 0; i < threads; ++i) store(share(i), std::move(compiled[i]));
  }

  void store(std::span<const size_t> selected, CompiledGroups compiled) {
    for (size_t i = 0; i < selected.size(); ++i)
      next_->cached[selected[i]] = std::move(compiled.diagnostics[i]);
    next_->hasForeignRanges |= compiled.hasForeignRanges;
    addRequests(compiled.requests);
  }

  // Adds new requests. A request that is known already has the same answer: isLastValid() has
  // compared the files.
  void addRequests(const std::vector<ModuleRequest>& requests) {
    std::vector<ModuleRequest>& all = next_->requests;
    for (const ModuleRequest& request : requests) {
      auto key = [](const ModuleRequest& each) { return std::tie(each.name, each.folder); };
      const auto place = std::ranges::lower_bound(all, key(request), {}, key);
      if (place == all.end() || key(*place) != key(request)) all.insert(place, request);
    }
  }

  // ---- running the module level

  // Returns whether the file has to run. Otherwise the last run's result, if any, is reused.
  bool mustRun() {
    const std::vector<ChunkPtr>& chunks = next_->revision->chunks;
    auto anyHas = [&](bool Chunk::*property) {
      return std::ranges::any_of(chunks, [&](const ChunkPtr& chunk) { return *chunk.*property; });
    };
    if (!compiler::needsRunning(anyHas(&Chunk::hasJit) ? "jit" : "", anyHas(&Chunk::isClass),
                                roots_))
      return false;
    if (!last_ || !last_->run || !runsAsBefore()) return true;
    next_->run = last_->run;
    next_->bodyRead = last_->bodyRead;
    return false;
  }

  // Returns whether only function bodies differ that the last run did not read, and damaged text
  // that binds the same names to Unknown.
  bool runsAsBefore() const {
    const FileRevision &before = *last_->revision, &after = *next_->revision;
    if (before.chunks.size() != after.chunks.size()) return false;
    const size_t first = edit_ ? edit_->first : 0;
    const size_t last = edit_ ? edit_->last : after.chunks.size();
    for (size_t i = first; i < last; ++i) {
      if (before.chunks[i] == after.chunks[i]) continue;
      const Chunk &a = *before.chunks[i], &b = *after.chunks[i];
      if (a.isReplaced && b.isReplaced && a.binds == b.binds) continue;
      const std::string_view oldText = textOf(before, i), newText = textOf(after, i);
      const bool isUnread =
          a.kind == Chunk::Kind::Function && b.kind == a.kind && !last_->bodyRead[i] && !b.yields;
      if (!isUnread || a.docstring != b.docstring ||
          oldText.substr(0, a.bodyBegin) != newText.substr(0, b.bodyBegin))
        return false;
    }
    return true;
  }

  // ---- the result

  static std::vector<Placement> placementsOf(const CheckedRevision& checked) {
    std::vector<Placement> placements;
    placements.reserve(checked.cached.size() + 1);
    for (size_t i = 0; i < checked.cached.size(); ++i)
      placements.push_back({checked.cached[i].get(), checked.groups->all[i].chunks});
    if (checked.run) placements.push_back({checked.run.get(), {}});
    return placements;
  }

  IncrementalResult assemble() const {
    const CheckedRevision& checked = *complete_;
    const FileRevision& revision = *checked.revision;
    IncrementalResult result;
    result.path = path_;
    result.file = file_;
    result.comments = checked.comments;
    result.groups = checked.cached.size();
    result.compiledGroups = pending_.size();
    result.ran = ran_;
    for (const ModuleRequest& request : checked.requests) {
      if (!request.path.empty()) result.dependsOn.push_back(request.path);
    }
    const bool parses = checked.damaged.empty();
    if (!parses) result.tree = recovered_;
    std::vector<diag::Diagnostic> diagnostics = checked.problems;
    for (const Placement& placement : placementsOf(checked)) {
      const CachedDiagnostics& cached = *placement.cached;
      for (const diag::Diagnostic& diagnostic : cached.diagnostics)
        diagnostics.push_back(relocate(placement, diagnostic, revision));
      result.imports.insert(result.imports.end(), cached.importedFiles.begin(),
                            cached.importedFiles.end());
    }
    dropDamaged(*file_, checked.damaged, diagnostics);
    auto isInFunction = [&](Span span) {
      const size_t index = chunkAt(revision, span.begin);
      const Chunk& chunk = *revision.chunks[index];
      return chunk.kind == Chunk::Kind::Function &&
             chunk.function.contains(span.begin - revision.begins[index]);
    };
    auto parse = [file = file_, depth = snapshot_.options().limits.maxDepth] {
      diag::Sink ignored;  // the text has no errors
      // Skip bodies: callers need only names.
      return syntax::parse(file, ignored, {.maxDepth = depth, .skipFunctions = true});
    };
    postprocessDiagnostics(
        result, std::move(diagnostics),
        {checked.comments, parses, roots_, isInFunction, parse, &snapshot_.options().severity});
    result.whole = [base = FileResult(result), checked = complete_, parse, snapshot = snapshot_] {
      FileResult complete = base;
      const std::vector<Placement> placements = placementsOf(*checked);
      complete.types = relocatedTypes(placements, *checked->revision);
      complete.overloads = relocatedOverloads(placements, *checked->revision);
      complete.typesOwner = checked;
      if (!complete.tree) complete.tree = parse();
      fixes::addFixes(*complete.tree, complete.types, complete.diagnostics);
      if (!checked->damaged.empty()) {
        const heap::Budget budget(kMaxCheckMemory);
        addDamagedFacts(snapshot, complete.tree, checked->damaged, complete);
      }
      return complete;
    };
    return result;
  }

  const Snapshot& snapshot_;
  const std::string& path_;
  SourceFilePtr file_;
  std::shared_ptr<const CheckedRevision> last_;
  std::stop_token stop_;
  Roots roots_;
  std::shared_ptr<CheckedRevision> next_;
  std::shared_ptr<const CheckedRevision> complete_;
  std::optional<ChunkEdit> edit_;
  size_t editedChunks_ = 0;  // number of new chunks in the edit
  // The tree of the whole text, without damaged statements, and as the parser has recovered it;
  // null when only the edit was parsed.
  syntax::ModulePtr tree_, recovered_;
  std::optional<ChunkCompiler> compiler_;
  std::vector<size_t> pending_;  // indices of the groups to compile
  bool ran_ = false;
};

// Returns the text of an open document; null when the path is not open.
SourceFilePtr openText(const Snapshot& snapshot, const std::string& path) {
  return snapshot.files().read(path).decoded;
}

IncrementalResult checkWithoutCache(const Snapshot& snapshot, const std::string& path,
                                    const std::stop_token& stop) {
  const auto complete =
      std::make_shared<const FileResult>(snapshot.check(path, Detail::Facts, stop));
  IncrementalResult result;
  static_cast<FileResult&>(result) = *complete;
  result.whole = [complete] { return *complete; };
  if (!result.file) return result;
  for (const syntax::Comment& comment : result.tree->comments)
    result.comments.push_back(comment.span);
  for (const ParsedFilePtr& import : result.imports)
    result.dependsOn.push_back(import->file->path());
  return result;
}

}  // namespace

struct IncrementalChecker::FileState {
  std::mutex mutex;
  std::shared_ptr<const CheckedRevision> last;  // null: none yet
};

IncrementalChecker::IncrementalChecker() = default;
IncrementalChecker::~IncrementalChecker() = default;

IncrementalResult IncrementalChecker::check(const Snapshot& snapshot, const std::string& path,
                                            const std::stop_token& stop) {
  const SourceFilePtr text = openText(snapshot, path);
  // A comment may choose roots among the definitions, whose instances depend on the whole file.
  if (!text || text->text().find(diag::kCheckMarker) != std::string_view::npos)
    return checkWithoutCache(snapshot, path, stop);
  std::shared_ptr<FileState> state;
  {
    std::lock_guard lock(mutex_);
    std::shared_ptr<FileState>& fileState = states_[path];
    if (!fileState) fileState = std::make_shared<FileState>();
    state = fileState;
  }
  std::lock_guard lock(state->mutex);
  const heap::Budget budget(kMaxCheckMemory);
  IncrementalCheck check(snapshot, path, text, state->last, stop);
  IncrementalResult result = check.run();
  if (check.complete()) state->last = check.complete();
  return result;
}

void IncrementalChecker::dropClosed(const Workspace::OpenDocuments& documents) {
  std::lock_guard lock(mutex_);
  if (states_.size() <= documents.size()) return;  // a search for each check would be quadratic
  std::erase_if(states_, [&](const auto& entry) { return !documents.find(entry.first); });
}

}  // namespace ts::driver
