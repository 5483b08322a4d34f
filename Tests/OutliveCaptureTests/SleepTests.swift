import Foundation
import OutliveHeap
import OutliveModel
import OutliveSymbols
import OutliveTestSupport
import Testing

/// Sleeping tasks that are cancelled: the runtime keeps their wake-ups, and the program leaks nothing.
struct SleepTests {
    @Test func `No kind of sleep makes a cancelled task a leak, and what stays is known`() async throws {
        let cycles = 8
        let program = try WatchedProgram(
            arguments: ["sleeps", "\(cycles)"], executable: "heap-fixture", environment: ["OUTLIVE_HEAP_FRAMES": "16"])
        let ending = await program.end()
        #expect(ending.output == "done\n", "\(ending.errors)")
        let censuses = try (1...(cycles + 1)).map { HeapCensus(try program.finishedSnapshot("request-\($0)")) }
        var findings = HeapGrowth(censuses, warmup: 2).findings
        let named = Symbolicator().symbolicate(findings.map(\.backtrace)).backtraces
        for (index, backtrace) in named.enumerated() { findings[index].backtrace = backtrace }
        let settled = classifiedHeapFindings(findings)
        #expect(settled.allSatisfy { $0.verdict == .expected }, "\(settled.map { "\($0.verdict) \($0.key)" })")
        #expect(!settled.isEmpty)
    }
}
