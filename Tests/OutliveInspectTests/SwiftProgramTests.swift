#if os(Linux)
import COutliveInspect
import OutliveHeap
import OutliveModel
import Testing

/// The objects of a Swift program that knows nothing of its inspection.
struct SwiftProgramTests {
    @Test func `Objects are recognised with their types while threads make and release them`() async throws {
        let program = try InspectedProgram("heap-fixture", arguments: ["busy"])
        #expect(try await program.line() == "ready")
        // Each of four threads adds an object to 200, and has one more in its hands.
        for _ in 0..<5 {
            let (result, bytes) = try await program.inspect()
            try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
            let census = HeapCensus(try HeapSnapshot(bytes))
            let parcels = census.rows.filter { $0.type.name == "heap_fixture.Parcel" }
            #expect((1...210).contains(parcels.reduce(0) { $0 + $1.count }))
            #expect(census.processID == program.id && !census.isIncomplete && census.stacks.isEmpty)
        }
    }
}
#endif
