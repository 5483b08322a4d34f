#if LiveReset && OUTLIVE_EXIT_REPORT
internal import FoundationEssentials
internal import OutliveHeap
internal import OutliveJudgement
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveSymbols

/// Judges the census that the heap tier took at the end of this process, and prints what nothing can reach any more.
///
/// The tier calls it by its name, on a thread of its own, if it is linked in.
///
/// - Parameters:
///   - census: The descriptor of the census, which is closed.
///   - print: Prints the report, at most once.
@_cdecl("outl_exit_report_judge")
package func judgeCensus(_ census: Int32, print: @convention(c) (UnsafeRawPointer, Int) -> Void) {
    let path = "the census at the end"
    do {
        let snapshot = try HeapSnapshot(RegularFile(opened: census, path: path), path: path)
        let names = Symbolicator()
        // Raw memory is left out, as the caches of the runtime and of C libraries are among it.
        let losses = JudgedLosses(in: AnalysedSnapshot(snapshot, names: names), names: names) { node in
            snapshot.types[Int(snapshot.nodes[node].type)].type.map { $0.kind != .raw } ?? false
        }
        // What consists of the standard library's objects alone is rather a cache of a library than a leak.
        let leaks = causes(of: losses.findings).filter { cause in
            cause.findings.contains { HeapType(described: $0.key.type).isDeclaredByProgram }
        }
        let folder = FileManager.default.currentDirectoryPath
        show(LeaksAtEnd(leaks, in: folder, executable: CommandLine.arguments.first ?? "").text)
    } catch {
        show("outlive: no report on leaks: \(error)\n")
    }
    func show(_ text: String) {
        guard !text.isEmpty else { return }
        var text = text
        text.withUTF8 { print($0.baseAddress!, $0.count) }
    }
}
#endif
