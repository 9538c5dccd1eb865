// An index of the names in a workspace: which files hand something to torch.jit, call a function,
// or import a file. It is built from tokens and kept up to date file by file.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <shared_mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/content_hash.h"
#include "core/driver/file_facts.h"
#include "core/source/file_system.h"

namespace ts::driver {

// Thread-safe. Paths are those given to update(); answers are supersets, because names are compared
// without resolving them: the caller reads the files that it gets.
class WorkspaceIndex {
 public:
  // Reads the file and stores its facts. A file that cannot be read is removed.
  void update(const FileSystem& files, const std::string& path);
  // Updates many files on several threads. `progress` is called now and then with the number of
  // files that are done; it may be called from any thread. A requested stop ends the work early.
  void update(const FileSystem& files, const std::vector<std::string>& paths,
              const std::function<void(size_t)>& progress = {}, const std::stop_token& stop = {});

  // The files with facts, sorted.
  std::vector<std::string> paths() const;
  // Forgets a file.
  void remove(const std::string& path);

  // Increases with every change of a file's facts. Edits that change no fact leave it as it is.
  uint64_t generation() const;
  // Equal for indexes that give equal answers.
  ContentHash factsHash() const;
  bool usesJit(const std::string& path) const;
  // The files with a call of this name, sorted.
  std::vector<std::string> filesCalling(std::string_view name) const;
  // The names of classes whose type in TorchScript a file of the workspace overrides, sorted.
  std::vector<std::string> overriddenClasses() const;
  // The files that import the file, directly or over other files, nearest first; the file itself is
  // the first. At most `limit`. `leadsTo` says whether the module that the importer names is the
  // imported file, which is not clear for equal names in several folders; it may not use the index.
  using LeadsTo = std::function<bool(const std::string& importer, const std::string& module,
                                     const std::string& imported)>;
  std::vector<std::string> importersOf(const std::string& path, size_t limit,
                                       const LeadsTo& leadsTo = {}) const;
  // The files that use torch.jit and may reach code of the file: they import it, or a file that
  // imports it calls their functions. Nearest first; at most `limit`.
  std::vector<std::string> rootsReaching(const std::string& path, size_t limit) const;

 private:
  struct Entry {
    uint64_t stamp = 0;
    FileFacts facts;
  };

  void store(const std::string& path, uint64_t stamp, FileFacts facts);
  void drop(const std::string& path, const Entry& entry);
  bool imports(const std::string& importer, const Entry& entry, const std::string& path,
               const LeadsTo& leadsTo) const;
  std::vector<std::string> directImportersOf(const std::string& path, const LeadsTo& leadsTo) const;
  std::vector<std::string> importersLocked(const std::string& path, size_t limit,
                                           const LeadsTo& leadsTo) const;

  mutable std::shared_mutex mutex_;
  std::map<std::string, Entry> entries_;
  // Files by the hash of the last name of a module that they import.
  std::unordered_multimap<uint32_t, const std::string*> importers_;
  std::map<std::string, size_t, std::less<>> overridden_;  // the number of files for each class
  uint64_t generation_ = 0;
};

}  // namespace ts::driver
