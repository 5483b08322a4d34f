// Layouts of the Swift runtime on 64-bit Linux, stable since Swift 5 in everything used here. The destructor (-16, heap
// objects only) and the value witnesses (-8) precede metadata, which begins with its kind. Class metadata continues
// with superclass (+8), flags (+16), instance size (+24), alignment mask (+28), size (+32), address point (+36) and
// descriptor (+40).
#include "Types/metadata.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Types/runtime.h"

#include <string.h>

static bool is_aligned(uintptr_t metadata) { return metadata >= 4096 && metadata % 8 == 0; }

static bool is_class(uintptr_t metadata) {
    if (!outl_maps_readable(metadata, 48)) { return false; }
    uint32_t alignment = (uint32_t)outl_small(metadata + 28) + 1;
    bool has_sizes = outl_half(metadata + 24) >= 16 && outl_half(metadata + 36) <= outl_half(metadata + 32);
    if ((alignment & (alignment - 1)) != 0 || !has_sizes) { return false; }
    uintptr_t descriptor = outl_word(metadata + 40);
    return descriptor % 4 == 0 && outl_maps_readable(descriptor, 44)
        && (outl_half(descriptor) & OUTL_DESCRIPTOR_KIND) == OUTL_DESCRIPTOR_CLASS;
}

enum outl_type_kind outl_metadata_kind(uintptr_t metadata) {
    if (!is_aligned(metadata) || !outl_maps_readable(metadata - 16, 40)) { return OUTL_TYPE_OTHER; }
    if (!outl_maps_executable(outl_word(metadata - 16))) { return OUTL_TYPE_OTHER; }
    switch (outl_word(metadata)) {
    case OUTL_METADATA_CLASS: return is_class(metadata) ? OUTL_TYPE_CLASS : OUTL_TYPE_OTHER;
    case OUTL_METADATA_LOCAL_VARIABLE: return OUTL_TYPE_CLOSURE;
    case OUTL_METADATA_GENERIC_LOCAL_VARIABLE: return OUTL_TYPE_BOX;
    case OUTL_METADATA_ERROR: return OUTL_TYPE_ERROR;
    case OUTL_METADATA_TASK: return OUTL_TYPE_TASK;
    default: return OUTL_TYPE_OTHER;
    }
}

bool outl_metadata_valid(uintptr_t metadata) {
    if (!is_aligned(metadata) || !outl_maps_readable(metadata - 8, 24)) { return false; }
    uintptr_t kind = outl_word(metadata), witnesses = outl_word(metadata - 8);
    if (kind == OUTL_METADATA_CLASS) { return is_class(metadata); }
    return kind <= OUTL_METADATA_LAST && witnesses % 8 == 0 && outl_maps_readable(witnesses, 88);
}

uintptr_t outl_metadata_made(uintptr_t metadata) {
    if (outl_runtime.is_called && metadata && !outl_metadata_valid(metadata)) { outl_maps_read(); }
    return metadata;
}

uintptr_t outl_metadata_descriptor(uintptr_t metadata) {
    enum { size = 28 };
    uintptr_t descriptor = outl_maps_readable(metadata, 16) ? outl_word(metadata + 8) : 0;
    return descriptor % 4 == 0 && outl_maps_readable(descriptor, size) ? descriptor : 0;
}

// MARK: Descriptors

// A descriptor refers to its context at +4 and to its name at +8.
enum { named_descriptor_size = 12 };

// A reference with the lowest bit set refers to a word with the context's address.
uintptr_t outl_descriptor_parent(uintptr_t descriptor) {
    if (descriptor % 4 != 0 || !outl_maps_readable(descriptor, named_descriptor_size)) { return 0; }
    uintptr_t parent = outl_maps_relative(descriptor + 4), word = parent & ~(uintptr_t)1;
    return parent == word ? parent : outl_maps_readable(word, 8) ? outl_word(word) : 0;
}

bool outl_descriptor_is_named(uintptr_t descriptor, const char *name) {
    size_t length;
    if (!outl_maps_readable(descriptor, named_descriptor_size)) { return false; }
    const char *text = outl_maps_text(outl_maps_relative(descriptor + 8), strlen(name) + 1, &length);
    return text && strcmp(text, name) == 0;
}

