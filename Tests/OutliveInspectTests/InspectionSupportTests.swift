import Foundation
import OutliveModel
import Testing

@testable import OutliveInspect

/// The checks of `outlive doctor` about inspections.
struct InspectionSupportTests {
    private func permission(capabilities: UInt64 = 0, isFiltered: Bool = false, scope: Int?) -> Permission {
        var facts = ProcessFacts(status: "")
        (facts.user, facts.isFiltered, facts.capabilities) = (1000, isFiltered, capabilities)
        return Permission(own: facts, other: facts, scope: scope)
    }

    @Test func `The users whose processes can be inspected are named`() {
        let plain = DiagnosisCheck.inspection(.success(()), permission(scope: 0))
        #expect(plain.state == .works)
        #expect(plain.finding.hasPrefix("permitted for processes of user 1000 (CAP_SYS_PTRACE: no, "))
        let capable = DiagnosisCheck.inspection(.success(()), permission(capabilities: 1 << 19, scope: nil))
        #expect(
            capable.finding == "permitted for processes of all users (CAP_SYS_PTRACE: yes, no "
                + "kernel.yama.ptrace_scope, seccomp filter: no)")
    }

    @Test(arguments: [(0, "same user"), (1, "parent, or root"), (2, "root"), (3, "never")])
    func `The meaning of each scope of Yama is stated`(scope: Int, meaning: String) {
        let rules = permission(isFiltered: true, scope: scope).rules
        #expect(
            rules == "CAP_SYS_PTRACE: no, kernel.yama.ptrace_scope is \(scope) (\(meaning)), seccomp filter: yes")
    }

    @Test func `A refusal is no failure, because core files can still be inspected`() {
        let refused = permission(scope: 1)
        let check = DiagnosisCheck.inspection(
            .failure(Failure(.noCensus, "process 5 \(refused.refusal)")), refused)
        #expect(check.state == .degraded)
        #expect(check.finding.contains("run outlive as root, or sysctl kernel.yama.ptrace_scope=0"))
        #expect(check.advice?.contains("outlive census CORE") == true)
    }

    @Test func `A process can inspect itself`() {
        // This process is large, and other tests load the machine.
        let check = DiagnosisCheck.inspection(
            limits: InspectionLimits(timeout: .seconds(120), longestPause: .seconds(60)))
        #expect(check.state == .works, "\(check.finding)")
    }

    @Test func `The versions are those of the tables, and others are inexact or untried`() {
        let known = DiagnosisCheck.inspectable(glibc: "2.36", swift: "6.3.1")
        #expect(known.state == .works)
        #expect(known.finding.hasPrefix("glibc 2.31 to 2.41, others inexactly; Swift 6.0.3, 6.2.3, 6.3.1; core files"))
        #expect(DiagnosisCheck.inspectable(glibc: nil, swift: nil).state == .works)
        let newer = DiagnosisCheck.inspectable(glibc: "2.43", swift: "6.1")
        #expect(newer.state == .degraded && newer.advice != nil)
        #expect(newer.finding.contains("this machine's glibc 2.43, and the executable's Swift 6.1 was not tried"))
    }

    @Test func `The article has the same versions`() throws {
        let article = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "../../Sources/Application/Outlive/Outlive.docc/Platforms.md"), encoding: .utf8)
        let glibc = try #require(article.firstMatch(of: /exact figures \| (glibc \S+ to \S+) in/)?.output.1)
        let swift = try #require(article.firstMatch(of: /inspected .* built with (Swift \S+) or newer/)?.output.1)
        let finding = DiagnosisCheck.inspectable(glibc: nil, swift: nil).finding
        #expect(finding.hasPrefix("\(glibc), others inexactly; \(swift),"))
    }
}
