// Output whose failures are noticed: files, and the standard streams of the process.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace ts {

// Writes a file that appears whole or not at all. The bytes go to a temporary file in the same
// folder, which commit() renames, so a failure leaves an existing file as it was. A path that names
// a FIFO or a device is written directly, and so is the file behind standard output. Not
// thread-safe.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  // Removes the temporary file unless commit() has succeeded.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Does nothing after a failure.
  void write(std::string_view bytes);
  // Makes the file visible at its path. Returns false when this or an earlier step has failed.
  bool commit();
  // The reason of the first failure, such as "No space left on device"; empty when there is none.
  const std::string& error() const { return error_; }

 private:
  void openBeside(bool exists, unsigned mode);
  void fail(int error);

  std::string target_;
  std::string temporary_;  // empty: the target is written directly
  std::string error_;
  int file_ = -1;
};

// Writes a whole file with OutputFile. Returns the reason of a failure; empty on success.
std::string writeFile(const std::string& path, std::string_view bytes);

// Standard output or standard error. Keeps the first failure until takeError() returns it, so that
// no writer has to check each write. Not thread-safe.
class OutputStream {
 public:
  explicit OutputStream(std::FILE* file) : file_(file) {}

  // Returns the error number of a failure; 0 on success.
  int write(std::string_view text);
  // Hands all text to the system. Text that the system does not take is lost.
  void flush();
  // Flushes. Returns the error number of the first failure since the last call, and forgets it; 0
  // when there was none.
  int takeError();
  // Closes the stream. Returns as takeError() does.
  int close();

 private:
  std::FILE* file_;
  int error_ = 0;
};

OutputStream& standardOutput();
OutputStream& standardError();
// Writes to standard error, behind the text that standard output has.
void writeStandardError(std::string_view text);

}  // namespace ts
