// Input: a .pt file. Mutations change one record at a time and write the file anew, so that they
// reach the code and the pickles inside. The readers of torch.jit.load and torch.load load the
// archive or reject it with a reason. A loaded module is saved, and the saved archive loads again.
#include <sanitizer/lsan_interface.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "core/archive/archive_error.h"
#include "core/archive/module_reader.h"
#include "core/archive/module_writer.h"
#include "core/archive/zip_writer.h"
#include "core/base/heap.h"
#include "core/eager/eager.h"
#include "core/eager/pickles.h"
#include "core/eval/vm/vm.h"
#include "core/eval_torch/native_library.h"
#include "core/runtime/runtime.h"
#include "core/tensor/error.h"
#include "core/tensor/value_walk.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace {

using namespace ts;
using archive::TorchFile;

// ---- mutations

struct Record {
  std::string name, bytes;
};

// The records of an archive; empty if it is not a ZIP file.
std::vector<Record> recordsOf(const uint8_t* data, size_t size) {
  try {
    const archive::ZipReader zip(
        archive::Bytes::own(std::string(reinterpret_cast<const char*>(data), size)));
    std::vector<Record> records;
    for (const archive::ZipRecord& record : zip.records())
      records.push_back({record.name, zip.read(record)});
    return records;
  } catch (const archive::ArchiveError&) {
    return {};
  }
}

// Writes the records to `data`. Returns 0 when they do not fit.
size_t write(const std::vector<Record>& records, uint8_t* data, size_t most) {
  archive::ZipWriter zip;
  for (const Record& record : records) zip.add(record.name, record.bytes);
  zip.finish();
  if (zip.bytes().size() > most) return 0;
  std::copy(zip.bytes().begin(), zip.bytes().end(), data);
  return zip.bytes().size();
}

void mutate(std::string& bytes, std::minstd_rand& random) {
  constexpr size_t kGrowth = 64;
  const size_t size = bytes.size();
  bytes.resize(size + random() % kGrowth + 1);
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<uint8_t*>(bytes.data()), size, bytes.size()));
}

// ---- readers

void requireReason(const std::exception& error) {
  if (error.what()[0] == '\0') std::abort();
}

std::shared_ptr<archive::LoadedModule> loadModule(std::string bytes) {
  // The fuzzer does not run __setstate__.
  return archive::loadModule(
      TorchFile::fromBytes(std::move(bytes), "fuzz.pt"),
      [](ir::Function*, std::vector<tensor::IValue>) { return tensor::IValue(); });
}

// Loads a module, and saves it. Returns the new archive; empty if the module can't be loaded or
// saved.
std::string saved(const std::string& bytes) {
  std::shared_ptr<archive::LoadedModule> loaded;
  std::string again;
  try {
    loaded = loadModule(bytes);
    archive::SaveOptions options;
    options.getState = [](const tensor::ObjectValue&) { return tensor::IValue(); };
    if (loaded->unit->sink().size() == 0)
      again = archive::moduleBytes(loaded->object.toObject(), options);
  } catch (const archive::ArchiveError& error) {
    requireReason(error);
  } catch (const tensor::Error& error) {
    requireReason(error);
  }
  if (loaded) tensor::breakCycles({&loaded->object, 1});
  return again;
}

class NoModules : public eval::ModuleLoader {
 public:
  Loaded load(std::string_view) override { return {}; }
};

// Python objects that contain themselves are freed with their program, so it ends now and then.
struct FuzzedProgram {
  static constexpr int kMostRuns = 200;
  NoModules loader;
  runtime::Runtime runtime;
  eval::Vm vm{loader, eval::nativeLibrary(), limits()};
  int runs = 0;

  FuzzedProgram() { eager::attach(vm, runtime); }
  static eval::Limits limits() {
    eval::Limits limits;
    limits.fuel = UINT64_MAX;
    limits.stackBytes = 1 << 20;
    return limits;
  }
};

void loadData(const std::string& bytes) {
  const __lsan::ScopedDisabler disabler;  // it does not look into the evaluator's pool
  const heap::Budget budget(size_t{256} << 20);
  static std::unique_ptr<FuzzedProgram> program;
  if (!program || ++program->runs > FuzzedProgram::kMostRuns)
    program = std::make_unique<FuzzedProgram>();
  try {
    const auto file = TorchFile::fromBytes(bytes, "fuzz.pt");
    const archive::PickleTree tree = file->pickle("data.pkl");
    eager::ValueUnpickler(program->vm, file->tensors("data.pkl")).read(*tree.root);
  } catch (const archive::ArchiveError& error) {
    requireReason(error);
  } catch (const tensor::Error& error) {
    requireReason(error);
  } catch (const eval::Raised&) {
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  std::minstd_rand random(seed);
  std::vector<Record> records = recordsOf(data, size);
  constexpr unsigned kRaw = 20;  // one of so many mutations changes the file itself
  if (records.empty() || random() % kRaw == 0) return LLVMFuzzerMutate(data, size, most);
  Record& record = records[random() % records.size()];
  if (random() % kRaw == 0)
    mutate(record.name, random);
  else
    mutate(record.bytes, random);
  const size_t written = write(records, data, most);
  return written ? written : LLVMFuzzerMutate(data, size, most);
}

// Takes one record of the second archive, in the place of the one with its name.
extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data1, size_t size1,
                                            const uint8_t* data2, size_t size2, uint8_t* out,
                                            size_t most, unsigned seed) {
  std::minstd_rand random(seed);
  std::vector<Record> records = recordsOf(data1, size1);
  const std::vector<Record> others = recordsOf(data2, size2);
  if (records.empty() || others.empty()) return 0;
  const Record& taken = others[random() % others.size()];
  // Archives have different top folders.
  const auto nameIn = [](const Record& record) {
    return record.name.substr(record.name.find('/') + 1);
  };
  for (Record& record : records)
    if (nameIn(record) == nameIn(taken)) record.bytes = taken.bytes;
  return write(records, out, most);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  if (const std::string again = saved(bytes); !again.empty() && saved(again).empty()) {
    std::fprintf(stderr, "a saved archive can't be loaded and saved\n");
    std::abort();
  }
  loadData(bytes);
  return 0;
}
