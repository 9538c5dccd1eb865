#include "core/base/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace ts {

namespace {

// A process that was killed may have left its temporary files behind, under the same process id.
constexpr int kMostLeftBehind = 100;

bool isStandardOutput(const struct stat& status) {
  struct stat output {};
  return ::fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == status.st_dev &&
         output.st_ino == status.st_ino;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : target_(path) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && isStandardOutput(status)) {
    file_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  } else if (exists && !S_ISREG(status.st_mode)) {
    file_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  } else if (!exists || ::access(path.c_str(), W_OK) == 0) {  // else a rename would replace it
    openBeside(exists, status.st_mode);
  }
  if (file_ < 0) fail(errno);
}

void OutputFile::openBeside(bool exists, unsigned mode) {
  // A link stays a link: the rename replaces the file that it names.
  if (char* real = exists ? ::realpath(target_.c_str(), nullptr) : nullptr) {
    target_ = real;
    std::free(real);
  }
  // The name does not depend on the target's, which may have the greatest possible length.
  const std::string start =
      target_.substr(0, target_.rfind('/') + 1) + ".jitscope-" + std::to_string(::getpid()) + '-';
  for (int i = 0; i < kMostLeftBehind; ++i) {
    temporary_ = start + std::to_string(i);
    file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file_ >= 0 || errno != EEXIST) break;
  }
  if (file_ >= 0 && exists && ::fchmod(file_, mode & 07777) != 0) fail(errno);
}

OutputFile::~OutputFile() {
  if (file_ >= 0) ::close(file_);
  if (file_ >= 0 && !temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::fail(int error) {
  if (error_.empty()) error_ = std::strerror(error);
}

void OutputFile::write(std::string_view bytes) {
  while (error_.empty() && !bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno != EINTR) {
      fail(errno);
    }
  }
}

bool OutputFile::commit() {
  if (!error_.empty()) return false;
  const bool isClosed = ::close(file_) == 0;
  if (!isClosed) fail(errno);
  file_ = -1;
  if (temporary_.empty()) return isClosed;
  if (isClosed && ::rename(temporary_.c_str(), target_.c_str()) == 0) return true;
  fail(errno);
  ::unlink(temporary_.c_str());
  return false;
}

std::string writeFile(const std::string& path, std::string_view bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
  return file.error();
}

int OutputStream::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) == text.size()) return 0;
  const int error = errno;
  if (error_ == 0) error_ = error;
  return error;
}

void OutputStream::flush() {
  if (std::fflush(file_) != 0 && error_ == 0) error_ = errno;
}

int OutputStream::takeError() {
  flush();
  // A write that did not come through write() may have failed.
  if (std::ferror(file_) && error_ == 0) error_ = EIO;
  std::clearerr(file_);
  return std::exchange(error_, 0);
}

int OutputStream::close() {
  const int error = takeError();
  // A process may start without the stream. That is a failure only for a process that writes to it.
  const bool isClosed = std::fclose(file_) == 0 || errno == EBADF;
  return error ? error : isClosed ? 0 : errno;
}

OutputStream& standardOutput() {
  static OutputStream stream(stdout);
  return stream;
}

OutputStream& standardError() {
  static OutputStream stream(stderr);
  return stream;
}

void writeStandardError(std::string_view text) {
  standardOutput().flush();
  standardError().write(text);
}

}  // namespace ts
