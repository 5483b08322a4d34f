#include "Snapshot/profile.h"

#if OUTL_HEAP_SERVED

#include "Allocation/capture.h"
#include "Allocation/sample.h"
#include "Allocation/weight.h"
#include "Memory/system.h"
#include "outl_image.h"
#include "outl_stack_table.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

// MARK: Messages

// A message of the format, or the contents of one of its fields.
struct message {
    size_t used;
    uint8_t bytes[6144]; // A stack of 65 frames takes less than 1 KB, a path of 4096 bytes and its key fit, too.
};

static void add_byte(struct message *message, uint8_t byte) {
    if (message->used < sizeof message->bytes) { message->bytes[message->used++] = byte; }
}

static void add_varint(struct message *message, uint64_t number) {
    for (; number > 0x7F; number >>= 7) { add_byte(message, (uint8_t)(number | 0x80)); }
    add_byte(message, (uint8_t)number);
}

// Adds a number; a field with 0 is left out.
static void add_number(struct message *message, unsigned field, uint64_t number) {
    if (number == 0) { return; }
    add_varint(message, field << 3);
    add_varint(message, number);
}

static void add_bytes(struct message *message, unsigned field, const void *bytes, size_t size) {
    add_varint(message, field << 3 | 2);
    add_varint(message, size);
    for (size_t index = 0; index < size; index++) { add_byte(message, ((const uint8_t *)bytes)[index]); }
}

static void add_message(struct message *message, unsigned field, const struct message *part) {
    add_bytes(message, field, part->bytes, part->used);
}

// MARK: Tables

enum { mappings_max = 1024, location_bits = 17 };

// An executable segment of a loaded file.
struct mapping {
    uintptr_t start, end, offset;
};

// Its own memory, because the process may be short of any other.
struct profile {
    outl_profile_sink *sink;
    void *context;
    uint64_t strings; // The number of texts written.
    size_t mapping_count;
    struct mapping mappings[mappings_max];
    uintptr_t locations[1 << location_bits]; // By hash; 0 for none.
};

// The fields of the profile.
enum {
    field_sample_type = 1, field_sample, field_mapping, field_location, field_function, field_string,
    field_time = 9, field_period_type = 11, field_period, field_default_type = 14,
};

// The location of a block without a stack. No code lies at addresses that low.
static const uintptr_t no_stack = 1;

static void send(struct profile *profile, unsigned field, const struct message *part) {
    struct message head = {0};
    add_varint(&head, field << 3 | 2);
    add_varint(&head, part->used);
    profile->sink(head.bytes, head.used, profile->context);
    profile->sink(part->bytes, part->used, profile->context);
}

static void send_number(struct profile *profile, unsigned field, uint64_t number) {
    struct message message = {0};
    add_number(&message, field, number);
    profile->sink(message.bytes, message.used, profile->context);
}

// Writes a text, and returns its number.
static uint64_t send_text(struct profile *profile, const char *text) {
    struct message message = {0};
    for (; *text && message.used < 4096; text++) { add_byte(&message, (uint8_t)*text); }
    send(profile, field_string, &message);
    return profile->strings++;
}

static void send_type(struct profile *profile, unsigned field, uint64_t type, uint64_t unit) {
    struct message message = {0};
    add_number(&message, 1, type);
    add_number(&message, 2, unit);
    send(profile, field, &message);
}

// MARK: Loaded files

static int add_segments(struct dl_phdr_info *info, size_t size, void *context) {
    struct profile *profile = context;
    (void)size;
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        bool is_code = segment->p_type == PT_LOAD && segment->p_flags & PF_X;
        if (!is_code || profile->mapping_count == mappings_max) { continue; }
        const uintptr_t page = 4095;
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        profile->mappings[profile->mapping_count++] = (struct mapping){
            .start = start & ~page, .end = (start + segment->p_memsz + page) & ~page,
            .offset = segment->p_offset & ~page};
    }
    return 0;
}

static void send_mappings(struct profile *profile) {
    dl_iterate_phdr(add_segments, profile);
    for (size_t index = 0; index < profile->mapping_count; index++) {
        const struct mapping *mapping = &profile->mappings[index];
        char path[4096], build_id[128];
        uintptr_t base;
        if (!outl_image_find(mapping->start, &base, path, sizeof path, build_id, sizeof build_id)) {
            path[0] = build_id[0] = 0;
        }
        struct message message = {0};
        add_number(&message, 1, index + 1);
        add_number(&message, 2, mapping->start);
        add_number(&message, 3, mapping->end);
        add_number(&message, 4, mapping->offset);
        add_number(&message, 5, send_text(profile, path));
        add_number(&message, 6, send_text(profile, build_id));
        send(profile, field_mapping, &message);
    }
}

static size_t mapping_of(const struct profile *profile, uintptr_t address) {
    for (size_t index = 0; index < profile->mapping_count; index++) {
        const struct mapping *mapping = &profile->mappings[index];
        if (address >= mapping->start && address < mapping->end) { return index + 1; }
    }
    return 0;
}

