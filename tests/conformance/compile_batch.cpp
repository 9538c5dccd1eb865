// Compiles targets for the conformance scripts. Reads a target from each line of standard input and
// prints a line of JSON: its code, its graph, its diagnostics. A target is FILE.py:NAME or
// package.module:NAME; for NAME(ARGS) the result of the call is compiled. Each target has its own
// process, as in the tools. --no-lazy-definitions: see core/eval/vm/lazy_definitions.h.
// --torch=VERSION selects the profile of PyTorch.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

#include "core/archive/code_printer.h"
#include "core/base/json_writer.h"
#include "core/driver/compile.h"
#include "core/driver/module_search.h"
#include "core/driver/torch_choice.h"
#include "core/driver/workspace.h"
#include "core/eval/vm/lazy_definitions.h"
#include "core/ir/text.h"
#include "core/passes/inliner.h"

namespace {

size_t countNodes(const ts::ir::Block& block) {
  size_t count = 0;
  for (const ts::ir::Node* node : block.nodes()) {
    ++count;
    for (const ts::ir::Block* inner : node->blocks()) count += countNodes(*inner);
  }
  return count;
}

// Returns the code of each method of a module and its submodules, by path: "layer1.0.forward".
void writeCodes(ts::JsonWriter& out, const ts::compiler::ConcreteModule& module,
                const std::string& path) {
  for (const ts::ir::Function* method : module.type->methods()) {
    out.member(path + std::string(method->simpleName()),
               ts::archive::printCode(*method, {.isMethod = true}));
  }
  for (const auto& [name, inner] : module.modules) writeCodes(out, *inner, path + name + ".");
}

std::string answer(const ts::driver::Snapshot& snapshot, const std::string& line) {
  ts::JsonWriter out;
  out.beginObject().member("target", line);
  std::string name = line;
  std::optional<std::string_view> init;
  if (size_t open = line.find('('); open != std::string::npos && line.back() == ')') {
    name = line.substr(0, open);
    init = std::string_view(line).substr(open + 1, line.size() - open - 2);
  }
  auto target = ts::driver::parseTarget(name);
  if (!target) return out.member("error", target.error).endObject().take();
  ts::driver::CompiledTarget compiled = ts::driver::compileTarget(snapshot, *target.target, init);
  bool ok = compiled.function && compiled.function->graph;
  out.member("ok", ok);
  if (!compiled.error.empty()) out.member("error", compiled.error);
  if (ok) {
    out.member("code", ts::archive::printCode(*compiled.function,
                                              {.isMethod = compiled.module != nullptr}));
    out.member("graph", ts::ir::print(*ts::ir::canonicalize(*compiled.function->graph),
                                      {.locations = false}));
  }
  if (compiled.module) {
    out.key("codes").beginObject();
    writeCodes(out, *compiled.module, "");
    out.endObject();
    if (ok) {
      auto inlined = compiled.function->graph->copy();
      ts::passes::inlineCalls(*inlined);
      out.member("nodes", static_cast<int64_t>(countNodes(*inlined->block())));
    }
  }
  out.key("diagnostics").beginArray();
  for (const auto& d : compiled.diagnostics) {
    out.beginObject()
        .member("rule", ts::diag::code(d.rule))
        .member("severity", ts::diag::severityName(d.severity));
    if (d.range) {
      out.member("file", d.range.file->path())
          .member("line", d.range.file->position(d.range.span.begin).line);
    }
    out.member("message", d.message).endObject();
  }
  return out.endArray().endObject().take();
}

}  // namespace

int main(int argc, char** argv) {
  std::optional<ts::TorchProfile> torch;
  for (int i = 1; i < argc; ++i) {
    std::string_view option = argv[i];
    if (option == "--no-lazy-definitions") ts::eval::disableLazyDefinitions();
    if (option.starts_with("--torch=")) torch = ts::profileOfVersion(option.substr(8));
  }
  ts::driver::useTorchProfile(torch, ".");
  auto disk = std::make_shared<ts::DiskFileSystem>();
  ts::driver::Options options;
  options.importPaths = ts::driver::installedPaths(*disk, ".");
  ts::driver::Workspace workspace(disk, options);
  std::string line;
  while (std::getline(std::cin, line)) {
    const pid_t child = fork();
    if (child == 0) {
      std::puts(answer(workspace.snapshot(), line).c_str());
      std::fflush(stdout);
      _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) return 1;
  }
  return 0;
}
