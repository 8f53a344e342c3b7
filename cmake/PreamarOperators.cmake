# preamar_operators: the operators that have files of their own, from the list that the table is made of.
file(STRINGS ${PROJECT_SOURCE_DIR}/src/registry/operators.inc rows REGEX "^OPERATOR")
list(TRANSFORM rows REPLACE "OPERATOR\\((.*)\\)" "\\1" OUTPUT_VARIABLE preamar_operators)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/registry/operators.inc)
