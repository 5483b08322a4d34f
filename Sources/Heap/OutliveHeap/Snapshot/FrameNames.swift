internal import OutliveModel
internal import OutliveSupport

/// A lookup of the module and offset of the return addresses in a snapshot.
struct FrameNames {
    private let index: ModuleIndex
    private var known: [Place: Frame] = [:]

    private struct Place: Hashable {
        var address: UInt64
        var epoch: UInt32
    }

    init(_ modules: [HeapSnapshot.Module]) {
        index = ModuleIndex(modules)
    }

    /// Returns the frame of a return address in a stack of an epoch; its module is empty if none covers the address.
    mutating func frame(_ address: UInt64, epoch: UInt32) -> Frame {
        let place = Place(address: address, epoch: epoch)
        if let frame = known[place] { return frame }
        let frame =
            index.module(of: address, epoch: epoch).map {
                Frame(module: $0.path, buildID: $0.buildID, offset: address - $0.loadBias)
            } ?? Frame(module: "", buildID: nil, offset: address)
        known[place] = frame
        return frame
    }
}

/// Modules by address and, if several were loaded at one address, by epoch.
///
/// One index serves all epochs. An index per epoch would take memory for modules times epochs, and a program that loads
/// and unloads plugins has thousands of both.
private struct ModuleIndex {
    /// The modules by ascending address, then by ascending epoch.
    private let modules: [HeapSnapshot.Module]
    /// The highest end address of the modules up to and including each place.
    private let ends: [UInt64]

    init(_ modules: [HeapSnapshot.Module]) {
        let sorted = modules.filter { !$0.addresses.isEmpty && !$0.epochs.isEmpty }.sorted {
            ($0.addresses.lowerBound, $0.epochs.lowerBound) < ($1.addresses.lowerBound, $1.epochs.lowerBound)
        }
        var end: UInt64 = 0
        ends = sorted.map { module in
            end = max(end, module.addresses.upperBound)
            return end
        }
        self.modules = sorted
    }

    func module(of address: UInt64, epoch: UInt32) -> HeapSnapshot.Module? {
        var place = modules.partitioningIndex { $0.addresses.lowerBound > address }
        while place > 0, ends[place - 1] > address {
            // Of the modules that start at this address, the last one loaded up to the epoch.
            let start = modules[place - 1].addresses.lowerBound
            let loaded = modules.partitioningIndex { ($0.addresses.lowerBound, $0.epochs.lowerBound) > (start, epoch) }
            let first = modules.partitioningIndex { $0.addresses.lowerBound >= start }
            if loaded > first {
                let module = modules[loaded - 1]
                if module.addresses.contains(address), module.epochs.contains(epoch) { return module }
            }
            place = first
        }
        return nil
    }
}
