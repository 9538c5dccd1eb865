#include "core/archive/module_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>

#include "core/archive/archive_error.h"
#include "core/archive/code_names.h"
#include "core/archive/code_printer.h"
#include "core/archive/debug_records.h"
#include "core/archive/zip_writer.h"
#include "core/ir/constant_text.h"
#include "core/ir/ir.h"
#include "core/ir/kinds.h"
#include "core/tensor/value_walk.h"

namespace ts::archive {
namespace {

using tensor::IValue;
using types::TypeKind;
using types::TypePtr;

// The format version that readers must support: no operator has changed since.
constexpr std::string_view kVersion = "10\n";

// Finds all named types and functions that a module reaches, and prints each into its file once.
class CodeFiles {
 public:
  CodeFiles(std::vector<types::Constant>& constants, const SaveOptions& options)
      : constants_(constants), options_(options) {}

  void addClass(const types::ClassType* type) {
    if (!seen_.insert(type).second) return;
    // A type comes before the types that it uses.
    const size_t slot = reserve(type->qualifiedName());
    std::string text =
        fmt::format("class {}{}:\n", type->simpleName(), type->isModule() ? "(Module)" : "");
    Text body{attributes(*type), {}};
    for (ir::Function* method : type->methods()) body.append(definition(*method, 2));
    for (ir::Function* method : type->staticMethods()) addFunction(method);
    if (body.text.empty()) body.text = "  pass\n";
    texts_[slot].second = {std::move(text), {}};
    texts_[slot].second.append(body);
  }

  // Adds the classes of all objects in a value, because an attribute's declared type may be only an
  // interface.
  void addClassesOf(const IValue& root) {
    for (tensor::ValueWalk walk(root); const IValue* value = walk.next();)
      if (value->isObject()) addClass(value->toObject().type);
  }

  void addFunction(ir::Function* function) {
    if (!seen_.insert(function).second) return;
    const size_t slot = reserve(function->qualifiedName);
    texts_[slot].second = definition(*function, 0);
  }

  void write(ZipWriter& zip, const std::string& top) const {
    std::map<std::string, Text> files;
    std::vector<std::string> order;
    for (const auto& [file, text] : texts_) {
      if (!files.contains(file)) order.push_back(file);
      files[file].append(text);
    }
    for (const std::string& file : order) {
      zip.add(top + file, files[file].text);
      zip.add(top + file + ".debug_pkl", writeDebugRecords(files[file].places));
    }
  }

 private:
  // Code, and the original positions of its lines.
  struct Text {
    std::string text;
    std::vector<CodePlace> places;

    void append(const Text& more) {
      for (const CodePlace& place : more.places)
        places.push_back({text.size() + place.offset, place.place});
      text += more.text;
    }
  };

  size_t reserve(const std::string& qualifiedName) {
    std::string path = "code/" + qualifiedName.substr(0, qualifiedName.rfind('.')) + ".py";
    for (size_t i = 5; i + 3 < path.size(); ++i)
      if (path[i] == '.') path[i] = '/';
    texts_.emplace_back(std::move(path), Text());
    return texts_.size() - 1;
  }

  static std::string names(const types::ClassType& type, types::AttributeKind kind) {
    std::string text = "[";
    for (const types::ClassAttribute& attribute : type.attributes())
      if (attribute.kind == kind) text += "\"" + attribute.name + "\", ";
    return text + "]\n";
  }

  std::string attributes(const types::ClassType& type) {
    std::string text;
    if (type.isModule()) {
      text += "  __parameters__ = " + names(type, types::AttributeKind::Parameter);
      text += "  __buffers__ = " + names(type, types::AttributeKind::Buffer);
    }
    for (const types::ClassAttribute& attribute : type.attributes()) {
      addType(attribute.type);
      const std::string annotation = attribute.type->annotation();
      text += isIdentifier(attribute.name)
                  ? fmt::format("  {} : {}\n", attribute.name, annotation)
                  : fmt::format("  __annotations__[\"{}\"] = {}\n", attribute.name, annotation);
    }
    if (!options_.constants) return text;
    auto finals = options_.constants(&type);
    std::ranges::sort(finals, {}, &std::pair<std::string, types::Constant>::first);
    for (const auto& [name, value] : finals) {
      std::string written;
      ir::appendConstant(written, value);
      if (isIdentifier(name))
        text += fmt::format("  {} : Final[{}] = {}\n", name, value.type()->annotation(), written);
    }
    return text;
  }

