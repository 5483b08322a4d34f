#if LiveReset
internal import COutlive

/// A place in a `SlotTable`; `SlotIndex.none` is no place.
typealias SlotIndex = UInt32

extension SlotIndex {
    static let none = SlotIndex.max
}

/// A registration at a place, told apart from later ones at the same place.
struct SlotReference: Sendable {
    let index: SlotIndex
    let serial: UInt32
}

private struct Slot {
    var reference = WeakReference()
    /// What is registered here; nil in a free slot.
    var registration: Registration?
    /// Counts what was registered here before.
    var serial: UInt32 = 0

    /// Whether the object is gone and nobody wants to know any more what it was.
    var isDone: Bool {
        mutating get { registration?.holders ?? 0 == 0 && !reference.isAlive }
    }
}

/// What the hash table needs of a slot, apart from it, so that a search touches little memory.
private struct Link {
    /// The address of the object with all bits turned: a snapshot of the heap would take it for a reference otherwise.
    private var turned = ~(0 as UInt)
    /// The next slot of the same bucket, or the next free one.
    var next = SlotIndex.none
    /// The first slot of the bucket whose number is this slot's index: there are as many buckets as slots.
    var bucket = SlotIndex.none

    /// The address of the object in this slot.
    var address: UInt {
        get { ~turned }
        set { turned = ~newValue }
    }
}

private struct Chunk {
    static let shift = 10
    static let capacity = 1 << shift

    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    let links = UnsafeMutablePointer<Link>.allocate(capacity: capacity)
}

/// Registered objects, weakly held: a hash table by address in slots that never move.
///
/// - Memory: a slot whose object is gone is used again: when another object gets its address, or when its turn comes,
///   as each insertion looks at one slot or some in turn. In simulations, with some objects that stay and others that
///   live for up to a fixed number of insertions, none at an address used before, the slots stayed under three times
///   the most that were alive at once, however many came and went; there is no collection that everybody waits for.
/// - Pauses: slots come in chunks, and the hash table grows by one bucket for each slot (linear hashing, Litwin 1980),
///   so no insertion copies the table.
/// - Identity: an address may be used again by a new object; only a weak reference that still holds proves that a
///   slot's object is the one asked for.
/// - Objects are never retained here, except by `object(at:)`, so none is released, and no `deinit` runs, under
///   the lock that guards the table.
///
/// Not thread-safe.
struct SlotTable: ~Copyable {
    static let chunkCapacity = Chunk.capacity
    /// How many slots ahead of its turn a slot is fetched into the cache: far enough for memory to answer in time, near
    /// enough to be there still.
    private static let ahead = 16

    private var chunks: [Chunk] = []
    /// How many slots there are, used or free; also the number of buckets.
    private(set) var count = 0
    /// The smallest power of two that is not less than `count`, less 1.
    private var mask = 0
    private var firstFree = SlotIndex.none
    /// The slot that was looked at last, in turn.
    private var hand = 0
    /// How many slots an insertion looks at in this turn.
    private var looks = 1
    /// How many dead this turn has found.
    private var found = 0

    deinit {
        for (number, chunk) in chunks.enumerated() {
            chunk.slots.deinitialize(count: min(Chunk.capacity, count - number * Chunk.capacity))
            chunk.slots.deallocate()
            chunk.links.deallocate()
        }
    }

    /// What became of an insertion.
    enum Insertion: Equatable {
        /// It is registered; whether by a registration that represents the object, and born in which generation.
        case added(representsObject: Bool, generation: Int)
        /// The object was registered under this key before.
        case known
        /// The object is being deinitialised: nothing to watch.
        case dying
    }

    /// Registers an object, unless it is registered under the same key already.
    ///
    /// An object that is registered under another key keeps the generation of its birth, and what was reported of it.
    /// - Complexity: O(1) on average.
    mutating func insert(_ object: AnyObject, key: RegistrationKey, generation: Int, stack: UInt32) -> Insertion {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        // The bucket lies anywhere; until memory answers, there is something else to do.
        if count > 0 { outl_prefetch(link(bucket(of: address))) }
        lookForDead()
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
            if registration.key == key { return .known }
            if registration.key.endsWithGeneration == key.endsWithGeneration {
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
            return .dying
        }
        new.pointee.registration = Registration(
            key: key, generation: generation, stack: stack, representsObject: representsObject, isReported: isReported)
        link(index).pointee.address = address
        push(index)
        return .added(representsObject: representsObject, generation: generation)
    }

