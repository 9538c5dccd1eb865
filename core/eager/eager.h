// The eager domain: evaluation with tensors that have data.
#pragma once

#include <string>

#include "core/eval/vm.h"

namespace ts::eager {

// Attaches the eager domain to a new Vm. To be called before the Vm runs code. A program whose
// `writeRefusal` is not empty cannot change files: functions that would raise PermissionError with
// this text. It can only read regular files.
void attach(eval::Vm& vm, std::string writeRefusal = {});

class HostJournal;
// From now on, calls of the host go through the journal, which must outlive the Vm.
void setHostJournal(eval::Vm& vm, HostJournal& journal);

}  // namespace ts::eager
