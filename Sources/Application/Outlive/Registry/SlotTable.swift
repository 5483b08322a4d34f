#if LiveReset
internal import COutlive

/// An index of a slot in a `SlotTable`, or `SlotIndex.none`.
typealias SlotIndex = UInt32

extension SlotIndex {
    static let none = SlotIndex.max
}

/// A reference to a registration in a slot; the serial number distinguishes it from later ones in the same slot.
struct SlotReference: Sendable {
    let index: SlotIndex
    let serial: UInt32
}

// Not copyable: the compiler otherwise copies the weak reference of a slot to read another property of the slot.
// 32 bytes, so that a sweep reads few lines of the cache.
private struct Slot: ~Copyable {
    var reference = WeakReference()
    /// The registration in this slot, or `nil` in a free slot.
    var registration: Registration?
    /// The number of earlier registrations in this slot.
    var serial: UInt32 = 0

    /// `true` if the object was deallocated and no ended generation waits for it.
    var isDone: Bool {
        mutating get { registration?.holders ?? 0 == 0 && !reference.isAlive }
    }
}

/// The part of a slot that the hash table needs, kept separate so that a search touches little memory.
private struct Link {
    /// The object's address with all bits inverted, so that a heap snapshot does not mistake it for a reference.
    private var inverted = ~(0 as UInt)
    /// The next slot of the same bucket, or the next free one.
    var next = SlotIndex.none
    /// The first slot of the bucket whose number equals this slot's index; there are as many buckets as slots.
    var bucket = SlotIndex.none

    /// The address of the object in this slot.
    var address: UInt {
        get { ~inverted }
        set { inverted = ~newValue }
    }
}

private struct Chunk {
    static let shift = 10
    static let capacity = 1 << shift

    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    let links = UnsafeMutablePointer<Link>.allocate(capacity: capacity)
}

/// A hash table of weakly referenced objects by address, in slots that never move.
///
/// - Memory: The slot of a deallocated object is reused when another object gets the same address, or when the hand of
///   an incremental sweep reaches it. An insertion moves the hand by one slot if none is free, or by several if the
///   last round found many deallocated objects. In simulations, the table stayed below three times the peak number of
///   live objects. They had some permanent objects, others that lived for up to a fixed number of insertions, and no
///   reused addresses. There is no stop-the-world collection.
/// - Growth: Slots are allocated in chunks, and the hash table grows by one bucket for each slot (linear hashing,
///   Litwin 1980). No insertion copies the table.
/// - Identity: A new object can reuse an address. Only a live weak reference proves that a slot belongs to the given
///   object.
/// - Retention: Only `object(at:)` retains objects. Therefore no object is released, and no `deinit` runs, under the
///   lock that guards the table.
///
/// Not thread-safe.
struct SlotTable: ~Copyable {
    static let chunkCapacity = Chunk.capacity
    /// The prefetch distance in slots: far enough ahead for memory to respond, near enough to stay in the cache.
    private static let ahead = 16

    private var chunks: [Chunk] = []
    /// The keys of the registrations.
    var keys = KeyTable()
    /// The number of slots, used or free, and of buckets.
    private(set) var count = 0
    /// The smallest power of two that is not less than `count`, minus 1.
    private var mask = 0
    private var firstFree = SlotIndex.none
    /// The slot that was checked last in the current round.
    private var hand = 0
    /// The number of slots that an insertion checks in this round.
    private var checks = 1
    /// The number of deallocated objects found in this round.
    private var found = 0

    init() { WeakReference.prepare() }

    deinit {
        for (number, chunk) in chunks.enumerated() {
            chunk.slots.deinitialize(count: min(Chunk.capacity, count - number * Chunk.capacity))
            chunk.slots.deallocate()
            chunk.links.deallocate()
        }
    }

    /// The result of an insertion.
    enum Insertion: Equatable {
        /// The object was registered. The values become `Registration.representsObject` and `Registration.generation`.
        case added(representsObject: Bool, generation: Int)
        /// The object was already registered under this key.
        case known
        /// The object is being deinitialised and was not registered.
        case deinitializing
    }

