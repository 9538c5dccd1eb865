// Runs a Python program in the evaluator: python_run FILE.py. What it prints goes to standard
// output, an exception that ends it to standard error, with exit status 1. --static: as the compiler
// runs modules, where an exception ends one statement alone.
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "core/diag/diagnostic.h"
#include "core/eval/state.h"
#include "core/eval/vm.h"
#include "core/syntax/parser.h"

namespace {

using namespace ts;

bool readFile(const std::filesystem::path& path, std::string& text) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  std::stringstream content;
  content << file.rdbuf();
  text = content.str();
  return true;
}

syntax::ModulePtr parseFile(const std::filesystem::path& path) {
  std::string text;
  if (!readFile(path, text)) return nullptr;
  diag::Sink sink;
  return syntax::parse(std::make_shared<SourceFile>(path.string(), std::move(text)), sink);
}

// Modules beside the program.
class Beside : public eval::ModuleLoader {
 public:
  explicit Beside(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Loaded load(std::string_view name) override {
    std::filesystem::path path = folder_;
    size_t begin = 0;
    for (;;) {
      size_t dot = name.find('.', begin);
      path /= name.substr(begin, dot == name.npos ? dot : dot - begin);
      if (dot == name.npos) break;
      begin = dot + 1;
    }
    Loaded loaded;
    if (std::filesystem::exists(path / "__init__.py")) {
      path /= "__init__.py";
      loaded.isPackage = true;
    } else {
      path += ".py";
    }
    loaded.tree = parseFile(path);
    loaded.path = path.string();
    return loaded;
  }

 private:
  std::filesystem::path folder_;
};

void printException(eval::Vm& vm, eval::ExceptionObject& exception) {
  for (size_t i = exception.traceback.size(); i > 0; --i) {
    const auto& place = exception.traceback[i - 1];
    if (!place.at.file) continue;
    std::cerr << place.at.file->path() << ":" << place.at.file->lineOf(place.at.span.begin) << " in " << place.function << "\n";
  }
  std::string text;
  try {
    text = vm.toStr(eval::Value(&exception));
  } catch (eval::Raised&) {
  }
  std::cerr << exception.cls->name << (text.empty() ? "" : ": ") << text << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  bool isStatic = argc > 1 && std::strcmp(argv[1], "--static") == 0;
  const char* path = argc > 1 ? argv[argc - 1] : nullptr;
  syntax::ModulePtr tree = path ? parseFile(path) : nullptr;
  if (!tree) {
    std::cerr << "usage: python_run [--static] FILE.py\n";
    return 2;
  }
  Beside loader(std::filesystem::path(path).parent_path());
  eval::Limits limits;
  limits.fuel = 2'000'000'000;
  eval::Vm vm(loader, limits);
  vm.strict = !isStatic;
  vm.output = [](std::string_view text) { std::cout << text; };
  eval::Ref<eval::Module> module = vm.addModule("__main__", tree->file, tree);
  int status = 0;
  try {
    vm.runModule(*module);
  } catch (eval::Raised& raised) {
    std::cout.flush();
    printException(vm, *raised.exception);
    status = 1;
  } catch (eval::LimitReached& limit) {
    std::cerr << "limit reached: " << limit.limit << "\n";
    status = 1;
  } catch (eval::UnknownTruth&) {
    std::cerr << "the truth of something unknown was asked for\n";
    status = 1;
  }
  std::cout.flush();
  for (auto& [where, exception] : vm.state().ended) printException(vm, *exception);
  return status;
}
