import OutliveModel
import Testing

@testable import OutliveReport

/// The text of a program's state, byte by byte: the files in `Golden/State`, named by report and width.
@Suite struct StateGoldenFileTests {
    private static let reports = ["listing": StateReport.listing, "diff": .differing, "same": .same]

    @Test(arguments: reports.keys.sorted(), [60, 80, 200])
    func `The text of a state equals its golden file`(name: String, width: Int) throws {
        let text = try Self.text(#require(Self.reports[name]), TextStyle(width: width))
        try GoldenFile(path: "State/\(name).\(width).txt").expect(text)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
    }

    @Test(arguments: reports.keys.sorted())
    func `The page of a state equals its golden file`(name: String) throws {
        let page = try HeapFormat.html.bytes(for: #require(Self.reports[name]))
        try GoldenFile(path: "State/\(name).html").expect(HTMLGolden.essence(of: String(decoding: page, as: UTF8.self)))
    }

    @Test func `A terminal without Unicode gets ASCII`() throws {
        let text = try Self.text(.differing, TextStyle(unicode: false))
        #expect(text.allSatisfy(\.isASCII) && text.contains("static Flags.beta: false -> true"))
    }

    @Test func `A file lists all values of a variable`() throws {
        let text = try Self.text(.listing, isBrief: false)
        #expect(text.contains(".settings.size") && !text.contains("more"))
    }

    @Test func `The JSON of a state has no hashes, which belong to one comparison`() throws {
        let json = try String(decoding: ListingFormat.json.bytes(for: StateReport.listing), as: UTF8.self)
        #expect(json.contains("\"text\"") && !json.contains("\"hash\""))
    }

    private static func text(
        _ report: StateReport, _ style: TextStyle = TextStyle(), isBrief: Bool = true
    ) throws -> String {
        String(decoding: try ListingFormat.text.bytes(for: report, style: style, isBrief: isBrief), as: UTF8.self)
    }
}

extension StateReport {
    /// Variables of all kinds: an object with properties, a variable that was not used, one in C, the environment.
    fileprivate static var listing: StateReport {
        StateReport(
            toolVersion: "0.1.0", target: "4711", processID: 4711, executable: "/opt/app/server", pauseSeconds: 0.0125,
            state: .served(beta: false, entries: 0))
    }

    /// A reset that left variables changed, against two launches that differ by chance.
    fileprivate static var differing: StateReport {
        var report = StateReport(
            toolVersion: "0.1.0", target: "4711", processID: 4711, executable: "/opt/app/server",
            state: .served(beta: true, entries: 14),
            baselines: [
                ("4720", .served(beta: false, entries: 0, seed: 7)),
                ("4721", .served(beta: false, entries: 0, seed: 8)),
            ], notes: ["12 types could not be read"])
        report.difference?.changes.addLines(of: report.variables) { variables in
            let line = SourceLine(file: "/home/user/projects/server/Sources/Server/State.swift", line: 12)
            return variables.map { $0.name == "Flags.beta" ? line : nil }
        }
        return report
    }

    /// Nothing differs from a file, whose hashes have another key.
    fileprivate static var same: StateReport {
        StateReport(
            toolVersion: "0.1.0", target: "core.4711", processID: 4711, executable: "/opt/app/server", reason: .core,
            state: .served(beta: false, entries: 0),
            baselines: [("launch.olheap", .served(beta: false, entries: 0, key: 2))])
    }
}

extension ProgramState {
    fileprivate static func served(beta: Bool, entries: Int, seed: Int64 = 7, key: UInt64 = 1) -> ProgramState {
        func named(_ name: String, isStatic: Bool = true, _ variable: StateVariable) -> StateVariable {
            var result = variable
            (result.name, result.isStatic, result.module) = (name, isStatic, "Server")
            result.type = variable.values.first?.type ?? "[Server.Notification.Kind]"
            return result
        }
        func swift(_ size: Int, bytes: Int = 0, objects: Int = 0, _ values: StateValue...) -> StateVariable {
            StateVariable(
                kind: .swift, symbol: "$s6Server", path: "/opt/app/server", offset: 4096, size: size, bytes: bytes,
                objects: objects, values: values)
        }
        var variables = [
            named(
                "Cache.shared",
                swift(
                    8, bytes: 4200, objects: 3,
                    StateValue(type: "Cache", content: .reference(type: "Cache")),
                    StateValue(
                        path: ".entries", type: "[String: Entry]", content: .dictionary(count: entries),
                        hash: UInt64(entries), parent: 0),
                    StateValue(path: ".hits", type: "Int", content: .signed(3), hash: 3, parent: 0),
                    StateValue(path: ".settings", type: "Settings", content: .group, parent: 0),
                    StateValue(path: ".settings.theme", type: "String", content: .text(bytes: 4), hash: 4, parent: 3),
                    StateValue(path: ".settings.mode", type: "Mode", content: .enumCase("busy"), hash: 5, parent: 3),
                    StateValue(path: ".observer", type: "(any Observer)?", content: .nil, parent: 0),
                    StateValue(
                        path: ".pages[]", type: "Page", count: 3, absent: 1, content: .reference(type: "Page"),
                        parent: 0),
                    StateValue(path: ".settings.size", type: "Double", content: .number(0.5), hash: 6, parent: 3))),
            named(
                "Flags.beta",
                swift(1, StateValue(type: "Bool", content: .bool(beta), hash: beta ? 2 : 1))),
            named(
                "Flags.seed", swift(8, StateValue(type: "Int", content: .signed(seed), hash: UInt64(seed)))),
            named(
                "NotificationCenterOfTheWholeApplication.deliveredKindsOfThisLaunch", isStatic: false,
                StateVariable(
                    kind: .swift, symbol: "$s6Server", path: "/opt/app/server", offset: 8192, size: 8, isLazy: true,
                    isInitialised: false, values: [])),
            StateVariable(
                kind: .c, symbol: "request_count", path: "/opt/app/libwire.so", offset: 64, size: 4,
                values: [StateValue(content: .bytes(4), hash: beta ? 9 : 8)]),
        ]
        variables[4].type = ""
        for index in variables.indices { variables[index].symbol += "\(index)" }
        var environment = StateVariable(
            kind: .environment, symbol: "environment", path: "/opt/app/server", offset: 0, size: 8, bytes: 0,
            values: [
                StateValue(content: .group), StateValue(path: ".HOME", content: .text(bytes: 5), hash: 1, parent: 0),
            ])
        if beta { environment.values.append(StateValue(path: ".MODE", content: .text(bytes: 4), hash: 2, parent: 0)) }
        return ProgramState(key: key, variables: variables + [environment])
    }
}
