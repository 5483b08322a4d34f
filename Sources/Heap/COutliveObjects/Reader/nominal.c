// The abbreviations of the mangling are `S` and a letter, and `Sc` and a letter for types of concurrency, whose module
// is called Swift in names.
#include "Reader/nominal.h"

#if OUTL_HEAP_SERVED

#include "Memory/maps.h"
#include "Reader/contexts.h"

#include <string.h>

struct abbreviation {
    char letter;
    const char *name;
};

static const struct abbreviation standard[] = {
    {'A', "AutoreleasingUnsafeMutablePointer"},
    {'a', "Array"},
    {'b', "Bool"},
    {'D', "Dictionary"},
    {'d', "Double"},
    {'f', "Float"},
    {'h', "Set"},
    {'I', "DefaultIndices"},
    {'i', "Int"},
    {'J', "Character"},
    {'N', "ClosedRange"},
    {'n', "Range"},
    {'O', "ObjectIdentifier"},
    {'P', "UnsafePointer"},
    {'p', "UnsafeMutablePointer"},
    {'R', "UnsafeBufferPointer"},
    {'r', "UnsafeMutableBufferPointer"},
    {'S', "String"},
    {'s', "Substring"},
    {'u', "UInt"},
    {'V', "UnsafeRawPointer"},
    {'v', "UnsafeMutableRawPointer"},
    {'W', "UnsafeRawBufferPointer"},
    {'w', "UnsafeMutableRawBufferPointer"},
    {'q', "Optional"},
    {'B', "BinaryFloatingPoint"},
    {'E', "Encodable"},
    {'e', "Decodable"},
    {'F', "FloatingPoint"},
    {'G', "RandomNumberGenerator"},
    {'H', "Hashable"},
    {'j', "Numeric"},
    {'K', "BidirectionalCollection"},
    {'k', "RandomAccessCollection"},
    {'L', "Comparable"},
    {'l', "Collection"},
    {'M', "MutableCollection"},
    {'m', "RangeReplaceableCollection"},
    {'Q', "Equatable"},
    {'T', "Sequence"},
    {'t', "IteratorProtocol"},
    {'U', "UnsignedInteger"},
    {'X', "RangeExpression"},
    {'x', "Strideable"},
    {'Y', "RawRepresentable"},
    {'y', "StringProtocol"},
    {'Z', "SignedInteger"},
    {'z', "BinaryInteger"},
};

static const struct abbreviation concurrency[] = {
    {'A', "Actor"},
    {'C', "CheckedContinuation"},
    {'c', "UnsafeContinuation"},
    {'E', "CancellationError"},
    {'e', "UnownedSerialExecutor"},
    {'F', "Executor"},
    {'f', "SerialExecutor"},
    {'G', "TaskGroup"},
    {'g', "ThrowingTaskGroup"},
    {'h', "TaskExecutor"},
    {'I', "AsyncIteratorProtocol"},
    {'i', "AsyncSequence"},
    {'J', "UnownedJob"},
    {'M', "MainActor"},
    {'P', "TaskPriority"},
    {'S', "AsyncStream"},
    {'s', "AsyncThrowingStream"},
    {'T', "Task"},
    {'t', "UnsafeCurrentTask"},
};

static const char *find(const struct abbreviation *abbreviations, size_t count, char letter) {
    for (size_t index = 0; index < count; index++) {
        if (abbreviations[index].letter == letter) { return abbreviations[index].name; }
    }
    return NULL;
}

struct outl_nominal outl_nominal_read(const char *name, size_t length) {
    enum { direct = 1, indirect = 2, reference_size = 5 };
    struct outl_nominal found = {0}, none = {0};
    if (length >= reference_size && (name[0] == direct || name[0] == indirect)) {
        found.length = reference_size;
        found.descriptor = outl_maps_relative(outl_address_of(name + 1));
        if (name[0] == indirect) {
            bool is_readable = found.descriptor % 8 == 0 && outl_maps_readable(found.descriptor, 8);
            found.descriptor = is_readable ? outl_word(found.descriptor) : 0;
        }
        return outl_context_kind(found.descriptor) >= 0 ? found : none;
    }
    if (length < 2 || name[0] != 'S') { return none; }
    bool is_concurrency = name[1] == 'c' && length > 2;
    found.name = is_concurrency ? find(concurrency, OUTL_COUNT(concurrency), name[2])
                                : find(standard, OUTL_COUNT(standard), name[1]);
    found.length = is_concurrency ? 3 : 2;
    return found.name ? found : none;
}

struct outl_nominal outl_nominal_at(uintptr_t address) {
    enum { longest = 5 };
    size_t length = longest;
    while (length > 0 && !outl_maps_readable(address, length)) { length--; }
    return address ? outl_nominal_read(OUTL_AT(address), length) : (struct outl_nominal){0};
}

size_t outl_nominal_length(uintptr_t address) {
    enum { longest = 1 << 12, last_relative = 0x17, reference_size = 5 };
    for (size_t length = 0; address && length < longest && outl_maps_readable(address + length, 1);) {
        uint8_t character = outl_byte(address + length);
        if (character == 0) { return length; }
        length += character <= last_relative ? reference_size : 1;
    }
    return 0;
}

// `Sg` at the end makes an optional of the type before it.
struct outl_nominal outl_nominal_unbound(uintptr_t address) {
    size_t length = outl_nominal_length(address);
    bool is_optional = length > 2 && outl_byte(address + length - 2) == 'S' && outl_byte(address + length - 1) == 'g';
    return is_optional ? outl_nominal_read("Sq", 2) : outl_nominal_at(address);
}

#endif
