# `cmake --install` installs the headers in include/preamar-itk, and a CMake package. find_package(itk-preamar CONFIG)
# defines the target itk::Preamar, which links Preamar and the modules of ITK that the headers need.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(preamar_itk INTERFACE)
set_target_properties(preamar_itk PROPERTIES EXPORT_NAME Preamar)
target_compile_features(preamar_itk INTERFACE cxx_std_20)
target_link_libraries(preamar_itk INTERFACE preamar::preamar)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/itk-preamar)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/preamar-itk)
install(TARGETS preamar_itk EXPORT itk-preamar INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/preamar-itk)
install(EXPORT itk-preamar NAMESPACE itk:: FILE itk-preamarTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/itk-preamarConfig.cmake.in
  ${PROJECT_BINARY_DIR}/itk-preamarConfig.cmake INSTALL_DESTINATION ${package_dir})
# The version of Preamar with which the headers were tested.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/itk-preamarConfigVersion.cmake VERSION ${preamar_VERSION}
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/itk-preamarConfig.cmake ${PROJECT_BINARY_DIR}/itk-preamarConfigVersion.cmake
  DESTINATION ${package_dir})
