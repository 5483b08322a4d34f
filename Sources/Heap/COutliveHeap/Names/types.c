#include "Names/types.h"

#include "Base/base.h"

#if OUTL_HEAP_SERVED

#include "Allocation/capture.h"
#include "Base/guard.h"
#include "Base/maps.h"
#include "Names/fields.h"
#include "Names/names.h"

struct cached_type {
    struct outl_type_key key;
    struct outl_type type;
    bool has_fields;
};

static struct outl_keyed types;
static uint32_t epoch;

// Returns `true` if the metadata still exists: a module may have been unloaded since the copy was made.
static bool still_exists(struct outl_type_key key) {
    switch (key.kind) {
    case OUTL_TYPE_CLASS:
    case OUTL_TYPE_CLOSURE: return outl_metadata_kind(key.metadata) == key.kind;
    case OUTL_TYPE_BOX:
    case OUTL_TYPE_ERROR: return outl_metadata_valid(key.metadata);
    default: return true;
    }
}

static void fill_name(void *context) {
    struct cached_type *cached = context;
    struct outl_value_layout layouts[2];
    uintptr_t metadata = cached->key.metadata;
    if (!still_exists(cached->key)) { return; }
    cached->type.name = outl_name_of_key(cached->key);
    if (cached->key.kind != OUTL_TYPE_CLASS) { return; }
    cached->type.instance_size = outl_half(metadata + 24);
    bool is_array = outl_metadata_storage(metadata) == OUTL_STORAGE_ARRAY;
    if (is_array && outl_metadata_entries(metadata, layouts) > 0) { cached->type.stride = (uint32_t)layouts[0].stride; }
}

static void fill_fields(void *context) {
    struct cached_type *cached = context;
    size_t first, end;
    if (!still_exists(cached->key)) { return; }
    outl_fields_all(&first);
    outl_fields_find(cached->key);
    outl_fields_all(&end);
    cached->type.first_field = (uint32_t)first;
    cached->type.fields = (uint32_t)(end - first);
}

struct outl_type outl_types_find(struct outl_type_key key, bool with_fields) {
    if (epoch != outl_heap_epoch) {
        epoch = outl_heap_epoch;
        outl_keyed_free(&types);
        outl_fields_remove_all();
    }
    const uint64_t rest = outl_type_key_rest(key);
    bool is_new;
    uint32_t number = outl_keyed_find(&types, sizeof(struct cached_type), key.metadata, rest, &is_new);
    if (number == OUTL_NOTHING) { return (struct outl_type){.kind = (uint32_t)key.kind}; }
    struct cached_type *found = (struct cached_type *)types.array.items + number;
    if (is_new) {
        *found = (struct cached_type){.key = key, .type.kind = (uint32_t)key.kind};
        // A fault may come after a part of the work.
        bool is_whole = outl_guard_run(fill_name, found);
        if (!is_whole || found->type.name.length == 0) { found->type.name = outl_name_unknown(); }
    }
    if (with_fields && !found->has_fields) {
        found->has_fields = true;
        outl_guard_run(fill_fields, found);
    }
    return found->type;
}

#endif
