# What is installed beside the command line: headers, libraries, and the files by which CMake and pkg-config find them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/preamar)

# Both kinds are called preamar::preamar, so each has a file of its own and the package file picks one.
foreach(target preamar preamar_static)
  if(TARGET ${target})
    get_target_property(type ${target} TYPE)
    string(REGEX REPLACE "(.*)_LIBRARY" "\\1" kind ${type})
    string(TOLOWER ${kind} kind)
    install(TARGETS ${target} EXPORT preamar_${kind}
            RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
            LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
            ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
            INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(EXPORT preamar_${kind} NAMESPACE preamar:: FILE preamar_${kind}.cmake DESTINATION ${package_dir})
  endif()
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/preamar DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/preamarConfig.cmake.in
  ${PROJECT_BINARY_DIR}/preamarConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/preamarConfigVersion.cmake
                                 COMPATIBILITY ${preamar_compatibility})
install(FILES ${PROJECT_BINARY_DIR}/preamarConfig.cmake ${PROJECT_BINARY_DIR}/preamarConfigVersion.cmake
        DESTINATION ${package_dir})

# Relocatable: every path is relative to the file itself.
file(RELATIVE_PATH from_lib_to_include ${CMAKE_INSTALL_FULL_LIBDIR} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(${PROJECT_SOURCE_DIR}/cmake/preamar.pc.in ${PROJECT_BINARY_DIR}/preamar.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/preamar.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
