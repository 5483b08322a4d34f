#pragma once

/// Associated types of generic arguments, which their witness tables contain.
///
/// Concurrency: reads memory only, after `outl_maps_read`.

#include "Reader/contexts.h"

/// Returns the protocol of a requirement, `T: P`; 0 if it cannot be read.
uintptr_t outl_requirement_protocol(uintptr_t requirement);

/// An associated type in a witness table.
struct outl_witness {
    /// Its metadata, or, until that is first needed, the address of its name, with the lowest bit set. 0 if unknown.
    uintptr_t word;
    uintptr_t conforming; ///< The metadata of the conforming type, whose parameters the name may contain.
};

/// Returns the witness of `T.A`.
///
/// - scope: The arguments of a type; a function's have no witness tables.
/// - level: The level of `T`, and `number` its number there.
/// - protocol: The protocol that declares the associated type, and `name` its name there.
struct outl_witness outl_associated_type(
    const struct outl_scope *scope, uint32_t level, uint32_t number, uintptr_t protocol, const char *name,
    size_t length);
