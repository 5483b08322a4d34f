internal import LeakCorpus
internal import Outlive

/// Passes the objects that a case tracks to the registry.
///
/// The registry counts an object in the generation that first tracked it. The corpus also states which objects of
/// earlier cycles a cycle tracks again, so this recorder notes those by weak references of its own.
///
/// Not thread-safe: a case tracks one object at a time, and only within its cycle.
final class RegistryRecorder: Recorder, @unchecked Sendable {
    private struct Sighting {
        weak var object: AnyObject?
        let name: String
    }

    private let registry: LeakRegistry
    /// The earlier objects by address. An address proves nothing unless the weak reference still holds the object.
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
    /// - Returns: The names of live objects of earlier cycles that it tracked again.
    func endCycle() -> [String] {
        defer {
            earlier = earlier.merging(current) { $1 }.filter { $0.value.object != nil }
            current = [:]
            again = []
        }
        return Set(again.lazy.filter { $0.object != nil }.map(\.name)).sorted()
    }
}
