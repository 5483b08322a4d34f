internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport
internal import OutliveSymbols

/// Shows the types of a snapshot on a terminal, and other views on request, until the user leaves.
///
/// - Parameter earlier: The snapshot to compare with.
/// - Throws: `Failure` if the snapshot cannot be inspected.
func browse(_ snapshot: SnapshotInput, since earlier: SnapshotInput?, names: Symbolicator) throws {
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
