internal import LeakCorpus
internal import Outlive

/// Hands what a case tracks to the registry.
///
/// The registry counts an object in the generation that it was first tracked in. The corpus also asks which objects
/// of earlier cycles a cycle tracked once more, so these are noted here, by weak references of its own.
///
/// Not thread-safe: a case tracks one object at a time, and only within its cycle.
final class RegistryRecorder: Recorder, @unchecked Sendable {
    private struct Sighting {
        weak var object: AnyObject?
        let name: String
    }

    private let registry: LeakRegistry
    /// By address, which proves nothing until the weak reference still holds.
    private var earlier: [ObjectIdentifier: Sighting] = [:]
    private var current: [ObjectIdentifier: Sighting] = [:]
    private var again: [Sighting] = []

    init(_ registry: LeakRegistry) {
        self.registry = registry
    }

    func track(_ object: AnyObject, _ name: String) {
        registry.track(object, as: name)
        let sighting = Sighting(object: object, name: name)
        let address = ObjectIdentifier(object)
        if earlier[address]?.object === object {
            again.append(sighting)
        } else {
            current[address] = sighting
        }
    }

    /// Ends a cycle that has settled.
    ///
    /// - Returns: the names of live objects of earlier cycles that it tracked again.
    func endCycle() -> [String] {
        defer {
            earlier = earlier.merging(current) { $1 }.filter { $0.value.object != nil }
            current = [:]
            again = []
        }
        return Set(again.lazy.filter { $0.object != nil }.map(\.name)).sorted()
    }
}
