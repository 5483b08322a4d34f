#pragma once

/// The places of values of `any P` in objects, by the object's type: in stored properties, elements, keys, values and
/// captures. Such a value has three words, which contain it or the address of its box, then the metadata of its type.
///
/// Concurrency: in a frozen copy only.

#include "Freeze/walk.h"

/// The part of an object that contains a place.
enum outl_part { OUTL_PART_INSTANCE, OUTL_PART_KEY, OUTL_PART_VALUE, OUTL_PART_COUNT };

/// The places in the objects of a type.
struct outl_places {
    struct {
        uint32_t first; ///< An index of `outl_places_offsets`.
        uint32_t count;
    } parts[OUTL_PART_COUNT];
    uint32_t stride; ///< The stride of elements of array storage, which are keys here; otherwise 0.
};

/// Finds the places of all types that have a number. Returns `false` if there is no memory.
bool outl_places_prepare(const struct outl_walk *walk);

/// Returns the number of types whose places are known, from 0 on.
uint32_t outl_places_types(void);

/// Returns the places of a type.
const struct outl_places *outl_places_of(uint32_t type);

/// Returns the offsets of all places, from the start of the instance or element. Valid until `outl_places_prepare`.
const uint32_t *outl_places_offsets(void);
