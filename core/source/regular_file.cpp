#include "core/source/regular_file.h"

#include <fcntl.h>
#include <linux/limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ts {

std::string fileErrorText(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR: return "no such file";
    case EACCES: return "permission denied";
    case EISDIR: return "is a folder";
    case EINVAL:
    case EAGAIN:  // of /proc/kmsg and others, which call themselves regular and wait for data
    case ENXIO: return kNotRegularFile;  // of a socket, which cannot be opened
    case ENAMETOOLONG:
      return "the path is too long for the system, whose limit is " + std::to_string(PATH_MAX) +
             " bytes, and " + std::to_string(NAME_MAX) + " for a name";
    default: return std::strerror(error);
  }
}

RegularFile::RegularFile(const std::string& path)
    : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
  struct stat status {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) {
    error_ = errno;
  } else if (S_ISDIR(status.st_mode)) {
    error_ = EISDIR;
  } else if (!S_ISREG(status.st_mode)) {
    error_ = EINVAL;
  }
  size_ = static_cast<uint64_t>(status.st_size);
}

RegularFile::~RegularFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace ts
