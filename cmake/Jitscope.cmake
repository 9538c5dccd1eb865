# Settings that all targets share: the language level, the warnings, the sanitizers, and functions that
# turn a folder into a library or a program.

option(JITSCOPE_TESTS "Build the tests, fuzz targets and benchmarks" ON)
set(JITSCOPE_SANITIZE "" CACHE STRING "Sanitizers to build with, as in -fsanitize=: address,undefined or thread")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

add_compile_options(-Wall -Wextra -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wno-restrict)  # GCC 12 sees overlaps in std::string that aren't there
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options(-fsized-deallocation)  # as GCC has it by itself
endif()
if(JITSCOPE_SANITIZE)
  add_compile_options(-fsanitize=${JITSCOPE_SANITIZE} -fno-omit-frame-pointer)
  add_compile_definitions(JITSCOPE_SANITIZED)  # which bring an allocator of their own
  add_link_options(-fsanitize=${JITSCOPE_SANITIZE})
  # Fuzz targets steer by the coverage of everything that they link.
  if(JITSCOPE_SANITIZE MATCHES "address" AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    add_compile_options(-fsanitize=fuzzer-no-link)
  endif()
endif()
# The linker stays the system's: what Debian 12's lld makes of GCC's cold sections terminates at a throw.

# ts_library(NAME DEPS...): a static library jitscope_NAME of all sources in the calling folder.
# DEPS are names of other folders, or imported targets.
function(ts_library name)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  if(sources)
    add_library(jitscope_${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(jitscope_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(jitscope_${name} ${scope} "${PROJECT_SOURCE_DIR}")
  ts_link(jitscope_${name} ${scope} ${ARGN})
endfunction()

# ts_standalone(PROGRAM): all libraries inside: shared ones cost a millisecond at every start.
function(ts_standalone program)
  if(JITSCOPE_SANITIZE)
    return()  # the sanitizers' own are shared
  endif()
  # Start-up would register the tables of unwinding, for the first exception to sort them: 5 ms. Without that
  # function they are found as in other programs, sorted by the linker.
  target_link_options(${program} PRIVATE -static -Wl,--eh-frame-hdr
                      -Wl,--wrap=__register_frame_info,--wrap=__deregister_frame_info)
endfunction()

# ts_image(PROGRAM): it begins with an image of a process that has prepared itself (core/image), made by running it.
function(ts_image program)
  target_link_libraries(${program} PRIVATE jitscope_image)
  if(JITSCOPE_SANITIZE)
    return()  # the sanitizers' heap is elsewhere
  endif()
  set(script "${PROJECT_SOURCE_DIR}/cmake/state.ld")
  target_link_options(${program} PRIVATE -no-pie "-Wl,-T,${script}")
  set_target_properties(${program} PROPERTIES LINK_DEPENDS "${script}")
  set(file "$<TARGET_FILE:${program}>")
  add_custom_command(TARGET ${program} POST_BUILD
    COMMAND ${program} --write-image "${file}.image"
    COMMAND ${CMAKE_OBJCOPY} --add-section ".jitscope.image=${file}.image" "${file}"
    # Only a section that is there already can be aligned.
    COMMAND ${CMAKE_OBJCOPY} --set-section-alignment .jitscope.image=4096 "${file}" "${file}.image"
    # The system keeps, and maps, in larger pieces what was written in one go.
    COMMAND ${CMAKE_COMMAND} -E rm "${file}"
    COMMAND cp "${file}.image" "${file}"
    COMMAND ${CMAKE_COMMAND} -E rm "${file}.image"
    VERBATIM)
endfunction()

# ts_link(TARGET SCOPE DEPS...): links folders by their short names, everything else as it is.
function(ts_link target scope)
  foreach(dep IN LISTS ARGN)
    if(dep MATCHES "^[a-z_]+$" AND NOT dep MATCHES "^(fmt|uv|z)$")
      target_link_libraries(${target} ${scope} jitscope_${dep})
    else()
      target_link_libraries(${target} ${scope} ${dep})
    endif()
  endforeach()
endfunction()
