#include "core/eager/host.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <thread>

#include "core/eager/host_journal.h"
#include "core/source/regular_file.h"

extern char** environ;

namespace ts::eager {
namespace {

// The size limit of a file that is read at once.
constexpr size_t kMostBytes = size_t{8} << 30;
constexpr double kLongestSleep = 1e9;  // seconds: thirty years

[[noreturn]] void raiseSystem(Vm& vm, const Value& path) {
  Value error =
      vm.call(Value(vm.types.OSError), {Value::integer(errno), vm.str(std::strerror(errno)), path});
  throw eval::Raised{vm.toException(error)};
}

const char* textOf(const Value& value) { return value.as<Str>()->text.c_str(); }

struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
};

// Opens any file that Python may open. An interrupt ends the wait for the other end of a FIFO.
int openAny(Vm& vm, const Value& path, int flags) {
  for (;;) {
    vm.pollInterrupt();
    const int file = ::open(textOf(path), flags | O_CLOEXEC, 0666);
    if (file >= 0) return file;
    if (errno != EINTR) raiseSystem(vm, path);
  }
}

Value readAll(Vm& vm, int file, const Value& path) {
  std::string bytes;
  char part[1 << 16];
  for (;;) {
    vm.pollInterrupt();
    const ssize_t count = ::read(file, part, sizeof part);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) raiseSystem(vm, path);
    if (count == 0) break;
    bytes.append(part, static_cast<size_t>(count));
    if (bytes.size() > kMostBytes)
      vm.raise(vm.types.MemoryError, "a file of more than 8 GB can't be read at once");
  }
  return vm.bytes(std::move(bytes));
}

Value readFile(Vm& vm, Value* args) {
  if (eagerOf(vm).writeRefusal.empty()) {
    const Descriptor file{openAny(vm, args[0], O_RDONLY)};
    return readAll(vm, file.number, args[0]);
  }
  const RegularFile file(textOf(args[0]));
  if (file.error()) {
    errno = file.error();
    raiseSystem(vm, args[0]);
  }
  return readAll(vm, file.descriptor(), args[0]);
}

// Arguments: path, bytes, mode ("w", "a" or "x").
Value writeFile(Vm& vm, Value* args) {
  needWriting(vm, args[0]);
  const char mode = textOf(args[2])[0];
  const int flags = mode == 'a' ? O_APPEND : mode == 'x' ? O_EXCL : O_TRUNC;
  const Descriptor file{openAny(vm, args[0], O_WRONLY | O_CREAT | flags)};
  std::string_view rest = args[1].as<eval::Bytes>()->data;
  while (!rest.empty()) {
    vm.pollInterrupt();
    const ssize_t count = ::write(file.number, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) raiseSystem(vm, args[0]);
    rest.remove_prefix(static_cast<size_t>(count));
  }
  return Value::none();
}

// Returns (mode, size, modification time in seconds), or None if the path does not exist. The
// second argument tells whether to follow links.
Value status(Vm& vm, Value* args) {
  struct stat status {};
  const int result =
      vm.truth(args[1]) ? ::stat(textOf(args[0]), &status) : ::lstat(textOf(args[0]), &status);
  if (result != 0) return Value::none();
  const double seconds = static_cast<double>(status.st_mtim.tv_sec) +
                         static_cast<double>(status.st_mtim.tv_nsec) * 1e-9;
  return vm.tuple(
      {Value::integer(status.st_mode), Value::integer(status.st_size), Value::real(seconds)});
}

Value listFolder(Vm& vm, Value* args) {
  DIR* folder = ::opendir(textOf(args[0]));
  if (!folder) raiseSystem(vm, args[0]);
  std::vector<Value> names;
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.push_back(vm.str(std::string(name)));
  }
  ::closedir(folder);
  return vm.list(std::move(names));
}

// Runs a system call that changes the file at a path and has no result.
template <int (*kCall)(const char*)>
Value atPath(Vm& vm, Value* args) {
  needWriting(vm, args[0]);
  if (kCall(textOf(args[0])) != 0) raiseSystem(vm, args[0]);
  return Value::none();
}

Value makeFolder(Vm& vm, Value* args) {
  struct stat status {};
  // A folder that exists is an error of its own, which os.makedirs(exist_ok=True) expects.
  if (::lstat(textOf(args[0]), &status) != 0) needWriting(vm, args[0]);
  if (::mkdir(textOf(args[0]), 0777) != 0) raiseSystem(vm, args[0]);
  return Value::none();
}

Value enterFolder(Vm& vm, Value* args) {
  if (::chdir(textOf(args[0])) != 0) raiseSystem(vm, args[0]);
  return Value::none();
}

Value rename(Vm& vm, Value* args) {
  needWriting(vm, args[0]);
  if (::rename(textOf(args[0]), textOf(args[1])) != 0) raiseSystem(vm, args[0]);
  return Value::none();
}

