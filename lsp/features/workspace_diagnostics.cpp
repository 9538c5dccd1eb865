// Diagnostics of all files of the workspace, for clients that ask for them.
#include <fmt/format.h>

#include <functional>
#include <map>

#include "lsp/features/answers.h"
#include "lsp/features/features.h"

namespace ts::lsp {

namespace {

// A workspace of more is reported in part, and the client told so.
constexpr size_t kMaxWorkspaceFiles = 5000;

std::map<std::string, std::string> previousIds(JsonView params) {
  std::map<std::string, std::string> ids;
  for (const JsonView& one : params["previousResultIds"].elements()) {
    const auto uri = one["uri"].string(), id = one["value"].string();
    if (uri && id) ids.insert_or_assign(*uri, *id);
  }
  return ids;
}

class Reports {
 public:
  explicit Reports(Question& question)
      : question_(question),
        previous_(previousIds(question.params)),
        items_(question.progress, R"({"items":)", "}") {}

  void add(const std::string& path) {
    const auto files = question_.workspace->at(*question_.open, path);
    const std::string uri = question_.uriOf(path);
    const auto previous = previous_.extract(uri);
    const Settings& settings = question_.open->settingsOf(path);
    ReportMemory& memory = question_.workspace->reports();
    if (!previous.empty() && memory.find(files.files(), path, settings) == previous.mapped())
      return unchanged(uri, path, previous.mapped());

    const uint64_t generation = memory.generation();
    Checked checked;
    const auto open = question_.open->open.find(path);
    checked.file = open != question_.open->open.end() ? open->second : files.parse(path)->file;
    if (!checked.file) return;
    checked.uri = uri;
    checked.snapshot = question_.open;
    checked.findings = question_.analysis(*question_.open, checked.file, question_.done);
    if (question_.stopped()) return;
    JsonWriter found;
    found.beginArray();
    JsonDiagnostics json(question_.client, question_.rulePages, checked);
    for (const diag::Diagnostic& diagnostic : checked.findings.diagnostics)
      json.write(found, diagnostic);
    found.endArray();
    const std::string id = resultId(found.text());
    std::vector<std::string> made{path};
    made.insert(made.end(), checked.findings.dependsOn.begin(), checked.findings.dependsOn.end());
    memory.remember(generation, files.files(), made, settings, id);
    if (!previous.empty() && previous.mapped() == id) return unchanged(uri, path, id);
    begin("full", uri, path).member("resultId", id).key("items").raw(found.text()).endObject();
  }
  // Of files that are gone or no longer of the workspace there is nothing to say.
  void clearOthers() {
    for (const auto& [uri, id] : previous_)
      begin("full", uri, {}).key("items").beginArray().endArray().endObject();
    previous_.clear();
  }
  void pause() { items_.pause(); }
  std::string take() { return items_.take(); }

 private:
  JsonWriter& begin(const char* kind, const std::string& uri, const std::string& path) {
    JsonWriter& out = items_.out();
    out.beginObject().member("kind", kind).member("uri", uri).key("version");
    const auto version = question_.open->versions.find(path);
    return version == question_.open->versions.end() ? out.null() : out.value(version->second);
  }
  void unchanged(const std::string& uri, const std::string& path, const std::string& id) {
    begin("unchanged", uri, path).member("resultId", id).endObject();
  }

  Question& question_;
  std::map<std::string, std::string> previous_;
  PartialArray items_;
};

}  // namespace

// Equal findings have equal ids, whatever the text around them.
std::string resultId(std::string_view findings) {
  return fmt::format("{:x}", std::hash<std::string_view>()(findings));
}

Answer workspaceDiagnostic(Question& question) {
  std::vector<std::string> paths = question.allFiles();
  // Cells are asked about one by one.
  std::erase_if(paths,
                [&](const std::string& path) { return question.open->notebooks.contains(path); });
  Answer answer;
  if (paths.size() > kMaxWorkspaceFiles) {
    answer.warning = fmt::format(
        "the workspace has {} Python files; only the first kMaxWorkspaceFiles = {} are checked as "
        "a whole",
        paths.size(), kMaxWorkspaceFiles);
    paths.resize(kMaxWorkspaceFiles);
  }
  Reports reports(question);
  for (size_t i = 0; i < paths.size(); ++i) {
    if (question.stopped("Checking the workspace", i, paths.size())) return answer;
    reports.add(paths[i]);
    reports.pause();
  }
  reports.clearOthers();
  answer.json = reports.take();
  return answer;
}

// Clients ask again as soon as they have an answer. One that knows all there is waits until
// something changes.
void pullWorkspace(Session& session, JsonView params, const Reply& reply) {
  const bool knows =
      !params["previousResultIds"].elements().empty() && session.pulledRevision == session.revision;
  if (knows) {
    session.heldPulls.push_back({*JsonDocument::parse(params.text()), reply});
    return;
  }
  session.pulledRevision = session.revision;
  ask(session, *questionKind("workspace/diagnostic"), params, reply);
}

void workspaceChanged(Session& session) {
  ++session.revision;
  const auto held = std::exchange(session.heldPulls, {});
  for (const HeldPull& one : held) {
    if (!one.reply.answered()) pullWorkspace(session, one.params.root(), one.reply);
  }
}

}  // namespace ts::lsp
