#include "core/jit/debug_places.h"

#include <fmt/format.h>

#include <filesystem>

namespace ts::jit {
namespace {

// A text in LLVM's quotes.
std::string inQuotes(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 32 || byte == '"' || byte == '\\' || byte > 126)
      quoted += fmt::format("\\{:02X}", byte);
    else
      quoted += letter;
  }
  return quoted + '"';
}

LineColumn positionOf(const SourceRange& at) {
  if (at.file == nullptr) return {};
  return at.file->position(at.span.begin);
}

}  // namespace

DebugPlaces::DebugPlaces(std::string_view function, const SourceRange& at) {
  definitions_.resize(6);  // their numbers are known
  const int file = fileOf(at);
  definitions_[0] = fmt::format(
      "distinct !DICompileUnit(language: DW_LANG_Python, file: !{}, producer: \"JitScope\", "
      "isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)",
      file);
  definitions_[1] = "!{i32 2, !\"Debug Info Version\", i32 3}";
  definitions_[2] = "!{i32 7, !\"Dwarf Version\", i32 4}";
  definitions_[3] = "!DISubroutineType(types: !5)";
  definitions_[4] = fmt::format(
      "distinct !DISubprogram(name: {}, scope: !{}, file: !{}, line: {}, type: !3, unit: !0, "
      "spFlags: DISPFlagDefinition | DISPFlagOptimized)",
      inQuotes(function), file, file, positionOf(at).line);
  definitions_[5] = "!{null}";
  scopes_[at.file == nullptr ? "" : at.file->path()] = 4;
}

int DebugPlaces::add(std::string definition) {
  definitions_.push_back(std::move(definition));
  return static_cast<int>(definitions_.size()) - 1;
}

int DebugPlaces::fileOf(const SourceRange& at) {
  // LLVM ignores all debug information of a module with an empty name.
  const std::string path = at.file == nullptr ? "<unknown>" : at.file->path();
  auto [file, isNew] = files_.try_emplace(path, 0);
  if (isNew) {
    // Names such as "<torch.nn>" are not paths.
    std::error_code ignored;
    const std::filesystem::path absolute = std::filesystem::absolute(path, ignored);
    file->second = add(fmt::format("!DIFile(filename: {}, directory: {})",
                                   inQuotes(absolute.filename().string()),
                                   inQuotes(absolute.parent_path().string())));
  }
  return file->second;
}

std::string DebugPlaces::suffixOf(const SourceRange& at) {
  if (at.file == nullptr) {
    // Line 0 means that the line is unknown.
    auto [place, isNew] = places_.try_emplace(std::tuple(4, 0, 0), 0);
    if (isNew) place->second = add("!DILocation(line: 0, scope: !4)");
    return fmt::format(", !dbg !{}", place->second);
  }
  auto [scope, isNew] = scopes_.try_emplace(at.file->path(), 0);
  if (isNew) {
    const int file = fileOf(at);
    scope->second =
        add(fmt::format("!DILexicalBlockFile(scope: !4, file: !{}, discriminator: 0)", file));
  }
  const LineColumn position = positionOf(at);
  auto [place, isNewPlace] =
      places_.try_emplace(std::tuple(scope->second, position.line, position.column), 0);
  if (isNewPlace)
    place->second = add(fmt::format("!DILocation(line: {}, column: {}, scope: !{})", position.line,
                                    position.column, scope->second));
  return fmt::format(", !dbg !{}", place->second);
}

std::string DebugPlaces::definitions() const {
  std::string text = "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!1, !2}\n";
  for (size_t i = 0; i < definitions_.size(); ++i)
    text += fmt::format("!{} = {}\n", i, definitions_[i]);
  return text;
}

}  // namespace ts::jit
