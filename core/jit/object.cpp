// Source of the format: the System V ABI, its supplements for x86-64 and AArch64, and elf.h.
#include "core/jit/object.h"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace ts::jit {
namespace {

[[noreturn]] void refuse(std::string_view problem) {
  throw std::runtime_error(fmt::format("machine code can't be loaded: {}", problem));
}

// Views of the file with checked bounds.
class File {
 public:
  explicit File(std::string_view bytes) : bytes_(bytes) {}
  template <typename T>
  T read(uint64_t offset) const {
    T value;
    std::memcpy(&value, part(offset, sizeof(T)).data(), sizeof(T));
    return value;
  }
  std::string_view part(uint64_t offset, uint64_t size) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset) refuse("it is cut off");
    return bytes_.substr(offset, size);
  }
  std::string_view text(uint64_t offset) const {
    const std::string_view rest =
        part(offset, bytes_.size() - std::min<uint64_t>(offset, bytes_.size()));
    const size_t end = rest.find('\0');
    if (end == std::string_view::npos) refuse("a name has no end");
    return rest.substr(0, end);
  }

 private:
  std::string_view bytes_;
};

// A jump to an address that is too far for a relative call: jmp *0(%rip); .quad address
constexpr unsigned char kJump[] = {0xff, 0x25, 0, 0, 0, 0};
constexpr size_t kStub = 16;

}  // namespace

struct Object::Loaded {
  std::byte* memory = nullptr;
  size_t size = 0, codeSize = 0;
  std::vector<std::byte*> sections;  // by index; null: not loaded
  std::unordered_map<std::string, std::byte*> functions;
  ~Loaded() {
    if (memory != nullptr) munmap(memory, size);
  }
};

Object::~Object() = default;

std::span<const std::byte> Object::code() const { return {loaded_->memory, loaded_->codeSize}; }

std::string Object::withAddresses(std::string_view file) const {
  std::string copy(file);
  const auto header = File(file).read<Elf64_Ehdr>(0);
  for (size_t i = 0; i < loaded_->sections.size(); ++i) {
    if (loaded_->sections[i] == nullptr) continue;
    const auto address = reinterpret_cast<uint64_t>(loaded_->sections[i]);
    const uint64_t place = header.e_shoff + i * sizeof(Elf64_Shdr) + offsetof(Elf64_Shdr, sh_addr);
    std::memcpy(copy.data() + place, &address, sizeof(address));
  }
  return copy;
}

void* Object::function(std::string_view name) const {
  auto found = loaded_->functions.find(std::string(name));
  if (found == loaded_->functions.end()) refuse(fmt::format("it has no function {}", name));
  return found->second;
}

