#include "core/eager/serialization.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <set>

#include "core/archive/archive_error.h"
#include "core/archive/module_writer.h"
#include "core/archive/zip_reader.h"
#include "core/archive/zip_writer.h"
#include "core/eager/host_journal.h"
#include "core/eager/jit.h"
#include "core/eager/pickles.h"

namespace ts::eager {
namespace {

using archive::TorchFile;

// The numbers of this file's functions for callHost() and openOnHost().
constexpr uint64_t kFind = 2, kOpen = 3, kWrite = 4;

// Runs `body` and converts an archive error to a Python RuntimeError.
template <typename F>
decltype(auto) withArchive(Vm& vm, F&& body) {
  try {
    return body();
  } catch (const archive::ArchiveError& error) {
    vm.raise(vm.types.RuntimeError, error.what());
  } catch (const tensor::Error& error) {
    raiseError(vm, error);
  }
}

// Opens a path, or the bytes of a file.
std::shared_ptr<TorchFile> openFile(Vm& vm, const Value& source) {
  if (auto* bytes = source.as<eval::Bytes>()) return TorchFile::fromBytes(bytes->data, "the file");
  const std::string& path = source.as<Str>()->text;
  const std::span<const Value> arguments(&source, 1);
  callHost(vm, kFind, arguments, [&] {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) return Value::none();
    throw eval::Raised{vm.toException(vm.call(
        Value(vm.types.OSError), {Value::integer(errno), vm.str(std::strerror(errno)), source}))};
  });
  return std::static_pointer_cast<TorchFile>(
      openOnHost(vm, kOpen, arguments, [&] { return TorchFile::open(path); }));
}

Value written(Vm& vm, const Value& path, auto&& toFile, auto&& toBytes) {
  return withArchive(vm, [&]() -> Value {
    if (auto* text = path.as<Str>()) {
      needWriting(vm, path);
      openOnHost(vm, kWrite, {&path, 1}, [&] {
        toFile(text->text);
        return nullptr;
      });
      return Value::none();
    }
    return vm.bytes(toBytes());
  });
}

Value save(Vm& vm, Value* args) {
  return withArchive(vm, [&] {
    ValuePickler pickler(vm);
    pickler.write(args[0]);
    return written(
        vm, args[1], [&](const std::string& path) { archive::saveData(pickler.writer(), path); },
        [&] { return archive::dataBytes(pickler.writer()); });
  });
}

Value isScript(Vm& vm, Value* args) {
  return withArchive(vm, [&] {
    return Value::boolean(openFile(vm, args[0])->kind() == archive::FileKind::Script);
  });
}

Value load(Vm& vm, Value* args) {
  return withArchive(vm, [&] {
    auto file = openFile(vm, args[0]);
    const archive::PickleTree tree = file->pickle("data.pkl");
    return ValueUnpickler(vm, file->tensors("data.pkl")).read(*tree.root);
  });
}

Value saveModule(Vm& vm, Value* args) {
  Handle& handle = *args[0].asNative<Handle>();
  archive::SaveOptions options;
  if (auto* extra = args[2].as<Dict>())
    extra->each([&](const Value& name, const Value& content) {
      auto* bytes = content.as<eval::Bytes>();
      options.extraFiles.emplace_back(vm.toStr(name), bytes ? bytes->data : vm.toStr(content));
    });
  return withArchive(vm, [&] {
    const tensor::Ptr<tensor::ObjectValue> module = jitOf(vm).prepareToSave(handle, options);
    return written(
        vm, args[1], [&](const std::string& path) { archive::saveModule(*module, path, options); },
        [&] { return archive::moduleBytes(*module, options); });
  });
}

// Returns the module, and the contents of the extra files with these names.
Value loadModule(Vm& vm, Value* args) {
  return withArchive(vm, [&] {
    auto file = openFile(vm, args[0]);
    Value module = jitOf(vm).loadModule(file);
    Ref<Dict> extra = vm.dict();
    for (const Value& name : vm.toVector(args[1]))
      if (file->find("extra/" + vm.toStr(name)))
        extra->set(vm, name, vm.bytes(archive::readExtraFile(*file, vm.toStr(name))));
    return Value(vm.tuple({module, Value(extra)}));
  });
}

// Returns the first class or function in the pickle that `allowed` does not name; None if it names
// all of them. The functions and storages of tensors are always allowed. Returns "" for an archive
// of TorchScript.
Value unsafeGlobal(Vm& vm, Value* args) {
  return withArchive(vm, [&] {
    std::set<std::string> allowed;
    for (const Value& name : vm.toVector(args[1])) allowed.insert(vm.toStr(name));
    auto file = openFile(vm, args[0]);
    if (file->kind() == archive::FileKind::Script) return Value(vm.str(""));
    const archive::PickleTree tree = file->pickle("data.pkl");
    for (const archive::PickleNode& node : tree.nodes) {
      if (!node.is(archive::PickleNode::Kind::Global) || allowed.contains(node.text)) continue;
      const bool isOfTensors = node.text.starts_with("torch._utils._rebuild_") ||
                               (node.text.starts_with("torch.") && node.text.ends_with("Storage"));
      if (!isOfTensors) return Value(vm.str(node.text));
    }
    return Value::none();
  });
}

// Returns the names and contents of a ZIP file's records.
Value readZip(Vm& vm, Value* args) {
  return withArchive(vm, [&] {
    const archive::ZipReader reader(archive::Bytes::own(args[0].as<eval::Bytes>()->data));
    std::vector<Value> records;
    for (const archive::ZipRecord& record : reader.records())
      records.push_back(
          vm.tuple({Value(vm.str(record.name)), Value(vm.bytes(reader.read(record)))}));
    return Value(vm.tuple(std::move(records)));
  });
}

// Returns a ZIP file of records, as readZip() returns them.
Value writeZip(Vm& vm, Value* args) {
  return withArchive(vm, [&] {
    archive::ZipWriter writer;
    for (const Value& record : vm.toVector(args[0])) {
      const std::vector<Value> parts = vm.toVector(record);
      writer.add(parts[0].as<Str>()->text, parts[1].as<eval::Bytes>()->data);
    }
    writer.finish();
    return Value(vm.bytes(std::move(writer.bytes())));
  });
}

constexpr NativeDef kSerializationFunctions[] = {
    {"_save_data", "obj, path, /", save},
    {"_load_data", "source, /", load},
    {"_unsafe_global", "source, allowed, /", unsafeGlobal},
    {"_is_script_file", "source, /", isScript},
    {"_save_module", "handle, path, extra_files, /", saveModule},
    {"_load_module", "source, extra_names, /", loadModule},
    {"_read_zip", "data, /", readZip},
    {"_write_zip", "records, /", writeZip},
};

}  // namespace

std::span<const NativeDef> serializationFunctions() { return kSerializationFunctions; }

}  // namespace ts::eager
