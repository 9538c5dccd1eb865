# Copies the shared libraries that programs load, and the licences of their Debian packages:
#   cmake "-DPROGRAMS=FILE;..." "-DSYSTEM=REGEX" "-DLIBRARIES=FOLDER" "-DLICENSES=FOLDER" -P CarryLibraries.cmake
# SYSTEM matches the names of the libraries that every user's system has: those are not copied.
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAMS} RESOLVED_DEPENDENCIES_VAR found
     PRE_EXCLUDE_REGEXES "^ld-linux" "^(${SYSTEM})\\.so")
file(MAKE_DIRECTORY "${LIBRARIES}" "${LICENSES}")
foreach(library IN LISTS found)
  cmake_path(GET library FILENAME name)  # programs look for this name, not for that of the file behind a link
  file(REAL_PATH "${library}" file)
  file(COPY_FILE "${file}" "${LIBRARIES}/${name}" ONLY_IF_DIFFERENT)

  # dpkg may have recorded the path from before /lib became /usr/lib. Other systems do not have dpkg's list.
  string(REGEX REPLACE "^/usr/" "/" old "${file}")
  execute_process(COMMAND sh -c "dpkg-query -S '${file}' || dpkg-query -S '${old}'" OUTPUT_VARIABLE owner ERROR_QUIET)
  string(REGEX MATCH "^[^:\n]+" owner "${owner}")
  if(owner)
    file(COPY_FILE "/usr/share/doc/${owner}/copyright" "${LICENSES}/${owner}" ONLY_IF_DIFFERENT)
  endif()
endforeach()