Value currentFolder(Vm& vm, Value*) {
  char* path = ::getcwd(nullptr, 0);
  if (!path) raiseSystem(vm, vm.str("."));
  Value text = vm.str(path);
  std::free(path);
  return text;
}
Value realPath(Vm& vm, Value* args) {
  char* path = ::realpath(textOf(args[0]), nullptr);
  if (!path) return Value::none();
  Value text = vm.str(path);
  std::free(path);
  return text;
}

Value environment(Vm& vm, Value*) {
  Ref<Dict> environment = vm.dict();
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text = *entry;
    const size_t equals = text.find('=');
    if (equals != text.npos)
      environment->set(vm, vm.str(std::string(text.substr(0, equals))),
                       vm.str(std::string(text.substr(equals + 1))));
  }
  return environment;
}

// None removes the variable.
Value setVariable(Vm& vm, Value* args) {
  const int result = args[1].isNone() ? ::unsetenv(textOf(args[0]))
                                      : ::setenv(textOf(args[0]), textOf(args[1]), 1);
  if (result != 0) raiseSystem(vm, args[0]);
  return Value::none();
}

Value processId(Vm&, Value*) { return Value::integer(::getpid()); }
Value hostName(Vm& vm, Value*) {
  char name[256] = {};
  if (::gethostname(name, sizeof name - 1) != 0) return vm.str("localhost");
  return vm.str(name);
}
Value processors(Vm&, Value*) {
  return Value::integer(std::max(1u, std::thread::hardware_concurrency()));
}

Value randomBytes(Vm& vm, Value* args) {
  std::random_device device;
  std::string bytes(static_cast<size_t>(std::max<int64_t>(0, vm.toIndex(args[0]))), '\0');
  for (char& byte : bytes) byte = static_cast<char>(device());
  return vm.bytes(std::move(bytes));
}

// The time in nanoseconds: since 1970, or of a monotonic clock.
Value now(Vm& vm, Value* args) {
  using namespace std::chrono;
  const auto since = vm.truth(args[0]) ? steady_clock::now().time_since_epoch()
                                       : system_clock::now().time_since_epoch();
  return Value::integer(duration_cast<nanoseconds>(since).count());
}
Value sleepFor(Vm& vm, Value* args) {
  double seconds = 0;
  vm.asReal(args[0], seconds);
  if (!(seconds > 0)) return Value::none();
  seconds = std::min(seconds, kLongestSleep);
  timespec left{};
  left.tv_sec = static_cast<time_t>(seconds);
  left.tv_nsec = static_cast<long>((seconds - static_cast<double>(left.tv_sec)) * 1e9);
  do vm.pollInterrupt();
  while (::nanosleep(&left, &left) != 0 && errno == EINTR);
  return Value::none();
}

// A line of standard input with its line break; empty at the end of the input.
Value readLine(Vm& vm, Value*) {
  std::string line;
  while (line.empty() || line.back() != '\n') {
    vm.pollInterrupt();
    const int c = ::getc_unlocked(stdin);
    if (c != EOF) {
      line += static_cast<char>(c);
    } else if (std::ferror(stdin) && errno == EINTR) {
      std::clearerr(stdin);
    } else {
      break;
    }
  }
  vm.pollInterrupt();  // it may come with the end of the input
  return vm.str(std::move(line));
}

// A function with this number of arguments, whose result comes from the program's journal when
// another run of the program has made the call.
template <eval::NativeCall kCall, size_t kArguments>
Value journaled(Vm& vm, Value* args) {
  return callHost(vm, reinterpret_cast<uintptr_t>(kCall), {args, kArguments},
                  [&] { return kCall(vm, args); });
}

constexpr NativeDef kHostFunctions[] = {
    {"read_file", "path, /", journaled<readFile, 1>},
    {"write_file", "path, data, mode, /", journaled<writeFile, 3>},
    {"status", "path, follow, /", journaled<status, 2>},
    {"list_folder", "path, /", journaled<listFolder, 1>},
    {"make_folder", "path, /", journaled<makeFolder, 1>},
    {"remove_folder", "path, /", journaled<atPath<::rmdir>, 1>},
    {"remove_file", "path, /", journaled<atPath<::unlink>, 1>},
    {"enter_folder", "path, /", journaled<enterFolder, 1>},
    {"rename", "old, new, /", journaled<rename, 2>},
    {"current_folder", "", journaled<currentFolder, 0>},
    {"real_path", "path, /", journaled<realPath, 1>},
    {"environment", "", journaled<environment, 0>},
    {"set_variable", "name, value, /", journaled<setVariable, 2>},
    {"process_id", "", journaled<processId, 0>},
    {"host_name", "", journaled<hostName, 0>},
    {"processors", "", processors},
    {"random_bytes", "count, /", journaled<randomBytes, 1>},
    {"now", "steady, /", journaled<now, 1>},
    {"sleep", "seconds, /", journaled<sleepFor, 1>},
    {"read_line", "", journaled<readLine, 0>},
};

}  // namespace

std::span<const NativeDef> hostFunctions() { return kHostFunctions; }

}  // namespace ts::eager
