internal import ArgumentParser
internal import Foundation
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport

struct HeapOptions: ParsableArguments {
    @ArgumentParser.Flag(help: "Also inspect every live Swift object; the program needs no changes (Linux).")
    var heap = false

    @Option(
        parsing: .unconditional,
        help: .init(
            "Number of frames of each allocation's stack that --heap captures, 0 to 64. (default: 16)", valueName: "n"))
    var frames: Int?

    @ArgumentParser.Flag(help: "Also count all allocations, by cycle, type and stack.")
    var allocations = false

    func validate() throws {
        if let frames { try checkFrames(frames) }
    }

    /// Returns the settings of the heap tier, or `nil` if it is off.
    ///
    /// - Throws: `Failure` if its library is missing.
    func settings() throws(Failure) -> HeapSettings? {
        guard heap else { return nil }
        let library = try HeapSettings.libraryBesideThisExecutable()
        return HeapSettings(
            library: library, frames: frames ?? HeapSettings.usualFrames, atExit: false, countsAllocations: allocations)
    }

    /// Refuses options that contradict each other.
    ///
    /// - Parameters:
    ///   - cycles: The number of cycles of one process.
    ///   - evidence: The files of the heap.
    ///   - attaches: `true` if the heap is inspected from outside.
    ///   - option: Returns the option with the least sufficient value, given the number of cycles.
    func check(
        cycles: Int, warmup: Int, _ evidence: EvidenceOptions, attaches: Bool = false, option: (Int) -> String
    ) throws {
        guard heap || attaches else {
            let options = [
                ("--frames", frames != nil), ("--allocations", allocations),
                ("--heap-snapshot", evidence.heapSnapshot != nil),
                ("--heap-page", evidence.heapPage != nil),
            ]
            for (option, isGiven) in options where isGiven {
                throw ValidationError("\(option) needs the heap tier: add --heap")
            }
            return
        }
        try checkGrowthIsJudged(cycles: cycles, warmup: warmup, option: option)
    }
}

/// Refuses a number of cycles of one process that is too small to judge growth of the heap.
///
/// - Parameter option: Returns the option with the least sufficient value, given the number of cycles.
func checkGrowthIsJudged(cycles: Int, warmup: Int, option: (Int) -> String) throws {
    let minimum = HeapSummary.minimumCycles(warmup: warmup)
    guard cycles < minimum else { return }
    let needed = warmup == 0 ? "\(minimum) cycles" : "\(minimum) cycles, the first \(warmup) of which are warm-up"
    throw ValidationError(
        "growth of the heap is judged from \(needed), in one process, and there are \(cycles): "
            + "give \(option(minimum)) or more")
}

/// Refuses a depth of allocation stacks that the heap tier does not allow.
func checkFrames(_ frames: Int) throws {
    let allowed = HeapSettings.framesAllowed
    guard allowed.contains(frames) else {
        throw ValidationError("--frames is \(frames): it must be \(allowed.lowerBound) to \(allowed.upperBound)")
    }
}

/// The options for the leak traces and the known growth in a report.
struct EvidenceOptions: ParsableArguments {
    @Option(
        help: .init(
            "Keep the snapshot behind the leak traces, with the graph of all blocks, in this file.",
            valueName: "file"),
        transform: { .snapshot(path: $0) })
    var heapSnapshot: ReportFile?

    @Option(
        help: .init(
            "Write a page to explore the heap behind the leak traces in a browser, with the causes first.",
            valueName: "file"),
        transform: { .init(path: $0) })
    var heapPage: ReportFile?

    /// Checks before any other work that the files can be written, and that each is the only one of its name.
    ///
    /// - Throws: `ExitCode.failed`, after printing an error, if there is an obstacle; `ValidationError` for one name.
    func check(besides reports: [OutputRequest<ReportFormat>]) throws {
        try heapSnapshot?.checkTakesSnapshot(besides: reports)
        guard let heapPage else { return }
        let others = (reports.map(\.file) + [heapSnapshot]).compactMap(\.self)
        guard !others.contains(where: heapPage.coincides) else {
            throw ValidationError(
                "the page of the heap and another output would be written to \(heapPage.path): name another file for "
                    + "one")
        }
        guard ReportSink(standard: STDOUT_FILENO).check([heapPage]) else { throw ExitCode.failed }
    }
}
