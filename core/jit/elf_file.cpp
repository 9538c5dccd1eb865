// Source of the format: the System V ABI and elf.h.
#include "core/jit/elf_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace ts::jit {

void refuseObject(std::string_view problem) {
  throw std::runtime_error(fmt::format("machine code can't be loaded: {}", problem));
}

ElfFile::ElfFile(std::string_view bytes) : bytes_(bytes), header_(read<Elf64_Ehdr>(0)) {
  if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 || header_.e_type != ET_REL ||
      header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_ident[EI_DATA] != ELFDATA2LSB)
    refuseObject("it is not a relocatable ELF file of 64 bits, lowest byte first");
  for (size_t i = 0; i < header_.e_shnum; ++i)
    sections_.push_back(read<Elf64_Shdr>(header_.e_shoff + i * sizeof(Elf64_Shdr)));
}

const Elf64_Shdr& ElfFile::section(size_t index) const {
  if (index >= sections_.size()) refuseObject("a section is missing");
  return sections_[index];
}

std::string_view ElfFile::contents(const Elf64_Shdr& section) const {
  if (section.sh_type == SHT_NOBITS) return {};
  return part(section.sh_offset, section.sh_size);
}

std::vector<ElfSymbol> ElfFile::symbols() const {
  std::vector<ElfSymbol> symbols;
  for (const Elf64_Shdr& table : sections_) {
    if (table.sh_type != SHT_SYMTAB) continue;
    const uint64_t count = contents(table).size() / sizeof(Elf64_Sym);
    for (uint64_t i = 0; i < count; ++i) symbols.push_back(symbol(table, i));
  }
  return symbols;
}

std::vector<ElfRelocation> ElfFile::relocations(const Elf64_Shdr& section) const {
  std::vector<ElfRelocation> relocations;
  const Elf64_Shdr& table = this->section(section.sh_link);
  const uint64_t count = contents(section).size() / sizeof(Elf64_Rela);
  for (uint64_t i = 0; i < count; ++i) {
    const auto entry = read<Elf64_Rela>(section.sh_offset + i * sizeof(Elf64_Rela));
    relocations.push_back({entry, symbol(table, ELF64_R_SYM(entry.r_info))});
  }
  return relocations;
}

std::string_view ElfFile::part(uint64_t offset, uint64_t size) const {
  if (offset > bytes_.size() || size > bytes_.size() - offset) refuseObject("it is cut off");
  return bytes_.substr(offset, size);
}

std::string_view ElfFile::text(uint64_t offset) const {
  const std::string_view rest =
      part(offset, bytes_.size() - std::min<uint64_t>(offset, bytes_.size()));
  const size_t end = rest.find('\0');
  if (end == std::string_view::npos) refuseObject("a name has no end");
  return rest.substr(0, end);
}

ElfSymbol ElfFile::symbol(const Elf64_Shdr& table, uint64_t index) const {
  const auto entry = read<Elf64_Sym>(table.sh_offset + index * sizeof(Elf64_Sym));
  return {entry, text(section(table.sh_link).sh_offset + entry.st_name)};
}

}  // namespace ts::jit
