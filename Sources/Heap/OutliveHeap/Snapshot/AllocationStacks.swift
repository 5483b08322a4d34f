package import OutliveModel
internal import OutliveSupport

/// The allocation stacks of the nodes of a snapshot.
package struct AllocationStacks {
    private let snapshot: HeapSnapshot
    private var frames: FrameLookup
    private var known: [UInt32: Backtrace] = [:]

    package init(_ snapshot: HeapSnapshot) {
        self.snapshot = snapshot
        frames = FrameLookup(snapshot.modules)
    }

    /// Returns the most frequent stack among some nodes, without symbols; empty if none was captured.
    package mutating func mostFrequent(of nodes: [Int]) -> Backtrace {
        var counts: [UInt32: Int] = [:]
        for node in nodes { counts[snapshot.nodes[node].stack, default: 0] += 1 }
        counts[HeapSnapshot.none] = nil
        return counts.mostFrequent.map { backtrace(ofStack: $0) } ?? Backtrace()
    }

    /// Returns a stack of the snapshot without symbols; empty for `HeapSnapshot.none`.
    ///
    /// A frame in the heap tier is a stale word, as are all after it.
    package mutating func backtrace(ofStack index: UInt32) -> Backtrace {
        guard index != HeapSnapshot.none else { return Backtrace() }
        if let backtrace = known[index] { return backtrace }
        let backtrace = Backtrace(frames: places(ofStack: index).map { frames.found[$0] })
        known[index] = backtrace
        return backtrace
    }

    /// Returns the frames of a stack, as indices in `frames.found`.
    private mutating func places(ofStack index: UInt32) -> [Int] {
        guard index != HeapSnapshot.none else { return [] }
        let epoch = snapshot.stacks[Int(index)].epoch
        let addresses = snapshot.frames(ofStack: Int(index))
        var places: [Int] = []
        places.reserveCapacity(addresses.count)
        for address in addresses {
            let place = frames.place(address, epoch: epoch)
            guard !frames.isInHeapTier[place] else { break }
            places.append(place)
        }
        return places
    }

    /// Returns stacks of the snapshot with symbols, in the same order.
    ///
    /// All distinct frames are symbolicated in one request, which blocks the calling thread.
    mutating func backtraces(ofStacks indices: [UInt32], names: any AddressNames) -> [Backtrace] {
        named(ofStacks: indices, by: names).backtraces
    }

    /// Returns stacks of the snapshot with symbols, in the same order, and each frame of them with its symbols.
    ///
    /// All distinct frames are symbolicated in one request, which blocks the calling thread.
    mutating func named(
        ofStacks indices: [UInt32], by names: any AddressNames
    ) -> (backtraces: [Backtrace], frames: [Frame: Frame]) {
        // The frames of all stacks as numbers in one array: most stacks share most of their frames.
        var (places, ends): ([Int], [Int]) = ([], [])
        for index in indices {
            places += self.places(ofStack: index)
            ends.append(places.count)
        }
        let named = names.functions(of: frames.found)
        var start = 0
        let backtraces = ends.map { end in
            defer { start = end }
            return Backtrace(frames: places[start..<end].map { named[$0] })
        }
        return (backtraces, Dictionary(zip(frames.found, named)) { first, _ in first })
    }

    /// Returns the distinct frames of stacks of the snapshot with symbols, which blocks the calling thread.
    mutating func frames(ofStacks indices: [UInt32], names: any AddressNames) -> [Frame] {
        for index in indices { _ = places(ofStack: index) }
        return names.functions(of: frames.found)
    }

    /// Returns the distinct stacks of some nodes with symbols, which blocks the calling thread.
    package static func named(
        of nodes: [Int], in snapshot: HeapSnapshot, by names: any AddressNames
    ) -> [UInt32: Backtrace] {
        let indices = Set(nodes.lazy.map { snapshot.nodes[$0].stack }).subtracting([HeapSnapshot.none]).sorted()
        return named(ofStacks: indices, in: snapshot, by: names)
    }

    /// Returns distinct stacks with symbols, which blocks the calling thread.
    package static func named(
        ofStacks indices: [UInt32], in snapshot: HeapSnapshot, by names: any AddressNames
    ) -> [UInt32: Backtrace] {
        var stacks = AllocationStacks(snapshot)
        return Dictionary(uniqueKeysWithValues: zip(indices, stacks.backtraces(ofStacks: indices, names: names)))
    }

    /// Returns the places to look up for the names of functions, by their first byte.
    ///
    /// The lookup expects a return address and reads the byte before it.
    mutating func frames(ofFunctions addresses: [UInt64]) -> [Frame] {
        let epoch = snapshot.stacks.lazy.map(\.epoch).max() ?? 0
        return addresses.map { address in
            let place = frames.place(address, epoch: epoch)
            var frame = frames.found[place]
            frame.offset &+= 1
            return frame
        }
    }
}

