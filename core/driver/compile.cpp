#include "core/driver/compile.h"

#include "core/compiler/check_file.h"
#include "core/compiler/unit.h"
#include "core/driver/module_loader.h"
#include "core/driver/module_search.h"

namespace ts::driver {

namespace {

// Owns everything that must live as long as the compiled function.
struct Compilation {
  Snapshot snapshot;
  ParsedFilePtr file;
  ModuleName name;
  ModuleLoader loader;
  compiler::CompilationUnit unit;

  Compilation(const Snapshot& from, const std::string& path, ParsedFilePtr parsed)
      : snapshot(from),
        file(std::move(parsed)),
        name(moduleNameOf(snapshot.files(), path)),
        loader(snapshot.moduleLoader(name.top)),
        unit(loader) {}
};

CompiledTarget failed(std::string error) {
  CompiledTarget out;
  out.error = std::move(error);
  return out;
}

}  // namespace

CompiledTarget compileTarget(const Snapshot& snapshot, const Target& target,
                             std::optional<std::string_view> init) {
  std::string path = target.path;
  if (target.kind == TargetKind::PythonModule) {
    path = findModule(snapshot.files(), snapshot.searchPaths("."), target.path).path;
    if (path.empty()) return failed("the module `" + target.path + "` is not on the import paths");
  } else if (target.kind != TargetKind::PythonFile) {
    return failed("`" + target.path +
                  "` is not Python source: give FILE.py:NAME or package.module:NAME");
  }
  ParsedFilePtr parsed = snapshot.parse(path);
  if (!parsed->error.empty()) return failed(path + ": " + parsed->error);

  auto compilation = std::make_shared<Compilation>(snapshot, path, parsed);
  CompiledTarget out;
  out.owner = compilation;
  out.diagnostics = parsed->problems;
  if (!parsed->problems.empty()) return out;

  compiler::CompilationUnit& unit = compilation->unit;
  const ModuleName& name = compilation->name;
  const compiler::PyModule* module =
      unit.environment().addModule(name.dotted, path, name.isPackage, parsed->tree);
  compiler::CompiledRoot named = compiler::compileNamed(unit, *module, target.name, init);
  if (!named.error.empty()) return failed(path + ": " + named.error);
  out.function = named.function;
  out.module = named.module;
  out.diagnostics = unit.sink().take();
  if (out.module && !out.function && out.diagnostics.empty())
    out.error = path + ": `" + target.name + "` has no method `forward`";
  if (!out.function && !out.module && !named.type && out.diagnostics.empty()) {
    return failed(path + " has no function `" + target.name + "` that can be compiled");
  }
  return out;
}

}  // namespace ts::driver