  Text definition(const ir::Function& function, size_t indent) {
    if (!function.graph)
      refuse("'{}' has no graph: it was not compiled, or is ignored (@torch.jit.ignore)",
             function.qualifiedName);
    for (const ops::Argument& argument : function.schema.arguments) addType(argument.type);
    for (const ops::Argument& argument : function.schema.returns) addType(argument.type);
    visit(function.graph->block());
    CodeOptions options;
    options.constants = &constants_;
    std::vector<CodePlace> places;
    options.places = &places;
    std::string text = printCode(function, options);
    if (indent == 0) return {std::move(text), std::move(places)};
    // As in PyTorch, continuation lines of a signature are indented by four spaces even in a class.
    Text indented;
    auto place = places.begin();
    bool isSignature = true;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      const std::string line = text.substr(at, end - at);
      if (!line.empty() && !(isSignature && at > 0)) indented.text.append(indent, ' ');
      for (; place != places.end() && place->offset < end; ++place)
        indented.places.push_back({indented.text.size() + place->offset - at, place->place});
      indented.text += line + '\n';
      if (line.ends_with(':')) isSignature = false;
      at = end + 1;
    }
    return indented;
  }

  void visit(const ir::Block* block) {
    for (ir::Node* node : block->nodes()) {
      if (node->is(ir::prim::PythonOp))
        refuse(
            "'{}' is called as Python code, so it can't be saved: mark an ignored function "
            "@torch.jit.unused if it is not needed",
            node->get<std::string>(ir::attr::name));
      for (const ir::Value* output : node->outputs()) addType(output->type());
      for (const ir::Attribute& attribute : node->attributes()) {
        if (auto* type = std::get_if<TypePtr>(&attribute.value)) addType(*type);
        if (auto* several = std::get_if<std::vector<TypePtr>>(&attribute.value))
          for (TypePtr type : *several) addType(type);
        if (auto* graph = std::get_if<ir::GraphPtr>(&attribute.value)) visit((*graph)->block());
      }
      for (const ir::Block* inner : node->blocks()) visit(inner);
    }
  }

  void addType(TypePtr type) {
    for (TypePtr contained : type->contained()) addType(contained);
    if (auto* cls = types::cast<types::ClassType>(type)) return addClass(cls);
    if (auto* function = types::cast<types::FunctionType>(type))
      return addFunction(function->function());
    auto* tuple = types::cast<types::TupleType>(type);
    auto* members = types::cast<types::EnumType>(type);
    auto* interface = types::cast<types::InterfaceType>(type);
    const std::string* name = tuple       ? &tuple->qualifiedName()
                              : members   ? &members->qualifiedName()
                              : interface ? &interface->qualifiedName()
                                          : nullptr;
    if (!name || name->empty() || !seen_.insert(type).second) return;
    const size_t slot = reserve(*name);
    texts_[slot].second.text = tuple     ? namedTuple(*tuple)
                               : members ? enumClass(*members)
                                         : interfaceClass(*interface);
  }

  static std::string simpleName(const std::string& qualifiedName) {
    return qualifiedName.substr(qualifiedName.rfind('.') + 1);
  }

  static std::string namedTuple(const types::TupleType& type) {
    std::string text = fmt::format("class {}(NamedTuple):\n", simpleName(type.qualifiedName()));
    const size_t required = type.fieldNames().size() - type.defaults().size();
    for (size_t i = 0; i < type.fieldNames().size(); ++i) {
      text += fmt::format("  {} : {}", type.fieldNames()[i], type.contained()[i]->annotation());
      text += i < required ? "\n" : " = " + type.defaults()[i - required].str() + "\n";
    }
    return text;
  }

