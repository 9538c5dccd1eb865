# Settings that every target shares (language level, optimisation, hardening, sanitizers), and functions that turn a
# folder into a library or a program.

option(JITSCOPE_TESTS "Build the tests, fuzz targets and benchmarks" ON)
option(JITSCOPE_BATCHES "Compile sources in batches: a third of a cold build's time" ON)
set(JITSCOPE_SANITIZE "" CACHE STRING "Sanitizers to build with, as in -fsanitize=: address,undefined or thread")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# -O3 costs a third of the build time: only the loops of the evaluator and the interpreter ask for it (ts_fast_loops).
# core/kernels asks for vectorised loops, folders without hot loops for -O1 (ts_light).
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
# GCC collects its garbage every 128 MB otherwise, which takes a tenth of its time.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options("SHELL:--param ggc-min-heapsize=1000000")
endif()

# Combines the prelude and runs tests. Only Debian's own interpreter finds Debian's packages, so it comes before any other.
find_program(Python3_EXECUTABLE python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_package(Python3 COMPONENTS Interpreter REQUIRED)

# Paths below the source folder are relative in the cache, so that the same tree in another folder hits.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros "${CCACHE_PROGRAM}")
  # The cache needs to know which precompiled header a source was compiled with.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  else()
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()

# Results are the same on every machine, and those of machine code: GCC would fuse products and sums wherever the processor can.
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")  # there it has no instruction for that, except where a function asks for it
  add_compile_options(-ffp-contract=off)
endif()

# Programs read untrusted files: they are position-independent and hardened. Sanitizers bring checks of their own.
option(JITSCOPE_LIBRARY "Build libjitscope.so.0; all code is then compiled as that of a shared library" OFF)
if(JITSCOPE_LIBRARY)
  add_compile_options(-fPIC -fvisibility=hidden -fvisibility-inlines-hidden)
else()
  add_compile_options(-fPIE)
endif()
if(NOT JITSCOPE_SANITIZE)
  add_compile_options(-fstack-protector-strong "$<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2>")
  add_link_options(-Wl,-z,relro -Wl,-z,now)
endif()

# The standard library checks indices, iterators and optionals.
add_compile_definitions("$<$<NOT:$<CONFIG:Release>>:_GLIBCXX_ASSERTIONS>")

add_compile_options(-Wall -Wextra -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wno-restrict)  # GCC 12 sees overlaps in std::string that aren't there
  add_compile_options(-Wno-subobject-linkage)  # takes the sources of a batch for headers
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options(-fsized-deallocation)  # as GCC has it by itself
endif()
if(JITSCOPE_SANITIZE)
  # A finding ends the program, so that a test fails; code that goes on after it takes a fifth longer to compile.
  add_compile_options(-fsanitize=${JITSCOPE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
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
    ts_unity(jitscope_${name})
    set(scope PUBLIC)
  else()
    add_library(jitscope_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(jitscope_${name} ${scope} "${PROJECT_SOURCE_DIR}")
  ts_link(jitscope_${name} ${scope} ${ARGN})
endfunction()

# ts_unity(TARGET): its sources are compiled in batches, with the standard headers precompiled. Two files of a library
# therefore cannot define the same file-local name, and a using-declaration in one holds for those that follow.
function(ts_unity target)
  if(JITSCOPE_BATCHES)
    target_link_libraries(${target} PRIVATE jitscope_format)  # its definitions have to be those of the header
    target_precompile_headers(${target} REUSE_FROM jitscope_precompiled)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${JITSCOPE_BATCHES} UNITY_BUILD_BATCH_SIZE 24)
endfunction()

# ts_tables(TARGET "FILE NAME"...): files of the calling folder's `data` become read-only tables of lines; see embed_lines.
function(ts_tables target)
  foreach(table IN LISTS ARGN)
    separate_arguments(table)
    list(GET table 0 file)
    list(GET table 1 name)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
    add_custom_command(
      OUTPUT "${source}"
      COMMAND embed_lines "${CMAKE_CURRENT_SOURCE_DIR}/data/${file}" "${source}" ${name}
      DEPENDS embed_lines "${CMAKE_CURRENT_SOURCE_DIR}/data/${file}"
      VERBATIM)
    target_sources(${target} PRIVATE "${source}")
  endforeach()
endfunction()

# ts_fast_loops(SOURCES...): these sources of the calling folder are compiled at -O3 in release builds.
function(ts_fast_loops)
  set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS "$<$<CONFIG:Release>:-O3>")
endfunction()

# ts_light(TARGETS...): these libraries and programs spend no time worth optimising: -O1 compiles them a quarter faster.
function(ts_light)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-O1>")
  endforeach()
endfunction()

# ts_unoptimised(TARGET): under sanitizers -O0 compiles this library in a third of the time. It cannot read the headers that
# were precompiled with another -O.
function(ts_unoptimised target)
  if(JITSCOPE_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
    set_target_properties(${target} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# ts_standalone(PROGRAM): links all libraries statically, because shared libraries cost a millisecond at every start.
function(ts_standalone program)
  if(JITSCOPE_SANITIZE)
    return()  # the sanitizers' own are shared
  endif()
  # A static program registers its unwind tables at start-up, and the first exception sorts them: 5 ms. Without the
  # two registering functions the unwinder finds the table that the linker has sorted.
  target_link_options(${program} PRIVATE -static-pie -Wl,--eh-frame-hdr
                      -Wl,--wrap=__register_frame_info,--wrap=__deregister_frame_info)
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
