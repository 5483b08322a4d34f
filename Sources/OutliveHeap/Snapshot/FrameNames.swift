internal import OutliveModel

/// The modules of a snapshot, by address and epoch.
struct FrameNames {
    private let modules: [HeapSnapshot.Module]
    /// Where the modules are that were loaded in an epoch, by rising address; made when first asked for.
    private var loaded: [UInt32: [Int]] = [:]
    private var known: [Place: Frame] = [:]

    private struct Place: Hashable {
        var address: UInt64
        var epoch: UInt32
    }

    init(_ modules: [HeapSnapshot.Module]) {
        self.modules = modules
    }

    /// The frame of a return address in a stack of an epoch; without a module where none covers it.
    mutating func frame(_ address: UInt64, epoch: UInt32) -> Frame {
        let place = Place(address: address, epoch: epoch)
        if let frame = known[place] { return frame }
        let frame =
            module(of: address, epoch: epoch).map {
                Frame(module: $0.path, buildID: $0.buildID, offset: address - $0.loadBias)
            } ?? Frame(module: "", buildID: nil, offset: address)
        known[place] = frame
        return frame
    }

    private mutating func module(of address: UInt64, epoch: UInt32) -> HeapSnapshot.Module? {
        let candidates = loaded[epoch] ?? sorted(epoch: epoch)
        loaded[epoch] = candidates
        var (lower, upper) = (0, candidates.count)
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if modules[candidates[middle]].addresses.lowerBound <= address {
                lower = middle + 1
            } else {
                upper = middle
            }
        }
        guard lower > 0 else { return nil }
        let module = modules[candidates[lower - 1]]
        return module.addresses.contains(address) ? module : nil
    }

    private func sorted(epoch: UInt32) -> [Int] {
        modules.indices.filter { modules[$0].epochs.contains(epoch) && !modules[$0].addresses.isEmpty }
            .sorted { modules[$0].addresses.lowerBound < modules[$1].addresses.lowerBound }
    }
}
