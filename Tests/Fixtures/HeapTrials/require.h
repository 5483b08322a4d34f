#pragma once

#include <stdio.h>
#include <stdlib.h>

// Ends the trial with a message unless a condition holds.
#define REQUIRE(condition, ...) \
    do { \
        if (!(condition)) { \
            printf(__VA_ARGS__); \
            printf(" (line %d)\n", __LINE__); \
            exit(1); \
        } \
    } while (0)
