# What a package holds: the programs, the pages of the rules, the plugin for Neovim. `./dev package` makes it with CPack.
include(GNUInstallDirs)

# As files: a program may hold an image of itself (core/image), which CMake's own installation of targets would take apart.
foreach(program tscheck tsls tsviz tsdbg)
  install(PROGRAMS "$<TARGET_FILE:${program}>" DESTINATION "${CMAKE_INSTALL_BINDIR}")
endforeach()
install(DIRECTORY docs/rules DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES LICENSE README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
# Where Neovim looks by itself; :packadd jitscope.
install(DIRECTORY editors/nvim/lua editors/nvim/doc
        DESTINATION "${CMAKE_INSTALL_DATADIR}/nvim/site/pack/jitscope/opt/jitscope")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME jitscope)
set(CPACK_PACKAGE_CONTACT "The JitScope authors <maintainers@jitscope.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Tools for TorchScript: checker, language server, graphs, debugger")
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_BINARY_DIR}/package")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES OFF)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
