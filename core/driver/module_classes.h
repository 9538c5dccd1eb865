// Classes that cannot be modules, found by names only: a check of candidates runs a file with all
// its imports, and most files of a project have no module class.
#pragma once

#include <functional>
#include <string>

#include "core/driver/workspace.h"

namespace ts::driver {

// False if none of the classes at module level of the file that count derives from nn.Module: the
// bases of each class lead, over imports, to classes that are not modules. True for bases that
// names do not decide: a name with several bindings, a call, a star import, a module that is not
// found.
bool mayHaveModuleClass(const Snapshot& snapshot, const std::string& path,
                        const ParsedFilePtr& parsed,
                        const std::function<bool(const syntax::ClassDef& def)>& counts);

}  // namespace ts::driver
