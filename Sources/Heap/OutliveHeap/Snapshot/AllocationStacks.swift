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
        let epoch = snapshot.stacks[Int(index)].epoch
        let found = snapshot.frames(ofStack: Int(index)).map { frames.frame($0, epoch: epoch) }
        let backtrace = Backtrace(frames: Array(found.prefix { !$0.isInHeapTier }))
        known[index] = backtrace
        return backtrace
    }

    /// Returns stacks of the snapshot with symbols, in the same order.
    ///
    /// All distinct frames are symbolicated in one request, which blocks the calling thread.
    mutating func backtraces(ofStacks indices: [UInt32], names: any AddressNames) -> [Backtrace] {
        let stacks = indices.map { backtrace(ofStack: $0) }
        let frames = Array(Set(stacks.lazy.flatMap(\.frames)))
        let named = Dictionary(zip(frames, names.functions(of: frames))) { first, _ in first }
        return stacks.map { Backtrace(frames: $0.frames.map { named[$0] ?? $0 }) }
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
            var frame = frames.frame(address, epoch: epoch)
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
    /// The frames found so far, by epoch and address.
    private var known: [UInt32: [UInt64: Frame]] = [:]

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

    /// Returns the frame of a return address in a stack of an epoch; its module is empty if none covers the address.
    mutating func frame(_ address: UInt64, epoch: UInt32) -> Frame {
        if let frame = known[epoch]?[address] { return frame }
        let frame =
            module(of: address, epoch: epoch)?.frame(at: address) ?? Frame(module: "", buildID: nil, offset: address)
        known[epoch, default: [:]][address] = frame
        return frame
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
