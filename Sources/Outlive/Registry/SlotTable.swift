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
    var address: UInt = 0
    /// What is registered here; nil in a free slot.
    var registration: Registration?
    /// The next slot of the same bucket, or the next free one.
    var next = SlotIndex.none
    /// The first slot of the bucket whose number is this slot's index.
    var bucket = SlotIndex.none
    /// Counts what was registered here before.
    var serial: UInt32 = 0
}

/// Registered objects, weakly held: a hash table by address in slots that never move.
///
/// - Memory: a slot whose object is gone is used again. When none is known to be free, each insertion looks at two
///   slots in turn and only then adds one. With d dead slots among s, fewer than s/2 insertions pass until the dead
///   are found, so the number of slots stays within a small factor of the most objects that were alive at once,
///   however many come and go, and there is no collection that everybody waits for.
/// - Pauses: slots come in chunks, and the hash table grows by one bucket for each slot (linear hashing, Litwin 1980),
///   so no insertion copies the table. Bucket n is kept in slot n.
/// - Identity: an address may be used again by a new object; only a weak reference that still holds proves that a
///   slot's object is the one asked for.
/// - Objects are never retained here, except by `object(at:)`, so none is released, and no `deinit` runs, under
///   the lock that guards the table.
///
/// Not thread-safe.
struct SlotTable: ~Copyable {
    private static let chunkShift = 10
    static let chunkCapacity = 1 << chunkShift

    private var chunks: [UnsafeMutablePointer<Slot>] = []
    /// How many slots there are, used or free; also the number of buckets.
    private(set) var count = 0
    /// The smallest power of two that is not less than `count`, less 1.
    private var mask = 0
    private var firstFree = SlotIndex.none
    private var hand = 0

    deinit {
        for (number, chunk) in chunks.enumerated() {
            chunk.deinitialize(count: min(Self.chunkCapacity, count - number * Self.chunkCapacity))
            chunk.deallocate()
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
    /// An object that is registered under another key keeps the generation of its birth.
    /// - Complexity: O(1) on average.
    mutating func insert(_ object: AnyObject, key: RegistrationKey, generation: Int, stack: UInt32) -> Insertion {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        var generation = generation
        var representsObject = true
        var next = first(for: address)
        while next != .none {
            let index = next
            let known = slot(index)
            next = known.pointee.next
            guard known.pointee.address == address else { continue }
            guard known.pointee.reference.isAlive else {
                recycle(index)
                continue
            }
            guard let registration = known.pointee.registration else { continue }
            if registration.key == key { return .known }
            if registration.key.endsWithGeneration == key.endsWithGeneration {
                representsObject = false
                generation = registration.generation
            }
        }
        let index = takeFree()
        let new = slot(index)
        new.pointee.reference.object = object
        guard new.pointee.reference.isAlive else {
            release(index)
            return .dying
        }
        let head = slot(bucket(of: address))
        new.pointee.address = address
        new.pointee.registration = Registration(
            key: key, generation: generation, stack: stack, representsObject: representsObject)
        new.pointee.next = head.pointee.bucket
        head.pointee.bucket = index
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
            let known = slot(index)
            next = known.pointee.next
            guard known.pointee.address == address else { continue }
            if known.pointee.reference.isAlive, let registration = known.pointee.registration {
                removed.append(registration)
            }
            recycle(index)
        }
        return removed
    }

    /// Visits the registrations of live objects in some of the slots, and frees the slots of the dead.
    ///
    /// - Parameter range: any part of `0..<count`; more is left out.
    mutating func sweep(_ range: Range<Int>, _ visit: (SlotReference, inout Registration) -> Void) {
        for number in range.clamped(to: 0..<count) {
            let index = SlotIndex(number)
            let visited = slot(index)
            guard visited.pointee.registration != nil else { continue }
            if visited.pointee.reference.isAlive {
                visit(SlotReference(index: index, serial: visited.pointee.serial), &visited.pointee.registration!)
            } else {
                recycle(index)
            }
        }
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

    // MARK: Slots

    private func slot(_ index: SlotIndex) -> UnsafeMutablePointer<Slot> {
        chunks[Int(index) >> Self.chunkShift] + Int(index) & (Self.chunkCapacity - 1)
    }

    /// A slot that is in no bucket and not in the list of free ones.
    private mutating func takeFree() -> SlotIndex {
        for _ in 0..<2 where firstFree == .none && count > 0 {
            hand = hand + 1 < count ? hand + 1 : 0
            if !slot(SlotIndex(hand)).pointee.reference.isAlive { recycle(SlotIndex(hand)) }
        }
        guard firstFree != .none else { return append() }
        let index = firstFree
        firstFree = slot(index).pointee.next
        slot(index).pointee.next = .none
        return index
    }

    /// Takes a slot whose object is gone, or is to be forgotten, out of its bucket and frees it.
    private mutating func recycle(_ index: SlotIndex) {
        let next = slot(index).pointee.next
        let head = slot(bucket(of: slot(index).pointee.address))
        if head.pointee.bucket == index {
            head.pointee.bucket = next
        } else {
            var before = slot(head.pointee.bucket)
            while before.pointee.next != index { before = slot(before.pointee.next) }
            before.pointee.next = next
        }
        release(index)
    }

    /// Adds a slot that is in no bucket to the free ones.
    private mutating func release(_ index: SlotIndex) {
        let freed = slot(index)
        freed.pointee.reference.object = nil
        freed.pointee.registration = nil
        freed.pointee.serial &+= 1
        freed.pointee.next = firstFree
        firstFree = index
    }

    // MARK: Buckets

    /// The bucket of an address: as many low bits of its hash as there are buckets for.
    private func bucket(of address: UInt) -> SlotIndex {
        let number = Self.hash(address) & mask
        return SlotIndex(number < count ? number : number & (mask >> 1))
    }

    /// The first slot of the bucket of an address.
    private func first(for address: UInt) -> SlotIndex {
        count > 0 ? slot(bucket(of: address)).pointee.bucket : .none
    }

    /// Fibonacci hashing; objects are 16 bytes apart at least.
    private static func hash(_ address: UInt) -> Int {
        Int((UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> 33)
    }

    /// Adds a slot and with it a bucket, which takes its share from the bucket that held its addresses before.
    private mutating func append() -> SlotIndex {
        let new = count
        if new & (Self.chunkCapacity - 1) == 0 { chunks.append(.allocate(capacity: Self.chunkCapacity)) }
        slot(SlotIndex(new)).initialize(to: Slot())
        count += 1
        if new > mask { mask = mask << 1 | 1 }
        guard new > 0 else { return 0 }

        let parent = slot(SlotIndex(new & (mask >> 1)))
        var moving = parent.pointee.bucket
        parent.pointee.bucket = .none
        while moving != .none {
            let moved = slot(moving)
            let next = moved.pointee.next
            let head = slot(bucket(of: moved.pointee.address))
            moved.pointee.next = head.pointee.bucket
            head.pointee.bucket = moving
            moving = next
        }
        return SlotIndex(new)
    }
}
