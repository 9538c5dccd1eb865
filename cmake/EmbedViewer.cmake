# Bundles the viewer and writes a C++ file that takes in the bundle:
# cmake -DESBUILD=... -DFOLDER=... -DOUTPUT=... -P EmbedViewer.cmake
# The assembler embeds the script and the style unchanged (.incbin).
get_filename_component(target "${OUTPUT}" DIRECTORY)
set(script "${target}/viewer.js")
set(style "${target}/viewer.css")
file(WRITE "${style}" "")  # esbuild writes it only if the script imports a style
execute_process(COMMAND "${ESBUILD}" "${FOLDER}/src/main.ts" --bundle --minify --format=iife --charset=utf8
                        --target=es2020 --log-level=warning "--outfile=${script}"
                RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "esbuild cannot bundle the viewer")
endif()
file(SHA256 "${script}" hash)
set(code "#include \"core/picture/viewer_bundle.h\"\n\n")
foreach(part script style)
  string(APPEND code "asm(\".section .rodata\\nviewer_${part}:\\n.incbin \\\"${${part}}\\\"\\nviewer_${part}_end:\\n"
    ".byte 0\\n.previous\\n\");\nextern const char ${part}Begin[] asm(\"viewer_${part}\");\n"
    "extern const char ${part}End[] asm(\"viewer_${part}_end\");\n")
endforeach()
string(APPEND code "\nnamespace ts::viz {\n\n"
  "std::string_view viewerScript() { return {scriptBegin, scriptEnd}; }\n"
  "std::string_view viewerStyle() { return {styleBegin, styleEnd}; }\n"
  "std::string_view viewerScriptHash() { return \"${hash}\"; }\n\n}  // namespace ts::viz\n")
file(WRITE "${OUTPUT}" "${code}")
