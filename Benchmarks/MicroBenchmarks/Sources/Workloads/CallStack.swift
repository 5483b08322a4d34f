/// Runs the body under so many more frames than the caller's.
///
/// - Parameters:
///   - frames: how many frames lie between the caller and the body.
///   - body: what runs there.
/// - Returns: `frames`; a result that is made after the call keeps the compiler from turning the calls into a loop.
@inline(never)
@discardableResult
public func underFrames(_ frames: Int, _ body: () -> Void) -> Int {
    guard frames > 0 else {
        body()
        return 0
    }
    return underFrames(frames - 1, body) + 1
}
