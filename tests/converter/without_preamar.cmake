# Hides a Preamar that is installed on this machine.
set(CMAKE_DISABLE_FIND_PACKAGE_preamar ON)
