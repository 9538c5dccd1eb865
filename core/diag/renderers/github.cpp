#include "core/diag/renderers/github.h"

#include "core/base/printable.h"

namespace ts::diag {

namespace {

// GitHub's runner decodes %25, %0D and %0A everywhere, but %3A and %2C only in properties.
std::string escape(std::string_view text, bool property) {
  std::string escaped;
  for (char c : text) {
    switch (c) {
      case '%': escaped += "%25"; break;
      case '\r': escaped += "%0D"; break;
      case '\n': escaped += "%0A"; break;
      case ':':
      case ',':
        if (property) {
          escaped += c == ':' ? "%3A" : "%2C";
          break;
        }
        [[fallthrough]];
      default: escaped += c;
    }
  }
  return escaped;
}

// Control characters that escape() handles.
constexpr std::string_view kEscaped = "\r\n";

std::string_view commandOf(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Information:
    case Severity::Hint: return "notice";
  }
  return "notice";
}

}  // namespace

void GithubRenderer::add(const Diagnostic& diagnostic) {
  out_ += "::" + std::string(commandOf(diagnostic.severity));
  if (const SourceRange& at = diagnostic.range) {
    const LineColumn begin = places_.find(*at.file, at.span.begin);
    const LineColumn end = places_.find(*at.file, at.span.end);
    out_ += " file=" + escape(printable(at.file->path(), kEscaped), true) +
            ",line=" + std::to_string(begin.line) + ",endLine=" + std::to_string(end.line);
    // GitHub allows columns only if the annotation is on one line.
    if (begin.line == end.line) {
      out_ += ",col=" + std::to_string(begin.column) + ",endColumn=" + std::to_string(end.column);
    }
    out_ += ',';
  } else {
    out_ += ' ';
  }
  const std::string name = code(diagnostic.rule) + ' ' + std::string(info(diagnostic.rule).name);
  out_ += "title=" + escape(name, true) + "::";
  std::string message = diagnostic.message;
  for (const Label& label : diagnostic.labels) message += "\n" + label.message;
  for (const Note& note : diagnostic.notes) message += "\n" + note.message;
  for (const Fix& fix : diagnostic.fixes) message += "\nfix: " + fix.title;
  out_ += escape(visible(message, true), false);
  out_ += '\n';
}

void GithubRenderer::addUnreadable(std::string_view path, std::string_view reason) {
  out_ += "::error file=" + escape(printable(path, kEscaped), true) +
          "::" + escape(visible(reason), false) + '\n';
}

}  // namespace ts::diag
