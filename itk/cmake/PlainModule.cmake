# Builds the module as a plain project: the parts of ITKModuleExternal and ITKModuleTest that this module needs.
macro(itk_module name)
  cmake_parse_arguments(module "EXCLUDE_FROM_DEFAULT" "DESCRIPTION" "DEPENDS;TEST_DEPENDS" ${ARGN})
  find_package(ITK 5.2 REQUIRED COMPONENTS ${module_DEPENDS} ${module_TEST_DEPENDS})
endmacro()
include(itk-module.cmake)
include(${ITK_USE_FILE})
include(CTest)

add_library(Preamar INTERFACE)
target_include_directories(Preamar INTERFACE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(Preamar INTERFACE ${ITK_LIBRARIES} ${Preamar_LIBRARIES})

macro(itk_module_test)
  set(Preamar-Test_LIBRARIES Preamar)
endmacro()

# One program with all tests: it runs the test that is named first, then compares images as the options say.
function(CreateTestDriver name libraries sources)
  set(CMAKE_TESTDRIVER_BEFORE_TESTMAIN "#include \"itkTestDriverBeforeTest.inc\"")
  set(CMAKE_TESTDRIVER_AFTER_TESTMAIN "#include \"itkTestDriverAfterTest.inc\"")
  create_test_sourcelist(all ${name}TestDriver.cxx ${sources}
    EXTRA_INCLUDE itkTestDriverInclude.h FUNCTION ProcessArguments)
  add_executable(${name}TestDriver ${all})
  target_link_libraries(${name}TestDriver PRIVATE ${libraries})
endfunction()

macro(itk_add_test)
  add_test(${ARGN})
endmacro()

set(ITK_TEST_OUTPUT_DIR ${PROJECT_BINARY_DIR}/Testing/Temporary)
file(MAKE_DIRECTORY ${ITK_TEST_OUTPUT_DIR})
if(BUILD_TESTING)
  add_subdirectory(test)
endif()
add_subdirectory(examples)
option(PREAMAR_BENCHMARK "Build the program that times these filters beside ITK's" OFF)
if(PREAMAR_BENCHMARK)
  add_subdirectory(bench)
endif()