Object::Object(std::string_view bytes) : loaded_(std::make_unique<Loaded>()) {
  const File file(bytes);
  const auto header = file.read<Elf64_Ehdr>(0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_type != ET_REL)
    refuse("it is not a relocatable ELF file");
  if (header.e_machine != EM_X86_64) refuse("this loader supports x86-64 only");
  std::vector<Elf64_Shdr> sections;
  for (size_t i = 0; i < header.e_shnum; ++i)
    sections.push_back(file.read<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr)));
  auto sectionAt = [&](size_t index) -> const Elf64_Shdr& {
    if (index >= sections.size()) refuse("a section is missing");
    return sections[index];
  };

  // One mapping: executable sections and stubs first, then the rest from a new page on.
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  auto roundUp = [](uint64_t value, uint64_t to) { return (value + to - 1) / to * to; };
  std::vector<uint64_t> offsets(sections.size());
  uint64_t size = 0;
  auto place = [&](bool executable) {
    for (size_t i = 0; i < sections.size(); ++i) {
      const Elf64_Shdr& section = sections[i];
      if (!(section.sh_flags & SHF_ALLOC) ||
          ((section.sh_flags & SHF_EXECINSTR) != 0) != executable)
        continue;
      if (section.sh_flags & SHF_WRITE) refuse("it has writable data");
      if (section.sh_addralign > page || section.sh_size > bytes.size())
        refuse("a section is too large");
      size = roundUp(size, std::max<uint64_t>(section.sh_addralign, 1));
      offsets[i] = size;
      size += section.sh_size;
    }
  };
  place(true);
  const uint64_t stubs = size = roundUp(size, kStub);
  std::unordered_map<std::string, uint64_t> stubOf;
  auto symbolsOf = [&](auto visit) {
    for (const Elf64_Shdr& section : sections) {
      if (section.sh_type != SHT_SYMTAB) continue;
      const uint64_t names = sectionAt(section.sh_link).sh_offset;
      for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= section.sh_size; at += sizeof(Elf64_Sym)) {
        const auto symbol = file.read<Elf64_Sym>(section.sh_offset + at);
        visit(symbol, file.text(names + symbol.st_name));
      }
    }
  };
  symbolsOf([&](const Elf64_Sym& symbol, std::string_view name) {
    if (symbol.st_shndx == SHN_UNDEF && !name.empty() &&
        stubOf.try_emplace(std::string(name), size).second)
      size += kStub;
  });
  const uint64_t codeEnd = size = roundUp(size, page);
  place(false);
  size = std::max<uint64_t>(roundUp(size, page), page);
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) refuse("the memory is exhausted");
  loaded_->memory = static_cast<std::byte*>(memory);
  loaded_->size = size;
  loaded_->codeSize = codeEnd;
  for (size_t i = 0; i < sections.size(); ++i)
    loaded_->sections.push_back(sections[i].sh_flags & SHF_ALLOC ? loaded_->memory + offsets[i]
                                                                 : nullptr);
  for (size_t i = 0; i < sections.size(); ++i) {
    const Elf64_Shdr& section = sections[i];
    if (!(section.sh_flags & SHF_ALLOC) || section.sh_type == SHT_NOBITS) continue;
    const std::string_view from = file.part(section.sh_offset, section.sh_size);
    std::memcpy(loaded_->memory + offsets[i], from.data(), from.size());
  }
  for (const auto& [name, offset] : stubOf) {
    void* address = dlsym(RTLD_DEFAULT, name.c_str());
    if (address == nullptr) refuse(fmt::format("the function {} is missing", name));
    std::memcpy(loaded_->memory + offset, kJump, sizeof(kJump));
    std::memcpy(loaded_->memory + offset + sizeof(kJump), &address, sizeof(address));
  }

  auto addressOf = [&](const Elf64_Sym& symbol, std::string_view name) -> std::byte* {
    if (symbol.st_shndx == SHN_UNDEF) return loaded_->memory + stubOf.at(std::string(name));
    if (symbol.st_shndx == SHN_ABS || symbol.st_shndx >= sections.size())
      refuse("a symbol has no section");
    if (symbol.st_value > sections[symbol.st_shndx].sh_size)
      refuse("a symbol lies outside of its section");
    return loaded_->memory + offsets[symbol.st_shndx] + symbol.st_value;
  };
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_RELA) continue;
    const Elf64_Shdr& target = sectionAt(section.sh_info);
    if (!(target.sh_flags & SHF_ALLOC)) continue;  // debug information
    const Elf64_Shdr& table = sectionAt(section.sh_link);
    const uint64_t names = sectionAt(table.sh_link).sh_offset;
    for (uint64_t at = 0; at + sizeof(Elf64_Rela) <= section.sh_size; at += sizeof(Elf64_Rela)) {
      const auto entry = file.read<Elf64_Rela>(section.sh_offset + at);
      const auto symbol =
          file.read<Elf64_Sym>(table.sh_offset + ELF64_R_SYM(entry.r_info) * sizeof(Elf64_Sym));
      const auto type = ELF64_R_TYPE(entry.r_info);
      const size_t width = type == R_X86_64_64 || type == R_X86_64_PC64 ? 8 : 4;
      if (entry.r_offset > target.sh_size || width > target.sh_size - entry.r_offset)
        refuse("a relocation lies outside of its section");
      std::byte* place = loaded_->memory + offsets[section.sh_info] + entry.r_offset;
      const int64_t value =
          reinterpret_cast<int64_t>(addressOf(symbol, file.text(names + symbol.st_name))) +
          entry.r_addend;
      const int64_t relative = value - reinterpret_cast<int64_t>(place);
      switch (type) {
        case R_X86_64_64: std::memcpy(place, &value, 8); break;
        case R_X86_64_PC64: std::memcpy(place, &relative, 8); break;
        case R_X86_64_PC32:
        case R_X86_64_PLT32: {
          const auto narrow = static_cast<int32_t>(relative);
          if (narrow != relative) refuse("a relocation is out of range");
          std::memcpy(place, &narrow, 4);
          break;
        }
        default: refuse(fmt::format("the relocation {} is not supported", type));
      }
    }
  }
  (void)stubs;
  symbolsOf([&](const Elf64_Sym& symbol, std::string_view name) {
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
      loaded_->functions.emplace(name, addressOf(symbol, name));
  });
  if (mprotect(memory, codeEnd, PROT_READ | PROT_EXEC) != 0 ||
      mprotect(loaded_->memory + codeEnd, size - codeEnd, PROT_READ) != 0)
    refuse("its pages can't be protected");
}

}  // namespace ts::jit
