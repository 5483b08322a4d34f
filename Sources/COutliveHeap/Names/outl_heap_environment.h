#pragma once

/// What the generic parameters of a closure's captures stand for: its context has metadata for them before the captures.
///
/// Concurrency: pure, but for memory that is looked up first; after `outl_maps_read`. For the service thread.

#include "outl_heap_metadata.h"

enum { OUTL_ENVIRONMENT_LEVELS = 2, OUTL_ENVIRONMENT_PARAMETERS = OUTL_KEY_ARGUMENTS };

/// A generic environment as the runtime takes it, and the arguments that go with it.
struct outl_environment {
    uint32_t flags;
    /// The runtime's layout: for each level how many parameters there are up to its end, then a byte for each of these.
    struct {
        uint16_t counts[OUTL_ENVIRONMENT_LEVELS];
        uint8_t parameters[OUTL_ENVIRONMENT_PARAMETERS];
    } shape;
    uintptr_t arguments[OUTL_ENVIRONMENT_PARAMETERS];
};

/// Makes the environment of a closure's captures. Returns `false` where it has none, or where not all of its parameters
/// are known.
bool outl_environment_make(struct outl_environment *environment, struct outl_type_key key);

/// Returns `true` for the mangled name of a generic parameter alone; `depth` and `index` become which.
bool outl_environment_parameter(const char *name, size_t length, uint32_t *depth, uint32_t *index);
