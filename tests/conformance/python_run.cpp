// Runs a Python program in the evaluator: python_run [--static] [--path FOLDER] FILE.py. An
// exception that ends the program is printed to standard error, with exit status 1.
//
// - --static: runs the file as the compiler does, where an exception ends only one statement.
// - --path: a folder for imports, after the program's own folder.
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

#include "core/diag/diagnostic.h"
#include "core/driver/torch_choice.h"
#include "core/eval/vm/state.h"
#include "core/eval/vm/vm.h"
#include "core/eval_torch/native_library.h"
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

// Loads a module from the first of several folders that contains it.
class Folders : public eval::ModuleLoader {
 public:
  std::vector<std::filesystem::path> folders;
  Loaded load(std::string_view name) override {
    for (const auto& folder : folders)
      if (Loaded loaded = loadFrom(folder, name); loaded.tree) return loaded;
    return {};
  }

 private:
  static Loaded loadFrom(std::filesystem::path path, std::string_view name) {
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
};

void printException(eval::Vm& vm, eval::ExceptionObject& exception) {
  for (size_t i = exception.traceback.size(); i > 0; --i) {
    const auto& place = exception.traceback[i - 1];
    if (!place.at.file) continue;
    std::cerr << place.at.file->path() << ":" << place.at.file->lineOf(place.at.span.begin)
              << " in " << place.function << "\n";
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
  ts::driver::useTorchProfile({}, ".");  // that of the reference beside it
  bool isStatic = false;
  const char* path = nullptr;
  Folders loader;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--static") == 0)
      isStatic = true;
    else if (std::strcmp(argv[i], "--path") == 0 && i + 1 < argc)
      loader.folders.emplace_back(argv[++i]);
    else
      path = argv[i];
  }
  syntax::ModulePtr tree = path ? parseFile(path) : nullptr;
  if (!tree) {
    std::cerr << "usage: python_run [--static] [--path FOLDER] FILE.py\n";
    return 2;
  }
  loader.folders.insert(loader.folders.begin(), std::filesystem::path(path).parent_path());
  eval::Limits limits;
  limits.fuel = 2'000'000'000;
  eval::Vm vm(loader, eval::nativeLibrary(), limits);
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
