internal import Dispatch

/// Runs two functions at the same time, and returns both results.
///
/// Blocks the calling thread, which may run one of them. Neither may change what the other one reads.
func concurrently<First, Second>(
    _ first: @Sendable () -> First, _ second: @Sendable () -> Second
) -> (First, Second) {
    // Each is written by one thread, and read after both have ended.
    nonisolated(unsafe) var one: First?
    nonisolated(unsafe) var other: Second?
    DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 { one = first() } else { other = second() }
    }
    guard let one, let other else { fatalError("a function did not run") }
    return (one, other)
}
