#include "outl_cfi.h"

#include "outl_processor.h"

#if OUTL_UNWIND_SERVED

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum {
    register_fp = OUTL_DWARF_FP, register_sp = OUTL_DWARF_SP, register_return = OUTL_DWARF_RETURN,
    word = 8, remembered_max = 8,
};

// MARK: Reading

struct cursor {
    const uint8_t *at, *end;
    bool is_wrong; // Set by a read beyond the end, or of an unknown form.
};

static uint64_t read_bytes(struct cursor *cursor, size_t size) {
    uint64_t value = 0;
    if ((size_t)(cursor->end - cursor->at) < size) {
        cursor->is_wrong = true;
        cursor->at = cursor->end;
        return 0;
    }
    memcpy(&value, cursor->at, size);
    cursor->at += size;
    return value;
}

static uint8_t read_byte(struct cursor *cursor) { return (uint8_t)read_bytes(cursor, 1); }

static void skip(struct cursor *cursor, uint64_t size) {
    if ((uint64_t)(cursor->end - cursor->at) < size) {
        cursor->is_wrong = true;
        cursor->at = cursor->end;
        return;
    }
    cursor->at += size;
}

// Reads a number in LEB128, with its sign or without.
static int64_t read_leb(struct cursor *cursor, bool is_signed) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = read_byte(cursor);
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (byte & 0x80) { continue; }
        if (is_signed && byte & 0x40 && shift + 7 < 64) { value |= ~UINT64_C(0) << (shift + 7); }
        return (int64_t)value;
    }
    cursor->is_wrong = true;
    return 0;
}

static uint64_t read_unsigned(struct cursor *cursor) { return (uint64_t)read_leb(cursor, false); }

// Reads a number of units. A product that overflows is one that no rule can have.
static int64_t read_units(struct cursor *cursor, bool is_signed, int64_t unit) {
    return (int64_t)((uint64_t)read_leb(cursor, is_signed) * (uint64_t)unit);
}

// Reads an address or a length in one of the forms that compilers use: absolute or relative to its own place.
static uint64_t read_encoded(struct cursor *cursor, uint8_t encoding) {
    enum { absolute = 0, relative = 0x10, whole = 0, unsigned_4 = 3, unsigned_8 = 4, signed_4 = 11, signed_8 = 12 };
    uint64_t base = (encoding & 0xF0) == relative ? (uintptr_t)cursor->at : 0, value;
    if ((encoding & 0xF0) != relative && (encoding & 0xF0) != absolute) { cursor->is_wrong = true; }
    switch (encoding & 0x0F) {
    case whole: case unsigned_8: case signed_8: value = read_bytes(cursor, 8); break;
    case unsigned_4: value = read_bytes(cursor, 4); break;
    case signed_4: value = (uint64_t)(int64_t)(int32_t)read_bytes(cursor, 4); break;
    default: cursor->is_wrong = true; return 0;
    }
    return base + value;
}

// MARK: Entries

// A common entry (CIE) with the entry of a function (FDE).
struct entry {
    struct cursor common, own; // The instructions.
    uintptr_t first, end;      // The code.
    uint64_t code_factor;
    int64_t data_factor;
    uint8_t encoding;
    bool is_signal;
};

// Limits a cursor at an entry to its content. Its length is of 4 bytes: the long form does not occur.
static struct cursor content(const uint8_t *at, uintptr_t end) {
    struct cursor cursor = {at, (const uint8_t *)end, false};
    uint32_t length = (uint32_t)read_bytes(&cursor, 4);
    if (length == 0 || length == UINT32_MAX || length > (uint64_t)(cursor.end - cursor.at)) { cursor.is_wrong = true; }
    if (!cursor.is_wrong) { cursor.end = cursor.at + length; }
    return cursor;
}

static void read_common(struct entry *entry, const uint8_t *at, uintptr_t end) {
    struct cursor cursor = content(at, end);
    char texts[8] = "";
    uint64_t kind = read_bytes(&cursor, 4);
    uint8_t version = read_byte(&cursor);
    if (kind != 0 || (version != 1 && version != 3)) { cursor.is_wrong = true; }
    for (size_t length = 0; length < sizeof texts && !cursor.is_wrong; length++) {
        texts[length] = (char)read_byte(&cursor);
        if (texts[length] == 0) { break; }
        if (length == sizeof texts - 1) { cursor.is_wrong = true; }
    }
    entry->code_factor = read_unsigned(&cursor);
    entry->data_factor = read_leb(&cursor, true);
    uint64_t returned = version == 1 ? read_byte(&cursor) : read_unsigned(&cursor);
    if (returned != register_return || texts[0] != 'z') { cursor.is_wrong = true; }
    uint64_t length = read_unsigned(&cursor);
    struct cursor data = cursor;
    skip(&cursor, length);
    data.end = cursor.at;
    for (const char *text = texts + 1; !cursor.is_wrong && text < texts + sizeof texts && *text; text++) {
        switch (*text) {
        case 'R': entry->encoding = read_byte(&data); break;
        case 'L': read_byte(&data); break;
        case 'P': {
            // The place of the function may be indirect, which does not matter for its length.
            uint8_t encoding = read_byte(&data) & 0x1F;
            read_encoded(&data, encoding);
            break;
        }
        case 'S': entry->is_signal = true; break;
        case 'B': break; // aarch64: return addresses are signed with another key.
        default: cursor.is_wrong = true;
        }
    }
    cursor.is_wrong = cursor.is_wrong || data.is_wrong;
    entry->common = cursor;
}

