#include "core/driver/project_file.h"

#include <fmt/format.h>

#define TOML_HEADER_ONLY 1  // the programs link statically, and Debian has only a shared library
#define TOML_EXCEPTIONS \
  1  // without them, the parser goes on after some errors until an assertion fails
#define TOML_ENABLE_FORMATTERS 0
// One assertion fails for "[" before a line end, which the parser then reports as an error.
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>

#include "core/base/ascii.h"
#include "core/driver/module_search.h"
#include "core/driver/toml_text.h"
#include "core/ops/edit_distance.h"
#include "core/source/decode.h"

namespace ts::driver {

namespace {

using compiler::Roots;
using diag::Severity;

constexpr size_t kMaxProblems = 100;
constexpr std::string_view kSpaces = " \t\n";
constexpr const char* kNotToml = "the file is not valid TOML, so none of its settings hold: ";

#define TS_SEVERITIES R"("off", "hint", "information", "warning" or "error")"

// Returns a pointer to the word's value; null for another node than one of the words.
template <typename T>
const T* findWord(std::span<const Word<T>> words, const toml::node& node) {
  const auto text = node.value_exact<std::string_view>();
  return text ? ts::findWord(words, *text) : nullptr;
}

// How a message names a wrong value.
std::string described(const toml::node& node) {
  constexpr size_t kMaxShown = 40;
  if (const auto text = node.value_exact<std::string_view>()) {
    if (text->size() <= kMaxShown) return fmt::format("\"{}\"", *text);
    return "a longer string";
  }
  switch (node.type()) {
    case toml::node_type::table: return "a table";
    case toml::node_type::array: return "a list";
    case toml::node_type::integer: return "an integer";
    case toml::node_type::floating_point: return "a float";
    case toml::node_type::boolean: return "a boolean";
    default: return "a date or a time";
  }
}

bool isDottedName(std::string_view text) {
  if (text.empty() || text.front() == '.' || text.back() == '.') return false;
  if (text.find("..") != text.npos) return false;
  return std::ranges::all_of(text, [](char c) {
    return c == '_' || c == '.' || (c & 0x80) || (c >= '0' && c <= '9') ||
           ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
  });
}

class Reader {
 public:
  explicit Reader(ProjectFile& project) : project_(project) {}

  void read(const toml::table& table);
  void readTorch(const toml::node& value) {
    const auto text = value.value_exact<std::string_view>();
    project_.torch = text ? profileOfVersion(*text) : std::nullopt;
    if (!project_.torch) wrongValue(value);
  }
  void readCheck(const toml::node& value) {
    if (const Roots* roots = findWord<Roots>(compiler::kRootsWords, value))
      project_.check = *roots;
    else
      wrongValue(value);
  }
  void readRoots(const toml::node& value) {
    eachString(value, [&](std::string_view text, const toml::node& node) {
      const size_t colon = std::min(text.find(':'), text.size());
      const std::string_view module = trimmed(text.substr(0, colon), kSpaces);
      const std::string_view expression =
          trimmed(text.substr(std::min(colon + 1, text.size())), kSpaces);
      if (!isDottedName(module) || expression.empty()) return false;
      project_.roots.push_back(
          {std::string(module), std::string(expression), rangeOf(node.source())});
      return true;
    });
    if (findWord<Roots>(compiler::kRootsWords, value) && !project_.problems.empty())
      project_.problems.back().note("the key `check` chooses between auto, explicit and all");
  }
  void readExclude(const toml::node& value) {
    eachString(value, [&](std::string_view text, const toml::node&) {
      project_.exclude.emplace_back(text);
      return !text.empty();
    });
  }
  void readImportPaths(const toml::node& value) {
    eachString(value, [&](std::string_view text, const toml::node&) {
      project_.importPaths.push_back(joinPath(project_.folder, text));
      return !text.empty();
    });
  }
  void readSeverity(const toml::node& value) {
    const toml::table* rules = value.as_table();
    if (!rules) return wrongValue(value);
    for (const auto& [name, node] : *rules) {
      const diag::RuleInfo* rule = diag::findRule(name.str());
      const auto* severity = findWord<std::optional<Severity>>(diag::kSeverityWords, node);
      if (!rule) {
        report(name.source(), fmt::format("the rule `{}` does not exist", name.str()))
            .note("`tscheck --explain TSnnnn` prints the page of a rule");
      } else if (!severity) {
        report(node.source(), fmt::format("the severity of `{}` must be " TS_SEVERITIES ", not {}",
                                          name.str(), described(node)));
      } else {
        project_.severity[rule->rule] = *severity;
      }
    }
  }
  void readCandidates(const toml::node& value) {
    if (const auto* severity = findWord<std::optional<Severity>>(diag::kSeverityWords, value))
      project_.candidates = *severity;
    else
      wrongValue(value);
  }

