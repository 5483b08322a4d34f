internal import OutliveModel

/// The settings that bring the heap tier into a program.
package struct HeapSettings: Hashable, Sendable {
    /// The valid numbers of captured frames.
    package static let framesAllowed = 0...64

    /// The library to preload.
    package var library: HeapLibrary
    /// The number of frames captured for each allocation: 0 to 64.
    package var frames: Int
    /// `true` to take a census at exit and before a fatal signal.
    package var atExit: Bool

    /// Creates settings; 16 frames by default.
    package init(library: HeapLibrary, frames: Int = 16, atExit: Bool) {
        self.library = library
        self.frames = frames
        self.atExit = atExit
    }

    /// Returns the variables that switch the heap tier on; `nil` removes a variable.
    ///
    /// - Parameters:
    ///   - target: the program and its way to load the tier.
    ///   - directory: the absolute path that the tier writes to.
    ///   - preloaded: the value of `LD_PRELOAD` without the tier.
    func environment(for target: HeapTarget, directory: String, preloaded: String?) -> [String: String?] {
        var variables: [String: String?] = [
            EnvironmentName.heap: directory, EnvironmentName.heapFrames: "\(frames)",
            EnvironmentName.heapExit: atExit ? nil : "0", EnvironmentName.heapProbe: nil,
            EnvironmentName.target: target.executable,
        ]
        if !target.hasTier {
            // First, because the first definition of malloc takes effect.
            variables[Self.preload] = [library.path, preloaded ?? ""].filter { !$0.isEmpty }.joined(separator: ":")
        }
        return variables
    }

    static let preload = "LD_PRELOAD"

    /// The variables that keep the heap tier out of a program, even if this process has it.
    static let off: [String: String?] = [
        EnvironmentName.heap: nil, EnvironmentName.heapFrames: nil, EnvironmentName.heapExit: nil,
        EnvironmentName.heapProbe: nil, EnvironmentName.target: nil,
    ]
}
