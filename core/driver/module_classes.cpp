#include "core/driver/module_classes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/compiler/resolve/known_names.h"
#include "core/driver/module_search.h"
#include "core/eval/imports/stub_modules.h"
#include "core/source/library_path.h"
#include "core/syntax/bindings.h"
#include "core/syntax/relative_import.h"

namespace ts::driver {

namespace {

// Longer chains of names stay undecided.
constexpr int kMaxChain = 24;

// Modules of torch without modules among their classes.
constexpr std::string_view kWithoutModules[] = {"torch.autograd", "torch.optim",
                                                "torch.utils.data"};
// Builtin classes that files derive from. Other unbound names stay undecided: a star import or an
// assignment through globals() may bind them.
constexpr std::string_view kBuiltinBases[] = {"AttributeError",
                                              "BaseException",
                                              "Exception",
                                              "KeyError",
                                              "NotImplementedError",
                                              "RuntimeError",
                                              "TypeError",
                                              "UserWarning",
                                              "ValueError",
                                              "Warning",
                                              "bool",
                                              "bytes",
                                              "dict",
                                              "float",
                                              "frozenset",
                                              "int",
                                              "list",
                                              "object",
                                              "set",
                                              "str",
                                              "tuple",
                                              "type"};

// The bindings of a file's module-level names. A name that several statements bind has none.
struct NamesOfFile {
  syntax::ModulePtr tree;
  ModuleName name;
  std::map<std::string_view, std::optional<syntax::NameBinding>> bindings;
  bool hasStarImport = false;
};

class BaseWalk {
 public:
  BaseWalk(const Snapshot& snapshot, const std::string& path)
      : snapshot_(snapshot),
        paths_(snapshot.searchPaths(moduleNameOf(snapshot.files(), path).top)),
        loader_(snapshot.loaderFor(paths_)) {}

  bool mayBeModule(const NamesOfFile& file, const syntax::ClassDef& def, int depth) {
    if (depth > kMaxChain || std::ranges::any_of(def.keywords, mayChangeBases)) return true;
    const auto [known, isNew] = classes_.emplace(&def, true);
    if (!isNew) return known->second;  // true for a class that is its own base
    const bool result = std::ranges::any_of(
        def.bases, [&](const syntax::Expr* base) { return mayBeModule(file, *base, depth + 1); });
    return classes_[&def] = result;
  }

  const NamesOfFile& open(const std::string& path, syntax::ModulePtr tree) {
    const auto [entry, isNew] = files_.try_emplace(path);
    NamesOfFile& file = entry->second;
    if (!isNew) return file;
    file.tree = std::move(tree);
    file.name = moduleNameOf(snapshot_.files(), path);
    for (const syntax::Stmt* stmt : file.tree->body) {
      syntax::forEachBinding(*stmt, [&](const syntax::NameBinding& binding) {
        file.hasStarImport |= binding.kind == syntax::BindingKind::ImportStar;
        if (isOwnScope(binding.kind)) bind(file, binding);
      });
    }
    return file;
  }

 private:
  // A metaclass may add a base class, and `**keywords` may contain a metaclass.
  static bool mayChangeBases(const syntax::Keyword* keyword) {
    if (!keyword->arg) return true;
    if (keyword->arg.text != "metaclass") return false;
    if (const auto* name = syntax::dynCast<syntax::Name>(keyword->value))
      return name->id != "ABCMeta";
    const auto* attribute = syntax::dynCast<syntax::Attribute>(keyword->value);
    return !attribute || attribute->attr.text != "ABCMeta";
  }
  static bool isOwnScope(syntax::BindingKind kind) {
    return kind != syntax::BindingKind::Comprehension &&
           kind != syntax::BindingKind::TypeParameter && kind != syntax::BindingKind::Parameter;
  }

  // `import a.b` and `import a.c` bind the same module.
  static void bind(NamesOfFile& file, const syntax::NameBinding& binding) {
    const auto [entry, isNew] = file.bindings.try_emplace(binding.name, binding);
    if (isNew || !entry->second) return;
    const auto isPlainImport = [](const syntax::NameBinding& one) {
      return one.kind == syntax::BindingKind::Import && !one.alias->asname;
    };
    if (!isPlainImport(*entry->second) || !isPlainImport(binding)) entry->second.reset();
  }

