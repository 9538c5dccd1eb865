include(GNUInstallDirs)
find_library(SLEEF_LIBRARY libsleef.so.3 REQUIRED)
find_library(ONEDNN_LIBRARY libdnnl.so.2 REQUIRED)

# ts_carry(COMPONENT FILES...): installs into lib/jitscope what programs or libraries load, and what they open: LLVM and SLEEF for compiled
# code, oneDNN for kernels. The runtime of C and C++ stays that of the system.
function(ts_carry component)
  set(carried "${CMAKE_CURRENT_BINARY_DIR}/carried.cmake")
  file(GENERATE OUTPUT "${carried}" CONTENT
"set(PROGRAMS ${ARGN})
set(OPENED \"${LLVM_LIBRARY}\" \"${SLEEF_LIBRARY}\" \"${ONEDNN_LIBRARY}\")
set(LINKED \"${LLVM_ARCHIVES}\")
")
  install(CODE "
    set(CARRIED \"${carried}\")
    set(SYSTEM \"lib(c|m|stdc[+][+]|gcc_s)\")
    set(LIBRARIES \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/jitscope\")
    set(LICENSES \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/licenses\")
    include(\"${PROJECT_SOURCE_DIR}/cmake/CarryLibraries.cmake\")" COMPONENT ${component})
endfunction()
