#include "core/driver/recheck.h"

#include <algorithm>
#include <cstring>
#include <future>
#include <span>
#include <thread>

#include "core/driver/finish.h"
#include "core/driver/piece_compiler.h"
#include "core/fixes/fixes.h"
#include "core/syntax/partial_parse.h"

namespace ts::driver {

namespace {

// Names that were typed and are gone again are forgotten when there are this many.
constexpr size_t kMaxNames = 200'000;

// For fewer it isn't worth while to start a thread.
constexpr size_t kGroupsForThread = 64;
constexpr unsigned kMostThreads = 4;

// How a text differs from an earlier one, in whole pieces.
struct Edit {
  size_t first, last;  // the earlier one's pieces that are replaced
  Span now;            // by what stands here
  int64_t shift;       // of what comes after
};

std::optional<Edit> editBetween(const Layout& before, std::string_view now) {
  const std::string_view then = before.file->text();
  const size_t shorter = std::min(then.size(), now.size());
  // Block by block first, which the library is fast at.
  constexpr size_t kBlock = 512;
  size_t same = 0;  // how many bytes at the begin are the same
  while (same + kBlock <= shorter && std::memcmp(&then[same], &now[same], kBlock) == 0)
    same += kBlock;
  while (same < shorter && then[same] == now[same]) ++same;
  size_t end = 0;  // and at the end
  auto equalBefore = [&](size_t ends) {
    return std::memcmp(then.data() + then.size() - ends - kBlock,
                       now.data() + now.size() - ends - kBlock, kBlock) == 0;
  };
  while (end + kBlock <= shorter - same && equalBefore(end)) end += kBlock;
  while (end < shorter - same && then[then.size() - 1 - end] == now[now.size() - 1 - end]) ++end;
  const std::vector<uint32_t>& begins = before.begins;
  if (begins.empty()) return std::nullopt;
  if (same == then.size() && same == now.size()) return Edit{0, 0, {0, 0}, 0};
  Edit edit;
  // A change at the begin of a piece belongs to the one before it, whose last line may go on.
  const auto first = std::ranges::lower_bound(begins, static_cast<uint32_t>(same));
  edit.first = first == begins.begin() ? 0 : static_cast<size_t>(first - begins.begin() - 1);
  const auto last = std::ranges::upper_bound(begins, static_cast<uint32_t>(then.size() - end));
  edit.last = std::max(static_cast<size_t>(last - begins.begin()), edit.first + 1);
  edit.shift = static_cast<int64_t>(now.size()) - static_cast<int64_t>(then.size());
  edit.now.begin = begins[edit.first];
  edit.now.end = static_cast<uint32_t>(edit.last < begins.size() ? begins[edit.last] + edit.shift
                                                                 : now.size());
  // What follows must begin a line of its own.
  std::string_view middle = now.substr(edit.now.begin, edit.now.size());
  if (edit.last < begins.size() && !middle.empty()) {
    if (middle.ends_with('\n'))
      middle.remove_suffix(1);
    else if (!middle.ends_with('\r'))
      return std::nullopt;
    if (middle.ends_with('\r')) middle.remove_suffix(1);
    if (middle.ends_with('\\')) return std::nullopt;
  }
  return edit;
}

class Recheck {
 public:
  Recheck(const Snapshot& snapshot, const std::string& path, SourceFilePtr file,
          std::shared_ptr<const CheckedFile>& last)
      : snapshot_(snapshot),
        path_(path),
        file_(std::move(file)),
        last_(last),
        roots_(snapshot.options().roots) {}

