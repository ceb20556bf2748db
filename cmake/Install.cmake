# What `cmake --install` puts where; warpscope_paths.h names the same places for the program.

if(TARGET warpscope)
  install(TARGETS warpscope RUNTIME DESTINATION bin)
endif()
if(TARGET warpscope-gui)
  install(TARGETS warpscope-gui RUNTIME DESTINATION bin)
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
install(DIRECTORY "${CMAKE_SOURCE_DIR}/assets/gpus" "${CMAKE_SOURCE_DIR}/assets/templates"
  DESTINATION share/warpscope)
install(FILES "${CMAKE_SOURCE_DIR}/assets/ptx-families.tsv" DESTINATION share/warpscope)
# Programs to try; the desktop opens one of them by itself.
install(DIRECTORY "${CMAKE_SOURCE_DIR}/kernels" DESTINATION share/warpscope
  FILES_MATCHING PATTERN "*.cu")

# find_package(Warpscope): the same files serve an installation and a build tree.
include(CMakePackageConfigHelpers)
set(package_version "${CMAKE_BINARY_DIR}/WarpscopeConfigVersion.cmake")
write_basic_package_version_file("${package_version}" COMPATIBILITY SameMinorVersion)
configure_file(cmake/package/WarpscopeConfig.cmake "${CMAKE_BINARY_DIR}/WarpscopeConfig.cmake"
  COPYONLY)
install(FILES cmake/package/WarpscopeConfig.cmake "${package_version}"
  DESTINATION lib/cmake/Warpscope)
