#include "core/command_line/command_line.h"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <sstream>

#include "core/base/heap.h"
#include "core/base/limit_error.h"
#include "core/base/output.h"
#include "core/base/printable.h"
#include "core/command_line/completion.h"

namespace ts {

CommandLine::CommandLine(const std::string& program, const std::string& version,
                         const std::string& description)
    : version_(program + " " + version),
      owned_(std::make_unique<CLI::App>(description, program)),
      app_(owned_.get()) {
  app_->failure_message([program](const CLI::App*, const CLI::Error& problem) {
    return program + ": " + problem.what() + "\nTry " + program + " --help.\n";
  });
}

CommandLine::CommandLine(CLI::App* command) : app_(command) {}
CommandLine::CommandLine(CommandLine&&) noexcept = default;
CommandLine::~CommandLine() = default;

void CommandLine::argument(const std::string& name, std::string& into, const std::string& help) {
  app_->add_option(name, into, help)->required()->option_text(" ");
}

void CommandLine::arguments(const std::string& name, std::vector<std::string>& into,
                            const std::string& help) {
  app_->add_option(name, into, help)->option_text(" ");
}

void CommandLine::text(const std::string& name, std::string& into, const std::string& type,
                       const std::string& help) {
  app_->add_option(name, into, help)->type_name(type);
}

void CommandLine::text(const std::string& name, std::optional<std::string>& into,
                       const std::string& type, const std::string& help) {
  app_->add_option(name, into, help)->type_name(type);
}

void CommandLine::list(const std::string& name, std::vector<std::string>& into,
                       const std::string& type, const std::string& help) {
  app_->add_option(name, into, help)->delimiter(',')->allow_extra_args(false)->type_name(type);
}

void CommandLine::texts(const std::string& name, std::vector<std::string>& into,
                        const std::string& type, const std::string& help) {
  app_->add_option(name, into, help)->allow_extra_args(false)->type_name(type);
}

void CommandLine::number(const std::string& name, uint32_t& into, const std::string& help,
                         std::optional<Range> range) {
  CLI::Option* option = app_->add_option(name, into, help)->type_name("N");
  if (range) option->check(CLI::Range(range->first, range->second));
}

void CommandLine::number(const std::string& name, std::optional<uint32_t>& into,
                         const std::string& help, Range range) {
  app_->add_option(name, into, help)->type_name("N")->check(CLI::Range(range.first, range.second));
}

uint32_t memoryForRunning() {
  const auto pages = static_cast<uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
  const auto bytes = pages * static_cast<uint64_t>(std::max(0L, ::sysconf(_SC_PAGESIZE)));
  return static_cast<uint32_t>((bytes >> 20) / 4 * 3);
}

void CommandLine::memory(uint32_t megabytes, const std::string& shown) {
  const auto limit = [](const uint32_t& megabytes) { heap::setLimit(size_t{megabytes} << 20); };
  limit(megabytes);
  app_->add_option_function<uint32_t>("--memory", limit,
                                      "Megabytes of memory to use at most; the default is " +
                                          (shown.empty() ? std::to_string(megabytes) : shown))
      ->type_name("N")
      ->check(CLI::Range(uint32_t{32}, uint32_t{1} << 24));
}

void CommandLine::torch(std::optional<TorchProfile>& into) {
  std::vector<std::pair<std::string, std::optional<TorchProfile>>> words;
  for (const TorchProfileRow& row : kTorchProfiles) words.emplace_back(row.name, row.profile);
  choice("--torch", into, std::move(words),
         "The PyTorch to agree with; the default is the project's setting, else the installed "
         "version, else " +
             std::string(profileName(kDefaultTorchProfile)));
}

void CommandLine::addChoice(const std::string& name, std::vector<std::string> words,
                            const std::string& help, std::function<void(size_t)> chosen) {
  const std::string list = CLI::detail::join(words, "|");
  app_->add_option_function<std::string>(
          name,
          [name, list, words = std::move(words),
           chosen = std::move(chosen)](const std::string& word) {
            const auto position = std::find(words.begin(), words.end(), word);
            if (position == words.end())
              throw CLI::ValidationError(name, "`" + word + "` is not one of " + list);
            chosen(static_cast<size_t>(position - words.begin()));
          },
          help)
      ->type_name(list);
}

void CommandLine::flag(const std::string& name, bool& into, const std::string& help, bool value) {
  app_->add_flag_callback(
      name, [&into, value] { into = value; }, help);
}

void CommandLine::footer(const std::string& text) { app_->footer(text); }

CommandLine CommandLine::command(const std::string& name, const std::string& description) {
  app_->require_subcommand(1);
  return CommandLine(app_->add_subcommand(name, description));
}

bool CommandLine::isGiven() const { return app_->parsed(); }

void CommandLine::allowRest() { app_->prefix_command(); }

std::vector<std::string> CommandLine::rest() const { return app_->remaining(); }

std::optional<int> CommandLine::parse(int argc, char** argv) {
  // Added last, so that the help text ends with it.
  app_->set_version_flag("--version", version_, "Print the version");
  std::string shell;
  addChoice("--completions", {"bash", "zsh", "fish"}, "Print a shell's completion script",
            [&shell](size_t at) {
              constexpr const char* kShells[] = {"bash", "zsh", "fish"};
              shell = kShells[at];
              throw CLI::Success();  // as --help: no other argument is required
            });
  try {
    app_->parse(argc, argv);
  } catch (const CLI::ParseError& stop) {
    if (!shell.empty()) {
      standardOutput().write(completionScript(*app_, shell));
      return kFine;
    }
    std::ostringstream out, problems;
    const int status = app_->exit(stop, out, problems);
    standardOutput().write(out.str());
    standardError().write(printable(problems.str(), "\n"));
    return status == 0 ? kFine : kWrongUsage;
  }
  return std::nullopt;
}

void printProblem(const char* program, std::string_view message) {
  standardError().write(std::string(program) + ": " + printable(message, "\n") + '\n');
}

namespace {

// Opens the standard descriptors that the caller has closed: a file or pipe that the program opens
// would take their numbers otherwise. Reading and writing them still fails.
void reserveStandardDescriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor)
    if (::fcntl(descriptor, F_GETFD) < 0)
      ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int guarded(const char* program, const std::function<int()>& main) {
  try {
    return main();
  } catch (const std::bad_alloc&) {
    printProblem(program, heap::exhausted());
  } catch (const LimitError& reached) {
    printProblem(program, reached.what());
  } catch (const std::exception& error) {
    printProblem(program, std::string("internal error: ") + error.what());
  }
  return kWrongUsage;
}

}  // namespace

int runProgram(const char* program, const std::function<int()>& main) noexcept {
  reserveStandardDescriptors();
  int status = guarded(program, main);
  if (const int error = standardOutput().close()) {
    status = kWrongUsage;
    if (error != EPIPE)
      printProblem(program, std::string("standard output: ") + std::strerror(error));
  }
  return standardError().takeError() ? kWrongUsage : status;
}

}  // namespace ts