// Returns `false` if the entry has an unknown form.
static bool read_entry(struct entry *entry, const uint8_t *at, uintptr_t start, uintptr_t end) {
    *entry = (struct entry){0};
    struct cursor cursor = content(at, end);
    const uint8_t *place = cursor.at;
    uint64_t back = read_bytes(&cursor, 4);
    if (cursor.is_wrong || back == 0 || back > (uintptr_t)place - start) { return false; }
    read_common(entry, place - back, end);
    if (entry->common.is_wrong) { return false; }
    entry->first = read_encoded(&cursor, entry->encoding);
    entry->end = entry->first + read_encoded(&cursor, entry->encoding & 0x0F);
    skip(&cursor, read_unsigned(&cursor));
    entry->own = cursor;
    return !cursor.is_wrong;
}

// Returns the entry of the last function that begins at or before an address, or null.
static const uint8_t *search(const uint8_t *index, uintptr_t end, uintptr_t address) {
    // The only form of the index that linkers write: version 1, a sorted table of pairs of offsets from the index.
    enum { header = 12, row_size = 8 };
    int32_t pair[2];
    uint32_t count;
    if (end < (uintptr_t)index + header) { return NULL; }
    if (index[0] != 1 || (index[1] & 0x0F) != 0x0B || index[2] != 0x03 || index[3] != 0x3B) { return NULL; }
    memcpy(&count, index + 8, sizeof count);
    if (count > (end - (uintptr_t)index - header) / row_size) { return NULL; }
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        memcpy(pair, index + header + (size_t)middle * row_size, sizeof pair);
        if ((uintptr_t)index + (uintptr_t)(intptr_t)pair[0] <= address) { low = middle + 1; } else { high = middle; }
    }
    if (low == 0) { return NULL; }
    memcpy(pair, index + header + (size_t)(low - 1) * row_size, sizeof pair);
    return (const uint8_t *)((uintptr_t)index + (uintptr_t)(intptr_t)pair[1]);
}

// MARK: Rows

enum saving { unchanged, saved, lost };

// One row: the end of the frame (the canonical frame address, CFA), the saved frame pointer, and the return address.
struct row {
    uint64_t base; // The register from which the end of the frame is counted, or `no_base` for an expression.
    int64_t offset;
    enum saving fp, returned;
    int64_t fp_at, returned_at;
};
static const uint64_t no_base = UINT64_MAX;

static void save(struct row *row, uint64_t number, enum saving saving, int64_t at) {
    if (number == register_fp) {
        row->fp = saving;
        row->fp_at = at;
    }
    if (number == register_return) {
        row->returned = saving;
        row->returned_at = at;
    }
}

static void restore(struct row *row, uint64_t number, const struct row *initial) {
    if (number == register_fp) { save(row, number, initial->fp, initial->fp_at); }
    if (number == register_return) { save(row, number, initial->returned, initial->returned_at); }
}

