# What `cmake --install` puts where; warpscope_paths.h names the same places for the program.

if(TARGET warpscope)
  install(TARGETS warpscope RUNTIME DESTINATION bin)
endif()
if(TARGET warpscope_runtime)
  install(FILES "${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/libwarpscope_runtime.a"
    DESTINATION lib/warpscope)
endif()
if(TARGET warpscope_device)
  install(FILES "${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/warpscope_device.bc" DESTINATION lib/warpscope)
endif()
if(EXISTS "${CMAKE_SOURCE_DIR}/runtime/include")
  install(DIRECTORY "${CMAKE_SOURCE_DIR}/runtime/include/" DESTINATION share/warpscope/include)
endif()
if(EXISTS "${CMAKE_SOURCE_DIR}/assets/gpus")
  install(DIRECTORY "${CMAKE_SOURCE_DIR}/assets/gpus" DESTINATION share/warpscope)
endif()