  Rechecked run() {
    next_ = std::make_shared<CheckedFile>();
    next_->roots = roots_;
    next_->name = moduleNameOf(snapshot_.files(), path_);
    next_->searchPaths = snapshot_.searchPaths(next_->name.top);
    if (last_ && !isLastOfUse()) last_.reset();
    if (!(last_ && readEdit()) && !readAll()) return unparsed();
    if (last_) next_->requests = last_->requests;
    compiler_.emplace(snapshot_, path_, next_->name, next_->layout, tree_);
    std::future<RanFile> run;
    if (mustRun()) {
      // Beside the rest, where that is much. A new thread has to find memory of its own first.
      const bool isMuch = !edit_ && next_->layout->pieces.size() > kGroupsForThread;
      const auto policy = isMuch ? std::launch::async : std::launch::deferred;
      run = std::async(policy, [this] { return compiler_->run(); });
    }
    findParts();
    if (run.valid()) {
      RanFile ran = run.get();
      next_->run = std::move(ran.found);
      next_->looked = std::move(ran.looked);
      addRequests(ran.requests);
      ran_ = true;
    }
    last_ = std::move(next_);
    return assemble(last_);
  }

 private:
  // Whether nothing has changed but the text.
  bool isLastOfUse() const {
    if (last_->roots != roots_ || last_->name.dotted != next_->name.dotted ||
        last_->searchPaths != next_->searchPaths || last_->names->size() > kMaxNames)
      return false;
    return std::ranges::all_of(last_->requests, [&](const ModuleRequest& request) {
      const ModulePlace place = findModule(snapshot_.files(), next_->searchPaths, request.name);
      return place.path == request.path &&
             (!place || snapshot_.files().stamp(place.path) == request.stamp);
    });
  }

  // ---- text to pieces

  // Only the pieces that the edit touches are parsed. False: that isn't possible.
  bool readEdit() {
    const Layout& before = *last_->layout;
    edit_ = editBetween(before, file_->text());
    if (!edit_) return false;
    diag::Sink sink;
    const syntax::ModulePtr tree = syntax::parseParts(
        file_, {&edit_->now, 1}, sink, {.maxDepth = snapshot_.options().limits.maxDepth});
    std::vector<diag::Diagnostic> found = sink.take();
    if (hasErrors(found)) {
      edit_.reset();
      return false;
    }
    next_->names = last_->names;
    std::vector<uint32_t> begins;
    std::vector<PiecePtr> pieces = cutIntoPieces(*tree, edit_->now, *next_->names, begins);
    edited_ = pieces.size();
    // The edit may lie between two of them, or be taken back.
    if (edited_ == edit_->last - edit_->first) {
      for (size_t i = 0; i < edited_; ++i) {
        const size_t then = edit_->first + i;
        if (textOf(before, then) == file_->text().substr(begins[i], pieces[i]->size))
          pieces[i] = before.pieces[then];
      }
    }
    const auto first = static_cast<ptrdiff_t>(edit_->first),
               last = static_cast<ptrdiff_t>(edit_->last);
    pieces.insert(pieces.begin(), before.pieces.begin(), before.pieces.begin() + first);
    pieces.insert(pieces.end(), before.pieces.begin() + last, before.pieces.end());
    begins.insert(begins.begin(), before.begins.begin(), before.begins.begin() + first);
    for (size_t i = edit_->last; i < before.begins.size(); ++i)
      begins.push_back(static_cast<uint32_t>(before.begins[i] + edit_->shift));
    keepAround(
        last_->comments, [](Span span) { return span; },
        [&](Span span) { next_->comments.push_back(span); });
    for (const syntax::Comment& comment : tree->comments) next_->comments.push_back(comment.span);
    keepBehind(
        last_->comments, [](Span span) { return span; },
        [&](Span span) { next_->comments.push_back(moved(span)); });
    keepWarnings(std::move(found));
    next_->layout =
        std::make_shared<const Layout>(Layout{file_, std::move(pieces), std::move(begins)});
    return true;
  }

  static std::string_view textOf(const Layout& layout, size_t piece) {
    return layout.file->text().substr(layout.begins[piece], layout.pieces[piece]->size);
  }

