#include "core/jit/object_cache.h"

#include <sys/stat.h>

namespace ts::jit {

bool ObjectCache::hasCrashed(std::string_view key) const {
  const std::string path = crashPath(key);
  struct stat info;
  return !path.empty() && ::lstat(path.c_str(), &info) == 0;
}

std::shared_ptr<ObjectCache> userCache() {
  const std::string folder = userCacheFolder("objects");
  return folder.empty() ? nullptr : std::make_shared<ObjectCache>(folder);
}

}  // namespace ts::jit
