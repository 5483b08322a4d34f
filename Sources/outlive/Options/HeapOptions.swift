internal import ArgumentParser
internal import OutliveDriver
internal import OutliveModel

/// The options of the heap tier in runs of many cycles.
struct HeapOptions: ParsableArguments {
    @ArgumentParser.Flag(help: "Look at every live Swift object too, of a program that was built as it is (Linux).")
    var heap = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many frames of each allocation's stack --heap captures, 0 to 64. (default: 16)", valueName: "n"))
    var frames: Int?

    @ArgumentParser.Flag(help: "List known library caches and why they grow (default: print only their number).")
    var showKnown = false

    @Option(
        help: ArgumentHelp(
            "Keep the snapshot that tells what holds the leaks, with the graph of all blocks, in this file.",
            valueName: "file"),
        transform: { .snapshot(path: $0) })
    var heapSnapshot: ReportFile?

    func validate() throws {
        guard let frames else { return }
        try FramesOption.check(frames)
    }

    /// How many frames are captured; nil where the heap tier is off.
    var framesIfOn: Int? { heap ? frames ?? 16 : nil }

    /// How the tier is brought in; nil where it is off.
    ///
    /// - Throws: `Failure` when its library is not there.
    func settings() throws(Failure) -> HeapSettings? {
        guard let framesIfOn else { return nil }
        return HeapSettings(library: try .besideThisExecutable(), frames: framesIfOn, atExit: false)
    }

    /// Refuses what does not go together.
    ///
    /// - Parameters:
    ///   - cycles: how many cycles one process goes through.
    ///   - option: what to raise when these are too few, for a number.
    func check(cycles: Int, warmup: Int, option: (Int) -> String) throws {
        guard heap else {
            guard frames == nil else { throw ValidationError("--frames is of the heap tier: add --heap") }
            guard heapSnapshot == nil else {
                throw ValidationError("--heap-snapshot is of the heap tier: add --heap")
            }
            return
        }
        let fewest = HeapSummary.fewestCycles(warmup: warmup)
        guard cycles >= fewest else {
            let words = warmup == 0 ? "\(fewest) cycles" : "\(fewest) cycles, the first \(warmup) of which are warm-up"
            throw ValidationError(
                "--heap tells growth from \(words), in one process, and there are \(cycles): give \(option(fewest)) or more"
            )
        }
    }
}
