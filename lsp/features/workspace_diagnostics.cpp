// workspace/diagnostic: diagnostics of all files of the workspace, for clients that pull them.
#include <fmt/format.h>

#include <functional>
#include <map>

#include "lsp/features/features.h"
#include "lsp/features/message_tables.h"
#include "lsp/features/request_handlers.h"

namespace ts::lsp {

namespace {

// Only this many files are checked; the user sees a warning when the workspace has more.
constexpr size_t kMaxWorkspaceFiles = 5000;

std::map<std::string, std::string> previousIds(JsonView params) {
  std::map<std::string, std::string> ids;
  for (const JsonView& previous : params["previousResultIds"].elements()) {
    const auto uri = previous["uri"].string(), id = previous["value"].string();
    if (uri && id) ids.insert_or_assign(*uri, *id);
  }
  return ids;
}

class Reports {
 public:
  explicit Reports(RequestContext& context)
      : context_(context),
        previous_(previousIds(context.params)),
        items_(context.progress, R"({"items":)", "}") {}

  void add(const std::string& path) {
    const auto snapshot = context_.files->snapshotFor(*context_.state, path);
    const std::string uri = context_.uriOf(path);
    const auto previous = previous_.extract(uri);
    const EditorSettings& settings = context_.state->settingsOf(path);
    ReportCache& cache = context_.files->reports();
    if (!previous.empty() && cache.find(snapshot.files(), path, settings) == previous.mapped())
      return unchanged(uri, path, previous.mapped());

    const uint64_t generation = cache.generation();
    const OpenDocument* open = context_.state->find(path);
    const SourceFilePtr file = open ? open->text : snapshot.parse(path)->file;
    if (!file) return;
    CheckResult result = context_.analysis(*context_.state, file, context_.stop);
    if (!context_.isCancelled() && result.withRoots)
      result = result.withRoots(nullptr, context_.stop);
    if (context_.isCancelled()) return;
    result.uri = uri;
    result.file = file;
    result.state = context_.state;
    JsonWriter items;
    items.beginArray();
    DiagnosticWriter json(context_.client, context_.rulePages, result);
    for (const diag::Diagnostic& diagnostic : result.diagnostics) json.write(items, diagnostic);
    items.endArray();
    const std::string id = resultId(items.text());
    std::vector<std::string> paths{path};
    paths.insert(paths.end(), result.dependsOn.begin(), result.dependsOn.end());
    cache.store(generation, snapshot.files(), paths, settings, id);
    if (!previous.empty() && previous.mapped() == id) return unchanged(uri, path, id);
    begin("full", uri, path).member("resultId", id).key("items").raw(items.text()).endObject();
  }
  // Reports no diagnostics for files that are deleted or no longer in the workspace.
  void clearRemoved() {
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
    const OpenDocument* open = context_.state->find(path);
    return open && open->version ? out.value(*open->version) : out.null();
  }
  void unchanged(const std::string& uri, const std::string& path, const std::string& id) {
    begin("unchanged", uri, path).member("resultId", id).endObject();
  }

  RequestContext& context_;
  std::map<std::string, std::string> previous_;
  PartialArray items_;
};

}  // namespace

std::string resultId(std::string_view diagnostics) {
  return fmt::format("{:x}", std::hash<std::string_view>()(diagnostics));
}

Response workspaceDiagnostic(RequestContext& context) {
  std::vector<std::string> paths = context.allFiles();
  // Clients pull the diagnostics of cells one by one.
  std::erase_if(paths,
                [&](const std::string& path) { return context.state->cellsOf(path) != nullptr; });
  Response response;
  if (paths.size() > kMaxWorkspaceFiles) {
    response.warning = fmt::format(
        "the workspace has {} Python files; only the first kMaxWorkspaceFiles = {} are checked as "
        "a whole",
        paths.size(), kMaxWorkspaceFiles);
    paths.resize(kMaxWorkspaceFiles);
  }
  // The roots of all files count, also of files that the background has not indexed yet.
  if (followsRoots(context.state->folders))
    context.files->index().update(context.snapshot->files(), paths);
  Reports reports(context);
  for (size_t i = 0; i < paths.size(); ++i) {
    if (context.shouldStop("Checking the workspace", i, paths.size())) return response;
    reports.add(paths[i]);
    reports.pause();
  }
  reports.clearRemoved();
  response.json = reports.take();
  return response;
}

// Clients ask again as soon as they have a response. The server holds the request of a client that
// has the newest diagnostics until something changes.
void pullWorkspace(Session& session, JsonView params, const Reply& reply) {
  const bool isCurrent =
      !params["previousResultIds"].elements().empty() && session.pulledRevision == session.revision;
  if (isCurrent) {
    session.heldPulls.push_back({*JsonDocument::parse(params.text()), reply});
    return;
  }
  session.pulledRevision = session.revision;
  respond(session, *requestKind("workspace/diagnostic"), params, reply);
}

void workspaceChanged(Session& session) {
  ++session.revision;
  const auto held = std::exchange(session.heldPulls, {});
  for (const HeldPull& pull : held) {
    if (!pull.reply.answered()) pullWorkspace(session, pull.params.root(), pull.reply);
  }
}

}  // namespace ts::lsp
