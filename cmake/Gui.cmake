# Builds gui/ when it is wanted and Dear ImGui, GLFW and OpenGL are there.
#
# gui/engine, gui/views, gui/theme and gui/layout need no GUI package, so they are always a library of
# their own (warpscope_gui_core) that headless builds and tests can use.

# Sets `result` to a target that carries Dear ImGui with its GLFW and OpenGL backends, or to "".
function(warpscope_find_imgui result)
  set(${result} "" PARENT_SCOPE)
  find_package(glfw3 QUIET)
  find_package(OpenGL QUIET)
  find_path(WARPSCOPE_STB_INCLUDE stb_image_write.h PATH_SUFFIXES stb)
  mark_as_advanced(WARPSCOPE_STB_INCLUDE)
  if(NOT glfw3_FOUND OR NOT OpenGL_FOUND OR NOT WARPSCOPE_STB_INCLUDE)
    return()
  endif()
  if(WARPSCOPE_IMGUI_DIR)
    file(GLOB sources "${WARPSCOPE_IMGUI_DIR}/imgui*.cpp")
    add_library(warpscope_imgui STATIC ${sources}
      "${WARPSCOPE_IMGUI_DIR}/misc/cpp/imgui_stdlib.cpp"
      "${WARPSCOPE_IMGUI_DIR}/backends/imgui_impl_glfw.cpp"
      "${WARPSCOPE_IMGUI_DIR}/backends/imgui_impl_opengl3.cpp")
    target_include_directories(warpscope_imgui SYSTEM PUBLIC "${WARPSCOPE_IMGUI_DIR}"
      "${WARPSCOPE_IMGUI_DIR}/backends" "${WARPSCOPE_IMGUI_DIR}/misc/cpp")
    set(scope PUBLIC)
  else()
    find_path(WARPSCOPE_IMGUI_INCLUDE imgui.h PATH_SUFFIXES imgui)
    find_library(WARPSCOPE_IMGUI_LIBRARY imgui)
    mark_as_advanced(WARPSCOPE_IMGUI_INCLUDE WARPSCOPE_IMGUI_LIBRARY)
    if(NOT WARPSCOPE_IMGUI_INCLUDE OR NOT WARPSCOPE_IMGUI_LIBRARY)
      return()
    endif()
    add_library(warpscope_imgui INTERFACE)
    target_include_directories(warpscope_imgui SYSTEM INTERFACE "${WARPSCOPE_IMGUI_INCLUDE}"
      "${WARPSCOPE_IMGUI_INCLUDE}/backends")
    target_link_libraries(warpscope_imgui INTERFACE "${WARPSCOPE_IMGUI_LIBRARY}")
    # Debian's Dear ImGui leaves stb_truetype and stb_rect_pack to a library of their own.
    find_library(WARPSCOPE_STB_LIBRARY stb)
    mark_as_advanced(WARPSCOPE_STB_LIBRARY)
    if(WARPSCOPE_STB_LIBRARY)
      target_link_libraries(warpscope_imgui INTERFACE "${WARPSCOPE_STB_LIBRARY}")
    endif()
    set(scope INTERFACE)
  endif()
  target_link_libraries(warpscope_imgui ${scope} glfw OpenGL::GL ${CMAKE_DL_LIBS})
  set(${result} warpscope_imgui PARENT_SCOPE)
endfunction()

function(warpscope_add_gui)
  # What needs no GUI package: the engine's thread, views, palette, layout.
  file(GLOB core CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/gui/engine/*.cpp" "${CMAKE_SOURCE_DIR}/gui/views/*.cpp"
    "${CMAKE_SOURCE_DIR}/gui/theme/*.cpp" "${CMAKE_SOURCE_DIR}/gui/layout/*.cpp")
  if(core)
    find_package(Threads REQUIRED)
    add_library(warpscope_gui_core STATIC ${core})
    warpscope_link_layer(warpscope_gui_core gui)
    target_link_libraries(warpscope_gui_core PUBLIC Threads::Threads)
    warpscope_precompile(warpscope_gui_core <fmt/format.h>)
    warpscope_join_sources(warpscope_gui_core)
  endif()

  set(main "${CMAKE_SOURCE_DIR}/gui/main.cpp")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/gui/*.cpp" "${CMAKE_SOURCE_DIR}/gui/panels/*.cpp"
    "${CMAKE_SOURCE_DIR}/gui/draw/*.cpp" "${CMAKE_SOURCE_DIR}/gui/backend/*.cpp"
    "${CMAKE_SOURCE_DIR}/gui/editor/*.cpp")
  list(REMOVE_ITEM sources "${main}")
  if(NOT WARPSCOPE_GUI OR NOT sources)
    return()
  endif()
  warpscope_find_imgui(imgui)
  if(NOT imgui)
    message(STATUS "GUI left out: install its packages with scripts/install_packages.sh --gui")
    return()
  endif()
  add_library(warpscope_gui STATIC ${sources})
  warpscope_link_layer(warpscope_gui gui)
  target_link_libraries(warpscope_gui PUBLIC warpscope_gui_core PRIVATE ${imgui})
  target_include_directories(warpscope_gui SYSTEM PRIVATE "${WARPSCOPE_STB_INCLUDE}" "${WARPSCOPE_CLI11_INCLUDE}")
  warpscope_precompile(warpscope_gui <fmt/format.h>)
  warpscope_join_sources(warpscope_gui)

  # A program of its own: the command line must not load X11 and OpenGL.
  add_executable(warpscope-gui "${main}")
  warpscope_own_code(warpscope-gui)
  target_link_libraries(warpscope-gui PRIVATE warpscope_gui)
endfunction()
