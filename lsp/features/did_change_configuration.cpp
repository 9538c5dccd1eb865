#include <fmt/format.h>

#include "lsp/features/features.h"

namespace ts::lsp {

namespace {

struct Setting {
  std::string_view name;
  std::string_view values;  // for the warning
  // Tells whether the value was one that can be used.
  bool (*apply)(Session&, JsonView);
};

bool applyRoots(Session& session, JsonView value) {
  const auto name = value.string();
  if (name != "all" && name != "explicit") return false;
  session.checks.roots = name == "all" ? Roots::All : Roots::Explicit;
  return true;
}

bool applyCommands(Session& session, JsonView value) {
  const auto has = value.boolean();
  if (has) session.client.commands = *has;
  return has.has_value();
}

constexpr Setting kSettings[] = {
    {"commands", "true or false", applyCommands},
    {"roots", "\"explicit\" or \"all\"", applyRoots},
};

}  // namespace

bool applySettings(Session& session, JsonView value) {
  // Clients send either our section or an object of sections.
  if (value["jitscope"].exists()) value = value["jitscope"];
  if (value.isNothing()) return false;
  if (!value.isObject()) {
    session.outbox.warn(
        fmt::format("settings: ignored, they must be an object, not {}", value.text()));
    return false;
  }
  const Roots before = session.checks.roots;
  for (const std::string& key : value.keys()) {
    const Setting* known = nullptr;
    for (const Setting& setting : kSettings) {
      if (setting.name == key) known = &setting;
    }
    if (!known) {
      session.outbox.warn(
          fmt::format("settings: \"{}\" is ignored, there is no such setting", key));
    } else if (!known->apply(session, value[key])) {
      session.outbox.warn(
          fmt::format("settings: \"{}\" keeps its value, it can't be {}; it can be {}", key,
                      value[key].text(), known->values));
    }
  }
  return session.checks.roots != before;
}

void didChangeConfiguration(Session& session, JsonView params) {
  if (applySettings(session, params["settings"])) session.checks.changedAll();
}

}  // namespace ts::lsp
