// Modules: files, methods, members.
#include <cstdlib>
#include <cstring>

#include "api/src/objects.h"
#include "core/archive/archive_error.h"
#include "core/archive/module_writer.h"
#include "core/interp/interpreter.h"

namespace ts::api {
namespace {

using tensor::ObjectValue;
using types::AttributeKind;
using ObjectPtr = tensor::Ptr<ObjectValue>;

// Null for a value that is not a module.
ObjectValue* moduleIn(const IValue& value) {
  return value.isObject() && value.toObject().type->isModule() ? &value.toObject() : nullptr;
}

jitscope_module* makeModule(const jitscope_runtime* runtime,
                            std::shared_ptr<archive::TorchFile> file) {
  const auto& shared = needed(runtime, "runtime").workers.owner();
  auto program = std::make_shared<LoadedProgram>(shared, std::move(file));
  ObjectPtr object(&program->loaded().object.toObject());
  return new jitscope_module{std::move(program), std::move(object)};
}

// The owner and the slot of an attribute with a dotted name.
struct Place {
  ObjectPtr owner;
  size_t slot;
};
Place find(const jitscope_module& module, std::string_view name) {
  ObjectPtr owner = module.object;
  while (true) {
    const size_t dot = name.find('.');
    const std::string_view part = name.substr(0, dot);
    const auto slot = owner->type->attributeSlot(part);
    if (!slot) failAsArgument("'{}' has no attribute '{}'", owner->type->qualifiedName(), part);
    if (dot == name.npos) return {owner, *slot};
    const IValue& inner = owner->slots[*slot];
    if (!inner.isObject()) failAsArgument("'{}' is not a module", part);
    owner = ObjectPtr(&inner.toObject());
    name = name.substr(dot + 1);
  }
}

bool isWanted(jitscope_members members, const types::ClassAttribute& attribute,
              const IValue& value) {
  switch (members) {
    case JITSCOPE_PARAMETERS: return attribute.kind == AttributeKind::Parameter;
    case JITSCOPE_BUFFERS: return attribute.kind == AttributeKind::Buffer;
    case JITSCOPE_MODULES: return moduleIn(value) != nullptr;
    case JITSCOPE_ATTRIBUTES:
      return attribute.kind == AttributeKind::Attribute && moduleIn(value) == nullptr;
  }
  failAsArgument("{} is not a kind of members", static_cast<int>(members));
}

// Calls visit(prefix, object) for a module and the modules inside, in order.
template <typename Visit>
void eachModule(const ObjectValue& object, const std::string& prefix, const Visit& visit) {
  visit(prefix, object);
  const auto& attributes = object.type->attributes();
  for (size_t i = 0; i < attributes.size(); ++i)
    if (const ObjectValue* inner = moduleIn(object.slots[i]))
      eachModule(*inner, prefix + attributes[i].name + ".", visit);
}

archive::SaveOptions saveOptions(const jitscope_module& module) {
  archive::SaveOptions options;
  options.getState = [&module](const ObjectValue& object) {
    const WorkerPool::Loan worker(module.program->workers());
    return worker->run(*object.type->method("__getstate__"),
                       {ObjectPtr(const_cast<ObjectValue*>(&object))});
  };
  return options;
}

const ir::Function& methodOf(const jitscope_module& module, const char* name) {
  const ir::Function* method = module.object->type->method(&needed(name, "method"));
  if (method == nullptr || method->graph == nullptr)
    failAsArgument("'{}' has no method '{}'", module.object->type->qualifiedName(), name);
  return *method;
}

}  // namespace

void runMethod(LoadedProgram& program, const ObjectPtr& self, const ir::Function& function,
               const jitscope_value* const* arguments, size_t size, const char* const* names,
               size_t named, jitscope_value** result) {
  needed(result, "result");
  const EnteredThread entered(program.profile());
  std::vector<IValue> positional;
  positional.reserve(size + 1);
  positional.emplace_back(self);
  if (size > 0) needed(arguments, "arguments");
  for (size_t i = 0; i < size; ++i) positional.push_back(valueOf(arguments[i], "an argument"));
  const auto keywords = takeNamed(positional, names, named);
  interp::Stack stack = interp::bindArguments(function.schema, positional, keywords);
  positional.clear();
  const WorkerPool::Loan worker(program.workers());
  give(worker->run(function, std::move(stack)), result);
}

}  // namespace ts::api

using namespace ts;
using namespace ts::api;

