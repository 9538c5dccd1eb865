#include "core/image/image.h"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "core/base/heap.h"
#include "core/image/prepare.h"

// The variables of our libraries, those of the heap aside; placed by cmake/state.ld.
extern "C" {
[[gnu::weak]] extern std::byte jitscope_state_begin[];
[[gnu::weak]] extern std::byte jitscope_state_end[];
}

namespace ts::image {

namespace {

constexpr char kSection[] = ".jitscope.image";
constexpr size_t kPage = 4096;

// The argument that asks for an image, and how many processes try to write one.
constexpr char kWrite[] = "--write-image";
constexpr int kTries = 4;

// At the start of the image. Behind it, from the next page on: the heap, the variables, the layout
// of the heap.
struct Header {
  uint64_t heap, variables, layout;  // bytes
};

std::span<std::byte> variables() { return {jitscope_state_begin, jitscope_state_end}; }

template <typename T>
bool readAt(int file, size_t offset, std::span<T> to) {
  return pread(file, to.data(), to.size_bytes(), static_cast<off_t>(offset)) ==
         static_cast<ssize_t>(to.size_bytes());
}

// Where the section of the image begins in the program's file; 0: it has none.
size_t findSection(int file) {
  Elf64_Ehdr program;
  if (!readAt(file, 0, std::span(&program, 1))) return 0;
  std::vector<Elf64_Shdr> sections(program.e_shnum);
  if (program.e_shstrndx >= sections.size() || !readAt(file, program.e_shoff, std::span(sections)))
    return 0;
  std::vector<char> names(sections[program.e_shstrndx].sh_size + 1);
  if (!readAt(file, sections[program.e_shstrndx].sh_offset,
              std::span(names).first(names.size() - 1)))
    return 0;
  for (const Elf64_Shdr& section : sections)
    if (section.sh_name < names.size() && std::strcmp(&names[section.sh_name], kSection) == 0)
      return section.sh_offset;
  return 0;
}

void adopt(int file) {
  const size_t begin = findSection(file);
  Header header;
  if (!begin || begin % kPage != 0 || !readAt(file, begin, std::span(&header, 1))) return;
  const auto own = variables();
  if (header.variables != own.size()) return;
  const size_t heap = begin + kPage, behind = heap + header.heap;
  if (!heap::adopt(file, heap, header.heap, behind + own.size())) return;
  // From here on there is no way back. Nothing may be allocated or freed before it is done.
  if (!readAt(file, behind, own)) _exit(2);
}

// What lies elsewhere in each process: shared libraries and other mappings. Stacks and malloc's
// heap are not among them: the padding of a copied object holds whatever such a word was there
// before, and nothing that lasts is kept there. Not in a container: that would be part of the
// image.
struct Ranges {
  static constexpr size_t kMost = 256;
  struct Range {
    uintptr_t begin, end;
  };
  Range ranges[kMost];
  size_t count = 0;
};

bool findOthers(Ranges& others) {
  std::FILE* maps = std::fopen("/proc/self/maps", "r");
  if (!maps) return false;
  const auto heap = reinterpret_cast<uintptr_t>(heap::contents().data());
  const uintptr_t heapEnd = heap + heap::contents().size();
  const auto own = reinterpret_cast<uintptr_t>(jitscope_state_end);
  constexpr uintptr_t kProgram = uintptr_t{1} << 26;  // it lies below
  char line[1024];
  while (std::fgets(line, sizeof line, maps) && others.count < Ranges::kMost) {
    unsigned long begin = 0, end = 0;
    if (std::sscanf(line, "%lx-%lx", &begin, &end) != 2 || (begin >= heap && begin < heapEnd))
      continue;
    if (begin < own + kProgram || std::strstr(line, "[heap]") || std::strstr(line, "[stack]"))
      continue;
    others.ranges[others.count++] = {begin, end};
  }
  std::fclose(maps);
  return others.count < Ranges::kMost;
}

// Reports words that look as if they pointed there.
bool isSelfContained(const char* what, std::span<const std::byte> memory, const Ranges& others,
                     bool tells) {
  const auto* words = reinterpret_cast<const uintptr_t*>(memory.data());
  size_t count = 0;
  for (size_t i = 0; i < memory.size() / sizeof(uintptr_t); ++i)
    for (const auto& range : std::span(others.ranges, others.count))
      if (words[i] >= range.begin && words[i] < range.end && ++count <= 20 && tells)
        std::fprintf(stderr, "image: a word of the %s, at %p, points out of it, to %#lx\n", what,
                     static_cast<const void*>(words + i), words[i]);
  return count == 0;
}

// Bytes that nobody has set, as those of an empty optional, keep a part of what the stack had
// there, and in one process of a few hundred that part looks like an address of it. Another process
// lies elsewhere, whereas a pointer out of the image points out of it in each. Returns only if
// there is no other process.
void writeInAnotherProcess(const char* program, const char* path, int tries) {
  execl("/proc/self/exe", program, kWrite, path, std::to_string(tries).c_str(), nullptr);
  std::perror("image: another process to write it");
}

int write(const char* program, const char* path, int tries) {
  if (!jitscope_state_begin || !heap::gather()) {
    std::fprintf(
        stderr,
        "an image needs the program to be linked for it, and the heap to be at its place\n");
    return 2;
  }
  if (!prepare()) return 1;
  heap::seal();
  Ranges others;
  if (!findOthers(others)) return 2;
  const auto heap = heap::contents(), own = variables();
  const bool isLast = tries <= 1;
  bool fine = isSelfContained("heap", heap, others, isLast);
  fine = isSelfContained("variables", own, others, isLast) && fine;
  if (!fine) {
    if (!isLast) writeInAnotherProcess(program, path, tries - 1);
    return 1;
  }
  std::FILE* file = std::fopen(path, "wb");
  if (!file) return 2;
  const auto layout = heap::layout();
  char first[kPage] = {};
  new (first) Header{heap.size(), own.size(), layout.size()};
  std::fwrite(first, 1, kPage, file);
  for (std::span<const std::byte> part :
       {std::span<const std::byte>(heap), {own}, std::as_bytes(layout)})
    std::fwrite(part.data(), 1, part.size(), file);
  return std::fclose(file) == 0 ? 0 : 2;
}

}  // namespace

std::optional<int> open(int argc, char** argv) {
  if ((argc == 3 || argc == 4) && std::strcmp(argv[1], kWrite) == 0)
    return write(argv[0], argv[2], argc == 4 ? std::atoi(argv[3]) : kTries);
  if (!jitscope_state_begin) return std::nullopt;
  const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  adopt(file);
  close(file);
  return std::nullopt;
}

}  // namespace ts::image
