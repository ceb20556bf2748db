# Builds sim/isa once per x86-64 level, so that the best one can be chosen when a program starts.
#
# Every source sees WARPSCOPE_ISA_LEVEL (v2, v3, v4) and puts its code into a namespace of that
# name. The files in WARPSCOPE_ISA_COMMON are compiled once and see WARPSCOPE_ISA_HAVE_<level>.

function(warpscope_add_isa_library)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/sim/isa/*.cpp")
  if(NOT sources)
    warpscope_add_layer_library(sim/isa)
    return()
  endif()
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    message(FATAL_ERROR "sim/isa is written for x86-64; this machine is ${CMAKE_SYSTEM_PROCESSOR}")
  endif()

  set(common "")
  set(per_level "")
  foreach(source IN LISTS sources)
    get_filename_component(name "${source}" NAME)
    if(name IN_LIST WARPSCOPE_ISA_COMMON)
      list(APPEND common "${source}")
    else()
      list(APPEND per_level "${source}")
    endif()
  endforeach()

  set(objects "")
  set(have "")
  foreach(level IN LISTS WARPSCOPE_ISA_LEVELS)
    list(APPEND have "WARPSCOPE_ISA_HAVE_${level}")
    if(per_level)
      add_library(warpscope_isa_${level} OBJECT ${per_level})
      warpscope_link_layer(warpscope_isa_${level} sim/isa)
      target_compile_options(warpscope_isa_${level} PRIVATE "-march=x86-64-${level}")
      target_compile_definitions(warpscope_isa_${level} PRIVATE "WARPSCOPE_ISA_LEVEL=${level}")
      list(APPEND objects "$<TARGET_OBJECTS:warpscope_isa_${level}>")
    endif()
  endforeach()

  add_library(warpscope_isa STATIC ${common} ${objects})
  set_target_properties(warpscope_isa PROPERTIES LINKER_LANGUAGE CXX)
  warpscope_link_layer(warpscope_isa sim/isa)
  target_compile_definitions(warpscope_isa PRIVATE ${have})
endfunction()
