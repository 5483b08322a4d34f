import Testing

@testable import OutliveModel

@Suite struct HeapTypeTotalTests {
    @Test func `A census is listed by type, with the most frequent stacks`() {
        let session = HeapType(name: "App.Session", kind: .object)
        let text = HeapType(name: "Swift.__StringStorage", kind: .object)
        let stacks = (1...4).map { Backtrace(frames: [Frame(module: "/app", buildID: nil, offset: UInt64($0))]) }
        let census = HeapCensus(
            processID: 1, cycle: 3,
            rows: [
                HeapRow(type: session, stack: 0, birth: 0, count: 1, bytes: 10),
                HeapRow(type: session, stack: 1, birth: 0, count: 2, bytes: 20),
                HeapRow(type: session, stack: 1, birth: 1, count: 3, bytes: 30),
                HeapRow(type: session, stack: 2, birth: 1, state: .deinitialised, count: 7, bytes: 70),
                HeapRow(type: session, stack: 3, birth: 1, count: 1, bytes: 10),
                HeapRow(type: session, birth: 1, count: 100, bytes: 100),
                HeapRow(type: text, stack: 1, count: 1, bytes: 500),
            ], stacks: stacks)
        let totals = census.totals()
        #expect(totals.map(\.type) == [text, session])
        #expect(totals[1].objects == 107)
        #expect(totals[1].bytes == 170)
        #expect(totals[1].deinitialised == 7)
        #expect(totals[1].site == stacks[1])
        #expect(HeapCensus(processID: 1, cycle: 0).totals().isEmpty)
    }
}
