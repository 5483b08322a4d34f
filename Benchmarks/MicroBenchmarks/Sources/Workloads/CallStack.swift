/// Runs the body under a number of additional stack frames.
///
/// - Parameters:
///   - frames: The number of frames between the caller and the body.
///   - body: The work to run there.
/// - Returns: `frames`. A result computed after the call keeps the compiler from turning the calls into a loop.
@inline(never)
@discardableResult
public func underFrames(_ frames: Int, _ body: () -> Void) -> Int {
    guard frames > 0 else {
        body()
        return 0
    }
    return underFrames(frames - 1, body) + 1
}
