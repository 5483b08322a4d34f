import OutliveModel
import Testing

@testable import OutliveReport

/// What the heap tier found, in every format.
@Suite struct HeapReportTests {
    @Test func `A run of the heap tier alone, as text`() {
        #expect(Report.heapLeaking.text() == "")
    }
}
