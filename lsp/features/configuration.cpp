// Settings: sent by the client, or requested for each folder when the client supports that.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/torch_profile.h"
#include "lsp/features/features.h"
#include "lsp/workspace/uri.h"

namespace ts::lsp {

namespace {

struct Setting {
  std::string_view name;
  std::string_view values;  // for the warning
  // Returns false when the value is invalid.
  bool (*apply)(Session&, EditorSettings&, JsonView);
};

bool applyRoots(Session&, EditorSettings& settings, JsonView value) {
  const auto name = value.string();
  const Roots* roots = name ? findWord<Roots>(compiler::kRootsWords, *name) : nullptr;
  if (roots) settings.roots = *roots;
  return roots != nullptr;
}

bool applyCandidates(Session&, EditorSettings& settings, JsonView value) {
  using Choice = std::optional<diag::Severity>;
  const auto name = value.string();
  const Choice* severity = name ? findWord<Choice>(diag::kSeverityWords, *name) : nullptr;
  if (severity) settings.candidates = *severity;
  return severity != nullptr;
}

bool applyImportPaths(Session&, EditorSettings& settings, JsonView value) {
  if (!value.isArray()) return false;
  std::vector<std::string> paths;
  for (const JsonView& element : value.elements()) {
    const auto path = element.string();
    if (!path) return false;
    paths.push_back(*path);
  }
  settings.importPaths = std::move(paths);
  return true;
}

bool applyPython(Session&, EditorSettings& settings, JsonView value) {
  const auto path = value.string();
  // The client's own choice, from the initialization, stays when the user makes none.
  if (path && !path->empty()) settings.python = *path;
  return path.has_value();
}

bool applyCommands(Session& session, EditorSettings&, JsonView value) {
  const auto has = value.boolean();
  if (has) session.client.commands = *has;
  return has.has_value();
}

bool applyLibrarySources(Session& session, EditorSettings&, JsonView value) {
  const auto has = value.boolean();
  if (has) session.client.librarySources = *has;
  return has.has_value();
}

bool applyTorch(Session& session, EditorSettings&, JsonView value) {
  const auto name = value.string();
  if (!name || (name != "auto" && !profileNamed(*name))) return false;
  session.torchSetting = *name;
  // All caches follow the profile, so the process keeps it.
  if (session.torchInUse && *session.torchInUse != *name) {
    session.torchInUse = *name;
    session.connection.show(LogLevel::Info,
                            "JitScope: restart the server to use the new setting of torch");
  }
  return true;
}

// Settings of the editor's extension and the server's token, which are in the same section.
bool ignore(Session&, EditorSettings&, JsonView) { return true; }

constexpr Setting kSettings[] = {
    {"candidates", "\"off\" or \"hint\" or \"information\" or \"warning\" or \"error\"",
     applyCandidates},
    {"commands", "true or false", applyCommands},
    {"importPaths", "an array of folders", applyImportPaths},
    {"librarySources", "true or false", applyLibrarySources},
    {"python", "a path", applyPython},
    {"roots", "\"auto\" or \"explicit\" or \"all\"", applyRoots},
    {"server", "", ignore},
    {"token", "", ignore},
    {"torch", kTorchSettings, applyTorch},
    {"trace", "", ignore},
};

// Reports problems of settings: logs each, and shows new ones to the user.
class SettingsProblems {
 public:
  explicit SettingsProblems(Session& session) : session_(session) {}
  ~SettingsProblems() { session_.shownProblems = std::move(all_); }
  SettingsProblems(const SettingsProblems&) = delete;
  SettingsProblems& operator=(const SettingsProblems&) = delete;

  // `where` is empty or names the folder.
  void add(const std::string& where, std::string text) {
    session_.connection.warn(fmt::format("settings{}: {}", where, text));
    // A problem of the global settings is found again in each folder.
    if (contains(all_, text)) return;
    if (!contains(session_.shownProblems, text))
      session_.connection.show(LogLevel::Warning, "JitScope, settings: " + text);
    all_.push_back(std::move(text));
  }

 private:
  static bool contains(const std::vector<std::string>& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
  }

  Session& session_;
  std::vector<std::string> all_;
};

void apply(Session& session, JsonView value, EditorSettings& settings, const std::string& where,
           SettingsProblems& problems) {
  // Clients send either our section or an object with all sections.
  if (value["jitscope"].exists()) value = value["jitscope"];
  if (value.isNothing()) return;
  if (!value.isObject())
    return problems.add(where,
                        fmt::format("ignored: they must be an object, not {}", value.text()));
  for (const std::string& key : value.keys()) {
    const Setting* row = nullptr;
    for (const Setting& setting : kSettings) {
      if (setting.name == key) row = &setting;
    }
    if (!row) {
      problems.add(where, fmt::format("\"{}\" is ignored: no such setting", key));
    } else if (!value[key].isNothing() && !row->apply(session, settings, value[key])) {
      problems.add(where, fmt::format("\"{}\" keeps its value, it can't be {}; it can be {}", key,
                                      value[key].text(), row->values));
    }
  }
}

// Checks all documents again at the end of its scope if settings or folders have changed.
class SettingsChange {
 public:
  explicit SettingsChange(Session& session)
      : session_(session),
        settings_(session.scheduler.settings),
        folders_(session.scheduler.folders) {}
  ~SettingsChange() {
    if (settings_ == session_.scheduler.settings && folders_ == session_.scheduler.folders) return;
    checkAll(session_);
    refresh(session_);
    workspaceChanged(session_);
  }
  SettingsChange(const SettingsChange&) = delete;
  SettingsChange& operator=(const SettingsChange&) = delete;

 private:
  Session& session_;
  EditorSettings settings_;
  std::vector<Folder> folders_;
};

}  // namespace

void applySettings(Session& session, JsonView value) {
  const SettingsChange change(session);
  SettingsProblems problems(session);
  apply(session, value, session.scheduler.settings, "", problems);
  for (Folder& folder : session.scheduler.folders) folder.settings = session.scheduler.settings;
}

void pullSettings(Session& session) {
  if (!session.client.configuration) return;
  // The first item is for files outside all folders.
  JsonWriter out;
  out.beginObject().key("items").beginArray();
  out.beginObject().member("section", "jitscope").endObject();
  std::vector<std::string> paths;
  for (const Folder& folder : session.scheduler.folders) {
    paths.push_back(folder.path);
    out.beginObject()
        .member("scopeUri", uriOfPath(folder.path))
        .member("section", "jitscope")
        .endObject();
  }
  out.endArray().endObject();
  session.connection.request(
      "workspace/configuration", out.text(), [&session, paths](JsonView result) {
        const auto values = result.elements();
        if (values.size() != paths.size() + 1) return;
        const SettingsChange change(session);
        SettingsProblems problems(session);
        apply(session, values[0], session.scheduler.settings, "", problems);
        for (Folder& folder : session.scheduler.folders) {
          for (size_t i = 0; i < paths.size(); ++i) {
            if (paths[i] != folder.path) continue;
            folder.settings = session.scheduler.settings;
            apply(session, values[i + 1], folder.settings, " of " + folder.path, problems);
          }
        }
      });
}

void didChangeConfiguration(Session& session, JsonView params) {
  // A client that answers workspace/configuration may send no settings here.
  if (session.client.configuration) return pullSettings(session);
  applySettings(session, params["settings"]);
}

}  // namespace ts::lsp
