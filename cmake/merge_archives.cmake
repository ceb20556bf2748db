# Runs an archive script (`ar -M`) in the archive's folder; called by cmake/RuntimeArchive.cmake.

get_filename_component(folder "${ARCHIVE}" DIRECTORY)
file(REMOVE "${ARCHIVE}")
execute_process(COMMAND "${AR}" -M INPUT_FILE "${SCRIPT}" WORKING_DIRECTORY "${folder}"
  RESULT_VARIABLE status ERROR_VARIABLE errors)
# A script error leaves the status at zero, so the result is looked at as well.
if(NOT status EQUAL 0 OR NOT EXISTS "${ARCHIVE}" OR errors)
  file(REMOVE "${ARCHIVE}")
  message(FATAL_ERROR "Cannot merge ${ARCHIVE}: ${errors}")
endif()
