internal import LeakCorpus

/// Remembers of what a case tracks only the types, so that nothing is kept alive or looked at in another way.
///
/// Not thread-safe: a case tracks one object at a time, and only within its cycle.
final class TypeRecorder: Recorder, @unchecked Sendable {
    /// The types of the objects of a name.
    private(set) var types: [String: Set<String>] = [:]

    func track(_ object: AnyObject, _ name: String) {
        types[name, default: []].insert(String(reflecting: type(of: object)))
    }
}
