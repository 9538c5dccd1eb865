// Settings: sent by the client, or asked for folder by folder where the client answers that.
#include <fmt/format.h>

#include <algorithm>

#include "lsp/features/features.h"
#include "lsp/uri.h"

namespace ts::lsp {

namespace {

struct Setting {
  std::string_view name;
  std::string_view values;  // for the warning
  // Tells whether the value was one that can be used.
  bool (*apply)(Session&, Settings&, JsonView);
};

bool applyRoots(Session&, Settings& settings, JsonView value) {
  const auto name = value.string();
  if (name != "all" && name != "explicit") return false;
  settings.roots = name == "all" ? Roots::All : Roots::Explicit;
  return true;
}

bool applyImportPaths(Session&, Settings& settings, JsonView value) {
  if (!value.isArray()) return false;
  std::vector<std::string> paths;
  for (const JsonView& one : value.elements()) {
    const auto path = one.string();
    if (!path) return false;
    paths.push_back(*path);
  }
  settings.importPaths = std::move(paths);
  return true;
}

bool applyCommands(Session& session, Settings&, JsonView value) {
  const auto has = value.boolean();
  if (has) session.client.commands = *has;
  return has.has_value();
}

// The editor's own, which lie in the same section.
bool ignore(Session&, Settings&, JsonView) { return true; }

constexpr Setting kSettings[] = {
    {"commands", "true or false", applyCommands},
    {"importPaths", "an array of folders", applyImportPaths},
    {"roots", "\"explicit\" or \"all\"", applyRoots},
    {"server", "", ignore},
    {"trace", "", ignore},
};

// What is wrong with settings, each told to the log, and to the user when it is new.
class Complaints {
 public:
  explicit Complaints(Session& session) : session_(session) {}
  ~Complaints() { session_.complaints = std::move(all_); }
  Complaints(const Complaints&) = delete;
  Complaints& operator=(const Complaints&) = delete;

  // `where` is empty or names the folder.
  void add(const std::string& where, std::string text) {
    session_.outbox.warn(fmt::format("settings{}: {}", where, text));
    // Settings of all are those of each folder, too.
    if (contains(all_, text)) return;
    if (!contains(session_.complaints, text))
      session_.outbox.show(LogLevel::Warning, "JitScope, settings: " + text);
    all_.push_back(std::move(text));
  }

 private:
  static bool contains(const std::vector<std::string>& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
  }

  Session& session_;
  std::vector<std::string> all_;
};

void apply(Session& session, JsonView value, Settings& settings, const std::string& where,
           Complaints& complaints) {
  // Clients send either our section or an object of sections.
  if (value["jitscope"].exists()) value = value["jitscope"];
  if (value.isNothing()) return;
  if (!value.isObject())
    return complaints.add(where,
                          fmt::format("ignored, they must be an object, not {}", value.text()));
  for (const std::string& key : value.keys()) {
    const Setting* known = nullptr;
    for (const Setting& setting : kSettings) {
      if (setting.name == key) known = &setting;
    }
    if (!known) {
      complaints.add(where, fmt::format("\"{}\" is ignored, there is no such setting", key));
    } else if (!value[key].isNothing() && !known->apply(session, settings, value[key])) {
      complaints.add(where, fmt::format("\"{}\" keeps its value, it can't be {}; it can be {}", key,
                                        value[key].text(), known->values));
    }
  }
}

// Checks everything again when the settings aren't those of before any more.
class Change {
 public:
  explicit Change(Session& session)
      : session_(session), settings_(session.checks.settings), folders_(session.checks.folders) {}
  ~Change() {
    if (settings_ == session_.checks.settings && folders_ == session_.checks.folders) return;
    checkAll(session_);
    refresh(session_);
    workspaceChanged(session_);
  }
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;

 private:
  Session& session_;
  Settings settings_;
  std::vector<Folder> folders_;
};

}  // namespace

void applySettings(Session& session, JsonView value) {
  const Change change(session);
  Complaints complaints(session);
  apply(session, value, session.checks.settings, "", complaints);
  for (Folder& folder : session.checks.folders) folder.settings = session.checks.settings;
}

void pullSettings(Session& session) {
  if (!session.client.configuration) return;
  // The first item is for what lies in no folder.
  JsonWriter out;
  out.beginObject().key("items").beginArray();
  out.beginObject().member("section", "jitscope").endObject();
  std::vector<std::string> paths;
  for (const Folder& folder : session.checks.folders) {
    paths.push_back(folder.path);
    out.beginObject()
        .member("scopeUri", uriOfPath(folder.path))
        .member("section", "jitscope")
        .endObject();
  }
  out.endArray().endObject();
  session.outbox.ask("workspace/configuration", out.text(), [&session, paths](JsonView result) {
    const auto values = result.elements();
    if (values.size() != paths.size() + 1) return;
    const Change change(session);
    Complaints complaints(session);
    apply(session, values[0], session.checks.settings, "", complaints);
    for (Folder& folder : session.checks.folders) {
      for (size_t i = 0; i < paths.size(); ++i) {
        if (paths[i] != folder.path) continue;
        folder.settings = session.checks.settings;
        apply(session, values[i + 1], folder.settings, " of " + folder.path, complaints);
      }
    }
  });
}

void didChangeConfiguration(Session& session, JsonView params) {
  // A client that answers questions sends whatever it likes here.
  if (session.client.configuration) return pullSettings(session);
  applySettings(session, params["settings"]);
}

}  // namespace ts::lsp
