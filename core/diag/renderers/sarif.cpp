#include "core/diag/renderers/sarif.h"

#include <algorithm>

namespace ts::diag {

namespace {

std::string_view levelOf(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Information:
    case Severity::Hint: return "note";
  }
  return "note";
}

size_t indexOf(Rule rule) { return static_cast<size_t>(&info(rule) - allRules().data()); }

void text(JsonWriter& json, std::string_view key, std::string_view message) {
  json.key(key).beginObject().member("text", message).endObject();
}

}  // namespace

std::string uriOf(std::string_view path) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  static constexpr std::string_view kPlain = "-._~/!$&'()*+,;=@";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter =
        (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z');
    if (letter || kPlain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += '%';
      uri += kHex[byte >> 4];
      uri += kHex[byte & 15];
    }
  }
  return uri;
}

SarifRenderer::SarifRenderer(const RenderOptions& options) {
  json_.beginObject();
  json_.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      .member("version", "2.1.0");
  json_.key("runs").beginArray().beginObject();
  tool(options);
  json_.member("columnKind", "unicodeCodePoints");
  json_.key("results").beginArray();
  notifications_.beginArray();
}

void SarifRenderer::tool(const RenderOptions& options) {
  json_.key("tool").beginObject().key("driver").beginObject();
  json_.member("name", "tscheck");
  if (!options.version.empty()) json_.member("semanticVersion", options.version);
  json_.key("rules").beginArray();
  for (const RuleInfo& rule : allRules()) {
    json_.beginObject().member("id", code(rule.rule)).member("name", rule.name);
    text(json_, "shortDescription", rule.summary);
    if (!options.rulePages.empty())
      json_.member("helpUri", uriOf(options.rulePages + '/' + code(rule.rule) + ".md"));
    json_.key("defaultConfiguration").beginObject();
    json_.member("level", levelOf(rule.severity)).endObject();
    json_.key("properties").beginObject().key("tags").beginArray();
    json_.value(familyTitle(rule.family)).endArray().endObject().endObject();
  }
  json_.endArray().endObject().endObject();
}

void SarifRenderer::artifact(std::string_view path) {
  json_.key("artifactLocation").beginObject().member("uri", uriOf(path)).endObject();
}

void SarifRenderer::region(const SourceRange& at) {
  const LineColumn begin = places_.find(*at.file, at.span.begin);
  const LineColumn end = places_.find(*at.file, at.span.end);
  json_.beginObject().member("startLine", begin.line).member("startColumn", begin.column);
  json_.member("endLine", end.line).member("endColumn", end.column).endObject();
}

void SarifRenderer::location(const SourceRange& at) {
  json_.key("physicalLocation").beginObject();
  artifact(at.file->path());
  json_.key("region");
  region(at);
  json_.endObject();
}

void SarifRenderer::relatedLocation(const SourceRange& at, std::string_view message) {
  json_.beginObject();
  if (at) location(at);
  text(json_, "message", message);
  json_.endObject();
}

void SarifRenderer::fixes(const std::vector<Fix>& fixes) {
  json_.key("fixes").beginArray();
  for (const Fix& fix : fixes) {
    json_.beginObject();
    text(json_, "description", fix.title);
    json_.key("artifactChanges").beginArray();
    // One artifact change per file, with its replacements in the order of the edits.
    std::vector<const SourceFile*> done;
    for (const Edit& first : fix.edits) {
      const SourceFile* file = first.range.file;
      if (std::find(done.begin(), done.end(), file) != done.end()) continue;
      done.push_back(file);
      json_.beginObject();
      artifact(file->path());
      json_.key("replacements").beginArray();
      for (const Edit& edit : fix.edits) {
        if (edit.range.file != file) continue;
        json_.beginObject().key("deletedRegion");
        region(edit.range);
        text(json_, "insertedContent", edit.text);
        json_.endObject();
      }
      json_.endArray().endObject();
    }
    json_.endArray().endObject();
  }
  json_.endArray();
}

void SarifRenderer::add(const Diagnostic& diagnostic) {
  json_.beginObject().member("ruleId", code(diagnostic.rule));
  json_.member("ruleIndex", static_cast<int64_t>(indexOf(diagnostic.rule)));
  json_.member("level", levelOf(diagnostic.severity));
  text(json_, "message", diagnostic.message);
  json_.key("locations").beginArray();
  if (diagnostic.range) {
    json_.beginObject();
    location(diagnostic.range);
    json_.endObject();
  }
  json_.endArray();
  if (!diagnostic.labels.empty() || !diagnostic.notes.empty()) {
    json_.key("relatedLocations").beginArray();
    for (const Label& label : diagnostic.labels) relatedLocation(label.range, label.message);
    for (const Note& note : diagnostic.notes) relatedLocation(note.range, note.message);
    json_.endArray();
  }
  // SARIF requires at least one change per fix.
  std::vector<Fix> usable;
  for (const Fix& fix : diagnostic.fixes) {
    if (!fix.edits.empty()) usable.push_back(fix);
  }
  if (!usable.empty()) fixes(usable);
  json_.endObject();
}

void SarifRenderer::addUnreadable(std::string_view path, std::string_view reason) {
  failed_ = true;
  notifications_.beginObject().member("level", "error");
  text(notifications_, "message", reason);
  notifications_.key("locations").beginArray().beginObject().key("physicalLocation").beginObject();
  notifications_.key("artifactLocation").beginObject().member("uri", uriOf(path)).endObject();
  notifications_.endObject().endObject().endArray().endObject();
}

void SarifRenderer::finish() {
  json_.endArray().key("invocations").beginArray().beginObject();
  json_.member("executionSuccessful", !failed_);
  notifications_.endArray();
  json_.key("toolExecutionNotifications").raw(notifications_.text());
  json_.endObject().endArray().endObject().endArray().endObject();
  out_ = json_.take();
  out_ += '\n';
}

}  // namespace ts::diag
