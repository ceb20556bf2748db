# Read by CTest, not by CMake: adds a sanitized build tree's tests to the run when asked to.
#
# scripts/test.sh sets the variable after it has built that tree; without it nothing is added, so a
# plain `ctest` never runs outdated sanitized binaries.
if(DEFINED ENV{WARPSCOPE_SANITIZED_TREE})
  subdirs("$ENV{WARPSCOPE_SANITIZED_TREE}")
endif()
