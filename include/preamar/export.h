// Marks of declarations: what the shared library exports, everything else being hidden, and what a result refers to.
#pragma once

#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error "Preamar needs C++20: compile with -std=c++20 or later"
#endif

#if defined(PREAMAR_STATIC)
#define PREAMAR_API
#elif defined(_WIN32)
#if defined(preamar_EXPORTS)
#define PREAMAR_API __declspec(dllexport)
#else
#define PREAMAR_API __declspec(dllimport)
#endif
#else
#define PREAMAR_API __attribute__((visibility("default")))
#endif

// Of a parameter, or of a member function's object: the result refers to it. Clang then warns where a view of a
// temporary is kept.
#if defined(__clang__)
#define PREAMAR_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define PREAMAR_LIFETIME_BOUND
#endif
