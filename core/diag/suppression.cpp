#include "core/diag/suppression.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/ascii.h"
#include "core/diag/comment_text.h"

namespace ts::diag {

namespace {

// One rule code inside the brackets of a suppression comment.
struct Entry {
  Span span;
  const RuleInfo* rule;  // null: unknown rule
  bool used = false;
};

struct Suppression {
  Span comment;  // from "tscheck:" to the closing bracket
  bool wholeFile = false;
  uint32_t line = 0;   // the line of code that the comment applies to
  size_t listEnd = 0;  // offset of the closing bracket
  bool hasList = false;
  std::vector<Entry> entries;
};

// Reads one comment; returns false when it is not a suppression. Other text may follow it.
bool read(const SourceFile& file, Span comment, Suppression& out) {
  static constexpr std::string_view kMarker = "tscheck:";
  const std::string_view text = file.text(comment);
  const size_t at = findMarker(text, kMarker);
  if (at == text.npos) return false;
  const std::string_view name = wordAfter(text, at + kMarker.size());
  if (name != "ignore" && name != "ignore-file") return false;
  const size_t verbEnd = static_cast<size_t>(name.data() + name.size() - text.data());
  out.wholeFile = name == "ignore-file";
  out.comment = {comment.begin + static_cast<uint32_t>(at),
                 comment.begin + static_cast<uint32_t>(verbEnd)};

  const size_t open = text.find_first_not_of(kBlanks, verbEnd);
  if (open == std::string_view::npos || text[open] != '[') return true;
  const size_t close = std::min(text.find(']', open), text.size());
  out.hasList = true;
  out.listEnd = comment.begin + close;
  out.comment.end = comment.begin + static_cast<uint32_t>(std::min(close + 1, text.size()));
  for (size_t from = open + 1; from < close;) {
    const size_t to = std::min(std::min(text.find(',', from), text.size()), close);
    const std::string_view code = trimmed(text.substr(from, to - from), kBlanks);
    if (!code.empty()) {
      const auto start = comment.begin + static_cast<uint32_t>(code.data() - text.data());
      out.entries.push_back({{start, start + static_cast<uint32_t>(code.size())}, findRule(code)});
    }
    from = to + 1;
  }
  return true;
}

std::vector<Suppression> readAll(const SourceFile& file, std::span<const Span> comments) {
  std::vector<Suppression> all;
  for (Span comment : comments) {
    Suppression suppression;
    if (!read(file, comment, suppression)) continue;
    suppression.line = appliesTo(file, comment);
    all.push_back(std::move(suppression));
  }
  return all;
}

// Returns the rules of the diagnostics that start on a line, each once: "TS3001, TS4002".
std::string rulesOn(const SourceFile& file, uint32_t line,
                    const std::vector<Diagnostic>& diagnostics) {
  std::string list;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (file.lineOf(diagnostic.range.span.begin) != line) continue;
    const std::string name = code(diagnostic.rule);
    if (list.find(name) == std::string::npos) list += (list.empty() ? "" : ", ") + name;
  }
  return list;
}

void reportBad(const SourceFile& file, const Suppression& suppression, bool misplaced,
               const std::vector<Diagnostic>& diagnostics, Sink& sink) {
  const SourceRange comment{&file, suppression.comment};
  if (!suppression.hasList || suppression.entries.empty()) {
    sink.report(Rule::BadSuppression, comment, [&](Diagnostic& diagnostic) {
      diagnostic.message = "a suppression must name its rules, as in `ignore[TS3001]`";
      const std::string rules = rulesOn(file, suppression.line, diagnostics);
      if (suppression.hasList || suppression.wholeFile || rules.empty()) return;
      const uint32_t end = suppression.comment.end;
      diagnostic.fix("Name the rules that are reported on the line",
                     {{{&file, {end, end}}, "[" + rules + "]"}});
    });
  }
  for (const Entry& entry : suppression.entries) {
    if (entry.rule) continue;
    sink.report(Rule::BadSuppression, {&file, entry.span},
                "the rule `" + std::string(file.text(entry.span)) + "` does not exist");
  }
  if (misplaced) {
    sink.report(Rule::BadSuppression, comment, [](Diagnostic& diagnostic) {
      diagnostic.message = "`ignore-file` has no effect below the first line of code";
      diagnostic.note("move it to the top of the file, or use `ignore` for a single line");
    });
  }
}

void reportUnused(const SourceFile& file, const Suppression& suppression,
                  const SuppressionOptions& options, Sink& sink) {
  for (const Entry& entry : suppression.entries) {
    if (entry.used || !entry.rule) continue;
    if (options.wasChecked && !options.wasChecked(suppression.comment, entry.rule->rule)) {
      continue;
    }
    sink.report(Rule::UnusedSuppression, {&file, entry.span}, [&](Diagnostic& diagnostic) {
      diagnostic.message = "`" + code(entry.rule->rule) + "` is not reported " +
                           (suppression.wholeFile ? "in this file" : "on this line");
      diagnostic.note("the rule is \"" + std::string(entry.rule->summary) + "\"");
    });
  }
}

}  // namespace