/// A lookup of the module and offset of the return addresses in a snapshot.
///
/// Several modules can be loaded at one address, one after another, so the epoch of a stack matters. One index serves
/// all epochs: an index per epoch would take memory for modules times epochs, and a program that loads and unloads
/// plugins has thousands of both.
private struct FrameLookup {
    /// The modules by ascending address, then by ascending epoch.
    private let modules: [HeapSnapshot.Module]
    /// The highest end address of the modules up to and including each place.
    private let ends: [UInt64]
    /// The frames found so far.
    private(set) var found: [Frame] = []
    /// `true` for each of them that lies in the heap tier.
    private(set) var isInHeapTier: [Bool] = []
    /// The indices in `found` by address, for the epoch of the last lookup and for other ones.
    private var latest: (epoch: UInt32, places: [UInt64: Int]) = (0, [:])
    private var others: [UInt32: [UInt64: Int]] = [:]

    init(_ modules: [HeapSnapshot.Module]) {
        self.modules = modules.filter { !$0.addresses.isEmpty && !$0.epochs.isEmpty }.sorted {
            ($0.addresses.lowerBound, $0.epochs.lowerBound) < ($1.addresses.lowerBound, $1.epochs.lowerBound)
        }
        var end: UInt64 = 0
        ends = self.modules.map { module in
            end = max(end, module.addresses.upperBound)
            return end
        }
    }

    /// Returns the index in `found` of a return address in a stack of an epoch; the frame's module is empty if none
    /// covers the address.
    mutating func place(_ address: UInt64, epoch: UInt32) -> Int {
        if epoch != latest.epoch {
            others[latest.epoch] = latest.places
            latest = (epoch, others.removeValue(forKey: epoch) ?? [:])
        }
        if let place = latest.places[address] { return place }
        let frame =
            module(of: address, epoch: epoch)?.frame(at: address) ?? Frame(module: "", buildID: nil, offset: address)
        found.append(frame)
        isInHeapTier.append(frame.isInHeapTier)
        latest.places[address] = found.count - 1
        return found.count - 1
    }

    private func module(of address: UInt64, epoch: UInt32) -> HeapSnapshot.Module? {
        var index = modules.partitioningIndex { $0.addresses.lowerBound > address }
        while index > 0, ends[index - 1] > address {
            // Of the modules that start at this address, the last one loaded up to the epoch.
            let start = modules[index - 1].addresses.lowerBound
            let loaded = modules.partitioningIndex { ($0.addresses.lowerBound, $0.epochs.lowerBound) > (start, epoch) }
            let first = modules.partitioningIndex { $0.addresses.lowerBound >= start }
            if loaded > first {
                let module = modules[loaded - 1]
                if module.addresses.contains(address), module.epochs.contains(epoch) { return module }
            }
            index = first
        }
        return nil
    }
}

extension Dictionary where Key: Comparable, Value == Int {
    /// The key with the largest number, the lowest of several.
    var mostFrequent: Key? { self.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key }
}
