#pragma once

/// The graph of the subject: nodes, edges and roots, and what is known of them. Each part has a source file.
///
/// Concurrency: one graph in a process, on the thread of the walk. A frozen copy shares the list of threads with the
/// program, which reads it when the copy has ended.

#include "Objects/walk.h"

/// Writes the graph. Returns 0 or an errno. Called before stacks and types are written, because it adds to them.
int outl_graph_write(struct outl_walk *walk);

// MARK: Nodes
//
// The nodes: the blocks sorted by address, and the search for the block to which a word points.

/// An item of the section of nodes.
struct outl_node {
    uint64_t address, bytes;
    uint32_t type, stack, birth, state, edges, elements;
};
_Static_assert(sizeof(struct outl_node) == 40, "as docs/heap-snapshot.md says");

/// The flags of a node that are not in the file.
enum {
    OUTL_NODE_RAW = 1,    ///< Not a Swift object.
    OUTL_NODE_INSIDE = 2, ///< A word may point into the node, not only to its start.
    OUTL_NODE_LEAF = 4,   ///< Its words keep nothing alive: a side table, the runtime's own metadata.
    OUTL_NODE_VALUE = 8,  ///< The box of a value of `any P`.
    OUTL_NODE_SLAB = 16,  ///< A block of a task's frames.
    OUTL_NODE_QUEUE = 32, ///< A part of the queue in which a task group stores results.
    OUTL_NODE_UNUSED = 64, ///< A continuation that Dispatch keeps for reuse.
    OUTL_NODE_ON_STACK = 128, ///< A word on a stack, or a register, leads to it.
};

struct outl_nodes {
    struct outl_walk *walk;
    struct outl_node *items;
    uint8_t *flags;
    uint32_t count;
};

/// Lists and classifies the blocks, and creates the index of their addresses. Returns 0 or an errno.
int outl_nodes_make(struct outl_walk *walk, struct outl_nodes *nodes);

/// Returns the number of the node that contains `address`, or OUTL_NOTHING.
uint32_t outl_nodes_at(uintptr_t address);

/// Returns the address of a node.
uint64_t outl_nodes_address(uint32_t number);

/// Returns the address in a word of memory without the flags that Swift stores in the upper and lowest bits of a
/// reference.
static inline uintptr_t outl_reference_address(uintptr_t word) { return word & UINT64_C(0x00FFFFFFFFFFFFF8); }

/// Returns the number of the node to which a word of memory points, or OUTL_NOTHING.
uint32_t outl_nodes_target(uintptr_t word);

// MARK: Extents
//
// The part of a node that can contain references: elements up to an array's count, values up to their layout, frames of
// tasks as far as they are allocated, results of task groups that are not read yet. Behind it are words of earlier
// blocks, which malloc does not erase.

/// A part of a node, as offsets.
struct outl_extent {
    uint64_t first, end;
};

/// Reads the limits of types, and finds the blocks of tasks' frames. Returns `false` if there is no memory.
///
/// Called when all types of nodes have numbers, and the layout of tasks was checked.
bool outl_extents_prepare(const struct outl_nodes *nodes);

/// Returns the part of a node with references, without the first two words of an object. It can be empty.
struct outl_extent outl_extent_of(const struct outl_nodes *nodes, uint32_t number);

// MARK: Functions
//
// The functions next to references: a Swift closure is a code address and then its context, which for a closure with
// one captured object is that object.

/// The kind of a reference, as docs/heap-snapshot.md numbers it.
enum outl_reference { OUTL_REFERENCE_EDGE = 0, OUTL_REFERENCE_ROOT = 1 };

/// Finds the code of the loaded modules. Returns `false` if there is no memory.
bool outl_functions_prepare(void);

/// Returns `true` if a word is the address of code, or of the constant through which an async function is called.
bool outl_functions_has(uintptr_t word);

/// Records `word`, which precedes reference `number`, if it leads to code; on a stack, unless it is a return address.
///
/// The numbers of each kind must ascend, and edges must come before roots.
void outl_functions_add(enum outl_reference of, uint32_t number, uintptr_t word, bool on_stack);

/// Writes the recorded functions. Returns 0 or an errno.
int outl_functions_write(struct outl_sections *sections);

/// Records the offset in `target`, a task or a block of frames, of the address in the word of reference `number`.
///
/// Other targets, and addresses of their beginning, are not recorded. The numbers of each kind must ascend, and edges
/// must come before roots.
void outl_inside_add(
    const struct outl_nodes *nodes, enum outl_reference of, uint32_t number, uint32_t target, uintptr_t word);

/// Writes the recorded offsets. Returns 0 or an errno.
int outl_inside_write(struct outl_sections *sections);

// MARK: Containers
//
// The storage of containers of the standard library, Foundation and Collections: the used part, and the occupied
// buckets of dictionaries and sets. The other buckets contain stale words.

/// The amounts of a container, in bytes.
struct outl_amounts {
    uint64_t used, capacity;
};

/// Reads the amounts of the object at `address`, in a block of `size` requested bytes.
///
/// Returns `false` if it is not a container, or if they are not plausible.
bool outl_container_read(
    struct outl_walk *walk, uint32_t type, uintptr_t address, uint64_t size, struct outl_amounts *amounts);

/// An item of the section of hash tables.
struct outl_hash_table {
    uint32_t node, buckets;
    uint32_t first_key;    ///< The offset of the keys in the block, or of a set's elements.
    uint32_t key_stride;
    uint32_t first_value;  ///< 0 in a set.
    uint32_t value_stride;
};