  // The whole text. False: it has errors.
  bool readAll() {
    const ParsedFilePtr parsed = parseFile(snapshot_.files(), path_, snapshot_.options().limits);
    tree_ = parsed->tree;
    next_->warnings = parsed->problems;
    for (const syntax::Comment& comment : tree_->comments) next_->comments.push_back(comment.span);
    if (hasErrors(parsed->problems)) return false;
    last_.reset();
    next_->names = std::make_shared<NameNumbers>();
    std::vector<uint32_t> begins;
    std::vector<PiecePtr> pieces = cutIntoPieces(
        *tree_, {0, static_cast<uint32_t>(file_->text().size())}, *next_->names, begins);
    next_->layout =
        std::make_shared<const Layout>(Layout{file_, std::move(pieces), std::move(begins)});
    return true;
  }

  Rechecked unparsed() {
    Rechecked result;
    result.path = path_;
    result.file = file_;
    result.tree = tree_;
    result.comments = next_->comments;
    finishResult(result, std::move(next_->warnings), {next_->comments, false, roots_, {}, {}});
    result.whole = [base = FileResult(result)] {
      FileResult whole = base;
      fixes::addFixes(*whole.tree, whole.types, whole.diagnostics);
      return whole;
    };
    return result;
  }

  Span moved(Span span) const {
    return {static_cast<uint32_t>(span.begin + edit_->shift),
            static_cast<uint32_t>(span.end + edit_->shift)};
  }
  uint32_t editEnd() const { return static_cast<uint32_t>(edit_->now.end - edit_->shift); }

  template <typename T, typename SpanOf, typename F>
  void keepAround(const std::vector<T>& all, SpanOf spanOf, F&& keep) const {
    for (const T& one : all) {
      if (spanOf(one).begin < edit_->now.begin) keep(one);
    }
  }
  template <typename T, typename SpanOf, typename F>
  void keepBehind(const std::vector<T>& all, SpanOf spanOf, F&& keep) const {
    for (const T& one : all) {
      if (spanOf(one).begin >= editEnd() && edit_->last < last_->layout->pieces.size()) keep(one);
    }
  }

  void keepWarnings(std::vector<diag::Diagnostic> found) {
    const SourceFile* before = last_->layout->file.get();
    auto spanOf = [](const diag::Diagnostic& one) { return one.range.span; };
    auto keep = [&](diag::Diagnostic one, bool behind) {
      auto move = [&](SourceRange& range) {
        if (range.file == before) range = {file_.get(), behind ? moved(range.span) : range.span};
      };
      move(one.range);
      for (diag::Label& label : one.labels) move(label.range);
      for (diag::Note& note : one.notes) move(note.range);
      for (diag::Fix& fix : one.fixes) {
        for (diag::Edit& edit : fix.edits) move(edit.range);
      }
      next_->warnings.push_back(std::move(one));
    };
    keepAround(last_->warnings, spanOf, [&](const diag::Diagnostic& one) { keep(one, false); });
    std::ranges::move(found, std::back_inserter(next_->warnings));
    keepBehind(last_->warnings, spanOf, [&](const diag::Diagnostic& one) { keep(one, true); });
  }

  // ---- what reading finds

  void findParts() {
    if (last_) next_->isEntangled = last_->isEntangled;
    if (!keepGroups()) regroup();
    const std::vector<Group>& groups = next_->groups->all;
    for (size_t i = 0; i < groups.size(); ++i) {
      if (next_->isEntangled) next_->found[i] = nullptr;
      if (!next_->found[i]) pending_.push_back(i);
    }
    if (!pending_.empty()) compileGroups(groups);
  }

  // Takes over the last groups, if they are the same, and what was found in those that the edit
  // leaves as they are.
  bool keepGroups() {
    if (!last_ || edit_->last - edit_->first != edited_) return false;
    std::vector<uint32_t> changed;
    for (size_t i = edit_->first; i < edit_->last; ++i) {
      const PiecePtr &before = last_->layout->pieces[i], &now = next_->layout->pieces[i];
      if (before == now) continue;
      if (!last_->groups->holdFor(*before, *now)) return false;
      changed.push_back(static_cast<uint32_t>(i));
    }
    next_->groups = last_->groups;
    next_->found = last_->found;
    for (size_t i = 0; i < next_->found.size(); ++i) {
      const std::vector<uint32_t>& pieces = next_->groups->all[i].pieces;
      if (std::ranges::any_of(
              changed, [&](uint32_t piece) { return std::ranges::binary_search(pieces, piece); }))
        next_->found[i] = nullptr;
    }
    return true;
  }

