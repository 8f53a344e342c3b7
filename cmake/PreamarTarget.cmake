# Settings of every target of the project.

# Bit-identical results need identical arithmetic on every machine: no contraction into fused multiply-add.
add_library(preamar_options INTERFACE)
target_compile_features(preamar_options INTERFACE cxx_std_20)
target_compile_options(preamar_options INTERFACE -ffp-contract=off -Wall -Wextra -Wshadow)
if(PREAMAR_DEVELOPER)
  target_compile_options(preamar_options INTERFACE -Werror)
endif()

# For every target, so that a program and the objects that it links agree.
if(PREAMAR_ASSERTIONS)
  target_compile_definitions(preamar_options INTERFACE PREAMAR_ASSERTIONS)
endif()

if(PREAMAR_SHARED_TESTS)
  set(preamar_visibility default)
else()
  set(preamar_visibility hidden)
endif()

function(preamar_set_up target)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:preamar_options>)
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET ${preamar_visibility}
    VISIBILITY_INLINES_HIDDEN ON)
endfunction()
