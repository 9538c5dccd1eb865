#include "viz/construction.h"

#include "core/base/json_writer.h"
#include "core/driver/compile.h"
#include "viz/unsaved.h"

namespace ts::viz {

FormatResult describeConstruction(const TsvizSettings& settings) {
  const driver::ParsedTarget target = driver::parseTarget(settings.target);
  if (!target) return {{}, target.error};
  auto disk = std::make_shared<DiskFileSystem>();
  const Unsaved unsaved = readUnsaved(*disk, settings.unsaved);
  if (!unsaved.error.empty()) return {{}, unsaved.error};
  JsonWriter out;
  out.beginObject();
  const bool isPython = target.target->kind == driver::TargetKind::PythonFile ||
                        target.target->kind == driver::TargetKind::PythonModule;
  if (isPython) {
    driver::Workspace workspace(disk, driver::optionsFor(*disk, *target.target));
    const driver::FoundArguments construction = driver::findArguments(
        workspace.snapshot(unsaved.documents), *target.target, settings.workspace);
    if (!construction.source.empty()) out.member("source", construction.source);
    if (construction.arguments) out.member("arguments", *construction.arguments);
    if (!construction.missing.empty()) {
      out.key("missing").beginArray();
      for (const std::string& name : construction.missing) out.value(name);
      out.endArray();
    }
  }
  return {out.endObject().take() + "\n", {}};
}

}  // namespace ts::viz