    /// Registers an object, unless it is already registered under the same key.
    ///
    /// An object that is also registered under another key keeps its generation and its reported state.
    /// - Complexity: O(1) on average.
    mutating func insert(_ object: AnyObject, key: RegistrationKey, generation: Int, stack: UInt32) -> Insertion {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        // Prefetches the bucket during the following work.
        if count > 0 { outl_prefetch(link(bucket(of: address))) }
        freeNextSlots()
        let number = keys.number(of: key)
        let endsWithGeneration = key.endsWithGeneration
        var generation = generation
        var representsObject = true
        var isReported = false
        var next = first(for: address)
        while next != .none {
            let index = next
            next = link(index).pointee.next
            guard link(index).pointee.address == address else { continue }
            let known = slot(index)
            guard known.pointee.reference.isAlive, let registration = known.pointee.registration else {
                if known.pointee.isDone { recycle(index) }
                continue
            }
            if registration.key == number { return .known }
            if registration.endsWithGeneration == endsWithGeneration {
                representsObject = false
                generation = registration.generation
                isReported = isReported || registration.isReported
            }
        }
        let index = takeFree()
        let new = slot(index)
        new.pointee.reference.object = object
        guard new.pointee.reference.isAlive else {
            free(index)
            return .deinitializing
        }
        keys.use(number)
        new.pointee.registration = Registration(
            key: number, stack: stack, generation: generation, representsObject: representsObject,
            endsWithGeneration: endsWithGeneration, isReported: isReported)
        link(index).pointee.address = address
        push(index)
        return .added(representsObject: representsObject, generation: generation)
    }

    /// Removes all registrations of an object.
    ///
    /// - Returns: The removed registrations, at most one for each key.
    /// - Complexity: O(1) on average.
    mutating func remove(_ object: AnyObject) -> [Registration] {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        var removed: [Registration] = []
        var next = first(for: address)
        while next != .none {
            let index = next
            next = link(index).pointee.next
            guard link(index).pointee.address == address else { continue }
            let known = slot(index)
            if known.pointee.reference.isAlive, let registration = known.pointee.registration {
                removed.append(registration)
                recycle(index)
            } else if known.pointee.isDone {
                recycle(index)
            }
        }
        return removed
    }

    /// Visits the registrations of live objects in a range of slots, and frees the slots of deallocated ones.
    ///
    /// - Parameter range: The slots to visit, clamped to `0..<count`.
    mutating func sweep(_ range: Range<Int>, _ visit: (SlotReference, inout Registration) -> Void) {
        let range = range.clamped(to: 0..<count)
        for number in range {
            if number + Self.ahead < range.upperBound {
                slot(SlotIndex(number + Self.ahead)).pointee.reference.prefetch()
            }
            let index = SlotIndex(number)
            let visited = slot(index)
            guard visited.pointee.registration != nil else { continue }
            if visited.pointee.reference.isAlive {
                visit(SlotReference(index: index, serial: visited.pointee.serial), &visited.pointee.registration!)
            } else if visited.pointee.isDone {
                recycle(index)
            }
        }
    }

    /// Returns a registration, even if its object was deallocated, or `nil` if it was removed.
    func registration(at reference: SlotReference) -> Registration? { slot(reference)?.pointee.registration }

    /// Releases a registration for one ended generation.
    ///
    /// After the last release, its slot can be reused once the object is deallocated.
    func release(_ reference: SlotReference) { slot(reference)?.pointee.registration?.holders -= 1 }

    /// Returns `true` if the object of a registration is alive and still registered.
    func isAlive(_ reference: SlotReference) -> Bool { slot(reference)?.pointee.reference.isAlive ?? false }

    /// Returns the object of a live registration; the caller must not release it under the table's lock.
    func object(at reference: SlotReference) -> AnyObject? { slot(reference)?.pointee.reference.object }

    /// Returns the address of the object of a live registration, without reading the object.
    func address(at reference: SlotReference) -> ObjectAddress? {
        isAlive(reference) ? ObjectAddress(UInt64(link(reference.index).pointee.address)) : nil
    }

    // MARK: Slots

    /// Returns the slot of a registration, or `nil` if the slot no longer contains it.
    private func slot(_ reference: SlotReference) -> UnsafeMutablePointer<Slot>? {
        let known = slot(reference.index)
        return known.pointee.serial == reference.serial ? known : nil
    }

    private func slot(_ index: SlotIndex) -> UnsafeMutablePointer<Slot> {
        chunks[Int(index) >> Chunk.shift].slots + Int(index) & (Chunk.capacity - 1)
    }

