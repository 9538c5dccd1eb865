// The options of a program: a description that gives the parser, the help text and the messages
// about wrong usage.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/torch_profile.h"

namespace CLI {
class App;
}

namespace ts {

// Exit statuses that all programs share.
inline constexpr int kFine = 0;
inline constexpr int kProblems = 1;
inline constexpr int kWrongUsage = 2;

// The memory that a program uses at most which only looks at code.
inline constexpr uint32_t kDefaultMemory = 400;  // megabytes
// The memory that a program uses at most which runs other programs: three quarters of the
// machine's, in megabytes. A program that takes more makes the system end other programs too.
uint32_t memoryForRunning();

// A program or one of its commands. The variables that options set must outlive the parser.
class CommandLine {
 public:
  // `version` is what --version prints after the program's name.
  CommandLine(const std::string& program, const std::string& version,
              const std::string& description);
  ~CommandLine();
  CommandLine(CommandLine&&) noexcept;

  // Arguments without a dash. The vector takes all of them and may stay empty.
  void argument(const std::string& name, std::string& into, const std::string& help);
  void arguments(const std::string& name, std::vector<std::string>& into, const std::string& help);

  // Options with a value. `type` names the value in the help text. Numbers outside the range are
  // wrong usage.
  void text(const std::string& name, std::string& into, const std::string& type,
            const std::string& help);
  void text(const std::string& name, std::optional<std::string>& into, const std::string& type,
            const std::string& help);
  void list(const std::string& name, std::vector<std::string>& into, const std::string& type,
            const std::string& help);  // separated by commas
  // One value each time that the option is given.
  void texts(const std::string& name, std::vector<std::string>& into, const std::string& type,
             const std::string& help);
  using Range = std::pair<uint32_t, uint32_t>;
  void number(const std::string& name, uint32_t& into, const std::string& help,
              std::optional<Range> range = {});
  void number(const std::string& name, std::optional<uint32_t>& into, const std::string& help,
              Range range);
  // Limits the memory of the process, and adds --memory for another limit. `shown` describes the
  // default in the help text; empty: its number.
  void memory(uint32_t megabytes, const std::string& shown = {});

  // Adds --torch, the version of PyTorch whose behaviour the program reproduces.
  void torch(std::optional<TorchProfile>& into);

  // An option whose value is one of some words.
  template <typename T>
  void choice(const std::string& name, T& into, std::vector<std::pair<std::string, T>> words,
              const std::string& help) {
    std::vector<std::string> names;
    for (const auto& word : words) names.push_back(word.first);
    addChoice(name, std::move(names), help,
              [&into, words = std::move(words)](size_t at) { into = words[at].second; });
  }

  // An option without a value: sets the variable to `value`.
  void flag(const std::string& name, bool& into, const std::string& help, bool value = true);

  void footer(const std::string& text);

  // Adds a command, as in `git clone`. One of the commands must then be given.
  CommandLine command(const std::string& name, const std::string& description);
  bool isGiven() const;
  // Lets arguments follow the command's own, with dashes or without; rest() returns them.
  void allowRest();
  std::vector<std::string> rest() const;

  // Returns an exit status after --help, --version and wrong usage, about which it prints.
  std::optional<int> parse(int argc, char** argv);

 private:
  explicit CommandLine(CLI::App* command);
  void addChoice(const std::string& name, std::vector<std::string> words, const std::string& help,
                 std::function<void(size_t)> chosen);

  std::string version_;
  std::unique_ptr<CLI::App> owned_;  // null for a command, which its program owns
  CLI::App* app_;
};

// Prints "PROGRAM: MESSAGE" on standard error. Control characters in the message, which may come
// from a file's name, become escapes; its newlines stay.
void printProblem(const char* program, std::string_view message);

// Runs a program's main function and returns its exit status. Returns kWrongUsage with a message
// after an exception, and when standard output could not be written. Without a message when the
// reader of a pipe has closed it: `| head` has seen enough.
int runProgram(const char* program, const std::function<int()>& main) noexcept;

}  // namespace ts
