// Layouts of the Swift runtime on 64-bit Linux, stable since Swift 5 in everything used here. The destructor (-16, heap
// objects only) and the value witnesses (-8) precede metadata, which begins with its kind. Class metadata continues
// with superclass (+8), flags (+16), instance size (+24), alignment mask (+28), size (+32), address point (+36) and
// descriptor (+40).

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_metadata.h"

#include "outl_heap_maps.h"
#include "outl_heap_runtime.h"

// The kinds of metadata, as the runtime numbers them (MetadataKind.def).
enum {
    kind_class = 0,
    kind_local_variable = 0x400,         // A closure context, or a captured variable of a fixed size.
    kind_generic_local_variable = 0x500, // A box.
    kind_error = 0x501,
    kind_task = 0x502,
    kind_last = 0x7ff,
};

static inline uintptr_t word(uintptr_t address) { return *(const uintptr_t *)address; }
static inline uint32_t half(uintptr_t address) { return *(const uint32_t *)address; }

static bool is_class(uintptr_t metadata) {
    if (!outl_maps_readable(metadata, 48)) { return false; }
    uint32_t alignment = (uint32_t)*(const uint16_t *)(metadata + 28) + 1;
    if ((alignment & (alignment - 1)) != 0 || half(metadata + 24) < 16 || half(metadata + 36) > half(metadata + 32)) {
        return false;
    }
    uintptr_t descriptor = word(metadata + 40);
    enum { descriptor_kind_mask = 31, descriptor_class = 16 };
    return descriptor % 4 == 0 && outl_maps_readable(descriptor, 44)
        && (half(descriptor) & descriptor_kind_mask) == descriptor_class;
}

enum outl_type_kind outl_metadata_kind(uintptr_t metadata) {
    if (metadata < 4096 || metadata % 8 != 0 || !outl_maps_readable(metadata - 16, 40)) { return OUTL_TYPE_OTHER; }
    if (!outl_maps_executable(word(metadata - 16))) { return OUTL_TYPE_OTHER; }
    switch (word(metadata)) {
    case kind_class: return is_class(metadata) ? OUTL_TYPE_CLASS : OUTL_TYPE_OTHER;
    case kind_local_variable: return OUTL_TYPE_CLOSURE;
    case kind_generic_local_variable: return OUTL_TYPE_BOX;
    case kind_error: return OUTL_TYPE_ERROR;
    case kind_task: return OUTL_TYPE_TASK;
    default: return OUTL_TYPE_OTHER;
    }
}

bool outl_metadata_valid(uintptr_t metadata) {
    if (metadata < 4096 || metadata % 8 != 0 || !outl_maps_readable(metadata - 8, 24)) { return false; }
    uintptr_t kind = word(metadata);
    if (kind > kind_last) { return false; }
    if (kind == kind_class) { return is_class(metadata); }
    uintptr_t witnesses = word(metadata - 8);
    return witnesses % 8 == 0 && outl_maps_readable(witnesses, 88);
}

struct outl_type_key outl_metadata_key(uintptr_t address, uintptr_t metadata, enum outl_type_kind kind) {
    struct outl_type_key key = {.metadata = metadata, .kind = kind};
    switch (kind) {
    case OUTL_TYPE_ERROR:
        // The box of an error has the type after its header.
        key.metadata = outl_maps_readable(address, 24) ? word(address + 16) : 0;
        break;
    case OUTL_TYPE_BOX: key.metadata = word(metadata + 16); break;
    case OUTL_TYPE_CLASS:
    case OUTL_TYPE_CLOSURE: return key;
    default: key.metadata = 0; return key;
    }
    if (!outl_metadata_valid(key.metadata)) { key.metadata = 0; }
    return key;
}

// The capture descriptor has their number at +8.
uint32_t outl_metadata_bindings(uintptr_t metadata) {
    uintptr_t descriptor = outl_maps_readable(metadata, 24) && word(metadata) == kind_local_variable
        ? word(metadata + 16) : 0;
    if (descriptor == 0 || descriptor % 4 != 0 || !outl_maps_readable(descriptor, 12)) { return 0; }
    uint32_t count = half(descriptor + 8);
    return count < OUTL_KEY_ARGUMENTS ? count : OUTL_KEY_ARGUMENTS;
}

void outl_metadata_bind(struct outl_type_key *key, uintptr_t address, uint32_t count) {
    const uint64_t prime = UINT64_C(0x100000001B3), start = UINT64_C(0xCBF29CE484222325);
    enum { header = 16 };
    if (count == 0 || !outl_maps_readable(address, header + 8 * (size_t)count)) { return; }
    uint64_t hash = start;
    for (uint32_t index = 0; index < count; index++) {
        key->arguments[index] = word(address + header + 8 * (uintptr_t)index);
        hash = (hash ^ key->arguments[index] ^ key->arguments[index] >> 29) * prime;
    }
    key->variant = (hash >> 8) | 1;
}

// MARK: Values and generic classes

