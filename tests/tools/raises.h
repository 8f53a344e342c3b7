// Expectations on preamar::Error: its kind, and its complete message or a part of it.
#pragma once

#include <preamar/error.h>

#include <gtest/gtest.h>

#include <string>

// The statement throws an Error of that kind with exactly that message.
#define EXPECT_RAISES(statement, wanted_kind, message)         \
  do {                                                         \
    try {                                                      \
      statement;                                               \
      ADD_FAILURE() << "nothing was thrown by " << #statement; \
    } catch (const preamar::Error& error) {                    \
      EXPECT_EQ(error.kind(), wanted_kind) << error.what();    \
      EXPECT_EQ(std::string(error.what()), message);           \
    }                                                          \
  } while (false)

// The same; the message must contain `part`.
#define EXPECT_RAISES_ABOUT(statement, wanted_kind, part)                                 \
  do {                                                                                    \
    try {                                                                                 \
      statement;                                                                          \
      ADD_FAILURE() << "nothing was thrown by " << #statement;                            \
    } catch (const preamar::Error& error) {                                               \
      EXPECT_EQ(error.kind(), wanted_kind) << error.what();                               \
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what(); \
    }                                                                                     \
  } while (false)
