// Any bytes as an object file of machine code, and as a relocation of every machine. The code does
// not run.
#include "core/jit/object.h"

#include <cstring>
#include <stdexcept>

#include "core/jit/elf_file.h"
#include "core/jit/relocation.h"

using namespace ts::jit;

namespace {

struct Request {
  uint64_t place, value;
  uint16_t type;
  std::byte bytes[8];
};

void load(std::string_view file) {
  const Object object(file);
  const std::string copy = object.withAddresses(file);
  for (const ElfSymbol& symbol : ElfFile(copy).symbols())
    if (ELF64_ST_TYPE(symbol.entry.st_info) == STT_FUNC && symbol.entry.st_shndx != SHN_UNDEF)
      object.function(symbol.name);
}

void refusedOr(const auto& action) {
  try {
    action();
  } catch (const std::runtime_error&) {
    // The bytes are damaged.
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  refusedOr([&] { load({reinterpret_cast<const char*>(data), size}); });
  Request request = {};
  std::memcpy(&request, data, std::min(size, sizeof(request)));
  for (const uint16_t machine : {EM_X86_64, EM_AARCH64})
    refusedOr([&] {
      relocate(*findMachine(machine), request.type, request.bytes, request.place, request.value);
    });
  return 0;
}