// Executes instructions up to the row of an address. Returns `false` if one is unknown.
static bool execute(
    const struct entry *entry, struct cursor cursor, struct row *row, const struct row *initial, uintptr_t address
) {
    struct row remembered[remembered_max];
    int depth = 0;
    uintptr_t location = entry->first;
    while (cursor.at < cursor.end) {
        uint8_t code = read_byte(&cursor), low = code & 0x3F;
        uint64_t number, advance = 0;
        switch (code >> 6) {
        case 1: advance = low; break;
        case 2: save(row, low, saved, read_units(&cursor, false, entry->data_factor)); continue;
        case 3: restore(row, low, initial); continue;
        default: break;
        }
        if (code >> 6 == 0) {
            switch (code) {
            case 0x00: continue; // nop
            case 0x02: advance = read_bytes(&cursor, 1); break;
            case 0x03: advance = read_bytes(&cursor, 2); break;
            case 0x04: advance = read_bytes(&cursor, 4); break;
            case 0x05: // offset_extended
                number = read_unsigned(&cursor);
                save(row, number, saved, read_units(&cursor, false, entry->data_factor));
                continue;
            case 0x06: restore(row, read_unsigned(&cursor), initial); continue;
            case 0x07: save(row, read_unsigned(&cursor), lost, 0); continue; // undefined
            case 0x08: save(row, read_unsigned(&cursor), unchanged, 0); continue; // same_value
            case 0x09: // register
                save(row, read_unsigned(&cursor), lost, 1);
                read_unsigned(&cursor);
                continue;
            case 0x0A: // remember_state
                if (depth == remembered_max) { return false; }
                remembered[depth++] = *row;
                continue;
            case 0x0B: // restore_state
                if (depth == 0) { return false; }
                *row = remembered[--depth];
                continue;
            case 0x0C: // def_cfa
                row->base = read_unsigned(&cursor);
                row->offset = (int64_t)read_unsigned(&cursor);
                continue;
            case 0x0D: row->base = read_unsigned(&cursor); continue; // def_cfa_register
            case 0x0E: row->offset = (int64_t)read_unsigned(&cursor); continue; // def_cfa_offset
            case 0x0F: // def_cfa_expression
                row->base = no_base;
                skip(&cursor, read_unsigned(&cursor));
                continue;
            case 0x10: case 0x16: // expression, val_expression
                save(row, read_unsigned(&cursor), lost, 1);
                skip(&cursor, read_unsigned(&cursor));
                continue;
            case 0x11: // offset_extended_sf
                number = read_unsigned(&cursor);
                save(row, number, saved, read_units(&cursor, true, entry->data_factor));
                continue;
            case 0x12: // def_cfa_sf
                row->base = read_unsigned(&cursor);
                row->offset = read_units(&cursor, true, entry->data_factor);
                continue;
            case 0x13: row->offset = read_units(&cursor, true, entry->data_factor); continue; // def_cfa_offset_sf
            case 0x2D: continue; // aarch64: from here on the return address is signed, or no longer.
            case 0x2E: read_unsigned(&cursor); continue; // GNU_args_size
            default: return false;
            }
        }
        if (cursor.is_wrong) { return false; }
        location += advance * entry->code_factor;
        if (location > address) { return true; }
    }
    return !cursor.is_wrong;
}

// Returns `true` if a register is saved at a whole word below the end of the frame, not too far from it.
static bool is_near(int64_t at, int64_t farthest) { return at <= -word && at > -farthest * word && at % word == 0; }

static struct outl_rule rule_of(const struct row *row) {
    static const struct outl_rule unknown = {.kind = OUTL_RULE_UNKNOWN};
    enum { largest = 1 << 24, farthest = 1 << 12 };
    if (row->returned == lost && row->returned_at == 0) { return (struct outl_rule){.kind = OUTL_RULE_OUTERMOST}; }
    bool is_usual = row->returned == saved && is_near(row->returned_at, farthest) && row->fp != lost;
    if (!is_usual || row->offset < word || row->offset % word != 0 || row->offset / word >= largest) { return unknown; }
    struct outl_rule rule = {
        .size = (uint32_t)(row->offset / word), .returned = (uint32_t)(-row->returned_at / word)};
    if (row->fp == saved) {
        if (!is_near(row->fp_at, farthest) || row->fp_at == row->returned_at) { return unknown; }
        rule.saved = (uint32_t)(-row->fp_at / word);
    }
    if (row->base == register_sp) {
        rule.kind = OUTL_RULE_FROM_SP;
    } else if (row->base == register_fp) {
        bool is_record = rule.saved == rule.size && rule.returned + 1 == rule.size;
        rule.kind = is_record ? OUTL_RULE_POINTER : OUTL_RULE_FROM_FP;
    }
    return rule;
}

uintptr_t outl_cfi_function(const void *index, uintptr_t start, uintptr_t end, uintptr_t address) {
    uintptr_t call = address - 1;
    const uint8_t *at = search(index, end, call);
    struct entry entry;
    if (!at || (uintptr_t)at < start || (uintptr_t)at >= end || !read_entry(&entry, at, start, end)) { return 0; }
    return call < entry.first || call >= entry.end || entry.is_signal ? 0 : entry.first;
}

struct outl_rule outl_cfi_rule(const void *index, uintptr_t start, uintptr_t end, uintptr_t address) {
    static const struct outl_rule unknown = {.kind = OUTL_RULE_UNKNOWN};
    // The call is the last instruction before the address, which may already belong to the next function.
    uintptr_t call = address - 1;
    const uint8_t *at = search(index, end, call);
    struct entry entry;
    if (!at || (uintptr_t)at < start || (uintptr_t)at >= end || !read_entry(&entry, at, start, end)) { return unknown; }
    if (call < entry.first || call >= entry.end || entry.is_signal) { return unknown; }
    struct row row = {.base = no_base}, none = row;
    if (!execute(&entry, entry.common, &row, &none, UINTPTR_MAX)) { return unknown; }
    struct row initial = row;
    if (!execute(&entry, entry.own, &row, &initial, call)) { return unknown; }
    return rule_of(&row);
}

#endif
