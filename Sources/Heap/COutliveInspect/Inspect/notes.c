#include "Inspect/notes.h"

#include "Memory/platform.h"

#if OUTL_HEAP_SERVED

#include "Objects/subject.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void outl_notes_add(const char *format, ...) {
    enum { maximum = 16 };
    static struct outl_note notes[maximum];
    if (outl_subject.note_count == maximum) { return; }
    struct outl_note *note = &notes[outl_subject.note_count++];
    outl_subject.notes = notes;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(note->text, sizeof note->text, format, arguments);
    va_end(arguments);
}

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

// Names what was left out of the copy.
static void describe_gaps(const struct outl_inspect_result *result) {
    if (result->unread > 0) {
        outl_notes_add(
            "%s%s cannot be read, so objects of %s classes may be missing", name_of(result->module),
            result->unread > 1 ? " and other modules" : "", result->unread > 1 ? "their" : "its");
    }
    if (result->absent > 0) {
        outl_notes_add(
            "left out: %lu bytes that a userfaultfd had not provided, so objects may be missing", result->absent);
    }
    if (result->foreign > 0) {
        outl_notes_add("left out: %lu bytes of devices and of files in FUSE file systems", result->foreign);
    }
    if (result->lost > 0) { outl_notes_add("%lu bytes of memory could not be read", result->lost); }
}

void outl_notes_describe(
    const struct outl_source *source, const struct outl_glibc *glibc, bool with_graph,
    const struct outl_inspect_result *result
) {
    const char *where = source->is_core ? "read from a core file" : "inspected from outside";
    const char *allocator = *result->allocator ? result->allocator : "the allocator";
    if (*result->reason) {
        outl_notes_add("the contents of the heap are unknown: %.180s", result->reason);
    } else if (glibc->is_scanned) {
        outl_notes_add("%s, without allocation sites; the allocator is %s", where, allocator);
        outl_notes_add(
            "inexact: objects were found by their contents in all memory, so a few may have been freed before; sizes "
            "are estimates, and other blocks are missing");
        outl_notes_add(
            "to have exact counts with this allocator, start the program with the heap tier: outlive run, or OUTLIVE_HEAP");
        if (with_graph) {
            outl_notes_add("addresses in the allocator's own memory are roots, so leaked objects may seem reachable");
        }
    } else {
        outl_notes_add("%s, without allocation sites: sizes are what %s can use", where, allocator);
    }
    if (result->verified > 0) {
        outl_notes_add(
            "%u file%s of the program checked against the build IDs in the core file", result->verified,
            result->verified == 1 ? "" : "s");
    }
    if (result->unverified > 0) {
        outl_notes_add(
            "%u file%s of the program not verified, because the core file has no build IDs: add 0x10 to "
            "/proc/PID/coredump_filter",
            result->unverified, result->unverified == 1 ? "" : "s");
    }
    if (result->expected > result->size) {
        outl_notes_add(
            "the core file is truncated: %lu of %lu bytes are missing, so objects are missing",
            result->expected - result->size, result->expected);
    } else if (glibc->is_partial) {
        outl_notes_add("a part of the heap could not be walked, so objects are missing");
    }
    describe_gaps(result);
}

#endif
