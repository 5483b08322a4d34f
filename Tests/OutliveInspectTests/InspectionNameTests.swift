#if os(Linux)
import Foundation
import OutliveInspect
import Testing

/// The names that an inspection gives its target in reports.
struct InspectionNameTests {
    @Test func `A process and its core file have the path of the executable and the process ID`() async throws {
        let writer = try await CoreFile.writer()
        let program = try InspectedProgram("heap-fixture", arguments: ["busy"])
        #expect(try await program.line() == "ready")
        let core = try await CoreFile(of: program, .kernel, writer: writer)
        let path = InspectedProgram.built.appendingPathComponent("heap-fixture").resolvingSymlinksInPath().path
        for target in [InspectedTarget.process(program.id), .core(path: core.path)] {
            let limits = InspectionLimits(timeout: .seconds(60))
            let inspection = try await program.onQueue { _ in try Inspection(target, limits: limits) }
            #expect(inspection.executable == path && inspection.processID == program.id, "\(target)")
        }
    }
}
#endif
