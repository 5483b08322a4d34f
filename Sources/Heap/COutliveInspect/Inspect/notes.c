#include "Inspect/notes.h"

#include "Memory/platform.h"

#if OUTL_HEAP_SERVED

#include "Objects/subject.h"

#include <stdarg.h>
#include <stdio.h>

void outl_notes_add(const char *format, ...) {
    enum { most = 16 };
    static struct outl_note notes[most];
    if (outl_subject.note_count == most) { return; }
    struct outl_note *note = &notes[outl_subject.note_count++];
    outl_subject.notes = notes;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(note->text, sizeof note->text, format, arguments);
    va_end(arguments);
}

#endif