// MARK: Locations

// Adds a location once. Without room, the location stays unknown to the profile's reader: returns `false`.
static bool add_location(struct profile *profile, uintptr_t address) {
    const size_t mask = OUTL_COUNT(profile->locations) - 1;
    size_t index = (address * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - location_bits);
    for (int probe = 0; probe < 64; probe++, index = (index + 1) & mask) {
        if (profile->locations[index] == 0) { profile->locations[index] = address; }
        if (profile->locations[index] == address) { return true; }
    }
    return false;
}

// The runtime's function, if there is one.
extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags)
    __attribute__((weak));

static void send_function(struct profile *profile, uintptr_t location, const char *name) {
    char *readable = swift_demangle ? swift_demangle(name, strlen(name), NULL, NULL, 0) : NULL;
    struct message message = {0};
    add_number(&message, 1, location);
    add_number(&message, 2, send_text(profile, readable ? readable : name));
    add_number(&message, 3, send_text(profile, name));
    send(profile, field_function, &message);
    free(readable);
}

static void send_location(struct profile *profile, uintptr_t location) {
    Dl_info found = {0};
    const char *name = NULL;
    if (location == no_stack) { name = "(stack not captured)"; }
    if (!name && dladdr((void *)location, &found) != 0) { name = found.dli_sname; }
    struct message message = {0}, line = {0};
    add_number(&message, 1, location);
    add_number(&message, 2, mapping_of(profile, location));
    add_number(&message, 3, location == no_stack ? 0 : location);
    if (name) {
        send_function(profile, location, name);
        add_number(&line, 1, location);
        add_message(&message, 4, &line);
    }
    send(profile, field_location, &message);
}

// MARK: Samples

// Writes a sample. A profile's reader adds up those with the same stack.
static void send_sample(struct profile *profile, uint32_t stack, const uint64_t *values) {
    struct message message = {0}, locations = {0}, numbers = {0};
    int count = 0;
    const uintptr_t *frames = outl_stack_table_frames(outl_heap_stacks, stack, &count);
    // The last frame may be the epoch, and the code at the addresses unloaded: they then have no file.
    if (count > 0 && frames[count - 1] <= OUTL_HEAP_EPOCH_MAX) { count--; }
    for (int index = 0; index < count; index++) {
        // The call lies before the return address.
        if (add_location(profile, frames[index] - 1)) { add_varint(&locations, frames[index] - 1); }
    }
    if (locations.used == 0 && add_location(profile, no_stack)) { add_varint(&locations, no_stack); }
    for (int index = 0; index < 4; index++) { add_varint(&numbers, values[index]); }
    add_message(&message, 1, &locations);
    add_message(&message, 2, &numbers);
    send(profile, field_sample, &message);
}

static void send_live(const struct outl_block *block, void *context) {
    uint64_t weight = outl_sample_weight(block->size, outl_heap_settings.rate);
    uint64_t objects = outl_sample_rounded(weight), bytes = block->size * weight / OUTL_SAMPLE_UNIT;
    send_sample(context, block->stack, (uint64_t[]){objects, bytes, objects, bytes});
}

static void send_freed(const struct outl_freed_blocks *freed, void *context) {
    send_sample(context, freed->stack, (uint64_t[]){outl_sample_rounded(freed->weight), freed->bytes, 0, 0});
}

// MARK: The profile

static void send_all(struct profile *profile) {
    send_text(profile, "");
    uint64_t count = send_text(profile, "count"), bytes = send_text(profile, "bytes");
    send_type(profile, field_sample_type, send_text(profile, "alloc_objects"), count);
    send_type(profile, field_sample_type, send_text(profile, "alloc_space"), bytes);
    send_type(profile, field_sample_type, send_text(profile, "inuse_objects"), count);
    uint64_t live = send_text(profile, "inuse_space");
    send_type(profile, field_sample_type, live, bytes);
    send_type(profile, field_period_type, send_text(profile, "space"), bytes);
    send_number(profile, field_period, outl_heap_settings.rate);
    send_number(profile, field_default_type, live);
    send_number(profile, field_time, outl_now(CLOCK_REALTIME));
    send_mappings(profile);
    outl_sample_each(send_live, profile);
    outl_sample_each_freed(send_freed, profile);
    for (size_t index = 0; index < OUTL_COUNT(profile->locations); index++) {
        if (profile->locations[index]) { send_location(profile, profile->locations[index]); }
    }
}

bool outl_profile_write(outl_profile_sink *sink, void *context) {
    struct profile *profile = outl_pages(sizeof *profile, PROT_READ | PROT_WRITE, MAP_PRIVATE);
    if (!profile) { return false; }
    profile->sink = sink;
    profile->context = context;
    send_all(profile);
    munmap(profile, sizeof *profile);
    return true;
}

#endif
