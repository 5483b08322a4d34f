// Core Foundation keeps a table of domains by `user/host/domain`, and a table by keys in each. The offsets are from
// its open sources (CFPreferences.c, CFXMLPreferencesDomain.c, CFBasicHash.c, CFArray.c, CFData.c, CFString.c,
// CFNumber.c) behind the header of an object: its class, its count of references, and flags.
#include "State/defaults.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/contexts.h"
#include "State/collections.h"
#include "Types/elf.h"
#include "Types/members.h"

#include <stdio.h>
#include <string.h>

enum { word = 8, flags_offset = 16, header = 24, most_entries = 1 << 14, deepest = 8, longest = 512 };
// All elements that are read at most: a torn array may contain itself.
enum { most_elements = 1 << 16 };
static uint32_t elements_left;

static bool is_a(uintptr_t object, const char *name) {
    bool is_object = object % word == 0 && outl_maps_readable(object, header + word);
    if (!is_object || outl_metadata_kind(outl_word(object)) != OUTL_TYPE_CLASS) { return false; }
    uintptr_t descriptor = outl_context_of(outl_word(object));
    return descriptor && outl_descriptor_is_internal(descriptor) && outl_descriptor_is_named(descriptor, name);
}

// MARK: Texts

static bool read_text(uintptr_t object, struct outl_bytes *text) {
    enum { is_outside = 0x60, is_wide = 0x10, has_length_byte = 4, is_mutable = 1 };
    if (is_a(object, "NSString")) { return outl_string_read(object + header, text); }
    if (!is_a(object, "_NSCFString") && !is_a(object, "_NSCFConstantString")) { return false; }
    uint64_t flags = outl_word(object + flags_offset);
    bool has_length = (flags & (has_length_byte | is_mutable)) != has_length_byte;
    uintptr_t content = flags & is_outside ? outl_word(object + header) : object + header + (has_length ? word : 0);
    uintptr_t length = object + header + (flags & is_outside ? word : 0);
    if (!outl_maps_readable(content, 1) || !outl_maps_readable(length, word)) { return false; }
    uint64_t units = has_length ? outl_word(length) : outl_byte(content);
    if (units > INT32_MAX) { return false; }
    text->size = units * (flags & is_wide ? 2 : 1);
    text->bytes = OUTL_AT(content + (flags & has_length_byte ? 1 : 0));
    return outl_maps_readable(content, text->size + 1);
}

// MARK: Tables

// The entries of a table: empty places have the value 0, removed ones the highest number.
struct table {
    uintptr_t keys, values;
    uint64_t rest, index;
};

static struct table table_of(uintptr_t object) {
    enum { count_offset = header + 4, values_offset = header + 24, keys_offset = values_offset + word };
    if (!is_a(object, "_NSCFDictionary") || !outl_maps_readable(object, keys_offset + word)) {
        return (struct table){0};
    }
    return (struct table){
        .keys = outl_word(object + keys_offset), .values = outl_word(object + values_offset),
        .rest = outl_half(object + count_offset)};
}

static bool next_entry(struct table *table, uintptr_t *key, uintptr_t *value) {
    for (; table->rest > 0 && table->index < most_entries; table->index++) {
        uintptr_t at = table->index * word;
        if (!outl_maps_readable(table->keys + at, word) || !outl_maps_readable(table->values + at, word)) { break; }
        *key = outl_word(table->keys + at), *value = outl_word(table->values + at);
        if (*value == 0 || *value == UINTPTR_MAX) { continue; }
        table->index++, table->rest--;
        return true;
    }
    return false;
}

// MARK: Values

static void visit_number(struct outl_visit *visit, uint32_t value, uintptr_t object, uint64_t salt) {
    enum { type_mask = 0x1F, is_int = 2, is_float = 4, is_double = 5 };
    uint64_t number = outl_word(object + header), type = outl_word(object + flags_offset) & type_mask;
    if (type <= is_int) { number = (uint64_t)(int64_t)(int32_t)number; }
    if (type == is_float) {
        float single;
        memcpy(&single, OUTL_AT(object + header), sizeof single);
        double wide = (double)single;
        memcpy(&number, &wide, sizeof wide);
    }
    enum outl_value_kind kind = type == is_float || type == is_double ? OUTL_VALUE_FLOAT : OUTL_VALUE_SIGNED;
    outl_value_count(value, kind, number, outl_hash_of_numbers(&visit->key, number, salt));
}

static void visit_value(struct outl_visit *visit, uint32_t value, uintptr_t object, uint64_t salt, int depth);

static void visit_element(struct outl_visit *visit, uint32_t value, uintptr_t object, uint64_t salt, int depth) {
    if (elements_left == 0) { return outl_value_count_partial(value); }
    elements_left--;
    uint32_t below = outl_value_below(value, outl_value_at(value)->variable, outl_text_add_string("[]"), 0);
    if (below != OUTL_NOTHING) { visit_value(visit, below, object, salt, depth - 1); }
}

static void visit_array(struct outl_visit *visit, uint32_t value, uintptr_t object, uint64_t salt, int depth) {
    enum { variable_size = 3, elements_offset = header + 32 };
    uint64_t count = outl_word(object + header);
    outl_value_count(value, OUTL_VALUE_ARRAY, count, 0);
    // Values are copied when they are set, into arrays that do not grow.
    bool is_fixed = (outl_word(object + flags_offset) & variable_size) == 0;
    for (uint64_t index = 0; is_fixed && index < count && index < most_entries; index++) {
        uintptr_t at = object + elements_offset + index * word;
        if (!outl_maps_readable(at, word)) { return; }
        visit_element(visit, value, outl_word(at), outl_hash_of_numbers(&visit->key, salt, index + 1), depth);
    }
}

