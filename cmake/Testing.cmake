# Functions for test suites: register a command, a Catch2 executable or a fuzz target with CTest.
#
# Every function takes SANITIZED: only such tests are registered in a sanitized build tree, where
# their names start with `sanitized.`, so that one CTest run can hold both trees' tests.

include(Catch)

set(WARPSCOPE_TEST_PREFIX "")
if(WARPSCOPE_SANITIZE)
  set(WARPSCOPE_TEST_PREFIX "sanitized.")
endif()

# Builds exactly what the tests of a sanitized tree need.
add_custom_target(warpscope_sanitized_tests)

# warpscope_add_test(NAME name COMMAND command… [LABELS …] [TIMEOUT s] [ENVIRONMENT …] [SANITIZED])
# The command runs in the repository's root; `$<TARGET_FILE:warpscope>` names the program.
function(warpscope_add_test)
  cmake_parse_arguments(test "SANITIZED" "NAME;TIMEOUT" "COMMAND;LABELS;ENVIRONMENT" ${ARGN})
  if(WARPSCOPE_SANITIZE AND NOT test_SANITIZED)
    return()
  endif()
  set(name "${WARPSCOPE_TEST_PREFIX}${test_NAME}")
  add_test(NAME "${name}" COMMAND ${test_COMMAND} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  if(NOT test_TIMEOUT)
    set(test_TIMEOUT 300)
  endif()
  set_tests_properties("${name}" PROPERTIES TIMEOUT ${test_TIMEOUT})
  if(test_LABELS)
    set_tests_properties("${name}" PROPERTIES LABELS "${test_LABELS}")
  endif()
  if(test_ENVIRONMENT)
    set_tests_properties("${name}" PROPERTIES ENVIRONMENT "${test_ENVIRONMENT}")
  endif()
endfunction()

# warpscope_add_catch_tests(target SOURCES … [LINK …] [LABELS …] [TIMEOUT s] [ENVIRONMENT …]
#   [SANITIZED])
# One CTest test for each test case; sources include "tests/catch.h". LINK defaults to every layer.
function(warpscope_add_catch_tests target)
  cmake_parse_arguments(test "SANITIZED" "TIMEOUT" "SOURCES;LINK;LABELS;ENVIRONMENT" ${ARGN})
  add_executable(${target} ${test_SOURCES})
  warpscope_own_code(${target})
  if(WARPSCOPE_SANITIZE)
    target_compile_options(${target} PRIVATE -O0) # most of them are compiled longer than they run
  endif()
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  if(NOT test_LINK)
    foreach(folder IN LISTS WARPSCOPE_LAYERS)
      warpscope_target_of("${folder}" library)
      if(TARGET ${library})
        list(APPEND test_LINK ${library})
      endif()
    endforeach()
    if(TARGET warpscope_gui_core)
      list(APPEND test_LINK warpscope_gui_core)
    endif()
  endif()
  target_link_libraries(${target} PRIVATE ${test_LINK} warpscope_dependencies warpscope_paths
    Catch2::Catch2WithMain)
  target_precompile_headers(${target} PRIVATE "${CMAKE_SOURCE_DIR}/tests/catch.h")
  if(NOT WARPSCOPE_SANITIZE)
    # Compiling tests takes longer than running them.
    target_compile_options(${target} PRIVATE -O0)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Without this, a precompiled header out of ccache is taken for an outdated one.
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  if(WARPSCOPE_SANITIZE AND NOT test_SANITIZED)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    return()
  endif()
  add_dependencies(warpscope_sanitized_tests ${target})
  if(NOT test_TIMEOUT)
    set(test_TIMEOUT 120)
  endif()
  set(no_match_fails "")
  if(Catch2_VERSION VERSION_LESS 3)
    # A test case that CTest cannot name back would otherwise pass without running.
    set(no_match_fails EXTRA_ARGS --warn NoTests)
  endif()
  if(WARPSCOPE_SANITIZE)
    # A process for each file of tests: starting one takes longer here than most test cases do.
    # Of the sources, -# makes tags.
    list(TRANSFORM test_SOURCES REPLACE "^.*/|[.]cpp$" "" OUTPUT_VARIABLE stems)
    list(FILTER stems INCLUDE REGEX "_test$")
    list(REMOVE_DUPLICATES stems)
    foreach(stem IN LISTS stems)
      add_test(NAME "${WARPSCOPE_TEST_PREFIX}${target}.${stem}"
        COMMAND ${target} --warn NoTests -\# "[#${stem}]"
        WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
      set_tests_properties("${WARPSCOPE_TEST_PREFIX}${target}.${stem}" PROPERTIES
        TIMEOUT ${test_TIMEOUT} LABELS "${test_LABELS}" ENVIRONMENT "${test_ENVIRONMENT}")
    endforeach()
    return()
  endif()
  catch_discover_tests(${target} ${no_match_fails} TEST_PREFIX "${WARPSCOPE_TEST_PREFIX}"
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
    PROPERTIES TIMEOUT ${test_TIMEOUT} LABELS "${test_LABELS}" ENVIRONMENT "${test_ENVIRONMENT}")
endfunction()

# warpscope_add_fuzz_test(name SOURCES … [LINK …] [RUNS n] [MAX_LENGTH n] [CORPUS folder])
# A libFuzzer target (it defines LLVMFuzzerTestOneInput), run for a fixed number of inputs from a
# fixed seed. Exists only in trees that clang sanitizes.
function(warpscope_add_fuzz_test name)
  if(NOT WARPSCOPE_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    return()
  endif()
  cmake_parse_arguments(fuzz "" "RUNS;MAX_LENGTH;CORPUS" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${fuzz_SOURCES})
  warpscope_own_code(${name})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(${name} PRIVATE ${fuzz_LINK} warpscope_dependencies warpscope_paths)
  add_dependencies(warpscope_sanitized_tests ${name})
  if(NOT fuzz_RUNS)
    set(fuzz_RUNS 20000)
  endif()
  if(NOT fuzz_MAX_LENGTH)
    set(fuzz_MAX_LENGTH 4096)
  endif()
  # New inputs go into the build tree; the corpus in the source tree is only read.
  set(found "${CMAKE_BINARY_DIR}/fuzz/${name}")
  file(MAKE_DIRECTORY "${found}")
  warpscope_add_test(NAME "fuzz.${name}" SANITIZED LABELS fuzz TIMEOUT 300
    COMMAND ${name} -seed=1 -len_control=0 -runs=${fuzz_RUNS} -max_len=${fuzz_MAX_LENGTH} -max_total_time=120
      -timeout=20 "-artifact_prefix=${found}/" "${found}" ${fuzz_CORPUS})
endfunction()
