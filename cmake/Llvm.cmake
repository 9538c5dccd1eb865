# libjitscope_llvm.so: the parts of LLVM that core/jit calls, linked statically from LLVM's archives. core/jit opens the
# library when it compiles code for the first time. It is in the folder lib/jitscope beside the programs' folder, in a build as
# in the .deb. core/jit/llvm_functions.def lists the functions; the linker leaves out what they do not need.
#
# Defines the target jitscope_llvm and:
set(LLVM_LIBRARY "${CMAKE_BINARY_DIR}/lib/jitscope/libjitscope_llvm.so")
set(LLVM_VERSION "")   # such as 19.1.7
set(LLVM_ARCHIVES "")  # the files that the library is linked from

find_program(LLVM_CONFIG NAMES llvm-config-19 llvm-config REQUIRED)
function(llvm_config result)
  execute_process(COMMAND "${LLVM_CONFIG}" ${ARGN} OUTPUT_VARIABLE output OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE " " ";" output "${output}")
  set(${result} "${output}" PARENT_SCOPE)
endfunction()
llvm_config(LLVM_VERSION --version)
if(LLVM_VERSION VERSION_LESS 19)
  message(FATAL_ERROR "${LLVM_CONFIG} is of LLVM ${LLVM_VERSION}, but core/jit needs 19: install llvm-19-dev")
endif()
llvm_config(LLVM_ARCHIVES --link-static --libfiles irreader passes x86 aarch64 nvptx)
list(TRANSFORM LLVM_ARCHIVES PREPEND "${CMAKE_FIND_ROOT_PATH}")  # empty, except in a build for another machine
# LLVM compresses debug information with these.
foreach(archive libz.a libzstd.a)
  find_library(LLVM_NEEDS_${archive} NAMES ${archive} REQUIRED)
  list(APPEND LLVM_ARCHIVES "${LLVM_NEEDS_${archive}}")
endforeach()

# A linker script that asks for the functions, so that they are taken from the archives, and exports only them.
set(list "${PROJECT_SOURCE_DIR}/core/jit/llvm_functions.def")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
file(READ "${list}" functions)
string(REGEX MATCHALL "LLVM[A-Z][A-Za-z0-9]+" functions "${functions}")
list(JOIN functions " " wanted)
list(JOIN functions "; " exported)
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/lib/llvm_functions.ld"
     CONTENT "EXTERN(${wanted})\nVERSION { { global: ${exported}; local: *; }; }\n")

# A command and not a target of CMake's, so that sanitizers and other flags of the sources play no part.
add_custom_command(
  OUTPUT "${LLVM_LIBRARY}"
  COMMAND "${CMAKE_CXX_COMPILER}" -shared -s -o "${LLVM_LIBRARY}" "${CMAKE_BINARY_DIR}/lib/llvm_functions.ld"
          ${LLVM_ARCHIVES} -Wl,-soname,libjitscope_llvm.so -Wl,--gc-sections,-Bsymbolic,-z,defs,-z,relro,-z,now -lpthread -ldl -lm
  DEPENDS "${CMAKE_BINARY_DIR}/lib/llvm_functions.ld" ${LLVM_ARCHIVES}
  COMMENT "Linking ${LLVM_LIBRARY}" VERBATIM)
add_custom_target(jitscope_llvm DEPENDS "${LLVM_LIBRARY}")
