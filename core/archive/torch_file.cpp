#include "core/archive/torch_file.h"

#include <charconv>
#include <cstring>
#include <unordered_map>

#include "core/archive/archive_error.h"

namespace ts::archive {

using Kind = PickleNode::Kind;

// The format of torch.save before ZIP files: consecutive pickles, then the storages.
struct TorchFile::Legacy {
  std::string_view data;  // the pickle of the value
  std::unordered_map<std::string, std::span<std::byte>>
      storages;  // starting at their number of elements
};

namespace {

// The first pickle of a legacy file contains this number.
constexpr std::string_view kLegacyMagic("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", 13);

// The offset of the kind of file in flatbuffers.
constexpr size_t kFlatbufferKind = 4;

std::string_view describe(std::string_view bytes) {
  struct Row {
    std::string_view start, what;
  };
  static constexpr Row kRows[] = {
      {"\x7f"
       "ELF",
       "a program or a shared library"},
      {"\x1f\x8b", "a gzip file; unpack it first"},
      {"\x89HDF", "an HDF5 file, for example from Keras"},
      {"\x93NUMPY", "an array of NumPy"},
      {"\x80", "a pickle that was not written by torch.save"},
      {"GGUF", "a GGUF file"},
      {"%PDF", "a PDF"},
      {"<", "a web page or XML; a download may have failed"},
      {"version https://git-lfs",
       "a pointer of Git LFS; fetch the file itself with 'git lfs pull'"},
  };
  if (bytes.empty()) return "empty";
  if (bytes.substr(std::min(bytes.size(), kFlatbufferKind)).starts_with("PTMF"))
    return "a mobile module in the form of flatbuffers; save it with _use_flatbuffer=False";
  for (const Row& row : kRows)
    if (bytes.starts_with(row.start)) return row.what;
  return "of an unknown kind";
}

}  // namespace

void TorchFile::explain(std::string_view what) const { refuse("{}: {}", path_, what); }

std::shared_ptr<TorchFile> TorchFile::open(const std::string& path) {
  return std::shared_ptr<TorchFile>(new TorchFile(Bytes::map(path), path));
}
std::shared_ptr<TorchFile> TorchFile::fromBytes(std::string bytes, std::string name) {
  return std::shared_ptr<TorchFile>(new TorchFile(Bytes::own(std::move(bytes)), std::move(name)));
}

TorchFile::TorchFile(std::shared_ptr<const Bytes> bytes, std::string path)
    : path_(std::move(path)),
      bytes_(std::move(bytes)),
      budget_(std::make_shared<ObjectBudget>(bytes_->all().size())) {
  const std::string_view text = bytes_->text();
  try {
    if (looksLikeZip(text))
      openZip();
    else if (text.size() >= 2 && text.substr(2).starts_with(kLegacyMagic))
      openLegacy();
    else
      refuse("is not a file of torch.save or torch.jit.save: it is {}", describe(text));
  } catch (const ArchiveError& error) {
    explain(error.what());
  }
}

void TorchFile::openZip() {
  zip_ = std::make_unique<ZipReader>(bytes_);
  for (const ZipRecord& record : zip_->records()) {
    const size_t slash = record.name.find('/');
    if (slash == record.name.npos || record.name.substr(slash + 1) != "data.pkl") continue;
    top_ = record.name.substr(0, slash + 1);
  }
  if (top_.empty()) {
    if (zip_->find("data.pkl"))
      refuse(
          "its records are not in a folder, as in an archive that was repacked by hand; keep the "
          "top "
          "folder");
    for (const ZipRecord& record : zip_->records())
      if (record.name.ends_with("/model.json"))
        refuse(
            "an archive of PyTorch 1.0 to 1.3 (model.json), which isn't supported; save it again "
            "with a newer PyTorch");
    refuse("a ZIP file without a record 'data.pkl': it is not a model");
  }
  kind_ = find("constants.pkl") || !names("code/").empty() ? FileKind::Script : FileKind::Data;
  // Newer versions write records that don't belong to the model into ".data".
  std::optional<std::string> text = read("version");
  if (!text) text = read(".data/version");
  if (!text) {
    if (kind_ == FileKind::Script) refuse("the record 'version' is missing");
    return;
  }
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), version_);
  if (error != std::errc{}) refuse("the record 'version' is not a number");
  if (version_ < 1 || version_ > kNewestVersion)
    refuse(
        "written in format {}, which is not supported; the newest supported format is {} (PyTorch "
        "2)",
        version_, kNewestVersion);
  if (const std::optional<std::string> order = read("byteorder");
      order && order->starts_with("big"))
    refuse("its numbers are in big-endian order, which isn't supported");
}

const ZipRecord* TorchFile::find(std::string_view name) const {
  return zip_ ? zip_->find(top_ + std::string(name)) : nullptr;
}