static void visit_dictionary(struct outl_visit *visit, uint32_t value, uintptr_t object, uint64_t salt, int depth) {
    struct table entries = table_of(object);
    outl_value_count(value, OUTL_VALUE_DICTIONARY, entries.rest, 0);
    for (uintptr_t key, element; next_entry(&entries, &key, &element);) {
        struct outl_bytes text;
        uint64_t own = read_text(key, &text) ? outl_content_hash(visit, text.bytes, text.size) : 0;
        visit_element(visit, value, element, own ^ salt, depth);
    }
}

static void visit_value(struct outl_visit *visit, uint32_t value, uintptr_t object, uint64_t salt, int depth) {
    struct outl_bytes bytes;
    if (depth == 0) { return outl_value_count_partial(value); }
    if (read_text(object, &bytes)) {
        outl_value_at(value)->flags |= OUTL_VALUE_HASHED;
        return outl_value_count(
            value, OUTL_VALUE_TEXT, bytes.size, outl_content_hash(visit, bytes.bytes, bytes.size) ^ salt);
    }
    if (is_a(object, "NSNumber")) { return visit_number(visit, value, object, salt); }
    if (is_a(object, "__NSCFBoolean")) {
        uintptr_t symbol = outl_elf_exported_by_any("kCFBooleanTrue");
        // A static executable does not export it: which of the two it is then shows in its place alone.
        if (!symbol || !outl_maps_readable(symbol, word)) {
            return outl_value_count(value, OUTL_VALUE_BYTES, 1, outl_hash_of_numbers(&visit->key, object, salt));
        }
        bool is_true = outl_word(symbol) == object;
        return outl_value_count(value, OUTL_VALUE_BOOL, is_true, outl_hash_of_numbers(&visit->key, is_true, salt));
    }
    if (is_a(object, "_NSCFArray")) { return visit_array(visit, value, object, salt, depth); }
    if (is_a(object, "_NSCFDictionary")) { return visit_dictionary(visit, value, object, salt, depth); }
    bool is_data = is_a(object, "NSData") || is_a(object, "_NSCFData");
    enum { bytes_offset = header + 24 };
    if (object % word != 0 || !outl_maps_readable(object, bytes_offset + word)) {
        return outl_value_count_partial(value);
    }
    bytes.size = outl_word(object + header);
    uintptr_t content = is_data ? outl_word(object + bytes_offset) : 0;
    if (content && outl_maps_readable(content, bytes.size)) {
        outl_value_at(value)->flags |= OUTL_VALUE_HASHED;
        return outl_value_count(
            value, OUTL_VALUE_DATA, bytes.size, outl_content_hash(visit, OUTL_AT(content), bytes.size) ^ salt);
    }
    // A date, and what other versions have.
    outl_value_count(value, OUTL_VALUE_BYTES, word, outl_hash_of_numbers(&visit->key, bytes.size, salt));
}

// MARK: Domains

// Adds the values of a domain, each with the whole path: a domain without values says nothing.
static void visit_domain(
    struct outl_visit *visit, uint32_t value, const char *name, uint64_t length, uintptr_t domain
) {
    enum { content_offset = header + 16 };
    uintptr_t content = outl_maps_readable(domain, content_offset + word) ? outl_word(domain + content_offset) : 0;
    struct table entries = table_of(content && outl_maps_readable(content, word) ? outl_word(content) : 0);
    for (uintptr_t key, object; next_entry(&entries, &key, &object);) {
        struct outl_bytes text;
        char path[longest];
        if (!read_text(key, &text)) { continue; }
        int size = snprintf(
            path, sizeof path, ".%.*s.%.*s", (int)length, name, (int)(text.size < longest ? text.size : longest),
            text.bytes);
        if (size < 0 || size >= longest) { continue; }
        uint32_t below = outl_value_below(value, outl_value_at(value)->variable, outl_text_add(path, (size_t)size), 0);
        if (below != OUTL_NOTHING) { visit_value(visit, below, object, 0, deepest); }
    }
}

void outl_defaults_visit(struct outl_visit *visit, uint32_t value, uintptr_t address) {
    static const char current[] = "kCFPreferencesCurrentApplication", standard[] = "standard";
    elements_left = most_elements;
    outl_value_count(value, OUTL_VALUE_NONE, 0, 0);
    struct table domains = table_of(outl_maps_readable(address, word) ? outl_word(address) : 0);
    for (uintptr_t key, domain; next_entry(&domains, &key, &domain);) {
        struct outl_bytes text;
        if (!read_text(key, &text)) { continue; }
        const char *slash = memrchr(text.bytes, '/', text.size), *name = slash ? slash + 1 : text.bytes;
        uint64_t length = text.size - (uint64_t)(name - text.bytes);
        bool is_standard = length == sizeof current - 1 && memcmp(name, current, length) == 0;
        if (is_standard) { name = standard, length = sizeof standard - 1; }
        if (length < longest) { visit_domain(visit, value, name, length, domain); }
    }
}

void outl_defaults_visit_registered(struct outl_visit *visit, uint32_t value, uintptr_t address) {
    enum { lock_and_value = 16 };
    outl_visit_references(visit, value, address, lock_and_value, 0);
}

#endif
