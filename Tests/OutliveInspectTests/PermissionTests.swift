import COutliveInspect
import Testing

@testable import OutliveInspect

/// Targets of `outlive census`, and the lines about those that cannot be inspected.
struct PermissionTests {
    private static let canTrace: UInt64 = 1 << 19

    private func refusal(own: ProcessFacts, other: ProcessFacts, scope: Int? = nil) -> String {
        Permission(own: own, other: other, scope: scope).refusal
    }

    private func process(user: UInt32, isFiltered: Bool = false, capabilities: UInt64 = 0) -> ProcessFacts {
        var facts = ProcessFacts(status: "")
        (facts.user, facts.isFiltered, facts.capabilities) = (user, isFiltered, capabilities)
        return facts
    }

    @Test(arguments: [("1", InspectedTarget.process(1)), ("./12", .core(path: "./12")), ("core", .core(path: "core"))])
    func `Digits are a process and anything else is a file`(text: String, target: InspectedTarget) {
        #expect(InspectedTarget(text) == target)
    }

    @Test(arguments: ["", "0", "-1", "-", "2147483648", "99999999999999999999"])
    func `A number that is no process ID is no target`(text: String) {
        #expect(InspectedTarget(text) == nil)
    }

    @Test func `The facts about a process are read from its status`() {
        let facts = ProcessFacts(
            status: """
                Name:\tnote service
                State:\tS (sleeping)
                TracerPid:\t17
                Uid:\t1000\t1001\t1000\t1000
                CapEff:\t0000000000080000
                Seccomp:\t2
                """)
        #expect(facts.name == "note service")
        #expect((facts.user, facts.tracer) == (1001, 17))
        #expect(facts.capabilities == Self.canTrace)
        #expect(facts.isFiltered)
    }

    @Test func `A process without a status has no facts`() {
        #expect(ProcessFacts(of: "2000000000") == ProcessFacts(status: ""))
        #expect(ProcessFacts(status: "TracerPid:\t0\nUid:\t5\nCapEff:\tx\nSeccomp:\n").tracer == nil)
    }

    @Test(arguments: [
        (OUTL_INSPECT_ENDED, 4, "7 is a thread of process 4: give that number"),
        (OUTL_INSPECT_ENDED, 0, "there is no process 7: find it with ps or pgrep"),
        (OUTL_INSPECT_CRASHED, 9, "the inspection of process 7 was killed, as the system does when memory runs out"),
        (OUTL_INSPECT_PAUSED, 0, "process 7 was let go after the longest pause, before its memory was copied: raise --"),
        (OUTL_INSPECT_STUCK, 8, "process 7 cannot be stopped: thread 8 waits in the kernel; try again"),
        (OUTL_INSPECT_CRASHED, 11, "the inspection of process 7 crashed: "),
    ])
    func `A failed inspection is one line with the reason`(
        outcome: outl_inspect_outcome, detail: UInt64, line: String
    ) {
        var result = outl_inspect_result()
        (result.outcome, result.detail) = (outcome, detail)
        #expect(InspectionSubject.process(7, ProcessFacts(status: "")).message(result).hasPrefix(line))
    }

    @Test func `A process of another user needs that user or root`() {
        let text = refusal(own: process(user: 1000), other: process(user: 33))
        #expect(text == "belongs to user 33: run outlive as that user, or as root")
        let root = refusal(own: process(user: 0), other: process(user: 33))
        #expect(root == "belongs to user 33: give outlive the capability SYS_PTRACE")
    }

    @Test(arguments: [
        (1, "run outlive as root, or sysctl kernel.yama.ptrace_scope=0"), (2, ": run outlive as root"),
        (3, "until the next boot"),
    ])
    func `The protection of processes against their siblings is named`(scope: Int, remedy: String) {
        let text = refusal(own: process(user: 1000), other: process(user: 1000), scope: scope)
        #expect(text.contains("kernel.yama.ptrace_scope is \(scope)"))
        #expect(text.contains(remedy))
        #expect(!text.contains("\n"))
    }

    @Test(arguments: [(nil, false), (0, false), (1, true), (2, false), (3, false)] as [(Int?, Bool)])
    func `A launched process has to permit its inspection only where ancestors alone may inspect`(
        scope: Int?, isNeeded: Bool
    ) {
        let plain = process(user: 1000)
        #expect(Permission(own: plain, other: plain, scope: scope).isNeededByLaunched == isNeeded)
        let capable = process(user: 1000, capabilities: Self.canTrace)
        #expect(!Permission(own: capable, other: plain, scope: scope).isNeededByLaunched)
    }

    @Test func `A container that forbids inspection is named`() {
        let own = process(user: 0, isFiltered: true)
        #expect(refusal(own: own, other: process(user: 0), scope: 0).contains("--cap-add SYS_PTRACE"))
    }

    @Test func `A process that protects itself is named`() {
        let plain = refusal(own: process(user: 1000), other: process(user: 1000))
        #expect(plain.hasSuffix("turned core files off: run outlive as root"))
        let capable = process(user: 0, capabilities: Self.canTrace)
        let other = refusal(own: capable, other: process(user: 5), scope: 1)
        #expect(other.hasSuffix("'outlive run --census signal -- CMD'"))
        let forbidden = refusal(own: capable, other: process(user: 5), scope: 3)
        #expect(forbidden.contains("until the next boot"), "\(forbidden)")
    }

    @Test func `Limits are seconds and milliseconds, at least one of each`() {
        let limits = InspectionLimits(timeout: .milliseconds(90_500), longestPause: .milliseconds(1_250))
        #expect((limits.seconds, limits.milliseconds) == (90, 1250))
        let none = InspectionLimits(timeout: .zero, longestPause: .zero)
        #expect((none.seconds, none.milliseconds) == (1, 1))
        #expect(InspectionLimits(longestPause: .seconds(1 << 40)).milliseconds == 86_400_000)
    }
}
