# Turns lines of cmake/Layers.cmake into targets: a library a folder, and the command-line program.

set(WARPSCOPE_LAYERS "")

# Records one layer. A macro, because the record lives in the caller's scope.
macro(warpscope_layer folder)
  cmake_parse_arguments(warpscope_layer_arguments "" "" "USES" ${ARGN})
  list(APPEND WARPSCOPE_LAYERS "${folder}")
  set(WARPSCOPE_USES_${folder} "${warpscope_layer_arguments_USES}")
endmacro()

# sim/isa is warpscope_isa; runtime/report is warpscope_runtime_report, as sim has a report too.
function(warpscope_target_of folder result)
  string(REGEX REPLACE "^sim/" "" name "${folder}")
  string(REPLACE "/" "_" name "${name}")
  set(${result} "warpscope_${name}" PARENT_SCOPE)
endfunction()

# The folder's layer and everything below it, each once.
function(warpscope_layers_below folder result)
  set(found "${folder}")
  set(waiting "${WARPSCOPE_USES_${folder}}")
  while(waiting)
    list(POP_FRONT waiting next)
    if(NOT next IN_LIST found)
      list(APPEND found "${next}")
      list(APPEND waiting ${WARPSCOPE_USES_${next}})
    endif()
  endwhile()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# Most of the time that a source takes to compile is the standard library's headers.
set(WARPSCOPE_STANDARD_HEADERS <algorithm> <array> <bit> <cstdint> <cstring> <filesystem> <functional> <map>
  <memory> <optional> <set> <span> <string> <string_view> <unordered_map> <utility> <vector>)

# Compiles the headers that a layer of many sources includes most in advance, more of them with the arguments.
function(warpscope_precompile target)
  get_target_property(sources ${target} SOURCES)
  list(LENGTH sources count)
  if(count GREATER 10)
    target_precompile_headers(${target} PRIVATE ${WARPSCOPE_STANDARD_HEADERS} ${ARGN})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # Out of a precompiled header std::string's own code is warned of: false alarms of gcc 12.
      target_compile_options(${target} PRIVATE -Wno-array-bounds
        -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict)
    endif()
  endif()
endfunction()

# In a build from scratch most of the time goes to headers, read anew for each source.
function(warpscope_join_sources target)
  if(WARPSCOPE_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # A joined source is included, so its types in unnamed namespaces look as if others could see them.
      target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
  endif()
endfunction()

# Links a target with what its folder may use, and sets what depends on the place in the tree.
function(warpscope_link_layer target folder)
  get_target_property(type ${target} TYPE)
  set(scope PUBLIC)
  if(type STREQUAL "INTERFACE_LIBRARY")
    set(scope INTERFACE)
  else()
    warpscope_own_code(${target})
    if(folder MATCHES "^sim/")
      # The emulator rounds as PTX says; contracting a*b+c on the host would change bits.
      target_compile_options(${target} PRIVATE -ffp-contract=off)
    endif()
    if(WARPSCOPE_SANITIZE AND NOT folder MATCHES "^sim/")
      target_compile_options(${target} PRIVATE -O0) # optimising takes longer there than running
    endif()
    if(folder STREQUAL "cli")
      # Most of its objects is code of CLI11 and of JSON, optimised anew for each command.
      target_compile_options(${target} PRIVATE -O1)
      if(WARPSCOPE_SANITIZE)
        # Only what parses command lines is tested there; sanitizers would take most of the time.
        target_compile_options(${target} PRIVATE -O0 -fno-sanitize=all)
      endif()
    endif()
    if(folder MATCHES "^sim/(exec|rules|counters)$")
      # These count lanes and bytes all the time; the lowest level of sim/isa has the instruction for it anyway.
      target_compile_options(${target} PRIVATE -mpopcnt)
    endif()
  endif()
  if(NOT WARPSCOPE_USES_${folder})
    target_link_libraries(${target} ${scope} warpscope_dependencies warpscope_version)
  endif()
  foreach(used IN LISTS WARPSCOPE_USES_${folder})
    warpscope_target_of("${used}" used_target)
    if(TARGET ${used_target})
      target_link_libraries(${target} ${scope} ${used_target})
    endif()
  endforeach()
endfunction()

# The library of a folder's own .cpp files; of none when the folder is missing or has headers only.
function(warpscope_add_layer_library folder)
  warpscope_target_of("${folder}" target)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/${folder}/*.cpp")
  if(sources)
    add_library(${target} STATIC ${sources})
  else()
    add_library(${target} INTERFACE)
  endif()
  warpscope_link_layer(${target} "${folder}")
  if(sources)
    set(library_headers "")
    if(folder MATCHES "^runtime/")
      set(library_headers <fmt/format.h>)
    endif()
    if(folder STREQUAL "runtime/report")
      list(APPEND library_headers <nlohmann/json.hpp>)
      # JSON's code is once more in every object that reads or writes it, so several sources make one.
      set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    endif()
    warpscope_precompile(${target} ${library_headers})
    if(folder MATCHES "^(runtime/.*|sim/(debug|ptx))$")
      warpscope_join_sources(${target})
    endif()
  endif()
  if(sources AND folder STREQUAL "runtime/compile")
    target_link_libraries(${target} PRIVATE warpscope_paths)
  endif()
  if(sources AND folder STREQUAL "runtime/compare")
    target_link_libraries(${target} PRIVATE warpscope_claims_code)
  endif()
  if(sources AND folder STREQUAL "runtime/host")
    set_target_properties(${target} PROPERTIES OUTPUT_NAME warpscope_cudart)
  endif()
endfunction()

# bin/warpscope is cli/main.cpp; the rest of cli/ is a library, so that unit tests can reach it.
function(warpscope_add_cli)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/cli/*.cpp")
  set(main "${CMAKE_SOURCE_DIR}/cli/main.cpp")
  if(NOT main IN_LIST sources)
    return()
  endif()
  list(REMOVE_ITEM sources "${main}")
  if(sources)
    add_library(warpscope_cli STATIC ${sources})
    # Most of the time that a command's source takes to compile is these.
    target_precompile_headers(warpscope_cli PRIVATE <CLI/CLI.hpp> <fmt/format.h> <nlohmann/json.hpp>)
    # The rest is their code once more in every object, so several sources make one.
    set_target_properties(warpscope_cli PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 7)
    set(scope PUBLIC)
  else()
    add_library(warpscope_cli INTERFACE)
    set(scope INTERFACE)
  endif()
  warpscope_link_layer(warpscope_cli cli)
  target_link_libraries(warpscope_cli ${scope} warpscope_paths)
  target_include_directories(warpscope_cli SYSTEM ${scope} "${WARPSCOPE_CLI11_INCLUDE}")

  add_executable(warpscope "${main}")
  warpscope_own_code(warpscope)
  target_link_libraries(warpscope PRIVATE warpscope_cli)
endfunction()
