#include "debugger/dap/launch_config.h"

#include <fmt/format.h>

#include <filesystem>

namespace ts::dap {

using protocol::JsonView;

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

const char* readTexts(JsonView value, std::vector<std::string>& into) {
  static constexpr const char* kAllowed = "an array of strings";
  if (!value.isArray()) return kAllowed;
  for (const JsonView element : value.elements()) {
    if (!element.string()) return kAllowed;
    into.push_back(*element.string());
  }
  return nullptr;
}

struct Key {
  const char* name;
  const char* (*read)(JsonView value, LaunchConfig& config);
};

constexpr Key kKeys[] = {
    {"program",
     [](JsonView value, LaunchConfig& config) { return readText(value, config.program); }},
    {"args",
     [](JsonView value, LaunchConfig& config) { return readTexts(value, config.arguments); }},
    {"cwd", [](JsonView value, LaunchConfig& config) { return readText(value, config.folder); }},
    {"env",
     [](JsonView value, LaunchConfig& config) -> const char* {
       static constexpr const char* kAllowed = "an object whose values are strings or null";
       if (!value.isObject()) return kAllowed;
       for (const std::string& name : value.keys()) {
         const JsonView one = value[name];
         const bool isName =
             !name.empty() && name.find_first_of(std::string("=\0", 2)) == name.npos;
         if (!isName || (!one.isNull() && !one.string())) return kAllowed;
         config.environment[name] = one.string();
       }
       return nullptr;
     }},
    {"jit",
     [](JsonView value, LaunchConfig& config) -> const char* {
       const auto text = value.string();
       if (text != "on" && text != "off") return "\"on\" or \"off\"";
       config.jit = text == "on";
       return nullptr;
     }},
    {"torch",
     [](JsonView value, LaunchConfig& config) -> const char* {
       for (const TorchProfile profile : {TorchProfile::Torch1_13, TorchProfile::Torch2_6})
         if (value.string() == profileName(profile)) config.torch = profile;
       return config.torch ? nullptr : "\"1.13\" or \"2.6\"";
     }},
    {"stopOnEntry",
     [](JsonView value, LaunchConfig& config) { return readFlag(value, config.stopOnEntry); }},
    {"justMyCode",
     [](JsonView value, LaunchConfig& config) { return readFlag(value, config.justMyCode); }},
    {"noDebug",
     [](JsonView value, LaunchConfig& config) { return readFlag(value, config.noDebug); }},
};

}  // namespace

std::string readLaunchConfig(JsonView arguments, LaunchConfig& config) {
  for (const Key& key : kKeys) {
    const JsonView value = arguments[key.name];
    if (!value.exists()) continue;
    if (const char* allowed = key.read(value, config))
      return fmt::format("`{}` is {}; it must be {}", key.name, value.text(), allowed);
  }
  if (config.program.empty()) return "`program` is missing; it must be the path of a Python file";
  std::filesystem::path folder = std::filesystem::current_path();
  if (!config.folder.empty()) folder /= config.folder;
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    return fmt::format("`cwd` is {}, which is not a folder", folder.string());
  config.folder = folder.lexically_normal().string();
  config.program = (folder / config.program).lexically_normal().string();
  return {};
}

}  // namespace ts::dap
