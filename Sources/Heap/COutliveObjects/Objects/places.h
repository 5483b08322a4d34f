#pragma once

/// The places of values of `any P` in objects, by the object's type: in stored properties, elements, keys, values and
/// captures. Such a value has three words, which contain it or the address of its box, then the metadata of its type.
///
/// Concurrency: as Objects/graph.h.

#include "Objects/walk.h"

/// The part of an object that contains a place.
enum outl_part { OUTL_PART_INSTANCE, OUTL_PART_KEY, OUTL_PART_VALUE, OUTL_PART_COUNT };

/// The places in the objects of a type.
struct outl_places {
    struct {
        uint32_t first; ///< An index of `outl_place_offsets`.
        uint32_t count;
    } parts[OUTL_PART_COUNT];
    uint32_t stride; ///< The stride of elements of array storage, which are keys here; otherwise 0.
};

/// Finds the places of all types that have a number. Returns `false` if there is no memory.
bool outl_places_prepare(const struct outl_walk *walk);

/// The places by the number of the type, and the offsets of all places from the start of the instance or element.
extern struct outl_array outl_places OUTL_HIDDEN, outl_place_offsets OUTL_HIDDEN;

static inline const struct outl_places *outl_places_of(uint32_t type) {
    return (const struct outl_places *)outl_places.items + type;
}