  void regroup() {
    const Layout& layout = *next_->layout;
    next_->groups = std::make_shared<const Groups>(groupsOf(layout.pieces, *next_->names));
    next_->found.resize(next_->groups->all.size());
    if (!last_) return;
    const Layout& before = *last_->layout;
    std::unordered_map<const Piece*, size_t> known;
    for (size_t i = 0; i < last_->found.size(); ++i)
      known.emplace(keyOf(last_->groups->all[i], before), i);
    for (size_t i = 0; i < next_->found.size(); ++i) {
      const Group& group = next_->groups->all[i];
      const auto old = known.find(keyOf(group, layout));
      if (old == known.end()) continue;
      auto isSame = [&](uint32_t now, uint32_t then) {
        return layout.pieces[now] == before.pieces[then];
      };
      if (std::ranges::equal(group.pieces, last_->groups->all[old->second].pieces, isSame))
        next_->found[i] = last_->found[old->second];
    }
  }

  // Groups share only what they don't compile.
  static const Piece* keyOf(const Group& group, const Layout& layout) {
    return group.members.empty() ? nullptr : layout.pieces[group.members[0]].get();
  }

  // Many groups at once, as when a file is opened, are divided among threads.
  void compileGroups(const std::vector<Group>& groups) {
    size_t threads = pending_.size() / kGroupsForThread;
    if (threads > 1)
      threads = std::min<size_t>(threads,
                                 std::clamp(std::thread::hardware_concurrency(), 1u, kMostThreads));
    threads = std::max<size_t>(threads, 1);
    auto share = [&](size_t i) {
      const size_t begin = pending_.size() * i / threads, end = pending_.size() * (i + 1) / threads;
      return std::span(pending_).subspan(begin, end - begin);
    };
    std::vector<std::future<CompiledGroups>> others;
    for (size_t i = 1; i < threads; ++i) {
      others.push_back(std::async(
          std::launch::async, [&, which = share(i)] { return compiler_->compile(groups, which); }));
    }
    take(share(0), compiler_->compile(groups, share(0)));
    for (size_t i = 1; i < threads; ++i) take(share(i), others[i - 1].get());
  }

  void take(std::span<const size_t> which, CompiledGroups compiled) {
    for (size_t i = 0; i < which.size(); ++i) next_->found[which[i]] = std::move(compiled.found[i]);
    next_->isEntangled |= compiled.isEntangled;
    addRequests(compiled.requests);
  }

  // What is still true has asked for what is known.
  void addRequests(const std::vector<ModuleRequest>& requests) {
    std::vector<ModuleRequest>& all = next_->requests;
    for (const ModuleRequest& request : requests) {
      const auto place = std::ranges::lower_bound(all, request.name, {}, &ModuleRequest::name);
      if (place == all.end() || place->name != request.name) all.insert(place, request);
    }
  }

  // ---- what running finds

  bool mustRun() {
    const std::vector<PiecePtr>& pieces = next_->layout->pieces;
    auto has = [&](bool Piece::*what) {
      return std::ranges::any_of(pieces, [&](const PiecePtr& piece) { return *piece.*what; });
    };
    if (!compiler::needsRunning(has(&Piece::hasJit) ? "jit" : "", has(&Piece::isClass),
                                rootsOf(roots_)))
      return false;
    if (!last_ || !edit_ || !last_->run || !runsAsBefore()) return true;
    next_->run = last_->run;
    next_->looked = last_->looked;
    return false;
  }

