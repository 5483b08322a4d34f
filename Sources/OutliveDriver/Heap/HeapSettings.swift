internal import OutliveModel

/// How the heap tier is brought into a program.
public struct HeapSettings: Hashable, Sendable {
    /// How many frames of an allocation can be captured.
    public static let framesAllowed = 0...64

    /// What is preloaded.
    public var library: HeapLibrary
    /// How many frames of each allocation are captured: 0 to 64; 0 for none.
    public var frames: Int
    /// Whether a census is taken at exit, and before a fatal signal.
    public var atExit: Bool

    /// Makes settings; 16 frames by default.
    public init(library: HeapLibrary, frames: Int = 16, atExit: Bool) {
        self.library = library
        self.frames = frames
        self.atExit = atExit
    }

    /// The variables that switch the tier on.
    ///
    /// - Parameters:
    ///   - target: how it gets into the program.
    ///   - directory: where the program is to write, absolute.
    ///   - preloaded: what `LD_PRELOAD` says without the tier.
    func environment(for target: HeapTarget, directory: String, preloaded: String?) -> [String: String?] {
        var variables: [String: String?] = [
            EnvironmentName.heap: directory, EnvironmentName.heapFrames: "\(frames)",
            EnvironmentName.heapExit: atExit ? nil : "0", EnvironmentName.heapProbe: nil,
            EnvironmentName.target: target.executable,
        ]
        if !target.hasTier {
            // In front: of two that define malloc the first is called.
            variables[Self.preload] = [library.path, preloaded ?? ""].filter { !$0.isEmpty }.joined(separator: ":")
        }
        return variables
    }

    /// The loader's list of libraries to load before all others.
    static let preload = "LD_PRELOAD"

    /// The variables of a program that is not to have the tier, whatever is around this process.
    static let off: [String: String?] = [
        EnvironmentName.heap: nil, EnvironmentName.heapFrames: nil, EnvironmentName.heapExit: nil,
        EnvironmentName.heapProbe: nil, EnvironmentName.target: nil,
    ]
}