bool outl_metadata_value_layout(uintptr_t metadata, struct outl_value_layout *layout) {
    if (!outl_metadata_valid(metadata)) { return false; }
    uintptr_t witnesses = word(metadata - 8);
    if (!outl_maps_readable(witnesses, 88)) { return false; }
    // The lowest byte of the flags is the alignment mask.
    enum { alignment_mask = 0xFF, is_not_plain = 0x10000, is_not_inline = 0x20000 };
    uint32_t flags = half(witnesses + 80);
    *layout = (struct outl_value_layout){
        .size = word(witnesses + 64), .stride = word(witnesses + 72), .alignment = (flags & alignment_mask) + 1,
        .is_inline = !(flags & is_not_inline), .is_plain = !(flags & is_not_plain)};
    return layout->stride > 0 && (layout->alignment & (layout->alignment - 1)) == 0;
}

// An existential type has flags at +8. The highest bit is 0 for class protocols; six more are the number of a protocol
// that the runtime treats specially, such as `Error`.
bool outl_metadata_existential(uintptr_t metadata) {
    enum { kind_optional = 0x202, kind_existential = 0x303, kind_extended = 0x307, deepest = 4, shape_kind = 0xFF };
    const uint32_t of_any_type = UINT32_C(1) << 31, special = UINT32_C(0x3F) << 24;
    for (int depth = 0; depth < deepest && outl_metadata_valid(metadata); depth++) {
        if (word(metadata) == kind_existential) {
            return (half(metadata + 8) & of_any_type) && !(half(metadata + 8) & special);
        }
        // The shape of `any P<T>`, at +8, begins with flags, whose lowest byte is 0 for values of any type.
        if (word(metadata) == kind_extended) {
            uintptr_t shape = word(metadata + 8);
            return outl_maps_readable(shape, 4) && (half(shape) & shape_kind) == 0;
        }
        if (word(metadata) != kind_optional) { return false; }
        metadata = word(metadata + 16);
    }
    return false;
}

// The descriptor of a class has the size of its metadata in words at +28, and the number of the class's own words,
// beginning with the generic arguments, at +32. If the superclass is resilient, +24 refers to their offset in bytes.
uintptr_t outl_metadata_generic_arguments(uintptr_t metadata) {
    enum { most_bytes = 1 << 16 };
    const uint32_t changes = UINT32_C(1) << 29;
    uintptr_t descriptor = word(metadata + 40);
    uint32_t words = half(descriptor + 28), own = half(descriptor + 32);
    uint64_t offset = 8 * (uint64_t)(words - own);
    if (half(descriptor) & changes) {
        uintptr_t bounds = outl_maps_relative(descriptor + 24);
        if (!bounds || bounds % 8 != 0 || !outl_maps_readable(bounds, 8)) { return 0; }
        offset = word(bounds);
    } else if (own > words) {
        return 0;
    }
    if (own == 0 || offset % 8 != 0 || offset > most_bytes) { return 0; }
    uintptr_t at = metadata + offset;
    return outl_maps_readable(at, 8 * (size_t)own) ? at : 0;
}

uintptr_t outl_metadata_generic_argument(uintptr_t metadata, uint32_t index) {
    uintptr_t at = outl_metadata_generic_arguments(metadata);
    return at && index < half(word(metadata + 40) + 32) ? word(at + 8 * (uintptr_t)index) : 0;
}

enum outl_storage outl_metadata_storage(uintptr_t metadata) {
    uintptr_t descriptor = outl_maps_readable(metadata, 48) ? word(metadata + 40) : 0;
    if (descriptor == 0) { return OUTL_STORAGE_NONE; }
    return descriptor == (uintptr_t)&outl_runtime_array_storage      ? OUTL_STORAGE_ARRAY
        : descriptor == (uintptr_t)&outl_runtime_set_storage         ? OUTL_STORAGE_SET
        : descriptor == (uintptr_t)&outl_runtime_dictionary_storage ? OUTL_STORAGE_DICTIONARY
                                                                     : OUTL_STORAGE_NONE;
}

// MARK: Reference counts

// The second word of an object. Bit 63: the rest is not a plain count. Bit 62: it is the address of a side table. Bit
// 32 of a count: the object is deinitialised, or about to be.
static const uint64_t slow = UINT64_C(1) << 63;
static const uint64_t in_side_table = UINT64_C(1) << 62;
static const uint64_t deinitialised = UINT64_C(1) << 32;

static uintptr_t side_table(uint64_t count) {
    return (count & slow) && (count & in_side_table) ? (uintptr_t)(count & (in_side_table - 1)) << 3 : 0;
}

bool outl_metadata_deinitialised(uintptr_t address) {
    if (!outl_maps_readable(address, 16)) { return false; }
    uint64_t count = word(address + 8);
    if (!(count & slow)) { return (count & deinitialised) != 0; }
    uintptr_t table = side_table(count);
    return table && outl_maps_readable(table, 32) && word(table) == address && (word(table + 16) & deinitialised);
}

uintptr_t outl_metadata_side_table_of(uintptr_t object) {
    return outl_maps_readable(object, 16) ? side_table(word(object + 8)) : 0;
}

bool outl_metadata_side_table(uintptr_t address, size_t size, uintptr_t *object) {
    if (size < 24 || size > 64 || !outl_maps_readable(address, 24)) { return false; }
    *object = word(address);
    return *object % 8 == 0 && *object >= 4096 && outl_metadata_side_table_of(*object) == address;
}

#endif
