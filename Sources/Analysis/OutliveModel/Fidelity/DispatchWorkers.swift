/// The threads in which Dispatch runs work, and Swift its tasks: a pool that grows and shrinks with use.
package enum DispatchWorkers {
    /// Returns `true` for the name of a worker, or of a thread that a worker started and that has no name of its own.
    ///
    /// The kernel keeps the last 15 characters of `com.apple.root.default-qos`, or of the same with `.overcommit`.
    package static func isName(_ name: String) -> Bool {
        ["-qos", "-qos.overcommit"].contains { name.hasSuffix($0) && name.utf8.count == 15 }
    }
}
