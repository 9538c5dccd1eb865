# `cmake --install BUILD --prefix X` also installs the static libraries, their headers and a package for CMake:
#   find_package(jitscope 0.1 REQUIRED)
#   target_link_libraries(mine PRIVATE jitscope::programs)
# These files are the component Development, which the .deb does not contain. The headers are in include/jitscope.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# ts_closure(TARGET LIST): adds a library of the project and all that it links, by their targets.
function(ts_closure target list)
  set(found ${${list}})
  if(NOT target IN_LIST found)
    list(APPEND found ${target})
    get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
    string(REGEX MATCHALL "jitscope_[a-z_]+" links "${links}")
    foreach(link IN LISTS links)
      ts_closure(${link} found)
    endforeach()
  endif()
  set(${list} ${found} PARENT_SCOPE)
endfunction()

# The sanitizers' flags are those of the whole build, so that a library without them is of no use elsewhere.
if(JITSCOPE_SANITIZE)
  return()
endif()
set(libraries "")
ts_closure(jitscope_programs libraries)
foreach(library IN LISTS libraries)
  string(REPLACE "jitscope_" "" name ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
  set_property(TARGET ${library} PROPERTY INTERFACE_INCLUDE_DIRECTORIES
               "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/jitscope>")
  target_compile_features(${library} INTERFACE cxx_std_20)
  get_target_property(folder ${library} SOURCE_DIR)
  file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${folder}")
  file(GLOB_RECURSE headers RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS "${folder}/*.h" "${folder}/*.def")
  foreach(header IN LISTS headers)
    get_filename_component(place "${header}" DIRECTORY)
    install(FILES "${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/jitscope/${place}" COMPONENT Development)
  endforeach()
endforeach()
install(TARGETS ${libraries} EXPORT jitscopeTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}/jitscope/static"
        COMPONENT Development)
# Programs outside of the project open LLVM, too: the package for CMake gives them an RPATH to this folder.
install(FILES "${LLVM_LIBRARY}" DESTINATION lib/jitscope COMPONENT Development)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/jitscope")
install(EXPORT jitscopeTargets NAMESPACE jitscope:: DESTINATION "${package}" COMPONENT Development)
set(opened lib/jitscope)
configure_package_config_file(cmake/jitscopeConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/jitscopeConfig.cmake"
                              INSTALL_DESTINATION "${package}" PATH_VARS opened)
# Before version 1, each minor version may change interfaces.
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/jitscopeConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/jitscopeConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/jitscopeConfigVersion.cmake"
        DESTINATION "${package}" COMPONENT Development)
