#include "core/driver/compile.h"

#include <algorithm>

#include "core/compiler/roots/check_file.h"
#include "core/compiler/unit/unit.h"
#include "core/driver/instance_search.h"
#include "core/driver/module_loader.h"
#include "core/driver/module_search.h"
#include "core/driver/postprocess_diagnostics.h"
#include "core/driver/project_file.h"

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

struct ReadTarget {
  std::string path, error;
  ParsedFilePtr parsed;
};

ReadTarget readTarget(const Snapshot& snapshot, const Target& target) {
  FoundFile file = fileOf(snapshot, target);
  ReadTarget read{std::move(file.path), std::move(file.error), {}};
  if (!read.error.empty()) return read;
  read.parsed = snapshot.parse(read.path);
  if (!read.parsed->error.empty()) read.error = read.path + ": " + read.parsed->error;
  return read;
}

// Compiles the first instance whose code is known. Without one, the result says why.
CompiledTarget compileInstance(InstanceSearch& search, const std::string& path,
                               const std::string& name) {
  CompiledTarget out;
  search.visit([&](const FoundInstance& instance) {
    const compiler::CompiledRoot compiled =
        compiler::compileObject(instance.unit, instance.module, instance.value);
    out = {};
    out.owner = instance.owner;
    out.arguments = {instance.source, instance.arguments, {}, {}};
    out.function = compiled.function;
    out.module = compiled.module;
    out.diagnostics = instance.unit.sink().take();
    out.whyNoGraph = instance.unit.context().problems().whyNoGraph();
    return hasErrors(out.diagnostics) ||
           (compiled.module && (!compiled.function || compiled.function->graph));
  });
  if (hasErrors(out.diagnostics) || (out.function && out.function->graph)) return out;
  if (out.module && !out.function) return failed(path + ": `" + name + "` has no method `forward`");
  if (std::string why = search.whyNotFound(); !why.empty()) return failed(path + ": " + why);
  return out;
}

}  // namespace

FoundFile fileOf(const Snapshot& snapshot, const Target& target) {
  if (target.kind == TargetKind::PythonFile) return {target.path, {}};
  if (target.kind != TargetKind::PythonModule)
    return {{},
            "`" + target.path + "` is not Python source: give FILE.py:NAME or package.module:NAME"};
  std::string path = findModule(snapshot.files(), snapshot.searchPaths("."), target.path).path;
  if (path.empty()) return {{}, "the module `" + target.path + "` is not on the import paths"};
  return {std::move(path), {}};
}

std::string FoundArguments::description(const std::string& className) const {
  if (source.empty()) return {};
  const std::string place = "constructed as in " + source;
  return arguments ? place + ": " + className + "(" + *arguments + ")" : place;
}

Options optionsFor(const FileSystem& files, const Target& target) {
  const std::string path = target.kind == TargetKind::PythonFile ? target.path : ".";
  Options options;
  auto project = std::make_shared<ProjectFile>(readProjectFile(files, path));
  options.importPaths = project->importPaths;
  for (std::string& installed : installedPaths(files, path))
    options.importPaths.push_back(std::move(installed));
  options.project = std::move(project);
  return options;
}

CompiledTarget compileTarget(const Snapshot& snapshot, const Target& target,
                             std::optional<std::string_view> init,
                             const std::optional<std::string>& workspace) {
  const auto [path, error, parsed] = readTarget(snapshot, target);
  if (!error.empty()) return failed(error);
  if (!init && workspace && parsed->problems.empty()) {
    InstanceSearch search(snapshot, path, target.name, *workspace);
    if (search.isModuleClass()) return compileInstance(search, path, target.name);
  }

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
  out.whyNoGraph = unit.context().problems().whyNoGraph();
  if (out.module && !out.function && out.diagnostics.empty())
    out.error = path + ": `" + target.name + "` has no method `forward`";
  if (!out.function && !out.module && !named.type && out.diagnostics.empty()) {
    return failed(path + ": `" + target.name +
                  "` isn't a function, a class or a module whose source is known");
  }
  return out;
}

FoundArguments findArguments(const Snapshot& snapshot, const Target& target,
                             const std::string& workspace) {
  const auto [path, error, parsed] = readTarget(snapshot, target);
  if (!error.empty() || !parsed->problems.empty()) return {};
  InstanceSearch search(snapshot, path, target.name, workspace);
  FoundArguments arguments;
  if (!search.isModuleClass()) return arguments;
  search.visit([&](const FoundInstance& instance) {
    arguments = {instance.source, instance.arguments, {}, {}};
    return instance.arguments.has_value();
  });
  if (!arguments.arguments) arguments = {{}, {}, search.whyNotFound(), search.missingArguments()};
  return arguments;
}

}  // namespace ts::driver