  diag::Diagnostic& report(const toml::source_region& at, std::string message) {
    return report(rangeOf(at), std::move(message));
  }
  diag::Diagnostic& report(SourceRange at, std::string message) {
    if (project_.problems.size() == kMaxProblems) {
      project_.problems.pop_back();
      message = "the file has more problems, which are not listed";
    }
    return project_.problems.emplace_back(
        diag::makeDiagnostic(diag::Rule::BadProjectFile, at, std::move(message)));
  }

 private:
  // Calls take(text, node) with each string of a list. A text that it refuses is a problem.
  template <typename F>
  void eachString(const toml::node& value, F&& take) {
    const toml::array* list = value.as_array();
    if (!list) return wrongValue(value);
    for (const toml::node& node : *list) {
      const auto text = node.value_exact<std::string_view>();
      if (text && take(*text, node)) continue;
      report(node.source(),
             fmt::format("`{}` must be {}; {} is none", key_->name, key_->values, described(node)));
    }
  }

  void wrongValue(const toml::node& value) {
    report(value.source(),
           fmt::format("`{}` must be {}, not {}", key_->name, key_->values, described(value)));
  }

  SourceRange rangeOf(const toml::source_region& region) const {
    const SourceFile& file = *project_.source;
    auto offsetOf = [&](const toml::source_position& at) {
      return file.offset({std::max(at.line, 1u), std::max(at.column, 1u) - 1}, ColumnUnit::Utf32);
    };
    const uint32_t begin = offsetOf(region.begin);
    return {&file, {begin, std::max(begin, offsetOf(region.end))}};
  }

