# preamar_operators: the operators that have their own files, from the list that generates the table.
file(STRINGS ${PROJECT_SOURCE_DIR}/src/registry/operators.inc rows REGEX "^OPERATOR")
list(TRANSFORM rows REPLACE "OPERATOR\\((.*)\\)" "\\1" OUTPUT_VARIABLE preamar_operators)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/registry/operators.inc)