/// Reads the storage of a dictionary or set. Returns `false` if a node is not such storage, or is not plausible.
bool outl_hash_table_read(const struct outl_nodes *nodes, uint32_t number, struct outl_hash_table *table);

/// Reads a node as `outl_hash_table_read` does, and records it. Called in ascending order of the numbers.
bool outl_hash_table_find(const struct outl_nodes *nodes, uint32_t number, struct outl_hash_table *table);

/// Returns `true` if the word at an offset of the storage is part of a key or value in an occupied bucket.
bool outl_hash_table_has(const struct outl_hash_table *table, const struct outl_node *node, uint64_t offset);

/// Writes the recorded tables. Returns 0 or an errno.
int outl_hash_tables_write(struct outl_sections *sections);

// MARK: Places
//
// The places of values of `any P` in objects, by the object's type: in stored properties, elements, keys, values and
// captures. Such a value has three words, which contain it or the address of its box, then the metadata of its type.

/// The part of an object that contains a place.
enum outl_part { OUTL_PART_INSTANCE, OUTL_PART_KEY, OUTL_PART_VALUE, OUTL_PART_COUNT };

/// The places in the objects of a type.
struct outl_places {
    struct {
        uint32_t first; ///< An index of `outl_place_offsets`.
        uint32_t count;
    } parts[OUTL_PART_COUNT];
    uint32_t stride; ///< The stride of elements of array storage, which are keys here; otherwise 0.
};

/// Finds the places of all types that have a number. Returns `false` if there is no memory.
bool outl_places_prepare(const struct outl_walk *walk);

/// The places by the number of the type, and the offsets of all places from the start of the instance or element.
extern struct outl_array outl_places OUTL_HIDDEN, outl_place_offsets OUTL_HIDDEN;

static inline const struct outl_places *outl_places_of(uint32_t type) {
    return (const struct outl_places *)outl_places.items + type;
}

// MARK: Existentials
//
// Values of `any P`: three words contain the value or its box, the fourth is the metadata of its type. The words that
// a value does not use were never written, and may contain stale pointers.

/// Finds the places of such values in types, and the blocks that are boxes of values.
///
/// Called when all types of nodes have numbers; assigns numbers to the types of values. Returns `false` if there is no
/// memory.
bool outl_existentials_prepare(const struct outl_nodes *nodes);

/// Returns `true` if the word at an offset of a Swift object is an unwritten word of such a value.
///
/// - table: The layout of a dictionary's or set's storage, or null for other objects.
bool outl_existentials_unwritten(
    const struct outl_nodes *nodes, uint32_t number, const struct outl_hash_table *table, uint64_t offset);

/// Records the type of the inline value that contains the word at an offset, for edge `edge`.
///
/// The numbers of edges must ascend.
void outl_existentials_add(
    const struct outl_nodes *nodes, uint32_t number, const struct outl_hash_table *table, uint64_t offset,
    uint32_t edge);

/// Writes the recorded types and boxes. Returns 0 or an errno.
int outl_existentials_write(const struct outl_nodes *nodes);

// MARK: Tasks
//
// The state of tasks: running or suspended, the awaited object, and the functions that continue them. If the
// concurrency runtime has an unknown layout, nothing is read of any task.

/// Checks that the layout of tasks is the known one. Called before the other functions.
void outl_tasks_prepare(void);

/// Returns `false` for a stale word of a completed task, of which only the result, the error and the first slab count.
bool outl_task_has(const struct outl_node *node, uint64_t offset);

/// Returns the address of the first of the blocks from which a task allocates its frames, or 0.
uintptr_t outl_task_slab(const struct outl_node *node);

/// Returns the end of the used part of such a block; 0 if there is none.
uint32_t outl_slab_end(uintptr_t slab);

/// Returns the end of a task's references: that of the used part of its own block of frames.
uint64_t outl_task_end(const struct outl_node *node);

/// Writes the tasks, their frames and details. Returns 0 or an errno.
int outl_tasks_write(const struct outl_nodes *nodes);

// MARK: Continuations
//
// The continuations of Dispatch: the blocks in which it stores submitted work. It does not erase their words, which
// lead to what they, or earlier blocks there, contained.

/// Marks the continuations that a thread keeps for reuse, found by its thread-locals from `first` to `end`.
///
/// - thread: The ID of the thread.
void outl_continuations_mark(const struct outl_nodes *nodes, uintptr_t first, uintptr_t end, uint32_t thread);

/// Writes the continuations that are in use, and those that were marked.
void outl_continuations_write(const struct outl_nodes *nodes);

// MARK: Roots
//
// Roots: words outside of blocks that point to one.
//
// Not searched are memory that points to everything or contains stale pointers (that of the interposer, the C library,
// the runtime, the unwinder and malloc) and stacks with an unknown pointer. Thread-locals lie at the end of a thread's
// stack, next to the C library's record of the thread, which begins with its own address.

/// Writes the roots, marks the continuations that threads keep and the nodes on stacks, and stores the searched part of
/// each stack in the list of threads. Returns 0 or an errno.
int outl_roots_write(const struct outl_nodes *nodes);

/// Writes the numbers of strong references to the objects on stacks: many words there are left over, and own nothing.
void outl_counts_write(const struct outl_nodes *nodes);
