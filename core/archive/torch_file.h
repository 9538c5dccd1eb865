// A file of torch.save or torch.jit.save: its kind, its records and its storages.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/archive/tensor_reader.h"
#include "core/archive/zip_reader.h"

namespace ts::archive {

enum class FileKind : unsigned char {
  Script,  // torch.jit.save: has code
  Data,    // torch.save: a pickle and its storages
};

// The newest supported file format ("version"). Newer files are rejected with their version number.
inline constexpr int kNewestVersion = 10;

class TorchFile {
 public:
  // Throws ArchiveError, which names the path, the actual kind of the file, or the missing record.
  static std::shared_ptr<TorchFile> open(const std::string& path);
  static std::shared_ptr<TorchFile> fromBytes(std::string bytes, std::string name);

  FileKind kind() const { return kind_; }
  const std::string& path() const { return path_; }
  int version() const { return version_; }
  const ZipReader& zip() const { return *zip_; }  // not for a legacy file
  // A record below the top folder ("data.pkl"), or null.
  const ZipRecord* find(std::string_view name) const;
  std::optional<std::string> read(std::string_view name) const;
  // Throws if the record is missing.
  std::string need(std::string_view name) const;
  // The names of all records below the top folder that start with `prefix`.
  std::vector<std::string> names(std::string_view prefix) const;

  // Reads data.pkl or constants.pkl as a tree. The storages of a record's tensors are in a folder
  // with the record's name. Throws ArchiveError, also for objects that exceed the budget.
  PickleTree pickle(std::string_view record) const;
  TensorReader tensors(std::string_view record) const;
  // The memory that the objects of this file may take, in all its pickles together.
  ObjectBudget& budget() const { return *budget_; }

 private:
  TorchFile(std::shared_ptr<const Bytes> bytes, std::string path);
  void openZip();
  void openLegacy();
  [[noreturn]] void explain(std::string_view what) const;

  std::string path_;
  std::shared_ptr<const Bytes> bytes_;
  std::shared_ptr<ObjectBudget> budget_;
  std::unique_ptr<ZipReader> zip_;
  std::string top_;  // "model/"
  FileKind kind_ = FileKind::Data;
  int version_ = 0;
  // Only for a legacy file.
  struct Legacy;
  std::shared_ptr<const Legacy> legacy_;
};

}  // namespace ts::archive
