#include "State/special.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/contexts.h"
#include "Types/members.h"

#include <string.h>

struct rule {
    const char *module; // Null for any.
    const char *name;
    enum outl_form form;
};

// The reason of each rule that leaves something out stands behind it.
static const struct rule structs[] = {
    {"Swift", "Bool", OUTL_FORM_BOOL},
    {"Swift", "Int", OUTL_FORM_SIGNED},
    {"Swift", "Int8", OUTL_FORM_SIGNED},
    {"Swift", "Int16", OUTL_FORM_SIGNED},
    {"Swift", "Int32", OUTL_FORM_SIGNED},
    {"Swift", "Int64", OUTL_FORM_SIGNED},
    {"Swift", "UInt", OUTL_FORM_UNSIGNED},
    {"Swift", "UInt8", OUTL_FORM_UNSIGNED},
    {"Swift", "UInt16", OUTL_FORM_UNSIGNED},
    {"Swift", "UInt32", OUTL_FORM_UNSIGNED},
    {"Swift", "UInt64", OUTL_FORM_UNSIGNED},
    {"Swift", "Int128", OUTL_FORM_BYTES},
    {"Swift", "UInt128", OUTL_FORM_BYTES},
    {"Swift", "Float", OUTL_FORM_FLOAT},
    {"Swift", "Double", OUTL_FORM_FLOAT},
    {"Swift", "Float16", OUTL_FORM_FLOAT},
    {"Swift", "String", OUTL_FORM_STRING},
    {"Swift", "Array", OUTL_FORM_ARRAY},
    {"Swift", "ContiguousArray", OUTL_FORM_ARRAY},
    {"Swift", "Set", OUTL_FORM_SET},
    {"Swift", "Dictionary", OUTL_FORM_DICTIONARY},
    {"Swift", "UnsafePointer", OUTL_FORM_POINTER},
    {"Swift", "UnsafeMutablePointer", OUTL_FORM_POINTER},
    {"Swift", "UnsafeRawPointer", OUTL_FORM_POINTER},
    {"Swift", "UnsafeMutableRawPointer", OUTL_FORM_POINTER},
    {"Swift", "OpaquePointer", OUTL_FORM_POINTER},
    {"Swift", "AutoreleasingUnsafeMutablePointer", OUTL_FORM_POINTER},
    {"Swift", "ObjectIdentifier", OUTL_FORM_POINTER},   // An address.
    {"Swift", "UnownedSerialExecutor", OUTL_FORM_OMITTED}, // Which thread runs an actor.
    {"Swift", "Hasher", OUTL_FORM_OMITTED},             // The seed of a process.
    {"Synchronization", "Mutex", OUTL_FORM_MUTEX},      // A lock, and its value.
    {"Synchronization", "Atomic", OUTL_FORM_ATOMIC},
    {"Synchronization", "_MutexHandle", OUTL_FORM_OMITTED}, // A lock.
    {"Synchronization", "AtomicLazyReference", OUTL_FORM_POINTER},
    {"Observation", "ObservationRegistrar", OUTL_FORM_OMITTED}, // Who looks at a value is not its state.
    {"FoundationEssentials", "Data", OUTL_FORM_DATA},
    {"Foundation", "Data", OUTL_FORM_DATA},
    {"FoundationEssentials", "UUID", OUTL_FORM_BYTES},
    {"Foundation", "UUID", OUTL_FORM_BYTES},
};

static bool is_in(uintptr_t descriptor, const char *module) {
    return outl_descriptor_is_named(outl_context_module(descriptor), module);
}

enum outl_form outl_special_struct(uintptr_t descriptor, bool is_plain) {
    for (size_t index = 0; index < OUTL_COUNT(structs); index++) {
        bool is_named = outl_descriptor_is_named(descriptor, structs[index].name);
        if (is_named && is_in(descriptor, structs[index].module)) { return structs[index].form; }
    }
    bool is_internal = outl_descriptor_is_internal(descriptor) && !is_in(descriptor, "Swift");
    // What Foundation stores by reference are caches of its own, such as the parts of a URL that were parsed.
    return is_internal && !is_plain ? OUTL_FORM_OMITTED : OUTL_FORM_STRUCT;
}

enum outl_form outl_special_builtin(uintptr_t metadata) {
    size_t length;
    const char *name = outl_maps_text(outl_word(metadata + 8), 64, &length);
    if (!name) { return OUTL_FORM_UNKNOWN; }
    if (strncmp(name, "Int", 3) == 0) { return OUTL_FORM_SIGNED; }
    if (strncmp(name, "FP", 2) == 0) { return OUTL_FORM_FLOAT; }
    bool is_object = strcmp(name, "NativeObject") == 0 || strcmp(name, "BridgeObject") == 0;
    if (is_object) { return OUTL_FORM_CLASS; }
    return strcmp(name, "RawPointer") == 0 ? OUTL_FORM_POINTER : OUTL_FORM_OMITTED;
}

bool outl_special_is_omitted(uintptr_t descriptor) {
    return outl_descriptor_is_internal(descriptor) && !is_in(descriptor, "Swift") && !is_in(descriptor, "Dispatch");
}

// The properties that depend on the past of a collection, which is the same with the same elements.
static const struct property {
    const char *module, *type, *name;
} storage[] = {
    {"DequeModule", "_DequeBufferHeader", "capacity"},
    {"DequeModule", "_DequeBufferHeader", "startSlot"}, // Where the first element lies in the ring.
    {"NIOCore", "CircularBuffer", "headBackingIndex"},  // As well.
    {"NIOCore", "CircularBuffer", "tailBackingIndex"},
    {"NIOCore", "_CircularBuffer", "headBackingIndex"},
    {"NIOCore", "_CircularBuffer", "tailBackingIndex"},
};

bool outl_special_is_storage(uintptr_t descriptor, const char *property) {
    for (size_t index = 0; index < OUTL_COUNT(storage); index++) {
        bool is_named =
            strcmp(property, storage[index].name) == 0 && outl_descriptor_is_named(descriptor, storage[index].type);
        if (is_named && is_in(descriptor, storage[index].module)) { return true; }
    }
    return false;
}

// The classes of the platform whose properties a program sets.
static const struct rule classes[] = {
    {"Swift", "ManagedBuffer", OUTL_FORM_CLASS}, // Its header is a value of the program.
    {"Swift", "TaskLocal", OUTL_FORM_CLASS},     // The default value.
    {"_Concurrency", "TaskLocal", OUTL_FORM_CLASS},
    {"FoundationEssentials", "NotificationCenter", OUTL_FORM_CLASS},
    {"Foundation", "UserDefaults", OUTL_FORM_CLASS},
    {"Foundation", "NSCache", OUTL_FORM_CLASS},
    {"FoundationNetworking", "URLCache", OUTL_FORM_CLASS},
    {"Foundation", "NotificationCenter", OUTL_FORM_CLASS},
};

bool outl_special_class_is_opaque(uintptr_t descriptor) {
    if (!outl_descriptor_is_internal(descriptor)) { return false; }
    for (size_t index = 0; index < OUTL_COUNT(classes); index++) {
        bool is_named = outl_descriptor_is_named(descriptor, classes[index].name);
        if (is_named && is_in(descriptor, classes[index].module)) { return false; }
    }
    return true;
}

#endif
