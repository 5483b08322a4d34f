internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport
internal import OutliveSymbols

/// Shows the types of a snapshot on a terminal, and other views on request, until the user leaves.
///
/// A line shows the steps before the first screen.
///
/// - Parameters:
///   - input: Reads or takes the snapshot.
///   - earlier: The path of the snapshot to compare with.
/// - Throws: `Failure` if a snapshot cannot be read or inspected.
func browse(_ input: HeapInput, since earlier: String?, names: Symbolicator) async throws {
    let progress = ProgressLine()
    // Also before an error is printed.
    defer { progress.clear() }
    progress.show(step: "reading the snapshot", done: 0, of: 4)
    let snapshot = try await input.read(names: names)
    let earlier = try earlier.map { try SnapshotInput(path: $0, names: names) }
    // On the screen that returns after the browser's.
    if let note = snapshot.analysed.namesNote {
        progress.clear()
        printError("outlive: \(note)")
    }
    progress.show(step: "finding paths from roots", done: 1, of: 4)
    _ = snapshot.analysed.paths
    progress.show(step: "computing retained sizes", done: 2, of: 4)
    _ = snapshot.analysed.retainedSizes
    progress.show(step: "naming functions", done: 3, of: 4)
    func report(_ inspection: SnapshotInspection) throws -> SnapshotReport {
        var report = try inspection.report(snapshot, since: nil)
        report.symbolicate(with: names)
        return report
    }
    let inspector = BrowserInspector { type in
        snapshot.analysed.objects(ofType: type)
    } details: { address in
        (try? ObjectAddress(option: address)).flatMap { try? snapshot.objectReport(at: $0.number).object }
    }
    var browser = HeapBrowser(try report(SnapshotInspection(top: 1)), inspector)
    progress.clear()
    let screen = TerminalScreen()
    defer { screen.leave() }
    while true {
        screen.show(browser.screen(rows: screen.rows, style: screen.style))
        switch screen.next() {
        case .ended: return
        case .resized, .woken: continue
        case .keys(let keys):
            for key in keys {
                switch browser.press(key, rows: screen.rows, style: screen.style) {
                case .nothing: break
                case .leave: return
                case .suspend: screen.suspend()
                case .picture:
                    browser.show(try SnapshotInspection().picture(snapshot, since: earlier))
                    screen.show(browser.screen(rows: screen.rows, style: screen.style))
                case .trace(let type):
                    browser.show(try report(SnapshotInspection(pattern: type.description, isTraced: true)))
                    // Before keys that were typed ahead.
                    screen.show(browser.screen(rows: screen.rows, style: screen.style))
                }
            }
        }
    }
}