jitscope_error* jitscope_module_load(jitscope_runtime* runtime, const char* path,
                                     jitscope_module** module) {
  return guarded([&] {
    needed(module, "module");
    const std::string name = &needed(path, "path");
    *module = makeModule(runtime, archive::TorchFile::open(name));
  });
}
jitscope_error* jitscope_module_load_bytes(jitscope_runtime* runtime, const void* bytes,
                                           size_t size, const char* name,
                                           jitscope_module** module) {
  return guarded([&] {
    needed(module, "module");
    if (size > 0 && bytes == nullptr) failAsArgument("bytes is NULL");
    *module = makeModule(
        runtime, archive::TorchFile::fromBytes(std::string(static_cast<const char*>(bytes), size),
                                               name == nullptr ? "archive in memory" : name));
  });
}
jitscope_error* jitscope_module_save(const jitscope_module* module, const char* path) {
  return guarded([&] {
    const EnteredThread entered(needed(module, "module").program->profile());
    archive::saveModule(*module->object, &needed(path, "path"), saveOptions(*module));
  });
}
jitscope_error* jitscope_module_save_bytes(const jitscope_module* module, void** bytes,
                                           size_t* size) {
  return guarded([&] {
    const EnteredThread entered(needed(module, "module").program->profile());
    needed(bytes, "bytes");
    needed(size, "size");
    char* copy = nullptr;
    give(archive::moduleBytes(*module->object, saveOptions(*module)), &copy, size);
    *bytes = copy;
  });
}
void jitscope_module_free(jitscope_module* module) { delete module; }

jitscope_error* jitscope_module_run(const jitscope_module* module, const char* method,
                                    const jitscope_value* const* arguments, size_t size,
                                    jitscope_value** result) {
  return guarded([&] {
    needed(module, "module");
    runMethod(*module->program, module->object, methodOf(*module, method), arguments, size, nullptr,
              0, result);
  });
}
jitscope_error* jitscope_module_function(const jitscope_module* module, const char* method,
                                         jitscope_function** function) {
  return guarded([&] {
    needed(function, "function");
    needed(module, "module");
    *function = new jitscope_function{module->program, module->object, &methodOf(*module, method)};
  });
}
const char* jitscope_module_method(const jitscope_module* module, size_t index) {
  const auto& methods = module->object->type->methods();
  return index < methods.size() ? methods[index]->simpleName().data() : nullptr;
}
const char* jitscope_module_class(const jitscope_module* module) {
  return module->object->type->qualifiedName().c_str();
}

jitscope_error* jitscope_module_child(const jitscope_module* module, const char* name,
                                      jitscope_module** child) {
  return guarded([&] {
    needed(child, "child");
    const Place place = find(needed(module, "module"), &needed(name, "name"));
    ObjectValue* const found = moduleIn(place.owner->slots[place.slot]);
    if (found == nullptr) failAsArgument("'{}' is not a module", name);
    *child = new jitscope_module{module->program, ObjectPtr(found)};
  });
}
jitscope_error* jitscope_module_of(const jitscope_module* module, const jitscope_value* object,
                                   jitscope_module** result) {
  return guarded([&] {
    needed(result, "result");
    ObjectValue* const found = moduleIn(valueOf(object, "object"));
    if (found == nullptr) failAsArgument("the object is not a module");
    *result = new jitscope_module{needed(module, "module").program, ObjectPtr(found)};
  });
}
jitscope_error* jitscope_module_members(const jitscope_module* module, jitscope_members members,
                                        int recurse, jitscope_value** dict) {
  return guarded([&] {
    const auto found =
        tensor::makeCounted<tensor::DictValue>(types::stringType(), types::anyType());
    const auto add = [&](const std::string& prefix, const ObjectValue& object) {
      const auto& attributes = object.type->attributes();
      for (size_t i = 0; i < attributes.size(); ++i)
        if (isWanted(members, attributes[i], object.slots[i]))
          found->set(prefix + attributes[i].name, object.slots[i]);
    };
    const ObjectValue& object = *needed(module, "module").object;
    if (recurse != 0)
      eachModule(object, "", add);
    else
      add("", object);
    give(found, dict);
  });
}
jitscope_error* jitscope_module_attribute(const jitscope_module* module, const char* name,
                                          jitscope_value** value) {
  return guarded([&] {
    const Place place = find(needed(module, "module"), &needed(name, "name"));
    give(place.owner->slots[place.slot], value);
  });
}
jitscope_error* jitscope_module_set_attribute(const jitscope_module* module, const char* name,
                                              const jitscope_value* value) {
  return guarded([&] {
    const Place place = find(needed(module, "module"), &needed(name, "name"));
    const types::TypePtr type = place.owner->type->attributes()[place.slot].type;
    auto fitted = interp::fitTo(valueOf(value), type);
    if (!fitted)
      failAsArgument("'{}' has type {}, but the value has type {}", name, type->annotation(),
                     interp::typeOf(valueOf(value))->annotation());
    place.owner->slots[place.slot] = std::move(*fitted);
  });
}
jitscope_error* jitscope_module_train(const jitscope_module* module, int training) {
  return guarded([&] {
    eachModule(*needed(module, "module").object, "",
               [&](const std::string&, const ObjectValue& object) {
                 const auto slot = object.type->attributeSlot("training");
                 if (slot && object.slots[*slot].isBool())
                   const_cast<ObjectValue&>(object).slots[*slot] = IValue(training != 0);
               });
  });
}
jitscope_error* jitscope_module_extra_file(const jitscope_module* module, const char* name,
                                           char** bytes, size_t* size) {
  return guarded([&] {
    const archive::TorchFile& file = *needed(module, "module").program->loaded().file;
    give(archive::readExtraFile(file, &needed(name, "name")), bytes, size);
  });
}
