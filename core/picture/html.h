// One self-contained page with the viewer and the data of a picture.
#pragma once

#include <string>
#include <string_view>

namespace ts::viz {

// json: of toViewJson(). The page loads nothing, and its policy lets only the viewer's own script
// run, so that no name or comment of a program is executed.
std::string toHtml(std::string_view title, std::string_view json);

}  // namespace ts::viz