  bool mayBeModule(const NamesOfFile& file, const syntax::Expr& base, int depth) {
    if (depth > kMaxChain) return true;
    if (const auto* subscript = syntax::dynCast<syntax::Subscript>(&base))
      return mayBeModule(file, *subscript->value, depth + 1);
    std::vector<std::string_view> names;
    const syntax::Expr* expr = &base;
    for (; expr->kind == syntax::ExprKind::Attribute;
         expr = syntax::as<syntax::Attribute>(*expr).value)
      names.push_back(syntax::as<syntax::Attribute>(*expr).attr.text);
    const auto* root = syntax::dynCast<syntax::Name>(expr);
    if (!root) return true;
    names.push_back(root->id);
    std::ranges::reverse(names);
    return mayBeModule(file, names, depth + 1);
  }

  // The names of a chain of attributes: {"nn", "Module"}.
  bool mayBeModule(const NamesOfFile& file, const std::vector<std::string_view>& names, int depth) {
    const auto entry = file.bindings.find(names[0]);
    if (entry == file.bindings.end())
      return file.hasStarImport || names.size() > 1 ||
             !std::ranges::binary_search(kBuiltinBases, names[0]);
    if (!entry->second) return true;
    const syntax::NameBinding& binding = *entry->second;
    switch (binding.kind) {
      case syntax::BindingKind::Class:
        return names.size() > 1 ||
               mayBeModule(file, syntax::as<syntax::ClassDef>(*binding.stmt), depth);
      case syntax::BindingKind::Import: {
        std::string module(binding.alias->asname ? binding.alias->name : binding.name);
        return mayBeModule(std::move(module), {names.begin() + 1, names.end()}, depth);
      }
      case syntax::BindingKind::ImportFrom: {
        const auto& from = syntax::as<syntax::ImportFrom>(*binding.stmt);
        std::optional<std::string> module = syntax::absoluteModuleName(
            file.name.dotted, file.name.isPackage, from.level, from.module);
        if (!module || module->empty()) return true;
        std::vector<std::string_view> rest(names.begin() + 1, names.end());
        rest.insert(rest.begin(), binding.alias->name);
        return mayBeModule(std::move(*module), std::move(rest), depth);
      }
      default: return true;
    }
  }

  // Follows the names from a module.
  bool mayBeModule(std::string module, std::vector<std::string_view> names, int depth) {
    if (depth > kMaxChain) return true;
    const std::string_view top = std::string_view(module).substr(0, module.find('.'));
    if (top == "torch") {
      for (const std::string_view name : names) (module += '.') += name;
      return std::ranges::none_of(kWithoutModules, [&](std::string_view known) {
        return module.starts_with(known) && module[known.size()] == '.';
      });
    }
    if (top == "lightning" || top == "pytorch_lightning") return true;
    const bool isLibrary =
        eval::preludeForChecks(top) || eval::isStandardModule(top) || compiler::isNamespace(top);
    for (;;) {
      if (names.empty()) return true;
      if (isLibrary) {
        const ModulePlace place = findModule(snapshot_.files(), paths_, module);
        return place && !isInstalled(place.path);  // the project's own `types` or `queue`
      }
      const compiler::ModuleLoader::Loaded loaded = loader_.load(module);
      if (!loaded.tree || loaded.syntaxError) return true;
      const NamesOfFile& file = open(loaded.path, loaded.tree);
      if (file.bindings.contains(names[0])) return mayBeModule(file, names, depth + 1);
      if (file.hasStarImport) return true;
      // A submodule.
      (module += '.') += names[0];
      names.erase(names.begin());
    }
  }

  const Snapshot& snapshot_;
  const std::vector<std::string> paths_;
  ModuleLoader loader_;
  std::map<std::string, NamesOfFile> files_;
  std::map<const syntax::ClassDef*, bool> classes_;
};

}  // namespace

bool mayHaveModuleClass(const Snapshot& snapshot, const std::string& path,
                        const ParsedFilePtr& parsed,
                        const std::function<bool(const syntax::ClassDef& def)>& counts) {
  BaseWalk walk(snapshot, path);
  const NamesOfFile& file = walk.open(path, parsed->tree);
  return std::ranges::any_of(parsed->tree->body, [&](const syntax::Stmt* stmt) {
    const auto* def = syntax::dynCast<syntax::ClassDef>(stmt);
    return def && counts(*def) && walk.mayBeModule(file, *def, 0);
  });
}

}  // namespace ts::driver
