import Foundation
import OutliveModel
import Testing

/// The leak traces of `outlive soak`, for a program that registers some of its leaks.
@Suite(.serialized) struct SoakTraceTests {
    @Test func `With both tiers, registered and unregistered leaks come with their holders`() async throws {
        let soak = try await Soak()
        #expect(soak.run.status == 1, "\(soak.run.output)\(soak.run.errors)")
        let registered = try #require(soak.leak("Part", .registry), "\(soak.run.output)")
        #expect(registered.trace?.culprit?.name == "static HostedProgram.leaked", "\(registered.traces)")
        #expect(registered.trace?.culprit?.pattern == .storeWithoutEviction)
        #expect(registered.trace?.steps.last?.name == "Part")
        #expect(registered.traces.reduce(0) { $0 + $1.objects } == registered.count)
        #expect((registered.retainedBytes ?? 0) > 0)
        let unregistered = try #require(soak.leak("Sheet", .heap), "\(soak.run.output)")
        #expect(unregistered.trace?.culprit?.name == "static HostedProgram.sheets", "\(unregistered.traces)")
        #expect(soak.report.findings.filter { $0.verdict == .leak }.allSatisfy { $0.fingerprint?.count == 16 })
        // Both tiers see the parts, which are one cause.
        #expect(soak.run.output.contains("static HostedProgram.leaked[0]  <- cut here"), "\(soak.run.output)")
        #expect(soak.run.output.contains("seen by     the registry and the heap tier"), "\(soak.run.output)")
        #expect(!soak.json.contains("\"addresses\""))
    }

    @Test func `Without the registry, the heap tier alone reports the same fingerprints`() async throws {
        let soak = try await Soak(["--leaks", "off", "--heap-snapshot"], keepsSnapshot: true)
        #expect(soak.run.status == 1, "\(soak.run.output)\(soak.run.errors)")
        for (type, culprit) in [("Part", "static HostedProgram.leaked"), ("Sheet", "static HostedProgram.sheets")] {
            let leak = try #require(soak.leak(type, .heap), "\(soak.run.output)")
            #expect(leak.trace?.culprit?.name == culprit, "\(leak.traces)")
        }
        let other = try await Soak()
        for type in ["Part", "Sheet"] {
            #expect(soak.leak(type, .heap)?.fingerprint == other.leak(type, .heap)?.fingerprint)
        }
        let snapshot = try Data(contentsOf: URL(fileURLWithPath: soak.scratch.file("kept.olheap")))
        #expect(snapshot.starts(with: Array("OUTLHEAP".utf8)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: soak.scratch.file("t")).isEmpty)
    }

    @Test func `A leak of an arm that is not soaked comes with its holder and its arm`() async throws {
        _ = try HeapTrial()
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch.file("t"), withIntermediateDirectories: true)
        // The instances are numbered in the order of the arms.
        let fault = "test {instance} != 2 || export FIXTURE_FAULT=leakUnregistered"
        let launch = "sh -c '\(fault); exec \(Built.fixture) host --no-server'"
        let run = try await Started(
            Built.outlive,
            [
                "bench", "--launch", launch, "--ready", "notify", "--arm", "relaunch=relaunch", "--arm",
                "quiet=signal:RTMIN+1", "--arm", "leaky=signal:RTMIN+1", "--pairs", "8", "--soak", "0",
                "--settle", "500ms", "--fidelity", "off", "--heap", "--report", "text",
                "--report", "json=\(scratch.file("bench.json"))",
            ], environment: ["TMPDIR": scratch.file("t")]
        ).end()
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        let json = try Data(contentsOf: URL(fileURLWithPath: scratch.file("bench.json")))
        let report = try JSONDecoder().decode(Report.self, from: json)
        let leaks = report.findings.filter { $0.verdict == .leak }
        #expect(leaks.allSatisfy { $0.arms == [Arm(rawValue: "leaky")] }, "\(run.output)")
        #expect(
            Set(report.causes.compactMap(\.culprit?.name)) == [
                "static HostedProgram.leaked", "static HostedProgram.sheets",
            ], "\(run.output)")
        #expect(run.output.contains("seen in arm leaky"), "\(run.output)")
    }

    @Test func `A snapshot that cannot be kept is refused before any measurement`() async throws {
        let run = try await outlive(
            "soak", "--launch", "true", "--ready", "exit", "--reset", "exec:true", "--heap", "--cycles", "8",
            "--heap-snapshot", "/nowhere/at/all.olheap")
        #expect(run.status == 3)
        #expect(run.errors.contains("cannot write the snapshot to /nowhere/at/all.olheap"), "\(run.errors)")
        let without = try await outlive(
            "soak", "--launch", "true", "--ready", "exit", "--reset", "exec:true", "--heap-snapshot", "x.olheap")
        #expect(without.status == 64)
        #expect(without.errors.contains("--heap-snapshot needs the heap tier: add --heap"), "\(without.errors)")
    }

    /// The fixture, taken through eight cycles, leaking in each.
    private struct Soak {
        let scratch: Scratch
        let run: Run
        let json: String
        let report: Report

        init(_ options: [String] = [], keepsSnapshot: Bool = false) async throws {
            // Makes sure that the library is there.
            _ = try HeapTrial()
            scratch = try Scratch()
            try FileManager.default.createDirectory(atPath: scratch.file("t"), withIntermediateDirectories: true)
            run = try await Started(
                Built.outlive,
                [
                    "soak", "--launch", "'\(Built.fixture)' host --no-server", "--ready", "notify",
                    "--reset", "signal:RTMIN+1", "--cycles", "8", "--settle", "500ms", "--fidelity", "off", "--heap",
                    "--report", "text", "--report", "json=\(scratch.file("soak.json"))",
                ] + options + (keepsSnapshot ? [scratch.file("kept.olheap")] : []),
                environment: ["FIXTURE_FAULT": "leakUnregistered", "TMPDIR": scratch.file("t")]
            ).end()
            json = try String(contentsOfFile: scratch.file("soak.json"), encoding: .utf8)
            report = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
        }

        func leak(_ type: String, _ tier: Tier) -> Finding? {
            report.findings.first {
                $0.verdict == .leak && $0.tier == tier && $0.key.type.hasSuffix("HostedProgram.\(type)")
            }
        }
    }
}
