# The target preamar_opencv (OpenCV's core), if it is installed; only tests and examples need it. Debian packages the
# core without the files that find_package needs.
find_path(PREAMAR_OPENCV_INCLUDE opencv2/core/mat.hpp PATH_SUFFIXES opencv4)
find_library(PREAMAR_OPENCV_CORE opencv_core)
mark_as_advanced(PREAMAR_OPENCV_INCLUDE PREAMAR_OPENCV_CORE)
if(PREAMAR_OPENCV_INCLUDE AND PREAMAR_OPENCV_CORE AND NOT TARGET preamar_opencv)
  add_library(preamar_opencv INTERFACE)
  target_include_directories(preamar_opencv SYSTEM INTERFACE ${PREAMAR_OPENCV_INCLUDE})
  target_link_libraries(preamar_opencv INTERFACE ${PREAMAR_OPENCV_CORE})
endif()
