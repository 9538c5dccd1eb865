// Machine code in memory.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace ts::jit {

// The code and constants of a relocatable ELF file that LLVM made. Its pages are never writable and
// executable at the same time. Immutable after its construction; thread-safe.
class Object {
 public:
  // Loads the file's contents, which may be freed afterwards. Symbols that the file does not define
  // are looked up among those of the process, such as memset. Throws std::runtime_error for a file
  // that is damaged or needs what this loader does not support.
  explicit Object(std::string_view file);
  ~Object();
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  // The executable bytes.
  std::span<const std::byte> code() const;
  // A copy of the file that it was loaded from, with the addresses of the sections.
  std::string withAddresses(std::string_view file) const;

  // The address of a function. Throws std::runtime_error when the file has no such function.
  void* function(std::string_view name) const;

 private:
  struct Loaded;
  std::unique_ptr<Loaded> loaded_;
};

}  // namespace ts::jit
