internal import LeakCorpus

/// Records only the types of tracked objects, so that the recorder keeps nothing alive.
///
/// Not thread-safe: a case tracks one object at a time, and only within its cycle.
final class TypeRecorder: Recorder, @unchecked Sendable {
    /// The types of the objects tracked under a name.
    private(set) var types: [String: Set<String>] = [:]

    func track(_ object: AnyObject, _ name: String) {
        types[name, default: []].insert(String(reflecting: type(of: object)))
    }
}
