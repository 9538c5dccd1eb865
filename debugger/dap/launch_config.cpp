#include "debugger/dap/launch_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/notebook/notebook_file.h"

namespace ts::dap {

using protocol::JsonView;
using session::ProgramConfig;

namespace {

// Each reader returns the allowed values when the value is none of them; null on success.
const char* readText(JsonView value, std::string& into) {
  if (!value.string()) return "a string";
  into = *value.string();
  return nullptr;
}

const char* readFlag(JsonView value, bool& into) {
  if (!value.boolean()) return "true or false";
  into = *value.boolean();
  return nullptr;
}

const char* readOptionalText(JsonView value, std::optional<std::string>& into) {
  return readText(value, into.emplace());
}

const char* readTexts(JsonView value, std::vector<std::string>& into) {
  static constexpr const char* kAllowed = "an array of strings";
  if (!value.isArray()) return kAllowed;
  for (const JsonView element : value.elements()) {
    if (!element.string()) return kAllowed;
    into.push_back(*element.string());
  }
  return nullptr;
}

// The keys of a target, until all of them are read.
struct TargetKeys {
  std::string target;
  std::vector<std::string> inputs;  // of each call; empty: none are given
  std::optional<std::string> init, example;
  bool hasEngines = false;
  bool isStrict = true, evaluates = false, foldsAsPyTorch = false;
};

const char* readEngines(JsonView value, std::vector<debugger::EngineKind>& into) {
  static constexpr const char* kAllowed =
      "an array of different engines: \"eager\", \"script\", \"trace\", \"compiled\"";
  if (!value.isArray() || value.elements().empty()) return kAllowed;
  into.clear();
  for (const JsonView element : value.elements()) {
    const auto kind = debugger::engineNamed(element.string().value_or(""));
    if (!kind || std::ranges::find(into, *kind) != into.end()) return kAllowed;
    into.push_back(*kind);
  }
  std::ranges::sort(into);
  return nullptr;
}

constexpr int64_t kMaxMegabytes = 1 << 20;

struct Key {
  const char* name;
  const char* (*read)(JsonView value, ProgramConfig& config, TargetKeys& target);
};

constexpr Key kKeys[] = {
    {"program", [](JsonView value, ProgramConfig& config,
                   TargetKeys&) { return readText(value, config.program); }},
    {"target",
     [](JsonView value, ProgramConfig&, TargetKeys& keys) { return readText(value, keys.target); }},
    {"init", [](JsonView value, ProgramConfig&,
                TargetKeys& keys) { return readOptionalText(value, keys.init); }},
    {"inputs",
     [](JsonView value, ProgramConfig&, TargetKeys& keys) -> const char* {
       if (value.string()) return readText(value, keys.inputs.emplace_back());
       return readTexts(value, keys.inputs) ? "a string or an array of strings" : nullptr;
     }},
    {"example", [](JsonView value, ProgramConfig&,
                   TargetKeys& keys) { return readOptionalText(value, keys.example); }},
    {"strict", [](JsonView value, ProgramConfig&,
                  TargetKeys& keys) { return readFlag(value, keys.isStrict); }},
    {"eval", [](JsonView value, ProgramConfig&,
                TargetKeys& keys) { return readFlag(value, keys.evaluates); }},
    {"foldAsPyTorch", [](JsonView value, ProgramConfig&,
                         TargetKeys& keys) { return readFlag(value, keys.foldsAsPyTorch); }},
    {"engines",
     [](JsonView value, ProgramConfig& config, TargetKeys& keys) {
       keys.hasEngines = true;
       return readEngines(value, config.engines);
     }},
    {"lockStep", [](JsonView value, ProgramConfig& config,
                    TargetKeys&) { return readFlag(value, config.lockStep); }},
    {"stopOnDivergence",
     [](JsonView value, ProgramConfig& config, TargetKeys&) {
       return readFlag(value, config.stopOnDivergence.emplace());
     }},
    {"cells",
     [](JsonView value, ProgramConfig& config, TargetKeys&) -> const char* {
       static constexpr const char* kAllowed = "an array of different strings";
       if (readTexts(value, config.cells)) return kAllowed;
       std::vector<std::string> sorted = config.cells;
       std::ranges::sort(sorted);
       return std::ranges::adjacent_find(sorted) == sorted.end() ? nullptr : kAllowed;
     }},
    {"args", [](JsonView value, ProgramConfig& config,
                TargetKeys&) { return readTexts(value, config.arguments); }},
    {"cwd", [](JsonView value, ProgramConfig& config,
               TargetKeys&) { return readText(value, config.folder); }},
    {"env",
     [](JsonView value, ProgramConfig& config, TargetKeys&) -> const char* {
       static constexpr const char* kAllowed = "an object whose values are strings or null";
       if (!value.isObject()) return kAllowed;
       for (const std::string& name : value.keys()) {
         const JsonView entry = value[name];
         const bool isName =
             !name.empty() && name.find_first_of(std::string("=\0", 2)) == name.npos;
         if (!isName || (!entry.isNull() && !entry.string())) return kAllowed;
         config.environment[name] = entry.string();
       }
       return nullptr;
     }},
    {"jit",
     [](JsonView value, ProgramConfig& config, TargetKeys&) -> const char* {
       const auto text = value.string();
       if (text != "on" && text != "off") return "\"on\" or \"off\"";
       config.jit = text == "on";
       return nullptr;
     }},
    {"torch",
     [](JsonView value, ProgramConfig& config, TargetKeys&) -> const char* {
       if (const auto name = value.string()) config.torch = profileNamed(*name);
       return config.torch ? nullptr : kTorchProfileNames;
     }},
    {"stopOnEntry", [](JsonView value, ProgramConfig& config,
                       TargetKeys&) { return readFlag(value, config.stopOnEntry); }},
    {"justMyCode", [](JsonView value, ProgramConfig& config,
                      TargetKeys&) { return readFlag(value, config.justMyCode); }},
    {"record", [](JsonView value, ProgramConfig& config,
                  TargetKeys&) { return readFlag(value, config.record); }},
    {"maxMemory",
     [](JsonView value, ProgramConfig& config, TargetKeys&) -> const char* {
       const int64_t megabytes = value.integer().value_or(0);
       if (megabytes < 1 || megabytes > kMaxMegabytes) return "a number of MB, from 1 to 1048576";
       config.maxMemory = static_cast<uint32_t>(megabytes);
       return nullptr;
     }},
    {"noDebug", [](JsonView value, ProgramConfig& config,
                   TargetKeys&) { return readFlag(value, config.noDebug); }},
};

// Returns an error; empty on success.
std::string prepareArchive(const TargetKeys& keys, ProgramConfig& config) {
  const std::vector only = {debugger::EngineKind::Script};
  if (keys.init) return "`init` needs a class; an archive contains a module";
  if (keys.hasEngines && config.engines != only)
    return R"(`engines` of an archive must be ["script"]: it contains no Python)";
  config.engines = only;
  return {};
}

// Fills config.target. Returns an error; empty on success.
std::string makeRequest(const TargetKeys& keys, ProgramConfig& config) {
  driver::ParsedTarget parsed = driver::parseTarget(keys.target);
  if (!parsed) return "`target`: " + parsed.error;
  driver::Target target = *parsed.target;
  if (target.kind == driver::TargetKind::Ir || target.kind == driver::TargetKind::Onnx)
    return fmt::format("`target` is {}; it must be FILE.py:NAME, package.module:NAME or FILE.pt",
                       keys.target);
  if (target.kind != driver::TargetKind::PythonModule)
    target.path = (std::filesystem::path(config.folder) / target.path).lexically_normal().string();
  if (target.kind == driver::TargetKind::Archive)
    if (std::string wrong = prepareArchive(keys, config); !wrong.empty()) return wrong;
  config.target = programs::requestOf(std::move(target), keys.init, keys.inputs, keys.example);
  config.target->isStrict = keys.isStrict;
  config.target->evaluates = keys.evaluates;
  config.target->foldsAsPyTorch = keys.foldsAsPyTorch;
  return {};
}

}  // namespace

std::string readLaunchConfig(JsonView arguments, ProgramConfig& config) {
  TargetKeys target;
  for (const Key& key : kKeys) {
    const JsonView value = arguments[key.name];
    if (!value.exists()) continue;
    if (const char* allowed = key.read(value, config, target))
      return fmt::format("`{}` is {}; it must be {}", key.name, value.text(), allowed);
  }
  if (config.program.empty() && target.target.empty())
    return "`program` is missing; it must be the path of a Python file, unless there is a `target`";
  if (!config.program.empty() && !target.target.empty())
    return "`program` and `target` exclude each other";
  if (target.target.empty() && config.engines != std::vector{debugger::EngineKind::Eager})
    return "`engines` needs a `target`: a program is run by Python alone";
  if (!config.cells.empty() && !notebook::isNotebook(config.program))
    return "`cells` needs a `program` that is a notebook, FILE.ipynb";
  std::filesystem::path folder = std::filesystem::current_path();
  if (!config.folder.empty()) folder /= config.folder;
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    return fmt::format("`cwd` is {}, which is not a folder", folder.string());
  config.folder = folder.lexically_normal().string();
  if (!target.target.empty()) return makeRequest(target, config);
  config.program = (folder / config.program).lexically_normal().string();
  return {};
}

}  // namespace ts::dap
