// Macros for declarations: PREAMAR_API marks what the shared library exports; all other symbols are hidden.
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

// Marks a parameter, or the object of a member function, that the result refers to. Clang then warns if a view of a
// temporary is kept.
#if defined(__clang__)
#define PREAMAR_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define PREAMAR_LIFETIME_BOUND
#endif