std::optional<std::string> TorchFile::read(std::string_view name) const {
  const ZipRecord* record = find(name);
  if (!record) return std::nullopt;
  return zip_->read(*record);
}

std::string TorchFile::need(std::string_view name) const {
  std::optional<std::string> bytes = read(name);
  if (!bytes) explain(fmt::format("the record '{}' is missing", name));
  return std::move(*bytes);
}

std::vector<std::string> TorchFile::names(std::string_view prefix) const {
  std::vector<std::string> names;
  if (!zip_) return names;
  const std::string start = top_ + std::string(prefix);
  for (const ZipRecord& record : zip_->records())
    if (record.name.starts_with(start) && !record.name.ends_with('/'))
      names.push_back(record.name.substr(top_.size()));
  return names;
}

PickleTree TorchFile::pickle(std::string_view record) const {
  std::string bytes;
  std::string_view text;
  if (legacy_) {
    text = legacy_->data;
  } else {
    bytes = need(record);
    text = bytes;
  }
  try {
    return readPickle(text, record, *budget_);
  } catch (const ArchiveError& error) {
    explain(error.what());
  }
}

TensorReader TorchFile::tensors(std::string_view record) const {
  if (legacy_)
    return TensorReader(
        [file = bytes_, legacy = legacy_, path = path_](const std::string& key, size_t bytes) {
          auto entry = legacy->storages.find(key);
          if (entry == legacy->storages.end()) refuse("{}: storage '{}' is missing", path, key);
          // The data follows an element count and is unaligned, so it is copied.
          if (entry->second.size() < 8 || entry->second.size() - 8 < bytes)
            refuse("{}: storage '{}' is cut off", path, key);
          tensor::Storage storage = tensor::allocate(bytes);
          std::memcpy(storage->data(), entry->second.data() + 8, bytes);
          return storage;
        },
        budget_);
  const std::string folder = top_ + std::string(record.substr(0, record.rfind('.'))) + "/";
  return TensorReader(
      [this, file = bytes_, folder](const std::string& key, size_t bytes) {
        const ZipRecord* held = zip_->find(folder + key);
        if (!held)
          explain(fmt::format("the record '{}{}' with a tensor's data is missing",
                              folder.substr(top_.size()), key));
        if (held->isDeflated) {
          std::string unpacked = zip_->read(*held);
          if (unpacked.size() < bytes)
            explain(fmt::format("the record '{}' has {} bytes, its tensor needs {}", held->name,
                                unpacked.size(), bytes));
          auto owner = Bytes::own(std::move(unpacked));
          return tensor::borrowed(owner->all().data(), owner->all().size(), owner);
        }
        const std::span<std::byte> payload = zip_->payload(*held);
        if (payload.size() < bytes)
          explain(fmt::format("the record '{}' has {} bytes, its tensor needs {}", held->name,
                              payload.size(), bytes));
        return tensor::borrowed(payload.data(), payload.size(), file);
      },
      budget_);
}

void TorchFile::openLegacy() {
  std::string_view rest = bytes_->text();
  auto legacy = std::make_shared<Legacy>();
  // Magic number, protocol, system properties. The magic number exceeds 64 bits.
  rest.remove_prefix(2 + kLegacyMagic.size());
  readPickle(rest, "protocol", *budget_);
  readPickle(rest, "system", *budget_);
  legacy->data = rest;
  // The value is read twice: here to find its end and the sizes of its storages.
  const PickleTree value = readPickle(rest, "value", *budget_);
  std::unordered_map<std::string, size_t> itemSizes;
  for (const PickleNode& node : value.nodes) {
    if (!node.is(Kind::Persistent) || !node.items[0]->is(Kind::Tuple)) continue;
    const std::vector<PickleNode*>& id = node.items[0]->items;
    if (id.size() >= 5 && id[1]->is(Kind::Global) && id[2]->is(Kind::String))
      itemSizes[id[2]->text] = sizeOf(dtypeOfStorageClass(id[1]->text));
  }
  const PickleTree keys = readPickle(rest, "keys", *budget_);
  if (!keys.root->is(Kind::List)) refuse("the list of its storages is missing");
  std::span<std::byte> at = bytes_->all().subspan(bytes_->all().size() - rest.size());
  for (const PickleNode* key : keys.root->items) {
    if (!key->is(Kind::String) || at.size() < 8) refuse("is cut off in its storages");
    uint64_t count = 0;
    std::memcpy(&count, at.data(), 8);
    const size_t itemSize = itemSizes.contains(key->text) ? itemSizes[key->text] : 1;
    if (count > (at.size() - 8) / itemSize)
      refuse("is cut off: storage '{}' should have {} elements", key->text, count);
    legacy->storages[key->text] = at.first(8 + count * itemSize);
    at = at.subspan(8 + count * itemSize);
  }
  legacy_ = std::move(legacy);
  kind_ = FileKind::Data;
}

}  // namespace ts::archive
