# preamar_device_test(name LABELS quick SOURCES a.cpp [LIBRARIES x]): a program that runs once per OpenCL implementation
# on this machine that tests know, as name.pocl and name.intel. Both run on the CPU.
find_library(PREAMAR_POCL NAMES libpocl.so.2 libpocl.so)
find_library(PREAMAR_INTEL_OPENCL NAMES intelocl HINTS ${PROJECT_SOURCE_DIR}/build/venv/lib)

# A folder that names one implementation to the OpenCL loader.
function(preamar_opencl_vendor name library)
  if(library)
    file(WRITE ${PROJECT_BINARY_DIR}/opencl/${name}/${name}.icd "${library}\n")
  else()
    message(STATUS "No tests on ${name}'s OpenCL, which is missing: run tools/setup --all")
  endif()
endfunction()
preamar_opencl_vendor(pocl "${PREAMAR_POCL}")
preamar_opencl_vendor(intel "${PREAMAR_INTEL_OPENCL}")
if(PREAMAR_POCL AND PREAMAR_INTEL_OPENCL)
  file(WRITE ${PROJECT_BINARY_DIR}/opencl/both/intel.icd "${PREAMAR_INTEL_OPENCL}\n")
  file(WRITE ${PROJECT_BINARY_DIR}/opencl/both/pocl.icd "${PREAMAR_POCL}\n")
endif()
# A simulator: it takes minutes for what takes others seconds.
find_library(PREAMAR_OCLGRIND NAMES oclgrind-rt-icd PATH_SUFFIXES oclgrind)
preamar_opencl_vendor(oclgrind "${PREAMAR_OCLGRIND}")

function(preamar_device_test name)
  cmake_parse_arguments(test "" "" "LABELS;SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${test_SOURCES})
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    # Sanitizers do not know the compilers inside these runtimes; the sanitizers check the kernels as threads instead.
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  preamar_set_up(${name})
  target_link_libraries(${name} PRIVATE preamar_inner GTest::gtest_main ${test_LIBRARIES})
  preamar_run_on_devices(${name} LABELS ${test_LABELS})
endfunction()

# Adds the tests of an existing program, with the arguments after ARGUMENTS. VENDORS defaults to pocl and intel; `both`
# has the devices of both.
function(preamar_run_on_devices name)
  cmake_parse_arguments(test "" "" "LABELS;ARGUMENTS;VENDORS" ${ARGN})
  if(NOT test_VENDORS)
    set(test_VENDORS pocl intel)
  endif()
  foreach(vendor IN LISTS test_VENDORS)
    if(EXISTS ${PROJECT_BINARY_DIR}/opencl/${vendor})
      add_test(NAME ${name}.${vendor} COMMAND ${name} ${test_ARGUMENTS})
      set(environment PREAMAR_TEST_DEVICE=opencl:0 OCL_ICD_VENDORS=${PROJECT_BINARY_DIR}/opencl/${vendor}
        POCL_CACHE_DIR=${PROJECT_BINARY_DIR}/opencl/cache)
      if(NOT vendor STREQUAL "pocl")
        # It needs a newer oneTBB than Debian's, which is next to it and serves Preamar as well.
        cmake_path(GET PREAMAR_INTEL_OPENCL PARENT_PATH libraries)
        list(APPEND environment LD_LIBRARY_PATH=${libraries})
      endif()
      set_tests_properties(${name}.${vendor} PROPERTIES LABELS "${test_LABELS};device" TIMEOUT 1200
        ENVIRONMENT "${environment}")
    endif()
  endforeach()
endfunction()

# The test `test` runs a program in oclgrind, which must report nothing; arguments after ARGUMENTS go to the program.
# With DEFECT, the source of a defective program, oclgrind must report the defect.
function(preamar_run_under_oclgrind test name)
  cmake_parse_arguments(test "" "DEFECT" "LABELS;ARGUMENTS" ${ARGN})
  if(NOT PREAMAR_OCLGRIND)
    return()
  endif()
  add_test(NAME ${test} COMMAND ${name} ${test_ARGUMENTS})
  set(environment PREAMAR_TEST_DEVICE=opencl:0 OCL_ICD_VENDORS=${PROJECT_BINARY_DIR}/opencl/oclgrind
    OCLGRIND_DATA_RACES=1 OCLGRIND_UNINITIALIZED=1 OCLGRIND_NUM_THREADS=1)
  # oclgrind continues after errors that it calls fatal, so its output decides.
  set(report "data race;ninitialized;Invalid (read|write);FATAL ERROR;divergence")
  set(matched FAIL_REGULAR_EXPRESSION)
  if(test_DEFECT)
    list(APPEND environment PREAMAR_DEFECT=${test_DEFECT})
    set(report "data race;ninitialized")
    set(matched PASS_REGULAR_EXPRESSION)
  endif()
  set_tests_properties(${test} PROPERTIES LABELS "${test_LABELS};device" TIMEOUT 1200 ENVIRONMENT "${environment}"
    ${matched} "${report}")
endfunction()