  // Whether only bodies have changed that nobody looked at when the file ran.
  bool runsAsBefore() const {
    if (edit_->last - edit_->first != edited_) return false;
    const Layout &before = *last_->layout, &now = *next_->layout;
    for (size_t i = edit_->first; i < edit_->last; ++i) {
      if (before.pieces[i] == now.pieces[i]) continue;
      const Piece &a = *before.pieces[i], &b = *now.pieces[i];
      const std::string_view then = textOf(before, i), text = textOf(now, i);
      const bool isHidden =
          a.kind == Piece::Kind::Function && b.kind == a.kind && !last_->looked[i] && !b.yields;
      if (!isHidden || a.docstring != b.docstring ||
          then.substr(0, a.bodyBegin) != text.substr(0, b.bodyBegin))
        return false;
    }
    return true;
  }

  // ---- the result

  static std::vector<Part> partsOf(const CheckedFile& checked) {
    std::vector<Part> parts;
    parts.reserve(checked.found.size() + 1);
    for (size_t i = 0; i < checked.found.size(); ++i)
      parts.push_back({checked.found[i].get(), checked.groups->all[i].pieces});
    if (checked.run) parts.push_back({checked.run.get(), {}});
    return parts;
  }

  // checked: this state, complete.
  Rechecked assemble(const std::shared_ptr<const CheckedFile>& checked) const {
    const Layout& layout = *checked->layout;
    Rechecked result;
    result.path = path_;
    result.file = file_;
    result.comments = checked->comments;
    result.groups = checked->found.size();
    result.compiledGroups = pending_.size();
    result.ran = ran_;
    for (const ModuleRequest& request : checked->requests) {
      if (!request.path.empty()) result.dependsOn.push_back(request.path);
    }
    std::vector<diag::Diagnostic> found = checked->warnings;
    for (const Part& part : partsOf(*checked)) {
      for (const diag::Diagnostic& diagnostic : part.found->diagnostics)
        found.push_back(diagnosticNow(part, diagnostic, layout));
      result.imports.insert(result.imports.end(), part.found->others.begin(),
                            part.found->others.end());
    }
    auto isInFunction = [&](Span span) {
      const size_t index = pieceAt(layout, span.begin);
      const Piece& piece = *layout.pieces[index];
      return piece.kind == Piece::Kind::Function &&
             piece.function.contains(span.begin - layout.begins[index]);
    };
    auto parse = [file = file_, depth = snapshot_.options().limits.maxDepth] {
      diag::Sink nobody;  // it has no errors
      // Of most functions nobody wants to know more than their names.
      return syntax::parse(file, nobody, {.maxDepth = depth, .skipFunctions = true});
    };
    finishResult(result, std::move(found), {checked->comments, true, roots_, isInFunction, parse});
    result.whole = [base = FileResult(result), checked, parse] {
      FileResult whole = base;
      const std::vector<Part> parts = partsOf(*checked);
      whole.types = typesNow(parts, *checked->layout);
      whole.overloads = overloadsNow(parts, *checked->layout);
      whole.typesOwner = checked;
      if (!whole.tree) whole.tree = parse();
      fixes::addFixes(*whole.tree, whole.types, whole.diagnostics);
      return whole;
    };
    return result;
  }

  const Snapshot& snapshot_;
  const std::string& path_;
  SourceFilePtr file_;
  std::shared_ptr<const CheckedFile>& last_;
  Roots roots_;
  std::shared_ptr<CheckedFile> next_;
  std::optional<Edit> edit_;
  size_t edited_ = 0;       // pieces that the edit has made
  syntax::ModulePtr tree_;  // of the whole text, where it was parsed
  std::optional<PieceCompiler> compiler_;
  std::vector<size_t> pending_;  // groups to check
  bool ran_ = false;
};

}  // namespace

Rechecked recheck(const Snapshot& snapshot, const std::string& path, const SourceFilePtr& file,
                  std::shared_ptr<const CheckedFile>& state) {
  return Recheck(snapshot, path, file, state).run();
}

}  // namespace ts::driver
