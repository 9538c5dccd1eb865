// Reads relocatable ELF files, which LLVM makes.
#pragma once

#include <elf.h>

#include <cstring>
#include <string_view>
#include <vector>

namespace ts::jit {

// Throws std::runtime_error: the file cannot be loaded.
[[noreturn]] void refuseObject(std::string_view problem);

struct ElfSymbol {
  Elf64_Sym entry;
  std::string_view name;
};
struct ElfRelocation {
  Elf64_Rela entry;
  ElfSymbol symbol;
};

// A view of a file's contents, whose owner keeps them. All functions throw std::runtime_error for a
// damaged file. Thread-safe.
class ElfFile {
 public:
  explicit ElfFile(std::string_view bytes);

  const Elf64_Ehdr& header() const { return header_; }
  const std::vector<Elf64_Shdr>& sections() const { return sections_; }
  const Elf64_Shdr& section(size_t index) const;
  // Empty for a section without bytes in the file.
  std::string_view contents(const Elf64_Shdr& section) const;

  // The symbols of all symbol tables.
  std::vector<ElfSymbol> symbols() const;
  // The relocations that a section of type SHT_RELA contains, each with its symbol.
  std::vector<ElfRelocation> relocations(const Elf64_Shdr& section) const;

  size_t size() const { return bytes_.size(); }

 private:
  template <typename T>
  T read(uint64_t offset) const {
    T value;
    std::memcpy(&value, part(offset, sizeof(T)).data(), sizeof(T));
    return value;
  }
  std::string_view part(uint64_t offset, uint64_t size) const;
  std::string_view text(uint64_t offset) const;
  ElfSymbol symbol(const Elf64_Shdr& table, uint64_t index) const;

  std::string_view bytes_;
  Elf64_Ehdr header_;
  std::vector<Elf64_Shdr> sections_;
};

}  // namespace ts::jit
