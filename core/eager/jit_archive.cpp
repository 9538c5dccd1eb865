// Saves and loads compiled modules and functions.
#include <map>
#include <set>

#include "core/archive/module_writer.h"
#include "core/compiler/modules/module_compiler.h"
#include "core/eager/jit.h"
#include "core/tensor/value_walk.h"

namespace ts::eager {

namespace {

void compileAll(compiler::CompilationUnit& unit, const IValue& module) {
  std::set<const types::ClassType*> seen;
  for (tensor::ValueWalk walk(module); const IValue* value = walk.next();)
    if (value->isObject() && seen.insert(value->toObject().type).second)
      for (ir::Function* method : value->toObject().type->methods()) unit.ensureCompiled(method);
}

}  // namespace

// An archive contains a module. As in PyTorch, a function becomes the forward method of an
// otherwise empty module.
tensor::Ptr<tensor::ObjectValue> Jit::moduleOf(const ir::Function& function) {
  const types::ClassType* type =
      unit_.sharedTypes()->makeClass(unit_.uniqueName("PlaceholderModule"), true);
  auto forward = std::make_unique<ir::Function>();
  forward->qualifiedName = type->qualifiedName() + ".forward";
  forward->graph = function.graph->copy();
  forward->graph->insertInput(0, "self")->setType(type);
  forward->schema = function.schema;
  forward->schema.name = "forward";
  ops::Argument self;
  self.name = "self";
  self.type = type;
  forward->schema.arguments.insert(forward->schema.arguments.begin(), std::move(self));
  forward->definition = function.definition;
  type->addMethod(forward.get());
  forwards_.push_back(std::move(forward));
  auto object = tensor::makeCounted<tensor::ObjectValue>(type);
  object->keepsAlive = unit_.sharedTypes();
  return object;
}

tensor::Ptr<tensor::ObjectValue> Jit::prepareToSave(const Handle& handle,
                                                    archive::SaveOptions& options) {
  if (!handle.pythonFunction.empty())
    vm_.raise(vm_.types.RuntimeError,
              fmt::format("'{}' is a custom autograd.Function, which PyTorch records as a call of "
                          "Python code: the trace can't be saved",
                          handle.pythonFunction));
  auto module = handle.object ? handle.object : moduleOf(*handle.function);
  begin();
  compileAll(unit_, module);
  raiseProblems();
  options.getState = [this](const tensor::ObjectValue& object) {
    return runMethod(object.type->method("__getstate__"),
                     {tensor::Ptr<tensor::ObjectValue>(const_cast<tensor::ObjectValue*>(&object))});
  };
  // The constants of modules that this program has compiled. Those of loaded modules are in their
  // code.
  std::map<const types::ClassType*, std::vector<std::pair<std::string, types::Constant>>> constants;
  for (const auto& [object, handle] : handles_)
    if (!handle->original.isUnbound() && !handle->original.isNone())
      if (compiler::ConcreteModule* concrete = unit_.modules().types().typeOf(handle->original))
        constants[object->type] = concrete->constants;
  options.constants = [constants = std::move(constants)](const types::ClassType* type) {
    auto entry = constants.find(type);
    return entry == constants.end() ? std::vector<std::pair<std::string, types::Constant>>()
                                    : entry->second;
  };
  return module;
}

IValue Jit::runMethod(ir::Function* method, std::vector<IValue> arguments) {
  unit_.ensureCompiled(method);
  try {
    return interpreter().run(*method, interp::bindArguments(method->schema, arguments));
  } catch (const interp::Exception& exception) {
    raiseException(exception);
  }
}

Value Jit::loadModule(std::shared_ptr<archive::TorchFile> file) {
  std::shared_ptr<archive::LoadedModule> loaded;
  try {
    loaded = runtime_.load(std::move(file), isOriginal);
  } catch (const interp::Exception& exception) {
    raiseException(exception);
  }
  raiseProblems(loaded->unit->sink());
  return handleOf(tensor::Ptr<tensor::ObjectValue>(&loaded->object.toObject()), Value());
}

}  // namespace ts::eager
