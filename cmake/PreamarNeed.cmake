# preamar_need("oneTBB" "" TBB): find_package(TBB), or an error that names the part and the flag of tools/setup ("",
# "--converter", ...) that installs it. Arguments after the package's name go to find_package.
macro(preamar_need part flag package)
  find_package(${package} ${ARGN} QUIET)
  if(NOT ${package}_FOUND)
    preamar_missing("${part}" "${flag}")
  endif()
endmacro()

function(preamar_missing part flag)
  string(STRIP "tools/setup ${flag}" command)
  message(FATAL_ERROR "${part} is missing: run ${command}\n"
    "On systems other than Debian, install it by hand: docs/dependencies.md lists all parts.")
endfunction()
