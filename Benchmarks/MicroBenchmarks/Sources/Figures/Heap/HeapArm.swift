internal import Foundation

/// A program with or without the heap tier.
struct HeapArm {
    let name: String
    /// The number of frames of each allocation's stack, or `nil` for the program without the tier.
    var frames: Int?
    /// `true` if all allocations are counted.
    var counts = false

    static let bare = HeapArm(name: "bare")
    static let counting = HeapArm(name: "heap tier, no stacks", frames: 0)
    static let withStacks = HeapArm(name: "heap tier, 16 frames", frames: 16)
    static let withAllocations = HeapArm(name: "heap tier, 16 frames, --allocations", frames: 16, counts: true)

    /// Returns the environment that loads the tier into a process.
    ///
    /// - Parameters:
    ///   - library: The path of the preload library.
    ///   - folder: The folder that the process writes to.
    func environment(library: String, folder: String) -> [String: String] {
        guard let frames else { return [:] }
        return [
            "LD_PRELOAD": library, "OUTLIVE_HEAP": folder, "OUTLIVE_HEAP_FRAMES": "\(frames)",
            "OUTLIVE_HEAP_EXIT": "0", "OUTLIVE_HEAP_ALLOCATIONS": counts ? "1" : "0",
        ]
    }

    /// Checks that the tier was active in the last process with that environment, and empties its folder.
    ///
    /// - Throws: An error if it was not: the figures would be those of the bare program.
    func check(folder: String) throws {
        guard frames != nil else { return }
        let greetings = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        guard !greetings.isEmpty else { throw NotWatched() }
        for name in greetings { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
    }

    private struct NotWatched: Error, CustomStringConvertible {
        var description: String { "the heap tier was not in the program" }
    }
}

/// Runs a body with a new folder, then removes the folder.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "outlive-figures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
}
