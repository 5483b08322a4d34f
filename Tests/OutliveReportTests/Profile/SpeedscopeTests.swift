import Foundation
import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct SpeedscopeTests {
    private struct File: Decodable {
        struct Profile: Decodable {
            var type, unit: String
            var startValue, endValue: Int
            var samples: [[Int]]
            var weights: [Int]
        }
        struct Frame: Decodable {
            var name: String
            var file: String?
            var line: Int?
            var col: Int?
        }
        struct Shared: Decodable { var frames: [Frame] }
        var profiles: [Profile]
        var shared: Shared
        var name: String
    }

    @Test func `Samples list the calls outermost first, with bytes and objects as weights`() throws {
        let file = try JSONDecoder().decode(File.self, from: Data(AllocationProfile.small.speedscopeFile()))
        #expect(file.profiles.map(\.unit) == ["bytes", "none"])
        #expect(file.profiles.map(\.type) == ["sampled", "sampled"])
        #expect(file.profiles.map(\.weights) == [[100, 20, 3, 7], [2, 1, 1, 4]])
        #expect(file.profiles.map(\.endValue) == [130, 8])
        let names = file.profiles[0].samples.map { $0.map { file.shared.frames[$0].name } }
        #expect(
            names == [
                ["main()", "Session.init(id:)", "malloc"], ["main()", "Session.init(id:)"], ["main()", "app+0x1700"],
                ["(stack not captured)"],
            ])
        #expect(file.shared.frames[0].line == 3)
        #expect(file.shared.frames.count == 6)
    }

    @Test func `A call has its line and its column, or neither`() throws {
        let symbol = Symbol(function: "App.f() -> ()", file: "App/A.swift", line: 12, column: 34)
        let frames = [symbol, Symbol(function: "App.g() -> ()")].enumerated().map { index, symbol in
            Frame(module: "/app", buildID: nil, offset: UInt64(index), symbols: [symbol])
        }
        let profile = AllocationProfile([LiveStack(Backtrace(frames: frames), objects: 1, bytes: 1)], title: "app")
        let file = try JSONDecoder().decode(File.self, from: Data(profile.speedscopeFile()))
        #expect(file.shared.frames.map(\.line) == [nil, 12])
        #expect(file.shared.frames.map(\.col) == [nil, 34])
    }

    @Test func `Bytes and stacks of a census report are those of its rows`() {
        var report = CensusReport(toolVersion: "1", startedAt: "", machine: Report.clean.machine)
        let stack = Backtrace(frames: [.named(1, "App.f() -> ()", line: 1)])
        let type = HeapType(name: "App.A", kind: .object)
        let rows = [
            HeapRow(type: type, stack: 0, count: 2, bytes: 20), HeapRow(type: type, birth: 1, count: 1, bytes: 5),
            HeapRow(type: .rawMemory, stack: 0, count: 1, bytes: 7),
        ]
        for process in [3, 4] as [Int32] {
            report.processes.append(
                CensusedProcess(
                    processID: process, executable: "/opt/app",
                    census: HeapCensus(processID: process, cycle: 0, rows: rows, stacks: [stack])))
        }
        let profile = AllocationProfile(report)
        #expect(profile.title == "app (process 3) and 1 other process")
        #expect(profile.program == "/opt/app")
        #expect(profile.stacks.map(\.objects) == [2, 1, 1, 2, 1, 1])
        #expect(profile.stacks.map(\.bytes) == [20, 7, 5, 20, 7, 5])
        #expect(profile.stacks.map(\.type) == [type, .rawMemory, type, type, .rawMemory, type])
    }
}
