internal import ArgumentParser
internal import OutliveDriver

/// The option for the depth of allocation stacks.
struct FramesOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Number of frames of each allocation's stack that the heap tier captures, 0 to 64; 0 is the fastest.",
            valueName: "n"))
    var frames = HeapSettings.usualFrames

    func validate() throws { try Self.check(frames) }

    /// Refuses a number of frames that is out of range.
    static func check(_ frames: Int) throws {
        let allowed = HeapSettings.framesAllowed
        guard allowed.contains(frames) else {
            throw ValidationError("--frames is \(frames): it must be \(allowed.lowerBound) to \(allowed.upperBound)")
        }
    }
}
