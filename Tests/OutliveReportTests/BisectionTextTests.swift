import OutliveModel
import Testing

@testable import OutliveReport

/// The output of `outlive bisect`.
@Suite struct BisectionTextTests {
    private static let first = Bisection.Revision(
        name: "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d", subject: "Keep sessions for a retry")
    private static let skipped = Bisection.Revision(name: "1.4.0")

    private static func bisection(_ suspects: [Bisection.Revision]) -> Bisection {
        Bisection(
            fingerprint: "0f1e", cause: SnapshotReport.traced.causes[0], suspects: suspects, candidates: 32,
            attempts: [
                .init(revision: first, outcome: .bad, seconds: 2.5, isReused: true),
                .init(
                    revision: skipped, outcome: .skipped(reason: "the soak ended with status 3"), seconds: 1,
                    isReused: false),
                .init(revision: skipped, outcome: .good, seconds: 61, isReused: false),
            ], report: "/cache/report.json", manifestChanges: "-old\n+new\n", notes: ["HEAD has 2 leaks more"])
    }

    private static func text(_ bisection: Bisection) -> String { String(decoding: bisection.text(), as: UTF8.self) }

    @Test func `The result is the revision, its cause, the attempts and the change of the manifest`() {
        let text = Self.text(Self.bisection([Self.first]))
        #expect(
            text.hasPrefix(
                "1a2b3c4d5e Keep sessions for a retry is the first with this cause\n\n  LEAK  closure in Session.open keeps"
            ), "\(text)")
        #expect(
            text.hasSuffix(
                """
                  report      /cache/report.json
                  tried       2 of 32 revisions; 1 more could not be tried; 1 build of an
                              earlier search

                The manifest
                  | -old
                  | +new

                Notes
                  - HEAD has 2 leaks more

                """), "\(text)")
    }

    @Test func `Revisions that could not be tried are listed with the first that has the cause`() {
        let text = Self.text(Self.bisection([Self.skipped, Self.first]))
        #expect(
            text.hasPrefix(
                """
                the first with this cause is one of 2 revisions up to 1a2b3c4d5e: those before
                  it could not be tried
                  1.4.0
                  1a2b3c4d5e Keep sessions for a retry

                """), "\(text)")
    }

    @Test func `An attempt is one line`() {
        let words = Self.bisection([Self.first]).attempts.map(\.words)
        #expect(
            words == [
                "1a2b3c4d5e Keep sessions for a retry: leaks (2.50 s, build kept)",
                "1.4.0: skipped, as the soak ended with status 3 (1.00 s)", "1.4.0: has no such leak (61.0 s)",
            ])
    }
}
