// Input: any bytes as a pickle. It is read as a tree, and the tree as a value with tensors, or
// rejected with a reason. No code runs.
#include <cstdint>
#include <cstdlib>

#include "core/archive/archive_error.h"
#include "core/archive/debug_records.h"
#include "core/archive/unpickler.h"
#include "core/tensor/error.h"
#include "core/tensor/value_walk.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const auto budget = std::make_shared<ts::archive::ObjectBudget>(size);
    const ts::archive::PickleTree tree = ts::archive::readPickle(bytes, "fuzz", *budget);
    ts::archive::DebugRecords records(tree, *budget);
    (void)records.original(0);
    ts::archive::TensorReader tensors(
        [](const std::string&, size_t wanted) {
          if (wanted > 4096) ts::archive::refuse("too large for a test");
          return ts::tensor::allocate(wanted);
        },
        budget);
    ts::archive::Unpickler::Callbacks callbacks;
    callbacks.typeNamed = [](std::string_view) -> ts::types::TypePtr { return nullptr; };
    callbacks.typeOfText = [](const std::string&) -> ts::types::TypePtr {
      return ts::types::listOf(ts::types::intType());
    };
    callbacks.setState = [](ts::tensor::ObjectValue&, ts::tensor::IValue) {};
    const ts::tensor::IValue value =
        ts::archive::Unpickler(std::move(tensors), callbacks).readWhole(tree);
    ts::tensor::breakCycles({&value, 1});
  } catch (const ts::archive::ArchiveError& error) {
    if (error.what()[0] == '\0') std::abort();
  } catch (const ts::tensor::Error&) {  // an invalid key, a malformed number
  }
  return 0;
}
