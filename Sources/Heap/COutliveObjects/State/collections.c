// `Objects/containers.c` has the layouts of the standard library's storage. A text of at most 15 bytes lies in
// its two words, another one behind the header of its storage, or where a shared storage says. `Data` of at most 14
// bytes lies in its words, too.
#include "State/collections.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"

#include <string.h>

enum { header = 32, count_offset = 16, word = 8 };
static const uint64_t largest_content = UINT64_C(1) << 20; // Of a text, in bytes.

static void record(
    struct outl_visit *visit, uint32_t value, enum outl_value_kind kind, uint64_t number, const void *bytes,
    uint64_t size, uint64_t salt
) {
    if (bytes) { outl_value_at(value)->flags |= OUTL_VALUE_HASHED; }
    outl_value_count(value, kind, number, bytes ? outl_hash(&visit->key, bytes, size) ^ salt : 0);
}

void outl_visit_content(
    struct outl_visit *visit, uint32_t value, enum outl_value_kind kind, uint64_t number, const void *bytes,
    uint64_t size
) {
    record(visit, value, kind, number, bytes, size, 0);
}

uint64_t outl_content_hash(const struct outl_visit *visit, const void *bytes, uint64_t size) {
    return outl_hash(&visit->key, bytes, size < largest_content ? size : largest_content);
}

// MARK: Texts

bool outl_string_read(uintptr_t address, struct outl_bytes *text) {
    const uint64_t count_mask = (UINT64_C(1) << 48) - 1, address_mask = (UINT64_C(1) << 60) - 1;
    const uint64_t is_small = UINT64_C(1) << 61, is_foreign = UINT64_C(1) << 60, is_tail = UINT64_C(1) << 60;
    uint64_t first = outl_word(address), object = outl_word(address + word);
    if (object & is_small) {
        memcpy(text->small, OUTL_AT(address), 16);
        text->size = object >> 56 & 0xF;
        text->bytes = text->small;
        return text->size <= 15;
    }
    text->size = first & count_mask;
    uintptr_t storage = object & address_mask, content = storage + header;
    if (object & is_foreign) { return false; }
    // The storage of a shared text has the address of the content behind its owner.
    if (!(first & is_tail)) { content = outl_maps_readable(storage + 24, word) ? outl_word(storage + 24) : 0; }
    if (!outl_maps_readable(content, text->size)) { return false; }
    text->bytes = OUTL_AT(content);
    return true;
}

void outl_visit_text(struct outl_visit *visit, uint32_t value, uintptr_t address, uint64_t salt) {
    struct outl_bytes text;
    if (!outl_string_read(address, &text)) { return outl_value_count_partial(value); }
    uint64_t read = text.size < largest_content ? text.size : largest_content;
    record(visit, value, OUTL_VALUE_TEXT, text.size, text.bytes, read, salt);
    if (text.bytes != text.small) { visit->bytes += text.size + header; }
}

// MARK: Data

void outl_visit_data(struct outl_visit *visit, uint32_t value, uintptr_t address, uint64_t salt) {
    enum { is_inline = 0, is_slice = 1, is_empty = 3 };
    enum { inline_size = 14, bytes_offset = 16, base_offset = 40 };
    const uint64_t reference_bits = UINT64_C(0x3FFFFFFFFFFFFFF8);
    uint64_t first = outl_word(address), second = outl_word(address + word);
    uint64_t start = 0, end = 0;
    switch (second >> 62) {
    case is_empty: return record(visit, value, OUTL_VALUE_DATA, 0, "", 0, salt);
    case is_inline: {
        uint64_t size = outl_byte(address + inline_size);
        if (size > inline_size) { return outl_value_count_partial(value); }
        return record(visit, value, OUTL_VALUE_DATA, size, OUTL_AT(address), size, salt);
    }
    case is_slice:
        start = (uint32_t)first;
        end = first >> 32;
        break;
    default:
        // A range of words behind the header of an object.
        if (!outl_maps_readable(first, header)) { return outl_value_count_partial(value); }
        start = outl_word(first + 16);
        end = outl_word(first + 24);
    }
    uintptr_t storage = second & reference_bits;
    if (!outl_maps_readable(storage, base_offset + word) || end < start) { return outl_value_count_partial(value); }
    // The content begins at the offset of the storage.
    uint64_t offset = outl_word(storage + base_offset);
    uintptr_t content = outl_word(storage + bytes_offset) + start - offset;
    uint64_t size = end - start, read = size < largest_content ? size : largest_content;
    if (size > 0 && !outl_maps_readable(content, read)) { return outl_value_count_partial(value); }
    record(visit, value, OUTL_VALUE_DATA, size, size > 0 ? OUTL_AT(content) : "", read, salt);
    visit->bytes += size;
}

// MARK: Arrays

static uint32_t part_below(uint32_t value, const char *name, uintptr_t metadata) {
    return outl_value_below(value, outl_value_at(value)->variable, outl_text_add_string(name), metadata);
}

