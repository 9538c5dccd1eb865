// Opens files for reading. Every program opens its inputs here, so that none of them waits for a
// FIFO or reads a device without an end.
#pragma once

#include <cstdint>
#include <string>

namespace ts {

// Returns a text for an error number of the file system, without the path: "no such file".
std::string fileErrorText(int error);

inline constexpr const char* kNotRegularFile = "is not a regular file";

// An open regular file, or the reason why it could not be opened. Closes the file at its end.
class RegularFile {
 public:
  // Does not block: a FIFO, a socket or a device is refused.
  explicit RegularFile(const std::string& path);
  ~RegularFile();
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;

  // 0 when the file is open; EINVAL when it is not a regular file.
  int error() const { return error_; }
  // Valid only without an error. A read that would block fails with EAGAIN.
  int descriptor() const { return descriptor_; }
  uint64_t size() const { return size_; }

 private:
  int descriptor_;
  uint64_t size_ = 0;
  int error_ = 0;
};

}  // namespace ts
