import OutliveModel

extension Report {
    /// A run with leaks that are accepted, one that is not, and a list that needs attention.
    static var knownLeaks: Report {
        var report = Report.traced
        report.toolchain = "6.4"
        let entries = [
            KnownLeak(
                match: KnownLeakMatch(fingerprint: "0f1e"), reason: "goes with the new <store>; see #12 | @nobody",
                owner: "store team", expires: CalendarDay("2027-03-31"), line: 5),
            KnownLeak(match: KnownLeakMatch(type: "NoteService.Pres*"), reason: "one window only", line: 10),
            KnownLeak(
                match: KnownLeakMatch(fingerprint: "4d5e"), reason: "was to be mended by now",
                expires: CalendarDay("2025-12-31"), line: 12),
            KnownLeak(match: KnownLeakMatch(site: "NoteService/Gone.swift"), reason: "a cache of old", line: 16),
        ]
        report.findings.append(
            Finding(
                tier: .heap, verdict: .expected,
                key: ComponentKey(
                    name: "Swift.__StringStorage", type: "Swift.__StringStorage",
                    site: RegistrationSite(fileID: "NoteService/Clock.swift", line: 7, column: 0),
                    lifetime: .process(reason: "Foundation keeps every Timer")),
                births: [Birth(generation: 2, count: 3)], live: [0, 3], warmup: 0, bytes: 96,
                library: LibraryGrowth(
                    library: "Foundation", reason: "Foundation keeps every Timer", toolchains: ["6.3.1"],
                    system: "Linux")))
        report.judge(by: entries, from: "outlive.known.yml", on: CalendarDay("2026-01-02")!)
        return report
    }
}
