import Foundation
import Metrics
import NIOConcurrencyHelpers

final class Parcel: Sendable {
    let name: String
    let number = UUID().uuidString
    init(name: String) { self.name = name }
}

struct EmptyName: Error {}

/// A step that every parcel passes before it is shipped.
protocol DispatchStage: Sendable {
    func pass(_ parcel: Parcel) throws
}

struct Validation: DispatchStage {
    func pass(_ parcel: Parcel) throws {
        if parcel.name.isEmpty { throw EmptyName() }
    }
}

/// Remembers the parcels of the last minutes, so that none is shipped twice.
struct Deduplication: DispatchStage {
    private struct Memory {
        var parcels: [String: Parcel] = [:]
        var order: [String] = []
    }

    private let memory = NIOLockedValueBox(Memory())
    private let window: Int

    init(window: Int) { self.window = window }

    func pass(_ parcel: Parcel) throws {
        memory.withLockedValue { memory in
            memory.parcels[parcel.number] = parcel  // TRUE CULPRIT of --leak dedup: never evicted
            guard window < .max else { return }
            memory.order.append(parcel.number)
            if memory.order.count > window { memory.parcels[memory.order.removeFirst()] = nil }
        }
    }
}

struct Measuring: DispatchStage {
    let labelsParcel: Bool

    func pass(_ parcel: Parcel) throws {
        var dimensions = [("kind", "parcel")]
        if labelsParcel { dimensions.append(("number", parcel.number)) }
        Recorder(label: "name_bytes", dimensions: dimensions).record(parcel.name.utf8.count)  // TRUE CULPRIT: labels
    }
}
