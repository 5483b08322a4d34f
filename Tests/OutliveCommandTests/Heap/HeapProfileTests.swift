import Foundation
import OutliveTestSupport
import Testing

/// Exports of live blocks by allocation stack, read by the programs that they are for.
@Suite(.serialized) struct HeapProfileTests {
    private let trial: HeapTrial

    init() throws { trial = try HeapTrial() }

    /// The bytes that a function allocates, alone and with its callees.
    private struct Amount: Equatable {
        var own = 0
        var total = 0
    }

    /// The lines of `--export folded`: the functions, outermost first, and the live bytes.
    private func folded(_ name: String) -> [(calls: [String], bytes: Int)] {
        trial.text(name).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ")
            guard let last = parts.last, let bytes = Int(last) else { return nil }
            return (line.dropLast(last.count + 1).split(separator: ";").map(String.init), bytes)
        }
    }

    private func pprof(_ arguments: String...) async throws -> [Substring] {
        let run = try await Started("/usr/bin/env", ["go", "tool", "pprof", "-symbolize=none"] + arguments).end()
        #expect(run.status == 0, "\(run.errors)")
        return run.output.split(separator: "\n")
    }

    /// Returns a function name as pprof prints it, without the remark that it is inlined.
    private func name(_ text: some StringProtocol) -> String {
        ["(inline)", "(partial-inline)"].reduce(text.trimmingCharacters(in: .whitespaces)) { name, remark in
            name.hasSuffix(remark) ? name.dropLast(remark.count).trimmingCharacters(in: .whitespaces) : name
        }
    }

    @Test(.enabled(if: hasGo, "go tool pprof is needed"))
    func `The top and the peek of pprof have the figures of the folded stacks`() async throws {
        let run = try await trial.start(
            [Built.heapFixture, "end", "return"],
            options: ["--export", "pprof=\(trial.file("pprof"))", "--export", "folded=\(trial.file("folded"))"]
        ).end()
        #expect(run.status == 0, "\(run.errors)")
        let stacks = folded("folded")
        var expected: [String: Amount] = [:]
        for stack in stacks {
            expected[stack.calls.last ?? "", default: Amount()].own += stack.bytes
            for call in Set(stack.calls) { expected[call, default: Amount()].total += stack.bytes }
        }
        let all = ["-unit=bytes", "-nodecount=100000", "-nodefraction=0", "-edgefraction=0"]
        let top = try await pprof("-top", all[0], all[1], all[2], all[3], trial.file("pprof"))
        #expect(top.contains("Type: inuse_space"))
        var seen: [String: Amount] = [:]
        for line in top {
            guard let row = line.firstMatch(of: /^ *(\d+)B? +\S+% +\S+% +(\d+)B? +\S+% +(.+)$/) else { continue }
            seen[name(row.3)] = Amount(own: try #require(Int(row.1)), total: try #require(Int(row.2)))
        }
        #expect(seen.count > 20, "\(top)")
        #expect(seen == expected)

        // The callees of a function without recursion, and what it allocates itself.
        let caller = try #require(
            expected.filter { function in
                stacks.allSatisfy { $0.calls.count { $0 == function.key } < 2 }
                    && stacks.contains { $0.calls.contains(function.key) && $0.calls.last != function.key }
            }.max { ($0.value.total, $0.key) < ($1.value.total, $1.key) }?.key)
        var callees: [String: Int] = [:]
        for stack in stacks {
            guard let place = stack.calls.firstIndex(of: caller), place + 1 < stack.calls.count else { continue }
            callees[stack.calls[place + 1], default: 0] += stack.bytes
        }
        let pattern = "^" + NSRegularExpression.escapedPattern(for: caller) + "$"
        let peek = try await pprof("-peek", pattern, all[0], all[1], all[2], all[3], trial.file("pprof"))
        let own = try #require(peek.firstIndex { $0.contains("| ") && name($0.split(separator: "|")[1]) == caller })
        var shown: [String: Int] = [:]
        for line in peek[own...].dropFirst() {
            guard let row = line.firstMatch(of: /^ *(\d+)B? +\S+% \| +(.+)$/) else { break }
            shown[name(row.2)] = Int(row.1)
        }
        #expect(shown == callees, "\(peek)")
    }

    private static let hasGo = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        access("\($0)/go", X_OK) == 0
    }

    @Test func `A census and a snapshot of it have the same stacks in every format`() async throws {
        let names = ["pprof", "flamegraph", "speedscope", "collapsed"]
        let run = try await trial.start(
            [Built.heapFixture, "end", "return"],
            options: names.flatMap { ["--export", "\($0)=\(trial.file($0))"] }
        ).end()
        #expect(run.status == 0, "\(run.errors)")
        #expect(trial.text("flamegraph").contains("live bytes by allocation stack"))
        let speedscope =
            try JSONSerialization.jsonObject(with: Data(trial.text("speedscope").utf8)) as? [String: Any]
        let profiles = try #require(speedscope?["profiles"] as? [[String: Any]])
        let bytes = folded("collapsed").reduce(0) { $0 + $1.bytes }
        #expect(bytes > 0)
        #expect(profiles.first?["endValue"] as? Int == bytes)
        #expect(try Data(contentsOf: URL(fileURLWithPath: trial.file("pprof"))).prefix(2) == Data([0x1F, 0x8B]))
    }

    @Test(arguments: [
        (["run", "--export", "pprof", "--", "true"], "needs a file: add =FILE"),
        (["run", "--export", "pprof=/tmp/a", "--export", "folded=/tmp/a", "--", "true"], "two exports"),
        (["run", "--export", "pprof=/tmp/a", "--report", "json=/tmp/a", "--", "true"], "two results"),
        (["census", "--export", "pprof=/tmp/a", "--graph", "/tmp/a", "1"], "two results"),
        (["run", "--export", "heapsnapshot=/tmp/a", "--", "true"], "there is no such format"),
    ])
    func `Wrong use is refused in one line`(arguments: [String], reason: String) async throws {
        let run = try await Started(Built.outlive, arguments).end()
        #expect(run.status == 64, "\(run.output)\(run.errors)")
        #expect(run.errors.contains(reason), "\(run.errors)")
    }
}
