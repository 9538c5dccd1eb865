// Source of the interfaces: "JIT Compilation Interface" in GDB's manual, and
// tools/perf/Documentation/jit-interface.txt of Linux.
#include "core/jit/loaded_code.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <mutex>
#include <unordered_set>

#include "core/interp/state.h"

// ---- the interface of gdb, which stops at the function and reads the list

extern "C" {

struct GdbEntry {
  GdbEntry* next_entry;
  GdbEntry* prev_entry;
  const char* symfile_addr;
  uint64_t symfile_size;
};
struct GdbDescriptor {
  uint32_t version;
  uint32_t action_flag;  // 1: the entry is new, 2: it is removed
  GdbEntry* relevant_entry;
  GdbEntry* first_entry;
};
// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): gdb looks for these
// names.
[[gnu::visibility("default"), gnu::used]] GdbDescriptor __jit_debug_descriptor = {1, 0, nullptr,
                                                                                  nullptr};
[[gnu::visibility("default"), gnu::used, gnu::noinline]] void __jit_debug_register_code() {
  asm volatile("" ::: "memory");
}
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
}

namespace ts::jit {

struct LoadedCode::Entry {
  std::string name;
  const std::byte* begin;
  const std::byte* end;
  std::string file, crashPath;
  GdbEntry gdb = {};
};

namespace {

struct Registry {
  std::mutex mutex;
  std::unordered_set<const void*> entries;  // of LoadedCode::Entry
  int perfMap = -1;
};
Registry& registry() {
  static auto* registry = new Registry;  // signals may come at the very end
  return *registry;
}

void tellGdb(uint32_t action, GdbEntry* entry) {
  __jit_debug_descriptor.action_flag = action;
  __jit_debug_descriptor.relevant_entry = entry;
  __jit_debug_register_code();
  __jit_debug_descriptor.action_flag = 0;
}

void addToGdb(GdbEntry& entry, const std::string& file) {
  entry.symfile_addr = file.data();
  entry.symfile_size = file.size();
  entry.next_entry = __jit_debug_descriptor.first_entry;
  if (entry.next_entry != nullptr) entry.next_entry->prev_entry = &entry;
  __jit_debug_descriptor.first_entry = &entry;
  tellGdb(1, &entry);
}
void removeFromGdb(GdbEntry& entry) {
  if (entry.prev_entry != nullptr)
    entry.prev_entry->next_entry = entry.next_entry;
  else
    __jit_debug_descriptor.first_entry = entry.next_entry;
  if (entry.next_entry != nullptr) entry.next_entry->prev_entry = entry.prev_entry;
  tellGdb(2, &entry);
}

// perf reads /tmp/perf-PID.map. A file that exists is not ours: it stays as it is.
void addToPerf(Registry& all, const std::string& name, const std::byte* begin, size_t size) {
  if (all.perfMap == -1) {
    const std::string path = fmt::format("/tmp/perf-{}.map", ::getpid());
    all.perfMap = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (all.perfMap < 0) all.perfMap = -2;
  }
  if (all.perfMap < 0) return;
  const std::string line =
      fmt::format("{:x} {:x} {}\n", reinterpret_cast<uintptr_t>(begin), size, name);
  if (::write(all.perfMap, line.data(), line.size()) < 0) all.perfMap = -2;
}

}  // namespace

LoadedCode::LoadedCode(std::string name, std::span<const std::byte> code, std::string file,
                       std::string crashPath)
    : entry_(new Entry{std::move(name), code.data(), code.data() + code.size(), std::move(file),
                       std::move(crashPath)}) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  all.entries.insert(entry_);
  if (entry_->file.empty()) return;
  addToGdb(entry_->gdb, entry_->file);
  addToPerf(all, entry_->name, entry_->begin, code.size());
}

LoadedCode::~LoadedCode() {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  all.entries.erase(entry_);
  if (!entry_->file.empty()) removeFromGdb(entry_->gdb);
  delete entry_;
}

// ---- crashes

namespace {

// The message about a crash of an entry's code, and the file that later processes find.
std::string describe(const LoadedCode::Entry& entry, int signal) {
  std::string message =
      fmt::format("tsdbg: the machine code of {} crashed with signal {}", entry.name, signal);
  if (const ir::Node* node = interp::runningNode()) {
    message += fmt::format(", at or after {}", node->kind().str());
    if (const SourceRange range = node->range())
      message += fmt::format(" in {}:{}", range.file->path(), range.file->lineOf(range.span.begin));
  }
  message +=
      "\nnote: this is a mistake of JitScope; tsdbg run --jit=interpret does without machine "
      "code\n";
  const int file =
      entry.crashPath.empty()
          ? -1
          : ::open(entry.crashPath.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return message;
  ::close(file);
  return message + "note: later runs interpret this function\n";
}

// The thread was in machine code, so it holds no lock and may allocate.
void report(int signal, siginfo_t*, void* context) {
#if defined(__x86_64__) || defined(__aarch64__)
  const auto& state = static_cast<const ucontext_t*>(context)->uc_mcontext;
#ifdef __x86_64__
  const auto* at = reinterpret_cast<const std::byte*>(state.gregs[REG_RIP]);
#else
  const auto* at = reinterpret_cast<const std::byte*>(state.pc);
#endif
  Registry& all = registry();
  std::string message;
  if (all.mutex.try_lock()) {
    for (const void* each : all.entries) {
      const auto* entry = static_cast<const LoadedCode::Entry*>(each);
      if (at >= entry->begin && at < entry->end) message = describe(*entry, signal);
    }
    all.mutex.unlock();
  }
  if (!message.empty() && ::write(STDERR_FILENO, message.data(), message.size()) < 0) ::_exit(1);
#else
  (void)context;
#endif
  // The instruction runs again and ends the process.
  ::signal(signal, SIG_DFL);
}

}  // namespace

void reportCrashes() {
#ifndef JITSCOPE_SANITIZED
  struct sigaction action = {};
  action.sa_sigaction = report;
  action.sa_flags = SA_SIGINFO;
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE}) ::sigaction(signal, &action, nullptr);
#endif
}

}  // namespace ts::jit
