#pragma once

namespace ts::image {

// Does what the image is to begin with. False: the sample doesn't compile.
bool prepare();

}  // namespace ts::image
