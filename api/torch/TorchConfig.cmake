# PyTorch's package for CMake, with libjitscope behind its names.
include(CMakeFindDependencyMacro)
find_dependency(Jitscope HINTS "${CMAKE_CURRENT_LIST_DIR}/../Jitscope")
get_filename_component(TORCH_INCLUDE_DIRS "${CMAKE_CURRENT_LIST_DIR}/../../../include/jitscope_torch" ABSOLUTE)
foreach(target torch torch_cpu)
  if(NOT TARGET ${target})
    add_library(${target} INTERFACE IMPORTED)
    set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${TORCH_INCLUDE_DIRS}"
                          INTERFACE_LINK_LIBRARIES Jitscope::jitscope INTERFACE_COMPILE_FEATURES cxx_std_17)
  endif()
endforeach()
set(TORCH_LIBRARIES torch)
set(TORCH_CXX_FLAGS "")
set(TORCH_FOUND TRUE)