  static std::string enumClass(const types::EnumType& type) {
    std::string text = fmt::format("class {}(Enum):\n", simpleName(type.qualifiedName()));
    for (const types::EnumMember& member : type.members()) {
      std::string value;
      if (member.value.isString())
        ir::appendQuoted(value, member.value.toString());
      else
        value = member.value.str();
      text += fmt::format("  {} = {}\n", member.name, value);
    }
    return text;
  }

  std::string interfaceClass(const types::InterfaceType& type) {
    std::string text = fmt::format("class {}({}):\n", simpleName(type.qualifiedName()),
                                   type.isModule() ? "ModuleInterface" : "Interface");
    for (const types::InterfaceMethod& method : type.methods()) {
      text += fmt::format("  def {}(self", method.name);
      for (const auto& [name, argument] : method.arguments) {
        addType(argument);
        text += fmt::format(", {}: {}", name, argument->annotation());
      }
      addType(method.result);
      text += fmt::format(") -> {}:\n    pass\n", method.result->annotation());
    }
    return text;
  }

  std::vector<types::Constant>& constants_;
  const SaveOptions& options_;
  std::unordered_set<const void*> seen_;
  std::vector<std::pair<std::string, Text>> texts_;  // by file, in order
};

IValue fromConstant(const types::Constant& constant) {
  if (constant.isString()) return IValue(constant.toString());
  if (constant.isOpaque() && constant.opaque())
    return IValue(*std::static_pointer_cast<const tensor::Tensor>(constant.opaque()));
  refuse("a constant of type {} can't be saved", constant.type()->annotation());
}

void addStorages(ZipWriter& zip, const std::string& folder, const PickleWriter& pickle) {
  for (size_t i = 0; i < pickle.storages().size(); ++i) {
    const tensor::Storage& storage = pickle.storages()[i];
    zip.add(folder + std::to_string(i),
            std::span<const std::byte>(storage->data(), storage->bytes()));
  }
}

// The top folder of an archive is named after the file. Without a file name, PyTorch's default
// applies.
constexpr std::string_view kNamelessTop = "archive/";
std::string topOf(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  name = name.substr(0, name.rfind('.'));
  return (name.empty() ? std::string("archive") : name) + "/";
}

void writeModule(ZipWriter& zip, const std::string& top, const tensor::ObjectValue& module,
                 const SaveOptions& options) {
  std::vector<types::Constant> constants;
  CodeFiles code(constants, options);
  const IValue root = tensor::Ptr<tensor::ObjectValue>(const_cast<tensor::ObjectValue*>(&module));
  code.addClassesOf(root);
  PickleWriter data(options.getState), table;
  data.write(root);
  table.mark();
  for (const types::Constant& constant : constants) table.write(fromConstant(constant));
  table.tupleToMark();

  for (const auto& [name, bytes] : options.extraFiles) zip.add(top + "extra/" + name, bytes);
  addStorages(zip, top + "data/", data);
  zip.add(top + "data.pkl", data.finish());
  code.write(zip, top);
  addStorages(zip, top + "constants/", table);
  zip.add(top + "constants.pkl", table.finish());
  zip.add(top + ".data/version", kVersion);
  zip.finish();
}

void writeData(ZipWriter& zip, const std::string& top, PickleWriter& writer) {
  addStorages(zip, top + "data/", writer);
  zip.add(top + "data.pkl", writer.finish());
  zip.add(top + "version", "3\n");
  zip.finish();
}

}  // namespace

void saveModule(const tensor::ObjectValue& module, const std::string& path,
                const SaveOptions& options) {
  ZipWriter zip(path);
  writeModule(zip, topOf(path), module, options);
}

std::string moduleBytes(const tensor::ObjectValue& module, const SaveOptions& options) {
  ZipWriter zip;
  writeModule(zip, std::string(kNamelessTop), module, options);
  return std::move(zip.bytes());
}

void saveData(PickleWriter& writer, const std::string& path) {
  ZipWriter zip(path);
  writeData(zip, topOf(path), writer);
}

std::string dataBytes(PickleWriter& writer) {
  ZipWriter zip;
  writeData(zip, std::string(kNamelessTop), writer);
  return std::move(zip.bytes());
}

}  // namespace ts::archive
