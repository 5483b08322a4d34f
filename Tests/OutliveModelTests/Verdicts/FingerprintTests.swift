import OutliveModel
import Testing

@Suite struct FingerprintTests {
    private func finding(_ type: String, _ fileID: String, line: Int, name: String? = nil) -> Finding {
        Finding(
            verdict: .leak,
            key: ComponentKey(
                name: name ?? type, type: type, site: RegistrationSite(fileID: fileID, line: line, column: 3)),
            births: [], live: [], warmup: 0)
    }

    @Test func `A fingerprint is the same in every place and at every time`() {
        #expect(fingerprint(of: ["App.Session", "App/Main.swift"]) == "28bd0bd3055d380a")
        #expect(fingerprint(of: []).count == 16)
    }

    @Test func `The boundaries between texts change a fingerprint`() {
        #expect(fingerprint(of: ["ab", "c"]) != fingerprint(of: ["a", "bc"]))
        #expect(fingerprint(of: ["ab"]) != fingerprint(of: ["ab", ""]))
    }

    @Test func `Lines and generated names do not count, types and files do`() {
        let one = finding("App.Session", "App/Main.swift", line: 7).fingerprintOfSite
        #expect(one == finding("App.Session", "App/Main.swift", line: 70, name: "session 17").fingerprintOfSite)
        #expect(one != finding("App.Feed", "App/Main.swift", line: 7).fingerprintOfSite)
        #expect(one != finding("App.Session", "App/Feed.swift", line: 7).fingerprintOfSite)
        // Without debug information the offset changes with every build.
        let stripped = finding("App.Session", "app+0x1F2E", line: 0).fingerprintOfSite
        #expect(stripped == finding("App.Session", "app+0x2F00", line: 0).fingerprintOfSite)
    }

    @Test func `An existing fingerprint stays`() {
        var report = Report(
            toolVersion: "1", startedAt: "now",
            machine: Machine(system: "", architecture: "", processor: nil, processors: 1, memoryBytes: 1),
            plan: Plan(launch: "app", ready: "notify", reset: nil, done: nil, seed: 1))
        report.findings = [finding("A.B", "A/B.swift", line: 1), finding("A.C", "A/C.swift", line: 1)]
        report.findings[0].fingerprint = "known"
        report.addMissingFingerprints()
        #expect(report.findings[0].fingerprint == "known")
        #expect(report.findings[1].fingerprint == report.findings[1].fingerprintOfSite)
    }
}
