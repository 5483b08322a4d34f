import Foundation
import OutliveSupport
import Testing

@testable import OutliveDriver

/// The processor time of a family of processes.
struct ProcessorTimeTests {
    @Test func `The time of ended children is read from the figures of the kernel`() throws {
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        let text = "12 (a ) name) S 1 12 12 0 -1 4194304 1 2 3 4 5 6 70 30 20 0 1 0 900 0 0\n"
        #expect(secondsOfEndedChildren(stat: text) == 100 / ticks)
        #expect(secondsOfEndedChildren(stat: "12 (app) S 1") == nil)
        #expect(secondsOfEndedChildren(stat: "") == nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func `A process and the children that it has waited for use processor time while they compute`() throws {
        let loop = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"
        let launcher = Process()
        launcher.executableURL = URL(fileURLWithPath: "/bin/sh")
        // The shell leads a group of its own, which has its number.
        launcher.arguments = ["-c", "exec setsid sh -c 'echo $$; (\(loop)); echo done; exec sleep 60'"]
        let output = Pipe()
        launcher.standardOutput = output
        try launcher.run()
        var text = ""
        while !text.contains("done") {
            text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        let leader = try #require(text.split(separator: "\n").first.flatMap { pid_t($0) })
        defer { kill(-leader, SIGKILL) }
        let family = ProcessFamily(of: leader, marks: [:])
        #expect(family.processorSeconds > 0.01)
        kill(-leader, SIGKILL)
        while ProcessEntry.isRunning(leader) { usleep(1_000) }
        #expect(family.processorSeconds == 0)
    }
}
