// Saves modules to archives that PyTorch can load: code, data, constants.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/archive/pickle_writer.h"
#include "core/tensor/ivalue.h"

namespace ts::archive {

struct SaveOptions {
  std::vector<std::pair<std::string, std::string>> extraFiles;  // name and bytes
  PickleWriter::GetState getState;  // runs __getstate__; required if a class defines it
  // Constants of a module class in addition to its attributes, which the archive's class declares
  // as `Final`.
  std::function<std::vector<std::pair<std::string, types::Constant>>(const types::ClassType* type)>
      constants;
};

// Saves the module with all classes and functions that it reaches. Their methods must be compiled.
// Throws ArchiveError for values that can't be saved, methods without a graph, and a file that
// can't be written.
void saveModule(const tensor::ObjectValue& module, const std::string& path,
                const SaveOptions& options = {});
// The same as bytes instead of a file.
std::string moduleBytes(const tensor::ObjectValue& module, const SaveOptions& options = {});

// Saves data of torch.save: the pickle and the storages of `writer`, which this call finishes.
void saveData(PickleWriter& writer, const std::string& path);
std::string dataBytes(PickleWriter& writer);

}  // namespace ts::archive
