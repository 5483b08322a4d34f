import Foundation
import FoundationNetworking
import OutliveModel
import OutliveTestSupport
import Testing

/// Runs and services whose allocations are sampled, and their profiles as pprof reads them.
@Suite(.serialized) struct SampledRunTests {
    private let trial: HeapTrial

    init() throws { trial = try HeapTrial() }

    private static let hasGo = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        access("\($0)/go", X_OK) == 0
    }

    private func pprof(_ arguments: String...) async throws -> [Substring] {
        let run = try await Started("/usr/bin/env", ["go", "tool", "pprof", "-symbolize=none"] + arguments).end()
        #expect(run.status == 0, "\(run.errors)")
        return run.output.split(separator: "\n")
    }

    /// Returns the total of a sample type of a profile, in bytes or objects.
    private func total(_ type: String, in file: String) async throws -> Int {
        let top = try await pprof("-top", "-unit=bytes", "-nodecount=1", "-sample_index=\(type)", file)
        let line = try #require(top.first { $0.hasPrefix("Showing nodes") || $0.contains(" total") }, "\(top)")
        return try #require(line.firstMatch(of: /of (\d+)(?:B|bytes)? total/).flatMap { Int($0.1) }, "\(line)")
    }

    @Test(.enabled(if: hasGo, "go tool pprof is needed"))
    func `A sampled run has live and total allocations in its text, its JSON and in pprof`() async throws {
        let run = try await trial.start(
            [Built.heapFixture, "assortment"],
            options: ["--sample", "10kB", "--export", "pprof=\(trial.file("pprof"))"]
        ).end()
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("one per 10.0 kB"), "\(run.errors)")
        #expect(run.errors.contains("allocated  type"), "\(run.errors)")

        let census = try #require(try trial.report().processes.first).census
        let sampling = try #require(census.sampling)
        #expect(sampling.rate == 10_000)
        let live = census.rows.reduce(HeapAmount()) { $0 + HeapAmount(objects: $1.count, bytes: $1.bytes) }
        let all = sampling.totals.reduce(HeapAmount()) { $0 + $1.amount }
        #expect(all.bytes > live.bytes * 3 / 2)

        let raw = try await pprof("-raw", trial.file("pprof"))
        #expect(raw.contains("PeriodType: space bytes") && raw.contains("Period: 10000"), "\(raw.prefix(4))")
        #expect(
            raw.contains(
                "alloc_objects/count alloc_space/bytes temporary_objects/count temporary_space/bytes inuse_objects/count "
                    + "inuse_space/bytes[dflt]"))
        for (type, expected) in [
            ("alloc_objects", all.objects), ("alloc_space", all.bytes), ("inuse_objects", live.objects),
            ("inuse_space", live.bytes),
        ] {
            try await #expect(total(type, in: trial.file("pprof")) == expected, "\(type)")
        }
        let top = try await pprof("-top", "-cum", "-sample_index=alloc_space", trial.file("pprof"))
        #expect(top.contains { $0.contains("Assortment") }, "\(top)")
    }

    @Test(arguments: ["0", "512k", "-1", "", "2GB", "1 2"])
    func `A size of another form is refused`(size: String) async throws {
        let run = try await Started(Built.outlive, ["run", "--sample", size, "--", "true"]).end()
        #expect(run.status == 64, "\(run.output)\(run.errors)")
        #expect(run.errors.contains("such as 512kB"), "\(run.errors)")
    }

    private static let token = "0123456789abcdef0123456789"

    /// Starts a program that links Outlive with the HTTP notifier, and returns it with the URL that it printed.
    private func service(sampled: Bool) async throws -> (program: Started, url: String) {
        let folder = trial.file("heap")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let tier = [
            "OUTLIVE_HEAP": folder, "OUTLIVE_HEAP_SAMPLE": "1000", "OUTLIVE_HEAP_EXIT": "0",
            "LD_PRELOAD": try HeapTierLibrary.path(in: Built.folder),
        ]
        let program = try Started(
            "/bin/sh", ["-c", "exec \"$0\" host 2>\"$1\"", Built.fixture, trial.file("errors")],
            environment: ["OUTLIVE_TOKEN": Self.token, "NOTIFY_SOCKET": ""].merging(sampled ? tier : [:]) { $1 })
        try await trial.awaitText("\n", in: "errors")
        let line = try #require(trial.text("errors").split(separator: "\n").first)
        return (program, String(try #require(line.split(separator: "=").last)))
    }

    private func profile(at url: String, token: String? = token) async throws -> (status: Int, body: Data) {
        var request = URLRequest(url: try #require(URL(string: url + "/debug/pprof/heap")))
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (body, response) = try await URLSession.shared.data(for: request)
        return (try #require(response as? HTTPURLResponse).statusCode, body)
    }

    @Test(.enabled(if: hasGo, "go tool pprof is needed"))
    func `A sampled service answers with a profile that pprof reads, to the token of its launch alone`() async throws {
        let (program, url) = try await service(sampled: true)
        defer { kill(program.process.processIdentifier, SIGKILL) }
        let stranger = try await profile(at: url, token: nil)
        #expect(stranger.status == 401)
        let answer = try await profile(at: url)
        #expect(answer.status == 200)
        try answer.body.write(to: URL(fileURLWithPath: trial.file("heap.pb")))
        let raw = try await pprof("-raw", trial.file("heap.pb"))
        #expect(raw.contains("PeriodType: space bytes") && raw.contains("Period: 1000"), "\(raw.prefix(4))")
        // The files with their build IDs, the program first.
        let mappings = raw.drop { $0 != "Mappings" }.dropFirst()
        #expect(mappings.first?.contains(/outlive-fixture [0-9a-f]{16,}/) == true, "\(mappings)")
        #expect(mappings.contains { $0.contains(/libswiftCore\.so [0-9a-f]{16,}/) })
        let live = try await total("inuse_space", in: trial.file("heap.pb"))
        let all = try await total("alloc_space", in: trial.file("heap.pb"))
        #expect(live > 0 && all >= live)
        // The runtime's functions are exported, so that they have names.
        let top = try await pprof("-top", "-cum", "-nodecount=1000", "-sample_index=alloc_space", trial.file("heap.pb"))
        #expect(top.contains { $0.contains("swift_") }, "\(top)")

        // The command names the functions of the program itself.
        let census = try await Started(
            Built.outlive,
            ["census", "\(program.process.processIdentifier)", "--export", "folded=\(trial.file("folded"))"],
            environment: trial.environment
        ).end()
        #expect(census.status == 0, "\(census.errors)")
        #expect(census.output.contains("one per 1.00 kB"), "\(census.output)")
        #expect(trial.text("folded").contains("HostedProgram"))
    }

    @Test func `A service that is not sampled refuses its profile with the remedy`() async throws {
        let (program, url) = try await service(sampled: false)
        defer { kill(program.process.processIdentifier, SIGKILL) }
        let answer = try await profile(at: url)
        #expect(answer.status == 503)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("OUTLIVE_HEAP_SAMPLE=512000"))
    }
}

private func + (first: HeapAmount, second: HeapAmount) -> HeapAmount {
    var sum = first
    sum += second
    return sum
}
