#include "core/driver/target.h"

namespace ts::driver {

namespace {

struct Suffix {
  std::string_view text;
  TargetKind kind;
};

constexpr Suffix kSuffixes[] = {
    {".py", TargetKind::PythonFile}, {".pt", TargetKind::Archive}, {".pth", TargetKind::Archive},
    {".onnx", TargetKind::Onnx},     {".ir", TargetKind::Ir},
};

std::optional<TargetKind> kindBySuffix(std::string_view path) {
  for (const Suffix& suffix : kSuffixes) {
    if (path.size() > suffix.text.size() && path.ends_with(suffix.text)) return suffix.kind;
  }
  return std::nullopt;
}

// Returns whether the text is identifiers with dots between them. Accepts every non-ASCII byte: the
// lookup rejects bad names.
bool isDottedName(std::string_view text) {
  bool atStart = true;
  for (char c : text) {
    const bool digit = c >= '0' && c <= '9';
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
    if (c == '.' ? atStart : !(letter || (digit && !atStart))) return false;
    atStart = c == '.';
  }
  return !atStart;
}

std::string inQuotes(std::string_view text) { return "`" + std::string(text) + "`"; }

}  // namespace

ParsedTarget parseTarget(std::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) {
    std::optional<TargetKind> kind = kindBySuffix(text);
    if (kind && *kind != TargetKind::PythonFile) return {Target{*kind, std::string(text), {}}, {}};
    if (kind == TargetKind::PythonFile || isDottedName(text)) {
      return {{},
              inQuotes(text) + " lacks the name of a function or class: " +
                  inQuotes(std::string(text) + ":NAME")};
    }
    return {{},
            inQuotes(text) +
                " is not a target: write FILE.py:NAME, package.module:NAME, FILE.pt, FILE.onnx or "
                "FILE.ir"};
  }
  const std::string_view path = text.substr(0, colon);
  const std::string_view name = text.substr(colon + 1);
  if (!isDottedName(name)) return {{}, inQuotes(name) + " after the colon is not a name"};
  std::optional<TargetKind> kind = kindBySuffix(path);
  if (kind == TargetKind::PythonFile)
    return {Target{*kind, std::string(path), std::string(name)}, {}};
  if (kind) return {{}, inQuotes(path) + " takes no name: only Python files have named targets"};
  if (isDottedName(path))
    return {Target{TargetKind::PythonModule, std::string(path), std::string(name)}, {}};
  return {{}, inQuotes(path) + " is neither a Python file nor the name of a module"};
}

}  // namespace ts::driver
