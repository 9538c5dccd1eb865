// Our side of "./dev bench script": builds and compiles one target, and ends. The module is found
// on the import paths: script_bench "package.module:NAME(ARGS)".
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "core/driver/compile.h"
#include "core/driver/module_search.h"
#include "core/driver/torch_choice.h"
#include "core/driver/workspace.h"

int main(int argc, char** argv) {
  ts::driver::useTorchProfile({}, ".");  // that of the reference beside it
  std::string_view text = argc > 1 ? argv[1] : "";
  size_t open = text.find('(');
  if (open == std::string_view::npos || text.back() != ')') return 2;
  auto target = ts::driver::parseTarget(text.substr(0, open));
  if (!target) return 2;
  auto disk = std::make_shared<ts::DiskFileSystem>();
  ts::driver::Options options;
  options.importPaths = ts::driver::installedPaths(*disk, ".");
  ts::driver::Workspace workspace(disk, options);
  auto compiled = ts::driver::compileTarget(workspace.snapshot(), *target.target,
                                            text.substr(open + 1, text.size() - open - 2));
  if (!compiled.error.empty()) std::fprintf(stderr, "%s\n", compiled.error.c_str());
  std::fflush(stderr);
  // As the tools do after the output of their result: the system frees the memory with the process.
  std::_Exit(compiled.function && compiled.function->graph ? 0 : 1);
}
