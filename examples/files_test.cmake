# The example and the command of the same name write the same file.
if(NOT instance)
  set(instance tissue)
endif()
if(NOT inputs)
  set(inputs image.tif)
endif()
file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder})
execute_process(COMMAND ${tool} generate ${instance} 128 -o ${inputs}
                COMMAND_ERROR_IS_FATAL ANY WORKING_DIRECTORY ${folder})
execute_process(COMMAND ${example} ${inputs} example.tif COMMAND_ERROR_IS_FATAL ANY WORKING_DIRECTORY ${folder})
execute_process(COMMAND ${tool} ${name} ${inputs} -o tool.tif ${options}
                COMMAND_ERROR_IS_FATAL ANY WORKING_DIRECTORY ${folder})
file(SHA256 ${folder}/example.tif by_example)
file(SHA256 ${folder}/tool.tif by_tool)
if(NOT by_example STREQUAL by_tool)
  message(FATAL_ERROR "example.tif and tool.tif differ in ${folder}")
endif()
