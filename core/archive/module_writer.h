// Modules into archives that PyTorch loads: code, data, constants.
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
  PickleWriter::GetState getState;  // runs __getstate__; needed where a class has one
  // Constants that modules of a class have beside their attributes: `Final` in the class of the
  // archive.
  std::function<std::vector<std::pair<std::string, types::Constant>>(const types::ClassType* type)>
      constants;
};

// Writes the module with all classes and functions that it reaches; their methods must be compiled.
// Throws ArchiveError: values that can't be saved, methods without a graph, a file that can't be
// written.
void saveModule(const tensor::ObjectValue& module, const std::string& path,
                const SaveOptions& options = {});
// The bytes of such a file.
std::string moduleBytes(const tensor::ObjectValue& module, const SaveOptions& options = {});

// Writes data of torch.save: the pickle and the storages of `writer`, which is ended.
void saveData(PickleWriter& writer, const std::string& path);
std::string dataBytes(PickleWriter& writer);

}  // namespace ts::archive
