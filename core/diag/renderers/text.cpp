#include "core/diag/renderers/text.h"

#include <algorithm>
#include <set>

#include "core/base/printable.h"
#include "core/diag/renderers/excerpt.h"

namespace ts::diag {

namespace {

constexpr std::string_view kReset = "\033[0m";
constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kDim = "\033[2m";
constexpr std::string_view kLabelColour = "\033[36m";
constexpr std::string_view kFixColour = "\033[32m";

std::string_view colourOf(Severity severity) {
  switch (severity) {
    case Severity::Error: return "\033[1;31m";
    case Severity::Warning: return "\033[1;33m";
    case Severity::Information: return "\033[1;36m";
    case Severity::Hint: return "\033[1;34m";
  }
  return kBold;
}

// Returns the lines that show a range: its first line and, for a longer range, its last line.
std::pair<uint32_t, uint32_t> linesOf(const SourceFile& file, Span span) {
  const uint32_t first = file.lineOf(span.begin);
  return {first, span.size() == 0 ? first : std::max(first, file.lineOf(span.end - 1))};
}

// A row of marks under a source line, and the cells at which their messages hang.
struct MarkRow {
  struct Hanging {
    int cell;
    std::string_view message;
  };

  std::string row;
  std::vector<Hanging> hanging;  // from left to right

