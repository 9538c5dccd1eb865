#include "core/check/fix.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>

#include "core/base/output.h"
#include "core/check/unified_diff.h"
#include "core/command_line/command_line.h"
#include "core/fixes/fixes.h"

namespace ts::check {

namespace {

// Fixes may make others possible; fixes that undo each other must end.
constexpr int kMostRounds = 10;

struct TextEdit {
  Span span;
  std::string text;
};

std::string apply(std::string_view text, std::vector<TextEdit> edits) {
  std::ranges::stable_sort(edits, {}, [](const TextEdit& edit) { return edit.span.begin; });
  std::string result;
  size_t at = 0;
  for (const TextEdit& edit : edits) {
    result += text.substr(at, edit.span.begin - at);
    result += edit.text;
    at = edit.span.end;
  }
  return result += text.substr(at);
}

// One check of all files, and the fixes that it allows.
class Round {
 public:
  // `candidates`: the files that may change; null for a file of which that is not known yet.
  Round(const FileSystem& disk, FixKinds kinds,
        std::map<std::string, std::optional<FixedFile>>& candidates)
      : disk_(disk), selection_(kinds == FixKinds::All), candidates_(candidates) {}

  void add(const driver::FileResult& result) {
    for (const diag::Diagnostic& diagnostic : result.diagnostics) {
      if (!mayApply(diagnostic)) continue;
      const diag::Fix* fix = selection_.add(diagnostic);
      if (!fix) continue;
      for (const diag::Edit& edit : fix->edits)
        edits_[edit.range.file->path()].push_back({edit.range.span, edit.text});
      const SourceRange& at = diagnostic.range;
      said_[fix->edits.front().range.file->path()].push_back(
          fmt::format("{}:{}: {} [{}]", at.file->path(), at.file->lineOf(at.span.begin), fix->title,
                      diag::code(diagnostic.rule)));
    }
  }

  // Returns whether a file changed.
  bool finish() {
    for (auto& [path, edits] : edits_) {
      FixedFile& file = *candidates_.find(path)->second;
      file.after =
          std::make_shared<const SourceFile>(path, apply(file.after->text(), std::move(edits)));
      std::ranges::move(said_[path], std::back_inserter(file.applied));
    }
    return !edits_.empty();
  }

  const Unfixed& unfixed() const { return unfixed_; }

 private:
  // Returns whether the first fix of the diagnostic may be applied, and counts the reason if not.
  bool mayApply(const diag::Diagnostic& diagnostic) {
    const bool isProblem = diagnostic.severity == diag::Severity::Error ||
                           diagnostic.severity == diag::Severity::Warning;
    const SourceRange& at = diagnostic.range;
    const auto place =
        std::tuple(at ? at.file->path() : "", at.span.begin, at.span.end, diagnostic.rule);
    size_t repeated = 0;
    const auto count = [&](size_t Unfixed::*reason) -> size_t& {
      return isProblem && seen_.insert(place).second ? unfixed_.*reason : repeated;
    };
    if (diagnostic.fixes.empty()) {
      ++count(&Unfixed::withoutFix);
      return false;
    }
    const diag::Fix& fix = diagnostic.fixes.front();
    if (!selection_.takes(fix)) {
      ++count(&Unfixed::unsafe);
      return false;
    }
    return std::ranges::all_of(fix.edits, [&](const diag::Edit& edit) {
      const SourceFile* file = edit.range.file;
      if (file && mayChange(*file)) return true;
      const bool isKnown = file && candidates_.contains(file->path());
      ++count(isKnown ? &Unfixed::encoded : &Unfixed::elsewhere);
      if (file && unfixed_.file.empty()) unfixed_.file = file->path();
      return false;
    });
  }

  // Returns whether the file is one of the checked files, and in UTF-8.
  bool mayChange(const SourceFile& file) {
    const auto entry = candidates_.find(file.path());
    if (entry == candidates_.end()) return false;
    if (entry->second) return true;
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    std::string bytes = disk_.read(file.path()).bytes;
    FixedFile fixed;
    if (bytes.starts_with(kMark)) fixed.mark = kMark;
    if (bytes.substr(fixed.mark.size()) != file.text()) return false;
    fixed.before = fixed.after =
        std::make_shared<const SourceFile>(file.path(), std::string(file.text()));
    entry->second = std::move(fixed);
    return true;
  }

  const FileSystem& disk_;
  fixes::FixSelection selection_;
  std::map<std::string, std::optional<FixedFile>>& candidates_;
  Unfixed unfixed_;
  std::set<std::tuple<std::string, uint32_t, uint32_t, diag::Rule>> seen_;
  std::map<std::string, std::vector<TextEdit>> edits_;
  std::map<std::string, std::vector<std::string>> said_;
};

}  // namespace

FixResult applyFixes(const driver::Workspace& workspace, const FileSystem& disk,
                     const std::vector<std::string>& files, FixKinds kinds,
                     const CheckAll& checkAll) {
  std::map<std::string, std::optional<FixedFile>> candidates;
  for (const std::string& file : files) candidates[file];
  FixResult fixed;
  for (int i = 0; i < kMostRounds; ++i) {
    Round round(disk, kinds, candidates);
    checkAll(workspace.snapshot(documentsOf(fixed)),
             [&](const driver::FileResult& result) { round.add(result); });
    const bool isChanged = round.finish();
    fixed.unfixed = round.unfixed();
    if (!isChanged) break;
    for (const auto& [path, file] : candidates) {
      if (file && !file->applied.empty()) fixed.files[path] = *file;
    }
  }
  return fixed;
}

driver::Workspace::OpenDocuments documentsOf(const FixResult& fixed) {
  driver::Workspace::OpenDocuments documents;
  for (const auto& [path, file] : fixed.files) documents.set(path, file.after);
  return documents;
}

bool writeFixed(const FixResult& fixed) {
  bool isWritten = true;
  for (const auto& [path, file] : fixed.files) {
    const std::string error = writeFile(path, file.mark + std::string(file.after->text()));
    if (!error.empty()) {
      printProblem("tscheck", fmt::format("{} can't be written: {}", path, error));
      isWritten = false;
      continue;
    }
    for (const std::string& line : file.applied) standardError().write("fixed " + line + '\n');
  }
  return isWritten;
}

void printDiff(const FixResult& fixed) {
  for (const auto& [path, file] : fixed.files)
    standardOutput().write(unifiedDiff(path, file.before->text(), file.after->text()));
  if (fixed.files.empty()) standardError().write(whyNothing(fixed.unfixed) + '\n');
}

std::string whyNothing(const Unfixed& unfixed) {
  std::vector<std::string> reasons;
  const auto add = [&](size_t count, std::string_view one, std::string_view many,
                       std::string_view rest) {
    if (!count) return;
    const std::string problem = reasons.empty() ? (count == 1 ? " problem" : " problems") : "";
    reasons.push_back(fmt::format("{}{} {} {}", count, problem, count == 1 ? one : many, rest));
  };
  add(unfixed.withoutFix, "has", "have", "no fix");
  add(unfixed.unsafe, "has", "have", "a fix that may change behaviour (applied with --unsafe)");
  const std::string file = unfixed.file.empty() ? "" : fmt::format(" ({})", unfixed.file);
  add(unfixed.elsewhere, "is", "are",
      fmt::format("fixed in a file outside of the given paths{}", file));
  add(unfixed.encoded, "is", "are", fmt::format("in a file that is not in UTF-8{}", file));
  return fmt::format("nothing to fix: {}",
                     reasons.empty() ? "no problems" : fmt::format("{}", fmt::join(reasons, "; ")));
}

}  // namespace ts::check