  ProjectFile& project_;
  const ProjectKey* key_ = nullptr;  // the key whose value is read
};

// The only list of the keys: it decides what is read, what messages say and what the page lists.
constexpr ProjectKey kKeys[] = {
    {"torch", kTorchProfileNames, "the version of PyTorch to agree with"},
    {"check", R"("auto", "explicit" or "all")", "the code to compile"},
    {"roots", R"(a list of strings "MODULE:EXPRESSION")", "objects to check as scripted"},
    {"exclude", "a list of patterns of paths", "files and folders to skip"},
    {"import-paths", "a list of folders", "additional folders to search for imports"},
    {"severity", "a table of rules, each " TS_SEVERITIES, "the severity of each rule"},
    {"candidates", TS_SEVERITIES, "the severity of problems in modules that nothing scripts"},
};
constexpr void (Reader::*kReaders[])(const toml::node&) = {
    &Reader::readTorch,       &Reader::readCheck,    &Reader::readRoots,      &Reader::readExclude,
    &Reader::readImportPaths, &Reader::readSeverity, &Reader::readCandidates,
};
static_assert(std::size(kKeys) == std::size(kReaders));

std::string allNames() {
  std::string names;
  for (const ProjectKey& key : kKeys) names += (names.empty() ? "" : ", ") + std::string(key.name);
  return names;
}

void Reader::read(const toml::table& table) {
  for (const auto& [name, value] : table) {
    const std::string_view text = name.str();
    key_ = std::ranges::find(kKeys, text, &ProjectKey::name);
    if (key_ != std::end(kKeys)) {
      (this->*kReaders[key_ - kKeys])(value);
      continue;
    }
    diag::Diagnostic& diagnostic =
        report(name.source(), fmt::format("the key `{}` does not exist", text));
    const auto near = std::ranges::find_if(kKeys, [&](const ProjectKey& key) {
      return text.size() < 32 && ops::editDistance(text, key.name, 2) <= 2;
    });
    diagnostic.note(near == std::end(kKeys) ? "the keys are " + allNames()
                                            : fmt::format("did you mean `{}`?", near->name));
  }
}

constexpr std::string_view kMark = "\xEF\xBB\xBF";  // the byte order mark of UTF-8

struct Name {
  std::string_view file;
  bool isShared;  // with other tools: the settings are in [tool.jitscope]
};
constexpr Name kNames[] = {{"jitscope.toml", false}, {"pyproject.toml", true}};

// Returns false when the file is not a project file: a pyproject.toml without our table.
bool readFile(ReadResult read, Name name, ProjectFile& project) {
  std::string_view bytes = read.decoded ? read.decoded->text() : read.bytes;
  if (bytes.starts_with(kMark)) bytes.remove_prefix(kMark.size());
  if (name.isShared && (!read || bytes.find("jitscope") == bytes.npos)) return false;
  const bool isTooLarge = read.tooLarge || bytes.size() > kMaxProjectFileBytes;
  // The mark says that the text is UTF-8, whatever a comment declares.
  project.source = read.decoded
                       ? read.decoded
                       : std::make_shared<const SourceFile>(
                             project.path,
                             isTooLarge ? "" : decodeSource(std::string(kMark).append(bytes)).text);
  Reader reader(project);
  const SourceRange start{project.source.get(), {}};
  if (isTooLarge) {
    reader.report(start,
                  fmt::format("the file has more bytes than the limit of {}, so it is not read",
                              kMaxProjectFileBytes));
    return true;
  }
  if (!read) {
    reader.report(start, "the file can't be read: " + read.error);
    return true;
  }
  if (const auto fault = findTomlFault(bytes)) {
    const auto at = static_cast<uint32_t>(std::min(fault->at, project.source->text().size()));
    reader.report(SourceRange{project.source.get(), {at, at}},
                  kNotToml + std::string(fault->reason));
    return true;
  }
  try {
    const toml::table all = toml::parse(bytes);
    const toml::table* table = name.isShared ? all.at_path("tool.jitscope").as_table() : &all;
    if (!table) return false;
    reader.read(*table);
  } catch (const toml::parse_error& error) {
    reader.report(error.source(), kNotToml + std::string(error.description()));
    return true;
  }
  std::ranges::stable_sort(project.problems, {}, [](const diag::Diagnostic& diagnostic) {
    return diagnostic.range.span.begin;
  });
  return true;
}

}  // namespace

std::string spelledLike(const std::string& path, const std::string& folder) {
  if (path.starts_with('/')) return folder;
  std::error_code failed;
  const std::filesystem::path current = std::filesystem::current_path(failed);
  if (failed) return folder;
  return std::filesystem::path(folder).lexically_relative(current).string();
}

ProjectFile readProjectFile(const FileSystem& files, const std::string& checkedPath) {
  for (const std::string& folder : foldersAbove(files, checkedPath)) {
    for (const Name& name : kNames) {
      const std::string path = joinPath(folder, name.file);
      if (files.kind(path) != FileKind::File) continue;
      ProjectFile project;
      project.folder = spelledLike(checkedPath, folder);
      project.path = joinPath(project.folder, name.file);
      if (readFile(files.read(path), name, project)) return project;
    }
  }
  return {};
}

std::span<const ProjectKey> projectKeys() { return kKeys; }

}  // namespace ts::driver
