// Input: any bytes as a project file; the first byte chooses its name. It is read, or rejected with
// a problem in its text.
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "core/driver/project_file.h"

namespace {

// Has one file, whose bytes are not decoded.
class OneFile final : public ts::FileSystem {
 public:
  OneFile(std::string path, std::string bytes) : path_(std::move(path)), bytes_(std::move(bytes)) {}

  ts::ReadResult read(const std::string& path) const override {
    if (path == path_) return {bytes_, nullptr, {}};
    return {{}, nullptr, "no such file"};
  }
  ts::FileKind kind(const std::string& path) const override {
    return path == path_ ? ts::FileKind::File : ts::FileKind::Missing;
  }
  ts::FolderListing list(const std::string&) const override { return {}; }
  uint64_t stamp(const std::string&) const override { return 0; }

 private:
  std::string path_, bytes_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const bool isShared = data[0] % 2;
  const OneFile files(isShared ? "/w/pyproject.toml" : "/w/jitscope.toml",
                      std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  const ts::driver::ProjectFile project = ts::driver::readProjectFile(files, "/w/m.py");
  if (!isShared && !project) std::abort();
  for (const ts::diag::Diagnostic& problem : project.problems) {
    if (problem.range.file != project.source.get() || problem.message.empty()) std::abort();
    if (problem.range.span.end > project.source->text().size()) std::abort();
  }
  for (const ts::driver::ProjectRoot& root : project.roots)
    if (root.module.empty() || root.expression.empty()) std::abort();
  return 0;
}
