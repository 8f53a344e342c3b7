// Marks what the shared library exports; everything else stays hidden.
#pragma once

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
