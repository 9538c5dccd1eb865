#include "viz/convert.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

extern char** environ;

namespace ts::viz {
namespace {

constexpr const char* kConverter = "rsvg-convert";

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

Converted failedWith(const std::string& why) { return {{}, std::string(kConverter) + " " + why}; }

std::string readAll(int file) {
  std::string bytes;
  char buffer[1 << 16];
  while (true) {
    const ssize_t count = ::read(file, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.append(buffer, static_cast<size_t>(count));
  }
}

}  // namespace

// The picture is in a temporary file, so that only one end of the program has to be waited for.
Converted convertSvg(const std::string& svg, const std::string& format) {
  const std::unique_ptr<std::FILE, CloseFile> input(std::tmpfile());
  if (!input || std::fwrite(svg.data(), 1, svg.size(), input.get()) != svg.size() ||
      std::fflush(input.get()) != 0)
    return failedWith(std::string("got no picture: ") + std::strerror(errno));
  ::lseek(fileno(input.get()), 0, SEEK_SET);
  int ends[2];
  if (::pipe(ends) != 0) return failedWith(std::string("has no pipe: ") + std::strerror(errno));
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, fileno(input.get()), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_addclose(&actions, ends[0]);
  // Tall pictures exceed the default limits of the parser. The resolution counts for millimetres.
  std::vector<std::string> words = {kConverter, "--format=" + format, "--unlimited",
                                    "--background-color=white"};
  if (format == "png") words.insert(words.end(), {"--dpi-x=300", "--dpi-y=300"});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t process = 0;
  const int status =
      ::posix_spawnp(&process, kConverter, &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (status != 0) {
    ::close(ends[0]);
    return failedWith("is missing; install Debian's package librsvg2-bin");
  }
  Converted converted{readAll(ends[0]), {}};
  ::close(ends[0]);
  int ended = 0;
  while (::waitpid(process, &ended, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(ended) || WEXITSTATUS(ended) != 0 || converted.bytes.empty())
    return failedWith("could not convert the picture");
  return converted;
}

}  // namespace ts::viz
