# Copies the shared libraries that programs load or open, and the licences of their Debian packages:
#   cmake "-DCARRIED=FILE" "-DSYSTEM=REGEX" "-DLIBRARIES=FOLDER" "-DLICENSES=FOLDER" -P CarryLibraries.cmake
# SYSTEM matches the names of the libraries that every user's system has: those are not copied. CARRIED is a file of the build
# (Carry.cmake) that defines:
#   PROGRAMS   the programs, or a library of the project, that load the libraries
#   OPENED     libraries that programs open at run time
#   LINKED     archives that a library in OPENED was linked from, whose licences are copied
include("${CARRIED}")
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAMS} LIBRARIES ${OPENED} RESOLVED_DEPENDENCIES_VAR found
     PRE_EXCLUDE_REGEXES "^ld-linux" "^(${SYSTEM})\\.so")
file(MAKE_DIRECTORY "${LIBRARIES}" "${LICENSES}")
set(origins ${LINKED})
foreach(library IN LISTS found OPENED)
  cmake_path(GET library FILENAME name)  # programs look for this name, not for that of the file behind a link
  file(REAL_PATH "${library}" file)
  file(COPY_FILE "${file}" "${LIBRARIES}/${name}" ONLY_IF_DIFFERENT)
  list(APPEND origins "${file}")
endforeach()

# dpkg may have recorded the path from before /lib became /usr/lib. Other systems do not have dpkg's list.
set(old ${origins})
list(TRANSFORM old REPLACE "^/usr/" "/")
execute_process(COMMAND dpkg-query -S ${origins} ${old} OUTPUT_VARIABLE owners ERROR_QUIET)
string(REGEX MATCHALL "[^:\n]+:[^\n]*\n" owners "${owners}")
list(TRANSFORM owners REPLACE ":.*" "")
list(REMOVE_DUPLICATES owners)
foreach(owner IN LISTS owners)
  file(COPY_FILE "/usr/share/doc/${owner}/copyright" "${LICENSES}/${owner}" ONLY_IF_DIFFERENT)
  # Other systems do not have the texts that Debian's files only name.
  file(STRINGS "${LICENSES}/${owner}" lines REGEX "/usr/share/common-licenses/")
  string(REGEX MATCHALL "/usr/share/common-licenses/[A-Za-z0-9.+-]*[A-Za-z0-9]" texts "${lines}")
  foreach(text IN LISTS texts)
    if(EXISTS "${text}")
      file(REAL_PATH "${text}" file)
      cmake_path(GET text FILENAME name)
      file(MAKE_DIRECTORY "${LICENSES}/common-licenses")
      file(COPY_FILE "${file}" "${LICENSES}/common-licenses/${name}" ONLY_IF_DIFFERENT)
    endif()
  endforeach()
endforeach()
