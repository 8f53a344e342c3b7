"""Preamar for Conan 2. The libraries that it needs are those of the system, not Conan's."""

from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir
from conan.tools.system.package_manager import Apt

required_conan_version = ">=2.0"


class Preamar(ConanFile):
    name = "preamar"
    license = "Apache-2.0"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "tools": [True, False]}
    default_options = {"shared": True, "tools": True}

    def system_requirements(self):
        Apt(self).install([
            "libblosc-dev", "libdeflate-dev", "libhwy-dev", "libpng-dev", "libtbb-dev", "libtiff-dev",
            "libtomlplusplus-dev", "libzstd-dev", "nlohmann-json3-dev", "opencl-c-headers",
        ], check=True)

    def layout(self):
        cmake_layout(self, src_folder="source")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["PREAMAR_BUILD_TOOLS"] = bool(self.options.tools)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, str(Path(self.package_folder, "licenses")))
        rmdir(self, str(Path(self.package_folder, "lib", "pkgconfig")))

    def package_info(self):
        # The package's own CMake files name the system's libraries that a static library needs.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/preamar"]
        self.cpp_info.libs = ["preamar"]