// MARK: Types of objects

struct outl_type_key outl_metadata_key(uintptr_t address, uintptr_t metadata, enum outl_type_kind kind) {
    struct outl_type_key key = {.kind = kind};
    if (kind == OUTL_TYPE_CLASS || kind == OUTL_TYPE_CLOSURE) { key.metadata = metadata; }
    if (kind == OUTL_TYPE_BOX) { key.metadata = outl_word(metadata + 16); }
    // The box of an error has the type after its header.
    if (kind == OUTL_TYPE_ERROR && outl_maps_readable(address, 24)) { key.metadata = outl_word(address + 16); }
    bool is_of_value = kind == OUTL_TYPE_BOX || kind == OUTL_TYPE_ERROR;
    if (is_of_value && !outl_metadata_valid(key.metadata)) { key.metadata = 0; }
    return key;
}

// The descriptor: the numbers of captures, metadata sources and bindings, then the references.
struct outl_captures outl_captures_of(uintptr_t metadata) {
    enum { maximum_captures = 4096, header = 12 };
    struct outl_captures captures = {0}, none = {0};
    uintptr_t descriptor = outl_maps_readable(metadata, 24) ? outl_word(metadata + 16) : 0;
    if (descriptor == 0 || descriptor % 4 != 0 || !outl_maps_readable(descriptor, header)) { return none; }
    captures.count = outl_half(descriptor);
    captures.sources = outl_half(descriptor + 4);
    captures.offset = outl_half(metadata + 8) + 8 * (uint64_t)outl_half(descriptor + 8);
    captures.bindings = outl_half(descriptor + 8);
    if (captures.bindings > OUTL_KEY_ARGUMENTS) { captures.bindings = OUTL_KEY_ARGUMENTS; }
    captures.first = descriptor + header;
    if (captures.count > maximum_captures) { return none; }
    return outl_maps_readable(captures.first, 4 * (size_t)captures.count) ? captures : none;
}

void outl_metadata_bind(struct outl_type_key *key, uintptr_t address, uint32_t count) {
    const uint64_t prime = UINT64_C(0x100000001B3), start = UINT64_C(0xCBF29CE484222325);
    enum { header = 16 };
    if (count == 0 || !outl_maps_readable(address, header + 8 * (size_t)count)) { return; }
    uint64_t hash = start;
    for (uint32_t index = 0; index < count; index++) {
        key->arguments[index] = outl_word(address + header + 8 * (uintptr_t)index);
        hash = (hash ^ key->arguments[index] ^ key->arguments[index] >> 29) * prime;
    }
    key->variant = (hash >> 8) | 1;
}

// MARK: Values

bool outl_metadata_value_layout(uintptr_t metadata, struct outl_value_layout *layout) {
    if (!outl_metadata_valid(metadata)) { return false; }
    uintptr_t witnesses = outl_word(metadata - 8);
    if (!outl_maps_readable(witnesses, 88)) { return false; }
    // The lowest byte of the flags is the alignment mask.
    enum { alignment_mask = 0xFF, is_not_plain = 0x10000, is_not_inline = 0x20000 };
    uint32_t flags = outl_half(witnesses + 80);
    *layout = (struct outl_value_layout){
        .size = outl_word(witnesses + 64), .stride = outl_word(witnesses + 72),
        .alignment = (flags & alignment_mask) + 1, .is_inline = !(flags & is_not_inline),
        .is_plain = !(flags & is_not_plain)};
    return layout->stride > 0 && (layout->alignment & (layout->alignment - 1)) == 0;
}

// The number of elements is at +8, and they begin at +24.
const struct outl_tuple_element *outl_metadata_tuple(uintptr_t metadata, size_t maximum, size_t *count) {
    const uintptr_t elements = metadata + 24;
    *count = outl_maps_readable(metadata, 24) ? outl_word(metadata + 8) : 0;
    bool is_readable = *count <= maximum && outl_maps_readable(elements, *count * sizeof(struct outl_tuple_element));
    return is_readable ? OUTL_AT(elements) : NULL;
}