void outl_visit_array(
    struct outl_visit *visit, uint32_t value, const struct outl_plan *plan, uintptr_t address, uint64_t salt
) {
    uintptr_t storage = outl_word(address), element = plan->parts[0];
    if (storage % word != 0 || !outl_maps_readable(storage, header)) { return outl_value_count_partial(value); }
    struct outl_plan of_element = *outl_plan_of(element);
    uint64_t count = outl_word(storage + count_offset), size = count * of_element.stride;
    uintptr_t first = storage + outl_aligned(header, of_element.alignment);
    if (count >> 40 || !outl_maps_readable(first, count > 0 ? size : 1)) { return outl_value_count_partial(value); }
    bool is_whole = of_element.is_scalar && of_element.stride == of_element.size;
    record(visit, value, OUTL_VALUE_ARRAY, count, is_whole ? OUTL_AT(first) : NULL, size, salt);
    if (count > 0) { visit->bytes += header + size, visit->objects++; }
    if (count == 0 || is_whole || !of_element.is_known) { return; }
    uint32_t below = part_below(value, "[]", element);
    for (uint64_t index = 0; below != OUTL_NOTHING && index < count && visit->budget > 0; index++) {
        uint64_t place = outl_hash_of_numbers(&visit->key, salt, index + 1);
        visit->value(visit, below, element, first + index * of_element.stride, place);
    }
}

// MARK: Sets and dictionaries

// Returns what distinguishes an entry: the hash of its key, if that is a value of its own.
static uint64_t salt_of(
    struct outl_visit *visit, const struct outl_plan *key, uintptr_t address, uint64_t salt
) {
    struct outl_bytes text;
    if (key->is_scalar) { return outl_hash(&visit->key, OUTL_AT(address), key->size) ^ salt; }
    if (key->form != OUTL_FORM_STRING || !outl_string_read(address, &text)) { return salt; }
    return outl_content_hash(visit, text.bytes, text.size) ^ salt;
}

void outl_visit_table(
    struct outl_visit *visit, uint32_t value, const struct outl_plan *plan, uintptr_t address, uint64_t salt
) {
    enum { scale_offset = 32, keys_offset = 48, values_offset = 56, set_bits = 56, dictionary_bits = 64 };
    enum { largest_scale = 31 };
    uintptr_t storage = outl_word(address);
    bool is_set = plan->form == OUTL_FORM_SET;
    uint64_t bits = is_set ? set_bits : dictionary_bits;
    if (storage % word != 0 || !outl_maps_readable(storage, bits + word)) { return outl_value_count_partial(value); }
    struct outl_plan key = *outl_plan_of(plan->parts[0]), element = *outl_plan_of(plan->parts[is_set ? 0 : 1]);
    int8_t scale = (int8_t)outl_byte(storage + scale_offset);
    uint64_t count = outl_word(storage + count_offset);
    if (scale < 0 || scale > largest_scale || count > UINT64_C(1) << scale) { return outl_value_count_partial(value); }
    record(visit, value, is_set ? OUTL_VALUE_SET : OUTL_VALUE_DICTIONARY, count, NULL, 0, salt);
    if (count == 0) { return; }
    uint64_t buckets = UINT64_C(1) << scale;
    uintptr_t keys = outl_word(storage + keys_offset), values = is_set ? 0 : outl_word(storage + values_offset);
    bool is_readable = outl_maps_readable(storage + bits, (buckets + 63) / 64 * word)
        && outl_maps_readable(keys, buckets * key.stride)
        && (is_set || outl_maps_readable(values, buckets * element.stride));
    if (!is_readable) { return outl_value_count_partial(value); }
    visit->bytes += bits + buckets * (key.stride + (is_set ? 0 : element.stride)) + buckets / 8;
    visit->objects++;
    uint32_t of_keys = part_below(value, is_set ? "[]" : ".keys", plan->parts[0]);
    uint32_t of_values = is_set ? OUTL_NOTHING : part_below(value, "[]", plan->parts[1]);
    for (uint64_t bucket = 0; bucket < buckets && visit->budget > 0; bucket++) {
        if (!(outl_word(storage + bits + bucket / 64 * word) >> bucket % 64 & 1)) { continue; }
        uint64_t own = salt_of(visit, &key, keys + bucket * key.stride, salt);
        if (of_keys != OUTL_NOTHING) {
            visit->value(visit, of_keys, plan->parts[0], keys + bucket * key.stride, salt);
        }
        if (of_values == OUTL_NOTHING) { continue; }
        visit->value(visit, of_values, plan->parts[1], values + bucket * element.stride, own);
    }
}

// MARK: Memory without a type

void outl_visit_references(struct outl_visit *visit, uint32_t value, uintptr_t address, uint64_t size, uint64_t salt) {
    outl_value_at(value)->count++;
    for (uintptr_t at = outl_aligned(address, word); at + word <= address + size; at += word) {
        uintptr_t object = outl_maps_readable(at, word) ? outl_word(at) : 0;
        bool is_object = object > header && object % word == 0 && outl_maps_readable(object, header);
        uintptr_t metadata = is_object ? outl_word(object) : 0;
        if (!is_object || outl_metadata_kind(metadata) != OUTL_TYPE_CLASS) { continue; }
        enum outl_storage storage = outl_metadata_storage(metadata);
        struct outl_plan plan = {.is_known = true};
        plan.parts[0] = storage == OUTL_STORAGE_NONE ? 0 : outl_metadata_generic_argument(metadata, 0);
        if (!plan.parts[0]) { continue; }
        uint32_t below = part_below(value, "", metadata);
        if (below == OUTL_NOTHING) { continue; }
        if (storage == OUTL_STORAGE_ARRAY) {
            outl_visit_array(visit, below, &plan, at, salt);
        } else {
            plan.form = storage == OUTL_STORAGE_SET ? OUTL_FORM_SET : OUTL_FORM_DICTIONARY;
            if (storage == OUTL_STORAGE_DICTIONARY) { plan.parts[1] = outl_metadata_generic_argument(metadata, 1); }
            outl_visit_table(visit, below, &plan, at, salt);
        }
    }
}

#endif
