#include "viz/load.h"

#include "core/driver/target.h"
#include "core/ir/text.h"
#include "core/source/file_system.h"
#include "core/types/type.h"

namespace ts::viz {
namespace {

std::string fileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

Loaded failed(std::string error) {
  Loaded out;
  out.error = std::move(error);
  return out;
}

Loaded loadIr(const std::string& path) {
  ReadResult read = DiskFileSystem().read(path);
  if (!read) return failed(path + ": " + read.error);
  auto table = std::make_shared<types::TypeTable>();
  ir::ParsedGraph parsed = ir::parseGraph(read.bytes, table);
  if (!parsed.graph) {
    return failed(path + ":" + std::to_string(parsed.line) + ":" + std::to_string(parsed.column) + ": " + parsed.error);
  }
  Loaded out;
  out.graph = std::move(parsed.graph);
  out.name = fileName(path);
  return out;
}

}  // namespace

Loaded load(const std::string& text, bool) {
  driver::ParsedTarget parsed = driver::parseTarget(text);
  if (!parsed) return failed(parsed.error);
  const driver::Target& target = *parsed.target;
  switch (target.kind) {
    case driver::TargetKind::Ir: return loadIr(target.path);
    case driver::TargetKind::PythonFile: return failed(target.path + ": functions can not be compiled yet");
    case driver::TargetKind::PythonModule: return failed(text + ": name the file of the module: FILE.py:NAME");
    case driver::TargetKind::Archive: return failed(target.path + ": archives can not be read yet");
  }
  return failed("no such kind of target");
}

}  // namespace ts::viz