    private func link(_ index: SlotIndex) -> UnsafeMutablePointer<Link> {
        chunks[Int(index) >> Chunk.shift].links + Int(index) & (Chunk.capacity - 1)
    }

    /// Checks the next slots of the round, and frees those whose object was deallocated.
    ///
    /// If nearly all objects stay alive, one check for each added slot suffices. If many objects are short-lived, slots
    /// of deallocated ones would accumulate while the hand passes the permanent ones. Therefore a round that found many
    /// of them makes the next round faster.
    private mutating func freeNextSlots() {
        guard count > 0, firstFree == .none || checks > 1 else { return }
        for _ in 0..<checks {
            hand += 1
            if hand >= count {
                checks = found * 8 > count ? 4 : 1
                (hand, found) = (0, 0)
            }
            if hand + Self.ahead < count { slot(SlotIndex(hand + Self.ahead)).pointee.reference.prefetch() }
            let seen = slot(SlotIndex(hand))
            guard seen.pointee.registration != nil, seen.pointee.isDone else { continue }
            recycle(SlotIndex(hand))
            found += 1
        }
    }

    /// Returns a slot that is neither in a bucket nor in the free list.
    private mutating func takeFree() -> SlotIndex {
        guard firstFree != .none else { return append() }
        let index = firstFree
        firstFree = link(index).pointee.next
        return index
    }

    /// Removes a slot from its bucket and frees it.
    private mutating func recycle(_ index: SlotIndex) {
        let bucket = link(bucket(of: link(index).pointee.address))
        let next = link(index).pointee.next
        if bucket.pointee.bucket == index {
            bucket.pointee.bucket = next
        } else {
            var before = link(bucket.pointee.bucket)
            while before.pointee.next != index { before = link(before.pointee.next) }
            before.pointee.next = next
        }
        free(index)
    }

    /// Adds a slot that is in no bucket to the free list.
    private mutating func free(_ index: SlotIndex) {
        let freed = slot(index)
        freed.pointee.reference.object = nil
        if let registration = freed.pointee.registration { keys.release(registration.key) }
        freed.pointee.registration = nil
        freed.pointee.serial &+= 1
        link(index).pointee.next = firstFree
        firstFree = index
    }

    // MARK: Buckets

    /// Returns the bucket number of an address: as many low bits of its hash as there are buckets for.
    private func bucket(of address: UInt) -> SlotIndex {
        // Fibonacci hashing of the page. Objects of one page have neighbouring buckets, because objects that are
        // registered one after the other were often also allocated so: their buckets then share lines of the cache.
        let page = Int((UInt64(address >> 12) &* 0x9E37_79B9_7F4A_7C15) >> 33)
        let number = (page ^ Int(address >> 4 & 0xFF)) & mask
        return SlotIndex(number < count ? number : number & (mask >> 1))
    }

    /// Returns the first slot of the bucket of an address.
    private func first(for address: UInt) -> SlotIndex {
        count > 0 ? link(bucket(of: address)).pointee.bucket : .none
    }

    /// Adds a slot that is in no bucket to the bucket of its address.
    private func push(_ index: SlotIndex) {
        let pushed = link(index)
        let bucket = link(bucket(of: pushed.pointee.address))
        pushed.pointee.next = bucket.pointee.bucket
        bucket.pointee.bucket = index
    }

    /// Adds a slot and a bucket, and moves to the new bucket its share of an existing bucket.
    private mutating func append() -> SlotIndex {
        let new = count
        let index = SlotIndex(new)
        if new & (Chunk.capacity - 1) == 0 { chunks.append(Chunk()) }
        slot(index).initialize(to: Slot())
        link(index).initialize(to: Link())
        count += 1
        if new > mask { mask = mask << 1 | 1 }
        guard new > 0 else { return index }

        prefetchParent(of: new + Self.ahead)
        let parent = link(SlotIndex(new & (mask >> 1)))
        var moving = parent.pointee.bucket
        parent.pointee.bucket = .none
        while moving != .none {
            let next = link(moving).pointee.next
            push(moving)
            moving = next
        }
        return index
    }

    /// Prefetches the first slot of the bucket that a later insertion will divide.
    private func prefetchParent(of new: Int) {
        let first = link(SlotIndex(new & (mask >> 1))).pointee.bucket
        if first != .none { outl_prefetch(link(first)) }
    }
}
#endif
