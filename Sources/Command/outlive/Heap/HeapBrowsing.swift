internal import OutliveModel
internal import OutliveReport
internal import OutliveSymbols

/// Shows the types of a snapshot on a terminal, and leak traces on request, until the user leaves.
///
/// - Throws: `Failure` if the snapshot cannot be inspected.
func browse(_ snapshot: SnapshotInput) throws {
    let all = SnapshotInspection(pattern: nil, isTraced: false, top: 1)
    var browser = HeapBrowser(try all.report(snapshot, since: nil))
    let screen = TerminalScreen()
    defer { screen.leave() }
    while true {
        screen.show(browser.screen(rows: screen.rows, style: screen.style))
        switch screen.next() {
        case .ended: return
        case .resized: continue
        case .keys(let keys):
            for key in keys {
                switch browser.press(key, rows: screen.rows, style: screen.style) {
                case .nothing: break
                case .leave: return
                case .suspend: screen.suspend()
                case .trace(let type):
                    let traced = SnapshotInspection(pattern: type.description, isTraced: true, top: nil)
                    browser.show(try traced.report(snapshot, since: nil))
                    // Before keys that were typed ahead.
                    screen.show(browser.screen(rows: screen.rows, style: screen.style))
                }
            }
        }
    }
}