    /// Forgets all registrations of an object.
    ///
    /// - Returns: those that were in force, at most one for each key.
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

    /// Visits the registrations of live objects in some of the slots, and frees the slots of the dead.
    ///
    /// - Parameter range: any part of `0..<count`; more is left out.
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

    /// The registration at a place, of an object alive or not; nil when it was forgotten.
    func registration(at reference: SlotReference) -> Registration? {
        let known = slot(reference.index)
        return known.pointee.serial == reference.serial ? known.pointee.registration : nil
    }

    /// Lets the slot of a registration be used again when its object is gone.
    func release(_ reference: SlotReference) {
        let known = slot(reference.index)
        if known.pointee.serial == reference.serial { known.pointee.registration?.holders -= 1 }
    }

    /// Whether the object of a registration is alive, and still registered.
    func isAlive(_ reference: SlotReference) -> Bool {
        let known = slot(reference.index)
        return known.pointee.serial == reference.serial && known.pointee.reference.isAlive
    }

    /// The object of a registration while it is alive; the caller must not let go of it under the table's lock.
    func object(at reference: SlotReference) -> AnyObject? {
        let known = slot(reference.index)
        return known.pointee.serial == reference.serial ? known.pointee.reference.object : nil
    }

    /// The address of the object of a registration while it is alive, without looking at the object.
    func address(at reference: SlotReference) -> ObjectAddress? {
        isAlive(reference) ? ObjectAddress(UInt64(link(reference.index).pointee.address)) : nil
    }

    // MARK: Slots

    private func slot(_ index: SlotIndex) -> UnsafeMutablePointer<Slot> {
        chunks[Int(index) >> Chunk.shift].slots + Int(index) & (Chunk.capacity - 1)
    }

    private func link(_ index: SlotIndex) -> UnsafeMutablePointer<Link> {
        chunks[Int(index) >> Chunk.shift].links + Int(index) & (Chunk.capacity - 1)
    }

    /// Looks at the next slots in turn, and frees those whose object is gone.
    ///
    /// Where nearly all live, one look for each slot that is added is enough. Where objects come and go beside others
    /// that stay, the dead would pile up while the hand passes the living; so a turn that found many makes the next one
    /// faster.
    private mutating func lookForDead() {
        guard count > 0, firstFree == .none || looks > 1 else { return }
        for _ in 0..<looks {
            hand += 1
            if hand >= count {
                looks = found * 8 > count ? 4 : 1
                (hand, found) = (0, 0)
            }
            if hand + Self.ahead < count { slot(SlotIndex(hand + Self.ahead)).pointee.reference.prefetch() }
            let seen = slot(SlotIndex(hand))
            guard seen.pointee.registration != nil, seen.pointee.isDone else { continue }
            recycle(SlotIndex(hand))
            found += 1
        }
    }

    /// A slot that is in no bucket and not in the list of free ones.
    private mutating func takeFree() -> SlotIndex {
        guard firstFree != .none else { return append() }
        let index = firstFree
        firstFree = link(index).pointee.next
        return index
    }

    /// Takes a slot whose object is gone, or is to be forgotten, out of its bucket and frees it.
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

    /// Adds a slot that is in no bucket to the free ones.
    private mutating func free(_ index: SlotIndex) {
        let freed = slot(index)
        freed.pointee.reference.object = nil
        freed.pointee.registration = nil
        freed.pointee.serial &+= 1
        link(index).pointee.next = firstFree
        firstFree = index
    }

    // MARK: Buckets

    /// The number of an address's bucket: as many low bits of its hash as there are buckets for.
    private func bucket(of address: UInt) -> SlotIndex {
        // Fibonacci hashing.
        let hash = Int((UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> 33)
        let number = hash & mask
        return SlotIndex(number < count ? number : number & (mask >> 1))
    }

    /// The first slot of the bucket of an address.
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

    /// Adds a slot, and a bucket, which takes its share of the bucket that held its addresses before.
    private mutating func append() -> SlotIndex {
        let new = count
        let index = SlotIndex(new)
        if new & (Chunk.capacity - 1) == 0 { chunks.append(Chunk()) }
        slot(index).initialize(to: Slot())
        link(index).initialize(to: Link())
        count += 1
        if new > mask { mask = mask << 1 | 1 }
        guard new > 0 else { return index }

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
}
#endif
