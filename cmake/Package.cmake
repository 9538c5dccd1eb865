# Contents of the .deb: the programs, their manual and shell completions, the rule pages, examples, the plugin for
# Neovim. `./dev package` builds it with CPack and tests it with tests/conformance/package.py.
include(GNUInstallDirs)
set(made "${CMAKE_BINARY_DIR}/package_files")

# install_zipped(FILE DESTINATION NAME): installs a file compressed, as Debian requires for manuals and changelogs.
function(install_zipped file destination name)
  install(CODE "
    set(to \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${destination}\")
    file(MAKE_DIRECTORY \"\${to}\")
    execute_process(COMMAND gzip -9nc \"${file}\" OUTPUT_FILE \"\${to}/${name}.gz\" COMMAND_ERROR_IS_FATAL ANY)
    file(CHMOD \"\${to}/${name}.gz\" PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)")
endfunction()

# The libraries of tsviz and tsdbg have other names in other releases of Debian and Ubuntu. The package therefore carries
# all but the runtime of C and C++, whose packages have the same names everywhere. The programs have an RPATH and not a
# RUNPATH, because the libraries need each other, and only an RPATH also serves libraries that libraries load. The .vsix
# has its libraries in the folder `lib` beside the programs.
foreach(program tsviz tsdbg)
  set_target_properties(${program} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH_USE_LINK_PATH ON
                        INSTALL_RPATH "\$ORIGIN/../lib/jitscope;\$ORIGIN/lib")
  target_link_options(${program} PRIVATE -Wl,--disable-new-dtags)
endforeach()
ts_carry(Unspecified "$<TARGET_FILE:tsviz>" "$<TARGET_FILE:tsdbg>")

foreach(program tscheck tsls tsviz tsdbg)
  install(PROGRAMS "$<TARGET_FILE:${program}>" DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install_zipped("${PROJECT_SOURCE_DIR}/docs/man/${program}.1" "${CMAKE_INSTALL_MANDIR}/man1" ${program}.1)
endforeach()

# Each program prints its completion scripts, so that they match its options.
function(install_completion program shell destination)
  install(CODE "
    set(to \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${destination}\")
    get_filename_component(folder \"\${to}\" DIRECTORY)
    file(MAKE_DIRECTORY \"\${folder}\")
    execute_process(COMMAND \"$<TARGET_FILE:${program}>\" --completions=${shell} OUTPUT_FILE \"\${to}\"
                    COMMAND_ERROR_IS_FATAL ANY)
    file(CHMOD \"\${to}\" PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)")
endfunction()
foreach(program tscheck tsls tsviz tsdbg)
  install_completion(${program} bash "${CMAKE_INSTALL_DATADIR}/bash-completion/completions/${program}")
  install_completion(${program} zsh "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions/_${program}")
  install_completion(${program} fish "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d/${program}.fish")
endforeach()

install(DIRECTORY docs/rules examples DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES docs/settings.md docs/compare.md docs/torch-nn.md docs/tsviz-json.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)
install_zipped("${PROJECT_SOURCE_DIR}/CHANGELOG.md" "${CMAKE_INSTALL_DOCDIR}" changelog)

# Neovim loads plugins from this folder without configuration.
set(plugin "${CMAKE_INSTALL_DATADIR}/nvim/site/pack/jitscope/start/jitscope")
foreach(part doc ftdetect lsp lua plugin syntax)
  install(DIRECTORY editors/nvim/${part} DESTINATION "${plugin}")
endforeach()
# The tags file that :helptags would write. Users cannot run :helptags in a system folder.
file(STRINGS editors/nvim/doc/jitscope.txt lines REGEX "[*][^* \t]+[*]")
string(REGEX MATCHALL "[*][^* \t;]+[*]" found "${lines}")
list(REMOVE_DUPLICATES found)
list(SORT found)
set(tags "")
foreach(tag IN LISTS found)
  string(REPLACE "*" "" name "${tag}")
  if(NOT name STREQUAL "jitscope.txt")
    string(APPEND tags "${name}\tjitscope.txt\t/${tag}\n")
  endif()
endforeach()
file(WRITE "${made}/tags" "${tags}")
install(FILES "${made}/tags" DESTINATION "${plugin}/doc")

set(CPACK_GENERATOR DEB)
# Without the components Development (cmake/Install.cmake), Library and Torch.
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};jitscope;Unspecified;/")
set(CPACK_PACKAGE_NAME jitscope)
set(CPACK_PACKAGE_CONTACT "The JitScope authors <maintainers@jitscope.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "tools for TorchScript: checker, language server, graphs, comparer")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Checks Python files for what keeps them from compiling as TorchScript of
PyTorch 1.13, in a terminal and, as a language server, in editors; shows what
functions and modules compile to; runs models eager, scripted and traced, and
tells where they diverge. Needs neither PyTorch nor Python.")
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_BINARY_DIR}/package")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS neovim)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)  # with gzip the carried libraries take half as much again
set(CPACK_THREADS 0)                   # all processors
# The runtime of C and C++, at least as new as the one that the programs were linked with. dpkg-shlibdeps would also name
# the packages of the carried libraries.
set(depends "")
foreach(runtime libc6 libgcc-s1 libstdc++6)
  execute_process(COMMAND dpkg-query -W -f "\${Version}" ${runtime} OUTPUT_VARIABLE version ERROR_QUIET)
  if(version MATCHES "^[0-9]+[.][0-9]+")
    set(runtime "${runtime} (>= ${CMAKE_MATCH_0})")
  endif()
  list(APPEND depends "${runtime}")
endforeach()
list(JOIN depends ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE "${made}/changelog.Debian"
"${CPACK_PACKAGE_NAME} (${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * See changelog.gz for the changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
install_zipped("${made}/changelog.Debian" "${CMAKE_INSTALL_DOCDIR}" changelog.Debian)
# The programs are linked this way on purpose; cmake/Jitscope.cmake and the top of this file give the reasons. The
# package closes no bug of Debian.
file(WRITE "${made}/overrides"
"${CPACK_PACKAGE_NAME}: statically-linked-binary *
${CPACK_PACKAGE_NAME}: custom-library-search-path *
${CPACK_PACKAGE_NAME}: embedded-library *
${CPACK_PACKAGE_NAME}: initial-upload-closes-no-bugs *
")
install(FILES "${made}/overrides" DESTINATION "${CMAKE_INSTALL_DATADIR}/lintian/overrides" RENAME ${CPACK_PACKAGE_NAME})
include(CPack)
