/// The retention path that keeps a survivor alive, outermost first.
public struct LeakTrace: Codable, Hashable, Sendable {
    /// The objects and edges, as text: `static App.shared`, `Session.onEvent`, ...
    public var steps: [String]
    /// The index in `steps` of the edge to cut, where one is named.
    public var culprit: Int?

    /// Makes a path.
    public init(steps: [String], culprit: Int? = nil) {
        self.steps = steps
        self.culprit = culprit
    }
}
