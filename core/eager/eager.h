// The eager domain: evaluation with tensors that have data.
#pragma once

#include <string>

#include "core/eval/vm/vm.h"

namespace ts::runtime {
class Runtime;
}

namespace ts::eager {

// Attaches the eager domain to a new Vm. To be called before the Vm runs code. Graphs run in the
// runtime, which must outlive the Vm. A program whose `writeRefusal` is not empty cannot change
// files: functions that would raise PermissionError with this text. It can only read regular files.
void attach(eval::Vm& vm, runtime::Runtime& runtime, std::string writeRefusal = {});
runtime::Runtime& runtimeOf(eval::Vm& vm);

class HostJournal;
// From now on, calls of the host go through the journal, which must outlive the Vm.
void setHostJournal(eval::Vm& vm, HostJournal& journal);

}  // namespace ts::eager
