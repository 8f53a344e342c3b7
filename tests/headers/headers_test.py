#!/usr/bin/env python3
"""The public headers as compilers see them, under the warnings that careful projects turn on.

All headers, and calls of right.cpp, compile without a warning; wrong calls are refused in one line that says what to
write. That each header compiles alone is checked by tools/check/headers.
"""

import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import unittest

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "include"
GCC, CLANG = "g++", "clang++-19"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror"]
BRIDGES = ("mdspan.h", "opencv.h")  # these need a library of their own; tests/bridges compiles them
HEADERS = sorted(path.name for path in (INCLUDE / "preamar").glob("*.h") if path.name not in BRIDGES)


def deleted(name):
    """What GCC and Clang both say of a call to a deleted member."""
    return re.compile(rf"deleted .*\b{name}\b")


TYPE_UNKNOWN = "the type of its pixels is unknown: "
NO_PIXEL_TYPE = "no pixel type: give bool, an integer of 8 to 64 bits, float or double"
DANGLING = ("ConstImageView v = gaussian(a, {.sigma = 2}); (void)v;", "destroyed at the end of the full-expression")
# Calls that are rejected, with a part of the message; in two programs, because a compiler reports one instance of a
# template only once.
WRONG = [[
    DANGLING,  # only Clang detects it
    ("auto v = gaussian(a, {.sigma = 2}).view();", deleted("view")),
    ("for (float v : gaussian(a, {.sigma = 2}).as<float>()) (void)v;", deleted("as")),
    ("auto v = gaussian(a, {.sigma = 2}).row<float>(1);", deleted("row")),
    ("const float& v = gaussian(a, {.sigma = 2}).at<float>(1, 2); (void)v;", deleted("at")),
    ("(void)dtype_of<_Float16>();", NO_PIXEL_TYPE),
    ("map(a, out, [](auto v) { return v; });", TYPE_UNKNOWN + "write the types of the parameters, or map<T>(...)"),
    ("map(a, out, [](float v) { (void)v; });", "map: its result must be a pixel"),
    ("map(a, out, [](float v, float w) { return v + w; });", "map({image, other}, out, ...)"),
    ("stencil<3, 3>(a, out, [](const auto& w) { return w(0, 1); });", TYPE_UNKNOWN + "let it take a Window"),
    ("(void)histogram(a, 16, [](auto v) { return v; });", TYPE_UNKNOWN + "write the type of the parameter, or"),
], [
    ("struct Labels { const Image image; }; auto v = Labels{}.image.as<bool>();", deleted("as")),
    ("(void)view(static_cast<_Float16*>(nullptr), {2, 2});", NO_PIXEL_TYPE),
    ("map({a, b}, out, std::plus<>());", TYPE_UNKNOWN + "write the types of the parameters, or map<T>(...)"),
    ("map(a, out, [n = 0](float v) mutable { return v + float(n++); });", "map: the function must take one pixel"),
    ("map(a, out, [](long double v) { return v > 0; });", "map: its parameters must be pixels"),
    ("stencil<3, 3>(a, out, [](const Window<float, 3, 5>& w) { return w(0, 1); });", "a Window of the extents"),
    ("(void)reduce(a, Two{}, [](Two t, auto) { return t; }, [](Two t, Two) { return t; });",
     TYPE_UNKNOWN + "write the types of the parameters, or reduce<T>(...)"),
    ("(void)reduce(a, 0.0, [](double, double) { return Two{}; }, std::plus<>());", "reduce: the first function must"),
]]
WRONG_BEGINS = """#include <preamar/gaussian.h>
#include <preamar/histogram.h>
#include <preamar/map.h>
#include <preamar/reduce.h>
#include <preamar/stencil.h>
#include <functional>
using namespace preamar;
struct Two { int a, b; };
"""
FUNCTION = "void use{}([[maybe_unused]] const Image& a, [[maybe_unused]] const Image& b, [[maybe_unused]] Image& out)"


def says(line, message):
    return message.search(line) if isinstance(message, re.Pattern) else message in line


def has(compiler):
    if shutil.which(compiler):
        return True
    if compiler == GCC:
        raise SystemExit("headers_test: g++ is not installed; install it (tools/setup)")
    return False


def compile_text(compiler, standard, text):
    """The exit code, and the compiler's errors."""
    command = [compiler, f"-std={standard}", "-fsyntax-only", f"-I{INCLUDE}", *WARNINGS, "-xc++", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=200)
    return done.returncode, done.stderr


def in_parallel(function, jobs):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(zip(jobs, pool.map(lambda job: function(*job), jobs)))


def first_include(name):
    """The first of a header's includes, of whatever kind."""
    return re.search(r"#\s*include\s*[<\"]([^\">]+)[\">]", (INCLUDE / "preamar" / name).read_text())


class Headers(unittest.TestCase):
    def setUp(self):
        if not has(CLANG):
            print(f"headers_test: {CLANG} is not installed; its part is left out")

    def test_are_silent_and_take_right_calls(self):
        each = "".join(f"#include <preamar/{name}>\n" for name in HEADERS)
        text = each + each + f'#include "{HERE / "right.cpp"}"\n'
        jobs = [(c, s, text) for c in (GCC, CLANG) if has(c) for s in ("c++20", "c++23")]
        for (compiler, standard, _), (code, errors) in in_parallel(compile_text, jobs):
            with self.subTest(f"{compiler} -std={standard}"):
                self.assertEqual((code, errors), (0, ""))

    def test_refuse_wrong_calls_in_one_line_each(self):
        jobs = [(compiler, [call for call in calls if compiler == CLANG or call != DANGLING])
                for compiler in (GCC, CLANG) if has(compiler) for calls in WRONG]

        def refuse(compiler, calls):
            functions = "".join(f"{FUNCTION.format(i)} {{ {call[0]} }}\n" for i, call in enumerate(calls))
            return compile_text(compiler, "c++20", WRONG_BEGINS + functions)

        for (compiler, calls), (_, errors) in in_parallel(refuse, jobs):
            lines = [line for line in errors.splitlines() if " error: " in line]
            for statement, message in calls:
                with self.subTest(f"{compiler}: {statement}"):
                    found = [line for line in lines if says(line, message)]
                    self.assertEqual(len(found), 1, errors)
                    lines.remove(found[0])
            self.assertEqual(lines, [], f"{compiler} says more")

    def test_ask_for_cpp20_before_anything_fails(self):
        for name in HEADERS:
            with self.subTest(name):
                first = name
                while first != "export.h":
                    found = first_include(first)
                    self.assertTrue(found and found[1].startswith("preamar/"),
                                    f"{first} must include <preamar/export.h> before other headers")
                    first = found[1].removeprefix("preamar/")
        for compiler in filter(has, (GCC, CLANG)):
            _, errors = compile_text(compiler, "c++17", "#include <preamar/map.h>\n")
            first_error = next(line for line in errors.splitlines() if " error: " in line)
            self.assertIn("Preamar needs C++20: compile with -std=c++20 or later", first_error)


if __name__ == "__main__":
    unittest.main()
