// Behind the metadata of its arguments, a type has their witness tables, in the order of its requirements. A witness
// table has a word for the conformance, then one for each requirement of the protocol. The descriptor of a protocol has
// the number of requirements of its signature at +12, of all others at +16, and at +20 the names of its associated
// types, separated by spaces. Requirements of 12 bytes, as for types, and others of 8 bytes, with their kind
// first, follow at +24.
#include "Reader/witnesses.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/nominal.h"
#include "Types/mangled.h"

#include <string.h>

enum { header_size = 24, requirement_size = 12, member_size = 8, maximum = 1 << 12, longest = 1 << 12 };
enum { kind_mask = 31, of_protocol = 0, has_table = 0x80 };

uintptr_t outl_requirement_protocol(uintptr_t requirement) {
    // A reference with the lowest bit set refers to a word with its address.
    uintptr_t protocol = outl_maps_relative(requirement + 8), word = protocol & ~(uintptr_t)3;
    if (!(protocol & 1)) { return word; }
    return outl_maps_readable(word, 8) ? outl_word(word) : 0;
}

// Returns `true` if a requirement is that a parameter conforms to a protocol, as a witness table shows.
static bool has_witnesses(uintptr_t requirement) {
    uint32_t flags = outl_half(requirement);
    return (flags & kind_mask) == of_protocol && (flags & has_table);
}

static bool is_about(uintptr_t requirement, uint32_t level, uint32_t number) {
    size_t length;
    uint32_t its_level, its_number;
    const char *name = outl_maps_text(outl_maps_relative(requirement + 4), longest, &length);
    return name && outl_environment_parameter(name, length, &its_level, &its_number) && its_level == level
        && its_number == number;
}

// MARK: Protocols

struct protocol {
    uint32_t signature, members;
    uintptr_t first_requirement, first_member;
};

static bool read_protocol(uintptr_t descriptor, struct protocol *protocol) {
    bool is_one = outl_context_kind(descriptor) == OUTL_DESCRIPTOR_PROTOCOL
        && outl_maps_readable(descriptor, header_size);
    if (!is_one) { return false; }
    *protocol = (struct protocol){.signature = outl_half(descriptor + 12), .members = outl_half(descriptor + 16)};
    if (protocol->signature > maximum || protocol->members > maximum) { return false; }
    protocol->first_requirement = descriptor + header_size;
    protocol->first_member = protocol->first_requirement + (uintptr_t)protocol->signature * requirement_size;
    return outl_maps_readable(
        protocol->first_requirement, (size_t)protocol->signature * requirement_size + protocol->members * member_size);
}

// Returns the word of a witness table for the requirement `index` of a kind; 0 if there is none.
static uintptr_t witness(const struct protocol *protocol, uintptr_t table, uint32_t kind, uint32_t index) {
    enum { member_kind = 15 };
    for (uint32_t member = 0; member < protocol->members; member++) {
        if ((outl_half(protocol->first_member + (uintptr_t)member * member_size) & member_kind) != kind) { continue; }
        if (index-- > 0) { continue; }
        uintptr_t address = table + 8 + 8 * (uintptr_t)member;
        return address % 8 == 0 && outl_maps_readable(address, 8) ? outl_word(address) : 0;
    }
    return 0;
}

// Returns the witness table of a protocol that another one inherits from, possibly by way of others.
static uintptr_t find_table(uintptr_t table, uintptr_t descriptor, uintptr_t wanted, int depth) {
    enum { base = 0 };
    struct protocol protocol;
    if (descriptor == wanted) { return table; }
    if (depth == 0 || !table || !read_protocol(descriptor, &protocol)) { return 0; }
    uintptr_t requirement = protocol.first_requirement;
    uint32_t number = 0;
    for (uint32_t index = 0; index < protocol.signature; index++, requirement += requirement_size) {
        if (!has_witnesses(requirement) || !is_about(requirement, 0, 0)) { continue; }
        uintptr_t inherited = witness(&protocol, table, base, number++);
        uintptr_t found = find_table(inherited, outl_requirement_protocol(requirement), wanted, depth - 1);
        if (found) { return found; }
    }
    return 0;
}

// Returns the number of an associated type in the list of a protocol, or -1.
static int number_of(uintptr_t descriptor, const char *name, size_t length) {
    size_t rest;
    const char *names = outl_maps_text(outl_maps_relative(descriptor + 20), longest, &rest);
    for (int number = 0; names; number++) {
        const char *space = memchr(names, ' ', rest);
        size_t size = space ? (size_t)(space - names) : rest;
        if (size == length && memcmp(names, name, length) == 0) { return number; }
        if (!space) { break; }
        names = space + 1;
        rest -= size + 1;
    }
    return -1;
}

// MARK: Entry

struct outl_witness outl_associated_type(
    const struct outl_scope *scope, uint32_t level, uint32_t number, uintptr_t protocol, const char *name,
    size_t length
) {
    const struct outl_witness none = {0};
    enum { associated_type = 7, deepest = 8 };
    struct outl_generics generics;
    struct protocol described;
    if (!scope->descriptor || level >= scope->levels || !outl_context_generics(scope->descriptor, &generics)) {
        return none;
    }
    uint32_t argument = number + (level > 0 ? scope->ends[level - 1] : 0), next = generics.sizes;
    int index = number_of(protocol, name, length);
    if (argument >= scope->count || index < 0 || !read_protocol(protocol, &described)) { return none; }
    for (uint32_t parameter = 0; parameter < generics.count; parameter++) {
        if (outl_byte(generics.parameters + parameter) & OUTL_PARAMETER_WITH_ARGUMENT) { next++; }
    }
    uintptr_t requirement = generics.first_requirement;
    for (uint32_t at = 0; at < generics.requirements; at++, requirement += requirement_size) {
        if (!has_witnesses(requirement)) { continue; }
        uintptr_t address = scope->words + 8 * (uintptr_t)next++;
        if (next > generics.arguments || !outl_maps_readable(address, 8)) { return none; }
        if (!is_about(requirement, level, number)) { continue; }
        uintptr_t table = find_table(outl_word(address), outl_requirement_protocol(requirement), protocol, deepest);
        if (!table) { continue; }
        return (struct outl_witness){
            .word = witness(&described, table, associated_type, (uint32_t)index),
            .conforming = scope->arguments[argument].word};
    }
    return none;
}

#endif
