#include "core/command_line/completion.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

namespace ts {

namespace {

struct Option {
  std::vector<std::string> names;  // with dashes
  std::string help;
  bool takesValue = false;
  std::vector<std::string> words;  // the values, when only some words are allowed
};

struct Command {
  std::string name;  // empty: the program itself
  std::string help;
  std::vector<Option> options;
};

// Returns the help text up to the first clause, which fits a menu.
std::string brief(std::string text) {
  text.resize(std::min({text.find(';'), text.find(" ("), text.size()}));
  return text;
}

std::vector<std::string> choicesOf(const std::string& typeName) {
  if (typeName.find('|') == std::string::npos) return {};
  return CLI::detail::split(typeName, '|');
}

Command commandOf(const CLI::App& app, std::string name) {
  Command command{std::move(name), brief(app.get_description()), {}};
  for (const CLI::Option* each : app.get_options()) {
    if (each->get_positional()) continue;
    Option option{{},
                  brief(each->get_description()),
                  each->get_expected_max() > 0,
                  choicesOf(each->get_type_name())};
    for (const std::string& letter : each->get_snames()) option.names.push_back("-" + letter);
    for (const std::string& word : each->get_lnames()) option.names.push_back("--" + word);
    command.options.push_back(std::move(option));
  }
  return command;
}

// Returns the program and its commands.
std::vector<Command> commandsOf(const CLI::App& program) {
  std::vector<Command> commands{commandOf(program, {})};
  for (const CLI::App* each : program.get_subcommands({}))
    commands.push_back(commandOf(*each, each->get_name()));
  return commands;
}

std::string joined(const std::vector<std::string>& words) { return CLI::detail::join(words, " "); }

std::string namesOfCommands(const std::vector<Command>& commands) {
  std::string names;
  for (size_t i = 1; i < commands.size(); ++i)
    names += (names.empty() ? "" : " ") + commands[i].name;
  return names;
}

// ---- bash

std::string bash(const std::string& program, const std::vector<Command>& commands) {
  std::string values, options;
  for (const Command& command : commands) {
    std::vector<std::string> all;
    for (const Option& option : command.options) {
      all.insert(all.end(), option.names.begin(), option.names.end());
      if (!option.takesValue) continue;
      std::string patterns;
      for (const std::string& name : option.names)
        patterns += fmt::format("{}'{}:{}'", patterns.empty() ? "" : "|", command.name, name);
      values +=
          option.words.empty()
              ? fmt::format("    {}) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", patterns)
              : fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n",
                            patterns, joined(option.words));
    }
    options += fmt::format("    '{}') options='{}' ;;\n", command.name, joined(all));
  }
  return fmt::format(R"(# Completion of {0} for bash.
_{0}() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= options= i
  # Bash splits --name=value at the equals sign.
  if [[ $word == = ]]; then word=
  elif [[ $before == = ]]; then before=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ' {1} ' == *" ${{COMP_WORDS[i]}} "* ]]; then command=${{COMP_WORDS[i]}}; break; fi
  done
  case "$command:$before" in
{2}  esac
  case $command in
{3}  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ -n '{1}' && -z $command ]]; then COMPREPLY=($(compgen -W '{1}' -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _{0} {0}
)",
                     program, namesOfCommands(commands), values, options);
}

// ---- zsh

// Escapes a help text for a single-quoted specification of _arguments or _describe.
std::string zshText(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'') {
      escaped += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string zshOptions(const Command& command, std::string_view indent) {
  std::string text;
  for (const Option& option : command.options) {
    for (const std::string& name : option.names) {
      const bool isLong = name.starts_with("--");
      std::string value;
      if (option.takesValue)
        value = option.words.empty() ? ":value:_files"
                                     : fmt::format(":value:({})", joined(option.words));
      text += fmt::format("{}'{}{}[{}]{}' \\\n", indent, name,
                          !option.takesValue ? ""
                          : isLong           ? "="
                                             : "+",
                          zshText(option.help), value);
    }
  }
  return text;
}

std::string zsh(const std::string& program, const std::vector<Command>& commands) {
  std::string text = fmt::format("#compdef {0}\n# Completion of {0} for zsh.\n", program);
  if (commands.size() == 1)
    return text + "_arguments -s -S \\\n" + zshOptions(commands[0], "  ") + "  '*:file:_files'\n";
  text += "local state line\n_arguments -s -S -C \\\n" + zshOptions(commands[0], "  ") +
          "  '1:command:->command' '*::argument:->argument'\n";
  std::string described, cases;
  for (size_t i = 1; i < commands.size(); ++i) {
    described += fmt::format("      '{}:{}'\n", commands[i].name, zshText(commands[i].help));
    cases += fmt::format("      {}) _arguments -s -S \\\n{}        '*:file:_files' ;;\n",
                         commands[i].name, zshOptions(commands[i], "        "));
  }
  return text + fmt::format(R"(case $state in
  command)
    local -a commands=(
{}    )
    _describe command commands ;;
  argument)
    case $line[1] in
{}    esac ;;
esac
)",
                            described, cases);
}

// ---- fish

std::string fishText(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return "'" + escaped + "'";
}

std::string fish(const std::string& program, const std::vector<Command>& commands) {
  std::string text = fmt::format("# Completion of {} for fish.\n", program);
  for (const Command& command : commands) {
    std::string condition;
    if (!command.name.empty()) {
      text += fmt::format("complete -c {} -n __fish_use_subcommand -f -a {} -d {}\n", program,
                          command.name, fishText(command.help));
      condition = fmt::format(" -n '__fish_seen_subcommand_from {}'", command.name);
    } else if (commands.size() > 1) {
      condition = " -n __fish_use_subcommand";
    }
    for (const Option& option : command.options) {
      text += fmt::format("complete -c {}{}", program, condition);
      for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (option.takesValue) text += option.words.empty() ? " -r" : " -x";
      if (!option.words.empty()) text += fmt::format(" -a '{}'", joined(option.words));
      text += fmt::format(" -d {}\n", fishText(option.help));
    }
  }
  return text;
}

}  // namespace

std::string completionScript(const CLI::App& program, std::string_view shell) {
  const std::string name = program.get_name();
  const std::vector<Command> commands = commandsOf(program);
  if (shell == "bash") return bash(name, commands);
  if (shell == "zsh") return zsh(name, commands);
  if (shell == "fish") return fish(name, commands);
  return {};
}

}  // namespace ts
