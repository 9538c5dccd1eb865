#include "core/jit/object.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "core/jit/elf_file.h"
#include "core/jit/host_functions.h"
#include "core/jit/relocation.h"

namespace ts::jit {
namespace {

// Memory of its own pages.
struct Pages {
  std::byte* begin = nullptr;
  size_t size = 0;
  Pages() = default;
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  ~Pages() {
    if (begin != nullptr) munmap(begin, size);
  }
  void allocate(size_t bytes) {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) refuseObject("the memory is exhausted");
    begin = static_cast<std::byte*>(memory);
    size = bytes;
  }
};

uint64_t roundUp(uint64_t value, uint64_t to) { return (value + to - 1) / to * to; }
bool isLoaded(const Elf64_Shdr& section) { return (section.sh_flags & SHF_ALLOC) != 0; }
uint64_t addressOf(const std::byte* at) { return reinterpret_cast<uint64_t>(at); }

const Machine& machineOf(const ElfFile& file) {
  const uint16_t id = file.header().e_machine;
  const Machine* machine = findMachine(id);
  if (machine != nullptr && id == kThisMachine) return *machine;
  const Machine* wanted = findMachine(kThisMachine);
  if (wanted == nullptr) refuseObject("this build has no loader for its processor");
  refuseObject(fmt::format(
      "it is for {}, not for {}",
      machine != nullptr ? nameOf(*machine) : fmt::format("ELF machine {}", id), nameOf(*wanted)));
}

}  // namespace

struct Object::Loaded {
  Pages memory;  // executable sections and stubs, then from a new page on the rest
  size_t codeSize = 0;
  std::vector<std::byte*> sections;  // by index; null: not loaded
  std::unordered_map<std::string, std::byte*> functions;
  std::unordered_map<std::string, uint64_t> stubs;  // the offsets, by the function

  explicit Loaded(const ElfFile& file) {
    const Machine& machine = machineOf(file);
    allocate(file);
    for (const auto& [name, offset] : stubs) {
      void* address = hostAddress(name);
      if (address == nullptr) address = dlsym(RTLD_DEFAULT, name.c_str());
      if (address == nullptr) refuseObject(fmt::format("the function {} is missing", name));
      const Stub stub = stubTo(machine, reinterpret_cast<uint64_t>(address));
      std::memcpy(memory.begin + offset, stub.data(), stub.size());
    }
    for (size_t i = 0; i < sections.size(); ++i) {
      if (sections[i] == nullptr) continue;
      const std::string_view from = file.contents(file.section(i));
      if (!from.empty()) std::memcpy(sections[i], from.data(), from.size());
    }
    relocateSections(file, machine);
    for (const ElfSymbol& symbol : file.symbols())
      if (ELF64_ST_TYPE(symbol.entry.st_info) == STT_FUNC && symbol.entry.st_shndx != SHN_UNDEF)
        functions.emplace(symbol.name, placeOf(file, symbol));
    protect();
  }

 private:
  void allocate(const ElfFile& file) {
    const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    std::vector<uint64_t> offsets(file.sections().size());
    uint64_t size = 0;
    const auto add = [&](bool isCode) {
      for (size_t i = 0; i < offsets.size(); ++i) {
        const Elf64_Shdr& section = file.section(i);
        if (!isLoaded(section) || ((section.sh_flags & SHF_EXECINSTR) != 0) != isCode) continue;
        if (section.sh_flags & SHF_WRITE) refuseObject("it has writable data");
        if (section.sh_addralign > page || section.sh_size > file.size())
          refuseObject("a section is too large");
        offsets[i] = roundUp(size, std::max<uint64_t>(section.sh_addralign, 1));
        size = offsets[i] + section.sh_size;
      }
    };
    add(true);
    size = roundUp(size, kStubSize);
    for (const ElfSymbol& symbol : file.symbols())
      if (symbol.entry.st_shndx == SHN_UNDEF && !symbol.name.empty() &&
          stubs.try_emplace(std::string(symbol.name), size).second)
        size += kStubSize;
    codeSize = size = roundUp(size, page);
    add(false);
    memory.allocate(std::max(roundUp(size, page), page));
    for (size_t i = 0; i < offsets.size(); ++i)
      sections.push_back(isLoaded(file.section(i)) ? memory.begin + offsets[i] : nullptr);
  }

  std::byte* placeOf(const ElfFile& file, const ElfSymbol& symbol) const {
    const Elf64_Sym& entry = symbol.entry;
    if (entry.st_shndx == SHN_UNDEF) {
      const auto stub = stubs.find(std::string(symbol.name));
      if (stub == stubs.end()) refuseObject("a symbol has no name");
      return memory.begin + stub->second;
    }
    if (entry.st_shndx >= sections.size() || sections[entry.st_shndx] == nullptr)
      refuseObject("a symbol has no section");
    if (entry.st_value > file.section(entry.st_shndx).sh_size)
      refuseObject("a symbol lies outside of its section");
    return sections[entry.st_shndx] + entry.st_value;
  }

  void relocateSections(const ElfFile& file, const Machine& machine) {
    for (const Elf64_Shdr& section : file.sections()) {
      if (section.sh_type != SHT_RELA) continue;
      const Elf64_Shdr& target = file.section(section.sh_info);
      if (!isLoaded(target)) continue;  // debug information
      const std::span<std::byte> bytes(sections[section.sh_info], target.sh_size);
      for (const auto& [entry, symbol] : file.relocations(section)) {
        if (entry.r_offset > bytes.size()) refuseObject("a relocation lies outside of its section");
        const std::span<std::byte> place = bytes.subspan(entry.r_offset);
        relocate(machine, ELF64_R_TYPE(entry.r_info), place, addressOf(place.data()),
                 addressOf(placeOf(file, symbol)) + static_cast<uint64_t>(entry.r_addend));
      }
    }
  }

  // Nothing is writable any more, and code is executable.
  void protect() {
    auto* code = reinterpret_cast<char*>(memory.begin);
    __builtin___clear_cache(code, code + codeSize);
    if (mprotect(code, memory.size, PROT_READ) != 0 ||
        mprotect(code, codeSize, PROT_READ | PROT_EXEC) != 0)
      refuseObject("its pages can't be protected");
  }
};

Object::Object(std::string_view file) : loaded_(std::make_unique<Loaded>(ElfFile(file))) {}
Object::~Object() = default;

std::span<const std::byte> Object::code() const {
  return {loaded_->memory.begin, loaded_->codeSize};
}

std::string Object::withAddresses(std::string_view file) const {
  std::string copy(file);
  const uint64_t table = ElfFile(file).header().e_shoff;
  for (size_t i = 0; i < loaded_->sections.size(); ++i) {
    if (loaded_->sections[i] == nullptr) continue;
    const uint64_t address = addressOf(loaded_->sections[i]);
    const uint64_t place = table + i * sizeof(Elf64_Shdr) + offsetof(Elf64_Shdr, sh_addr);
    std::memcpy(copy.data() + place, &address, sizeof(address));
  }
  return copy;
}

void* Object::function(std::string_view name) const {
  const auto entry = loaded_->functions.find(std::string(name));
  if (entry == loaded_->functions.end()) refuseObject(fmt::format("it has no function {}", name));
  return entry->second;
}

}  // namespace ts::jit
