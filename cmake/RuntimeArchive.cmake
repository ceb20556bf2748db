# Merges runtime/host and all it uses into lib/libwarpscope_runtime.a, the one file programs link.

if(EXISTS "${CMAKE_SOURCE_DIR}/runtime/host")
  warpscope_layers_below(runtime/host layers)
  set(parts "")
  foreach(folder IN LISTS layers)
    warpscope_target_of("${folder}" target)
    list(APPEND parts ${target})
  endforeach()
  list(APPEND parts warpscope_fmt)

  # File names without folders: archive scripts cannot quote, and paths may hold spaces.
  set(script "CREATE libwarpscope_runtime.a\n")
  set(archives "")
  foreach(part IN LISTS parts)
    get_target_property(type ${part} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      string(APPEND script "ADDLIB $<TARGET_FILE_NAME:${part}>\n")
      list(APPEND archives ${part})
    endif()
  endforeach()
  string(APPEND script "SAVE\nEND\n")
  file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/generated/runtime_archive.mri" CONTENT "${script}")

  set(archive "${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/libwarpscope_runtime.a")
  add_custom_command(OUTPUT "${archive}"
    COMMAND "${CMAKE_COMMAND}" "-DAR=${CMAKE_AR}" "-DARCHIVE=${archive}"
      "-DSCRIPT=${CMAKE_BINARY_DIR}/generated/runtime_archive.mri"
      -P "${CMAKE_SOURCE_DIR}/cmake/merge_archives.cmake"
    DEPENDS ${archives} "${CMAKE_BINARY_DIR}/generated/runtime_archive.mri"
      "${CMAKE_SOURCE_DIR}/cmake/merge_archives.cmake"
    COMMENT "Merging libwarpscope_runtime.a" VERBATIM)
  add_custom_target(warpscope_runtime ALL DEPENDS "${archive}")
  if(TARGET warpscope)
    add_dependencies(warpscope warpscope_runtime)
  endif()
endif()