  void fill(int from, int to, char sign) {
    if (row.size() < static_cast<size_t>(to)) row.resize(static_cast<size_t>(to), ' ');
    for (int i = from; i < to; ++i) row[static_cast<size_t>(i)] = sign;
  }
};

}  // namespace

void TextRenderer::paint(std::string_view colour, std::string_view text) {
  if (options_.colour) out_ += colour;
  out_ += text;
  if (options_.colour) out_ += kReset;
}

void TextRenderer::header(const SourceRange& at, std::string_view kind, std::string_view colour,
                          std::string_view message, std::string_view code) {
  if (at) {
    const LineColumn place = places_.find(*at.file, at.span.begin);
    paint(kBold, printable(at.file->path()) + ":" + std::to_string(place.line) + ":" +
                     std::to_string(place.column) + ":");
    out_ += ' ';
  }
  paint(colour, std::string(kind) + ":");
  out_ += ' ';
  paint(kBold, visible(message));
  if (!code.empty()) {
    out_ += ' ';
    paint(kDim, "[" + std::string(code) + "]");
  }
  out_ += '\n';
}

void TextRenderer::gutter(std::string_view content, char sign) {
  std::string text(2 + gutterWidth_ - std::min(gutterWidth_, content.size()), ' ');
  text += content;
  text += ' ';
  text += sign;
  paint(kDim, text);
}

void TextRenderer::add(const Diagnostic& diagnostic) {
  markColour_ = colourOf(diagnostic.severity);
  header(diagnostic.range, severityName(diagnostic.severity), markColour_, diagnostic.message,
         code(diagnostic.rule));

  std::vector<Mark> marks;
  const SourceFile* file = diagnostic.range.file;
  if (file) {
    marks.push_back({diagnostic.range.span, {}, true});
    for (const Label& label : diagnostic.labels) {
      if (label.range.file == file) marks.push_back({label.range.span, label.message, false});
    }
    excerpts(*file, marks);
  }
  // A label in another file is rendered like a note, with its own header line.
  auto elsewhere = [&](const SourceRange& at, std::string_view message) {
    header(at, "note", kLabelColour, message, {});
    markColour_ = kLabelColour;
    excerpts(*at.file, {{at.span, {}, true}});
  };
  for (const Label& label : diagnostic.labels) {
    if (label.range && label.range.file != file) elsewhere(label.range, label.message);
  }
  for (const Note& note : diagnostic.notes) {
    if (note.range) {
      elsewhere(note.range, note.message);
    } else {
      gutter({}, '=');
      out_ += ' ';
      header({}, "note", kLabelColour, note.message, {});
    }
  }
  for (const Fix& offered : diagnostic.fixes) fix(offered);
}

void TextRenderer::addUnreadable(std::string_view path, std::string_view reason) {
  paint(kBold, printable(path) + ":");
  out_ += ' ';
  paint(colourOf(Severity::Error), "error:");
  out_ += ' ';
  paint(kBold, visible(reason));
  out_ += '\n';
}

void TextRenderer::excerpts(const SourceFile& file, const std::vector<Mark>& marks) {
  std::set<uint32_t> lines;
  for (const Mark& mark : marks) {
    auto [first, last] = linesOf(file, mark.span);
    lines.insert({first, last});
  }
  gutterWidth_ = std::to_string(*lines.rbegin()).size();
  uint32_t before = 0;
  for (uint32_t line : lines) {
    if (before && line > before + 1) {
      paint(kDim, std::string(2 + gutterWidth_, ' ') + " ...");
      out_ += '\n';
    }
    markedLine(file, line, marks);
    before = line;
  }
}

void TextRenderer::markedLine(const SourceFile& file, uint32_t line,
                              const std::vector<Mark>& marks) {
  std::vector<const Mark*> here;
  for (const Mark& mark : marks) {
    auto [first, last] = linesOf(file, mark.span);
    if (line == first || line == last) here.push_back(&mark);
  }
  // The primary range is drawn last, so that its carets are not overwritten.
  std::stable_sort(here.begin(), here.end(),
                   [](const Mark* a, const Mark* b) { return a->primary < b->primary; });

  const Excerpt excerpt(file, line, here.back()->span, options_.width);
  const uint32_t lineEnd = file.lineStart(line) + static_cast<uint32_t>(file.lineText(line).size());
  MarkRow marked;
  for (const Mark* mark : here) {
    auto [first, last] = linesOf(file, mark->span);
    uint32_t begin = mark->span.begin;
    if (line != first) {
      // On a later line of a long range the marks start at the first non-space character.
      const size_t text = file.lineText(line).find_first_not_of(" \t\f");
      begin =
          file.lineStart(line) + static_cast<uint32_t>(text == std::string_view::npos ? 0 : text);
    }
    const int from = excerpt.cellOf(begin);
    const int to = std::max(from + 1, excerpt.cellOf(std::min(mark->span.end, lineEnd)));
    marked.fill(from, to, mark->primary ? '^' : '-');
    if (line == last && !mark->message.empty()) marked.hanging.push_back({from, mark->message});
  }
  std::stable_sort(marked.hanging.begin(), marked.hanging.end(),
                   [](const auto& a, const auto& b) { return a.cell < b.cell; });

  gutter(std::to_string(line), '|');
  if (!excerpt.text().empty()) out_ += ' ' + excerpt.text();
  out_ += '\n';
  gutter({}, '|');
  out_ += ' ';
  // The message of the rightmost mark is on the same row if no other mark follows it. The other
  // messages hang below, from right to left.
  for (size_t at = 0; at < marked.row.size();) {
    const char sign = marked.row[at];
    const size_t end = std::min(marked.row.find_first_not_of(sign, at), marked.row.size());
    std::string_view part = std::string_view(marked.row).substr(at, end - at);
    if (sign == ' ') {
      out_ += part;
    } else {
      paint(sign == '^' ? markColour_ : kLabelColour, part);
    }
    at = end;
  }
  const size_t lastRun = marked.row.find_last_not_of('-') + 1;
  if (!marked.hanging.empty() && static_cast<size_t>(marked.hanging.back().cell) >= lastRun) {
    out_ += ' ';
    paint(kLabelColour, visible(marked.hanging.back().message));
    marked.hanging.pop_back();
  }
  out_ += '\n';
  while (!marked.hanging.empty()) {
    std::string row;
    for (const MarkRow::Hanging& hanging : marked.hanging) {
      const auto cell = static_cast<size_t>(hanging.cell);
      if (&hanging != &marked.hanging.back() && row.size() <= cell)
        row += std::string(cell - row.size(), ' ') + '|';
    }
    const auto cell = static_cast<size_t>(marked.hanging.back().cell);
    row.resize(std::min(row.size(), cell));
    row += std::string(cell - row.size(), ' ') + visible(marked.hanging.back().message);
    gutter({}, '|');
    out_ += ' ';
    paint(kLabelColour, row);
    out_ += '\n';
    marked.hanging.pop_back();
  }
}

void TextRenderer::fix(const Fix& fix) {
  gutter({}, '=');
  out_ += ' ';
  header({}, "fix", kFixColour, fix.title, {});
  // Shows the line after the fix, if the fix changes only one line of the file.
  if (fix.edits.empty() || !fix.edits[0].range) return;
  const SourceFile& file = *fix.edits[0].range.file;
  const uint32_t line = file.lineOf(fix.edits[0].range.span.begin);
  std::vector<const Edit*> edits;
  for (const Edit& edit : fix.edits) {
    if (edit.range.file != &file || file.lineOf(edit.range.span.begin) != line ||
        file.lineOf(edit.range.span.end) != line) {
      return;
    }
    edits.push_back(&edit);
  }
  std::stable_sort(edits.begin(), edits.end(), [](const Edit* a, const Edit* b) {
    return a->range.span.begin < b->range.span.begin;
  });
  const std::string_view before = file.lineText(line);
  if (before.size() > static_cast<size_t>(options_.width)) return;
  std::string after;
  uint32_t at = file.lineStart(line);
  for (const Edit* edit : edits) {
    after += file.text({at, std::max(at, edit->range.span.begin)});
    after += edit->text;
    at = std::max(at, edit->range.span.end);
  }
  const uint32_t lineEnd = file.lineStart(line) + static_cast<uint32_t>(before.size());
  after += file.text({std::min(at, lineEnd), lineEnd});

  uint32_t number = line;
  for (std::string_view rest = after; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    gutter(std::to_string(number++), '+');
    out_ += ' ';
    const SourceFile shown({}, std::string(rest.substr(0, end)));
    paint(kFixColour, Excerpt(shown, 1, {}, options_.width).text());
    out_ += '\n';
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace ts::diag
