import OutliveModel
import Testing

@testable import OutliveReport

/// What holds the survivors: as text, and in the lines that sum up.
@Suite struct TraceTests {
    @Test func `look`() {
        print(Report.traced.text())
        print(Report.traced.text(TextStyle(unicode: false)))
    }
}