std::vector<Diagnostic> applySuppressions(const SourceFile& file, std::span<const Span> comments,
                                          std::vector<Diagnostic> diagnostics,
                                          const SuppressionOptions& options) {
  std::vector<Suppression> all = readAll(file, comments);
  if (all.empty()) return diagnostics;

  const uint32_t firstCode = nextCodeLine(file, 1);
  std::unordered_map<uint32_t, std::vector<Suppression*>> byLine;
  std::vector<Suppression*> wholeFile;
  auto isMisplaced = [&](const Suppression& s) {
    return s.wholeFile && file.lineOf(s.comment.begin) >= firstCode;
  };
  for (Suppression& suppression : all) {
    if (!suppression.wholeFile) {
      byLine[suppression.line].push_back(&suppression);
    } else if (!isMisplaced(suppression)) {
      wholeFile.push_back(&suppression);
    }
  }

  auto silence = [](std::vector<Suppression*>& suppressions, Rule rule) {
    bool silenced = false;
    for (Suppression* suppression : suppressions) {
      for (Entry& entry : suppression->entries) {
        if (entry.rule && entry.rule->rule == rule) silenced = entry.used = true;
      }
    }
    return silenced;
  };
  auto suppressed = [&](const Diagnostic& diagnostic) {
    if (!diagnostic.range) return false;
    auto line = byLine.find(file.lineOf(diagnostic.range.span.begin));
    const bool here = line != byLine.end() && silence(line->second, diagnostic.rule);
    return silence(wholeFile, diagnostic.rule) || here;
  };
  std::erase_if(diagnostics, suppressed);

  Sink sink;
  for (const Suppression& suppression : all) {
    reportBad(file, suppression, isMisplaced(suppression), diagnostics, sink);
    if (!isMisplaced(suppression)) reportUnused(file, suppression, options, sink);
  }
  for (Diagnostic& diagnostic : sink.take()) {
    if (!suppressed(diagnostic)) diagnostics.push_back(std::move(diagnostic));
  }
  return diagnostics;
}

std::vector<Edit> suppressionEdit(const SourceFile& file, std::span<const Span> comments,
                                  const Diagnostic& diagnostic) {
  const uint32_t line = file.lineOf(diagnostic.range.span.begin);
  const std::string name = code(diagnostic.rule);
  for (Span comment : comments) {
    Suppression there;
    if (file.lineOf(comment.begin) != line || !read(file, comment, there)) continue;
    if (there.wholeFile || !there.hasList) continue;
    const auto end = static_cast<uint32_t>(there.listEnd);
    return {{{&file, {end, end}}, (there.entries.empty() ? "" : ", ") + name}};
  }
  const std::string_view text = file.lineText(line);
  if (text.ends_with('\\')) return {};
  const uint32_t end = file.lineStart(line) + static_cast<uint32_t>(text.size());
  return {{{&file, {end, end}}, "  # tscheck: ignore[" + name + "]"}};
}

}  // namespace ts::diag