// An existential type has flags at +8. The highest bit is 0 for class protocols; six more are the number of a protocol
// that the runtime treats specially, such as `Error`.
bool outl_metadata_existential(uintptr_t metadata) {
    enum { deepest = 4, shape_kind = 0xFF };
    const uint32_t of_any_type = UINT32_C(1) << 31, special = UINT32_C(0x3F) << 24;
    for (int depth = 0; depth < deepest && outl_metadata_valid(metadata); depth++) {
        if (outl_word(metadata) == OUTL_METADATA_EXISTENTIAL) {
            return (outl_half(metadata + 8) & of_any_type) && !(outl_half(metadata + 8) & special);
        }
        // The shape of `any P<T>`, at +8, begins with flags, whose lowest byte is 0 for values of any type.
        if (outl_word(metadata) == OUTL_METADATA_EXTENDED_EXISTENTIAL) {
            uintptr_t shape = outl_word(metadata + 8);
            return outl_maps_readable(shape, 4) && (outl_half(shape) & shape_kind) == 0;
        }
        if (outl_word(metadata) != OUTL_METADATA_OPTIONAL) { return false; }
        metadata = outl_word(metadata + 16);
    }
    return false;
}

// MARK: Generic classes

// The descriptor of a class has the size of its metadata in words at +28, and the number of the class's own words,
// beginning with the generic arguments, at +32. If the superclass is resilient, +24 refers to their offset in bytes.
uintptr_t outl_metadata_generic_arguments(uintptr_t metadata) {
    enum { maximum_bytes = 1 << 16 };
    uintptr_t descriptor = outl_word(metadata + 40);
    uint32_t words = outl_half(descriptor + 28), own = outl_half(descriptor + 32);
    uint64_t offset = 8 * (uint64_t)(words - own);
    if (outl_half(descriptor) & OUTL_DESCRIPTOR_RESILIENT_SUPERCLASS) {
        uintptr_t bounds = outl_maps_relative(descriptor + 24);
        if (!bounds || bounds % 8 != 0 || !outl_maps_readable(bounds, 8)) { return 0; }
        offset = outl_word(bounds);
    } else if (own > words) {
        return 0;
    }
    if (own == 0 || offset % 8 != 0 || offset > maximum_bytes) { return 0; }
    return outl_maps_readable(metadata + offset, 8 * (size_t)own) ? metadata + offset : 0;
}

uintptr_t outl_metadata_generic_argument(uintptr_t metadata, uint32_t index) {
    uintptr_t at = outl_metadata_generic_arguments(metadata);
    return at && index < outl_half(outl_word(metadata + 40) + 32) ? outl_word(at + 8 * (uintptr_t)index) : 0;
}

// MARK: Storage

static enum outl_storage read_storage(uintptr_t descriptor) {
    static const struct {
        const char *name;
        enum outl_storage storage;
    } known[] = {
        {"_ContiguousArrayStorage", OUTL_STORAGE_ARRAY}, {"_SetStorage", OUTL_STORAGE_SET},
        {"_DictionaryStorage", OUTL_STORAGE_DICTIONARY}};
    uintptr_t module = outl_descriptor_parent(descriptor);
    for (size_t index = 0; module && index < OUTL_COUNT(known); index++) {
        if (!outl_descriptor_is_named(descriptor, known[index].name)) { continue; }
        bool is_module = outl_maps_readable(module, 4)
            && (outl_half(module) & OUTL_DESCRIPTOR_KIND) == OUTL_DESCRIPTOR_MODULE;
        return is_module && outl_descriptor_is_named(module, "Swift") ? known[index].storage : OUTL_STORAGE_NONE;
    }
    return OUTL_STORAGE_NONE;
}

// All specialisations of a class share its descriptor. The result for each is kept in a place that others may take, so
// that it needs no memory, until the list of mappings changes: a module may have been unloaded.
enum outl_storage outl_metadata_storage(uintptr_t metadata) {
    enum { place_bits = 10 };
    static struct {
        uintptr_t descriptor;
        enum outl_storage storage;
    } places[1 << place_bits];
    static uint32_t generation;
    uintptr_t descriptor = outl_maps_readable(metadata, 48) ? outl_word(metadata + 40) : 0;
    if (descriptor == 0) { return OUTL_STORAGE_NONE; }
    if (generation != outl_maps_generation) {
        generation = outl_maps_generation;
        memset(places, 0, sizeof places);
    }
    size_t at = (descriptor * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - place_bits);
    if (places[at].descriptor != descriptor) {
        places[at].descriptor = descriptor;
        places[at].storage = read_storage(descriptor);
    }
    return places[at].storage;
}

