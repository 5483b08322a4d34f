#pragma once

/// The generic arguments of a closure's captures, whose metadata precedes the captures in the closure's context.
///
/// Concurrency: pure, except that memory is checked before it is read; after `outl_maps_read`.

#include "Names/metadata.h"

enum { OUTL_ENVIRONMENT_LEVELS = 2, OUTL_ENVIRONMENT_PARAMETERS = OUTL_KEY_ARGUMENTS };

/// A generic environment as the runtime takes it, and its arguments.
struct outl_environment {
    uint32_t flags;
    /// The runtime's layout: for each level the number of parameters up to its end, then a byte for each parameter.
    struct {
        uint16_t counts[OUTL_ENVIRONMENT_LEVELS];
        uint8_t parameters[OUTL_ENVIRONMENT_PARAMETERS];
    } shape;
    uintptr_t arguments[OUTL_ENVIRONMENT_PARAMETERS];
};

/// Creates the environment of a closure's captures. Returns `false` if it has none, or if some parameters are unknown.
bool outl_environment_make(struct outl_environment *environment, struct outl_type_key key);

/// Returns `true` if a mangled name is a generic parameter alone, with its `depth` and `index`.
bool outl_environment_parameter(const char *name, size_t length, uint32_t *depth, uint32_t *index);
