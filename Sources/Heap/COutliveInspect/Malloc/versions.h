#pragma once

/// The layouts of glibc's heap by version. Offsets are in bytes from the start of a structure, on 64-bit processors.
///
/// Concurrency: pure functions of the subject's memory.

#include "Types/modules.h"

/// The layout of the structures that differ between versions.
struct outl_glibc_layout {
    uint32_t from, to;      ///< The versions 2.`from` to 2.`to`.
    bool protects_links;    ///< The links of free lists are combined with their own addresses.
    uint32_t heap_header;   ///< The size of the header of an arena's heap.
    // The parameters, `struct malloc_par`.
    uint32_t mapped_count;  ///< The number of blocks with mappings, then its limit, each 4 bytes.
    uint32_t mapped_bytes;  ///< Their size, then the largest one so far.
    uint32_t break_base;    ///< The start of the first heap.
    uint32_t cache_bins;    ///< The number of bins of a thread's cache, then the bytes of the largest one.
    uint32_t huge_page;     ///< The size of huge pages if the heaps consist of them; 0 if there is no such parameter.
};

/// The offsets and sizes that are the same in all these versions.
enum {
    // A chunk: the size of the previous one if that is free (+0), its own size with flags (+8), then the block.
    OUTL_CHUNK_HEADER = 16,
    OUTL_CHUNK_SMALLEST = 32,
    // An arena, `struct malloc_state`.
    OUTL_ARENA_FLAGS = 4,
    OUTL_ARENA_FAST = 16, ///< The lists of small free chunks.
    OUTL_ARENA_FAST_COUNT = 10,
    OUTL_ARENA_TOP = 96,  ///< The chunk at the end of the heap, from which others are cut.
    OUTL_ARENA_BINS = 112, ///< The first and the last chunk of each list of free chunks.
    OUTL_ARENA_BIN_COUNT = 127,
    OUTL_ARENA_NEXT = 2160,
    OUTL_ARENA_SIZE = 2200,
    // The header of an arena's heap, `heap_info`: the arena (+0), the previous heap (+8), and the size (+16).
    OUTL_HEAP_SIZE_MAX = 1 << 26,
    // A thread's cache, `tcache_perthread_struct`: 2 bytes for the length of each list, then their heads.
    OUTL_CACHE_BINS = 64,
    OUTL_CACHE_HEADS = 2 * OUTL_CACHE_BINS,
    OUTL_CACHE_SIZE = OUTL_CACHE_HEADS + 8 * OUTL_CACHE_BINS,
};

/// Returns the layout of version 2.`minor`, or null if it is not known.
const struct outl_glibc_layout *outl_glibc_layout(uint32_t minor);

/// Returns all layouts, the latest first, and their number.
const struct outl_glibc_layout *outl_glibc_layouts(size_t *count);

/// Reads the version from the text that the C library contains. Returns `false` if no module contains one.
bool outl_glibc_version(uint32_t *minor);

/// Returns `true` if the loader of the C library is there.
bool outl_glibc_has_loader(void);

/// Returns `true` if a module is the C library or its loader.
bool outl_glibc_has(const struct outl_module *module);

/// Returns the module that contains the C library's variables: the library, or a static executable.
const struct outl_module *outl_glibc_module(void);
