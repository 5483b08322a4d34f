// Concurrency contract: see the header.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "outl_heap_state.h"

#if OUTL_HEAP_SERVED

#include "outl_heap_types.h"

#include "outl_heap_guard.h"
#include "outl_heap_maps.h"
#include "outl_heap_names.h"
#include "outl_heap_scratch.h"

struct cached_type {
    struct outl_type type;
    bool has_fields;
};

static struct outl_table numbers; // From a key to its index in `types`.
static struct outl_array types;
static uint32_t epoch;

// MARK: Layouts

static uint32_t stride_of(uintptr_t metadata) {
    struct outl_value_layout layout;
    if (outl_metadata_storage(metadata) != OUTL_STORAGE_ARRAY) { return 0; }
    bool known = outl_metadata_value_layout(outl_metadata_generic_argument(metadata, 0), &layout);
    return known ? (uint32_t)layout.stride : 0;
}

struct request {
    struct outl_type_key key;
    struct outl_name name;
    struct outl_type *type;
};

// Returns `true` if the metadata still exists: a module may have been unloaded since the copy was made.
static bool still_there(struct outl_type_key key) {
    switch (key.kind) {
    case OUTL_TYPE_CLASS:
    case OUTL_TYPE_CLOSURE: return outl_metadata_kind(key.metadata) == key.kind;
    case OUTL_TYPE_BOX:
    case OUTL_TYPE_ERROR: return outl_metadata_valid(key.metadata);
    default: return true;
    }
}

static void fill_name(void *context) {
    struct request *request = context;
    if (!still_there(request->key)) {
        outl_name_unknown(&request->name);
        return;
    }
    outl_name_make(&request->name, request->key);
    if (request->key.kind == OUTL_TYPE_CLASS) {
        request->type->instance_size = *(const uint32_t *)(request->key.metadata + 24);
        request->type->stride = stride_of(request->key.metadata);
    }
}

static void fill_fields(void *context) {
    struct request *request = context;
    if (still_there(request->key)) { outl_fields_find(request->key, request->type); }
}

struct outl_type outl_types_find(struct outl_type_key key, bool with_fields) {
    static struct request request; // Static, because it is large and must keep its content after a fault.
    struct outl_type unknown = {.kind = (uint32_t)key.kind};
    if (epoch != outl_heap_epoch) {
        epoch = outl_heap_epoch;
        outl_table_free(&numbers);
        outl_array_free(&types);
        outl_fields_forget();
    }
    uint32_t number, fresh = (uint32_t)types.count;
    if (!outl_table_put(&numbers, key.metadata, outl_type_key_rest(key), fresh, &number)) { return unknown; }
    if (number == fresh) {
        struct cached_type *item = outl_array_append(&types, 1, sizeof *item);
        if (!item) { return unknown; }
        request = (struct request){.key = key, .type = &item->type};
        item->type.kind = (uint32_t)key.kind;
        if (!outl_heap_guarded(fill_name, &request)) { outl_name_unknown(&request.name); }
        item->type.name = outl_text_add(request.name.text, request.name.length);
    }
    if (number >= types.count) { return unknown; }
    struct cached_type *found = (struct cached_type *)types.items + number;
    if (with_fields && !found->has_fields) {
        found->has_fields = true;
        request.key = key;
        request.type = &found->type;
        outl_heap_guarded(fill_fields, &request);
    }
    return found->type;
}

#endif
