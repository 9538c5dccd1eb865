#include "core/notebook/notebook_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/notebook/magic.h"
#include "core/protocol/json_view.h"

namespace ts::notebook {

using protocol::JsonDocument;
using protocol::JsonView;

namespace {

constexpr std::string_view kEnding = ".ipynb";
constexpr std::string_view kCellMark = ".ipynb#cell";

// The keys in which the formats differ.
struct Format {
  int64_t version;
  const char* source;
  // The language of a cell that differs from the notebook's: a path of keys.
  std::vector<const char*> language;
};
const Format kFormats[] = {{3, "input", {"language"}},
                           {4, "source", {"metadata", "vscode", "languageId"}}};

std::string placeOf(std::string_view text, size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = std::ranges::count(before, '\n') + 1;
  const size_t lineStart = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("line {}, column {}", line, before.size() - lineStart + 1);
}

bool isPython(const std::optional<std::string>& language) {
  return !language || language->starts_with("python") || language->starts_with("Python") ||
         language == "ipython";
}

// Returns nothing when the source is neither a string nor an array of strings.
std::optional<std::string> textOf(JsonView source) {
  if (const auto text = source.string()) return text;
  if (!source.isArray()) return {};
  std::string joined;
  for (const JsonView line : source.elements()) {
    const auto text = line.string();
    if (!text) return {};
    joined += *text;
  }
  return joined;
}

// Adds the code cells of an array. Returns an error; empty on success.
std::string addCells(JsonView cells, const Format& format, std::vector<std::string>& texts) {
  if (!cells.isArray()) return "the notebook has no array `cells`";
  for (const JsonView cell : cells.elements()) {
    if (cell["cell_type"].string() != "code") continue;
    std::optional<std::string> text = textOf(cell[format.source]);
    if (!text)
      return fmt::format("`{}` of code cell {} must be a string or an array of strings",
                         format.source, texts.size() + 1);
    JsonView language = cell;
    for (const char* key : format.language) language = language[key];
    texts.push_back(isPython(language.string()) ? withoutMagic(*text) : "");
  }
  return {};
}

}  // namespace

CodeCells readCells(std::string_view bytes) {
  CodeCells read;
  std::string problem;
  size_t problemAt = bytes.npos;
  const auto document = JsonDocument::parse(bytes, &problem, &problemAt);
  const auto fail = [&](std::string error) { return CodeCells{{}, std::move(error)}; };
  if (!document)
    return fail(problemAt == bytes.npos
                    ? problem
                    : "the notebook is not valid JSON: " + placeOf(bytes, problemAt));
  const JsonView root = document->root();
  const auto version = root["nbformat"].integer();
  if (!version) return fail("the file is not a notebook: it has no number `nbformat`");
  const auto* const format =
      std::ranges::find(kFormats, *version, [](const Format& format) { return format.version; });
  if (format == std::end(kFormats))
    return fail(fmt::format("the notebook has nbformat {}; only 3 and 4 are supported", *version));
  const JsonView metadata = root["metadata"];
  for (const auto& language :
       {metadata["language_info"]["name"].string(), metadata["kernelspec"]["language"].string()})
    if (!isPython(language))
      return fail(
          fmt::format("the notebook's kernel runs `{}`; only Python is supported", *language));
  std::vector<JsonView> lists = {root["cells"]};
  if (format->version == 3) {
    if (!root["worksheets"].isArray()) return fail("the notebook has no array `worksheets`");
    lists.clear();
    for (const JsonView sheet : root["worksheets"].elements()) lists.push_back(sheet["cells"]);
  }
  for (const JsonView list : lists)
    if (std::string wrong = addCells(list, *format, read.texts); !wrong.empty())
      return fail(std::move(wrong));
  return read;
}

void appendCell(std::string& module, std::string_view cell) {
  module += cell;
  // A blank separates "\r" and "\n", which would be one line ending.
  module += cell.ends_with('\r') ? " \n" : "\n";
}

bool isNotebook(std::string_view path) { return path.ends_with(kEnding); }

std::optional<CellName> cellNamed(std::string_view path) {
  const size_t mark = path.rfind(kCellMark);
  if (mark == path.npos) return {};
  const std::string_view digits = path.substr(mark + kCellMark.size());
  size_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number == 0 ||
      digits[0] == '0')
    return {};
  return CellName{std::string(path.substr(0, mark + kEnding.size())), number};
}

}  // namespace ts::notebook