bool outl_metadata_is_text(uintptr_t metadata) {
    return outl_maps_readable(metadata, 48) && outl_descriptor_is_named(outl_word(metadata + 40), "__StringStorage");
}

uint32_t outl_metadata_entries(uintptr_t metadata, struct outl_value_layout layouts[2]) {
    enum outl_storage storage = outl_metadata_storage(metadata);
    uint32_t parts = storage == OUTL_STORAGE_NONE ? 0 : storage == OUTL_STORAGE_DICTIONARY ? 2 : 1;
    for (uint32_t part = 0; part < parts; part++) {
        if (!outl_metadata_value_layout(outl_metadata_generic_argument(metadata, part), &layouts[part])) { return 0; }
    }
    return parts;
}

// MARK: Reference counts

// The second word of an object. Bit 63: the rest is not a plain count. Bit 62: it is the address of a side table. Bit
// 32 of a count: the object is deinitialised, or about to be.
static const uint64_t slow = UINT64_C(1) << 63, in_side_table = UINT64_C(1) << 62, deinitialised = UINT64_C(1) << 32;

static uintptr_t side_table(uint64_t count) {
    return (count & slow) && (count & in_side_table) ? (uintptr_t)(count & (in_side_table - 1)) << 3 : 0;
}

// Returns the count of an object, which may be in its side table, or 0 if it is unknown.
static uint64_t count_of(uintptr_t address) {
    uint64_t count = outl_maps_readable(address, 16) ? outl_word(address + 8) : 0;
    if (!(count & slow)) { return count; }
    uintptr_t table = side_table(count);
    bool is_known = table && outl_maps_readable(table, 32) && outl_word(table) == address;
    return is_known ? outl_word(table + 16) : 0;
}

bool outl_metadata_deinitialised(uintptr_t address) { return (count_of(address) & deinitialised) != 0; }

uint32_t outl_metadata_owners(uintptr_t address) {
    enum { first_bit = 33, bits = 30 };
    uint64_t count = count_of(address);
    if (count == 0 || count & slow || count & deinitialised) { return 0; }
    return (uint32_t)(count >> first_bit & ((1 << bits) - 1)) + 1;
}

// The unowned count is in bits 1 to 31, and of an object with a side table the weak one is at +24.
struct outl_reference_counts outl_metadata_counts(uintptr_t address) {
    struct outl_reference_counts counts = {.strong = outl_metadata_owners(address)};
    if (counts.strong == 0) { return counts; }
    uint32_t unowned = (uint32_t)count_of(address) >> 1, weak = 0;
    uintptr_t table = side_table(outl_word(address + 8));
    if (table) { weak = outl_half(table + 24); }
    counts.unowned = unowned > 0 ? unowned - 1 : 0;
    counts.weak = weak > 0 ? weak - 1 : 0;
    return counts;
}

uintptr_t outl_metadata_side_table_of(uintptr_t object) {
    return outl_maps_readable(object, 16) ? side_table(outl_word(object + 8)) : 0;
}

// A side table has the address of its object, the object's count (+16) and the number of weak references (+24).
static bool may_be_side_table(uintptr_t address, size_t size, uintptr_t *object) {
    if (size < 32 || size > 64 || !outl_maps_readable(address, 32)) { return false; }
    *object = outl_word(address);
    return is_aligned(*object);
}

bool outl_metadata_side_table(uintptr_t address, size_t size, uintptr_t *object) {
    return may_be_side_table(address, size, object) && outl_metadata_side_table_of(*object) == address;
}

bool outl_metadata_side_table_of_released(uintptr_t address, size_t size) {
    enum { maximum_weak = 1 << 16 };
    uintptr_t object;
    if (!may_be_side_table(address, size, &object)) { return false; }
    // Bit 0 is set in objects of Swift classes.
    uint64_t count = outl_word(address + 16), weak = outl_word(address + 24);
    return (count & ~(uint64_t)1) == deinitialised && weak > 0 && weak < maximum_weak;
}

#endif
