#if os(Linux)
import COutliveInspect
import Foundation
import Testing

/// The process that inspects another one, stopped and killed at the worst moments.
@Suite(.timeLimit(.minutes(3))) struct InspectingProcessTests {
    /// An inspection that is under way.
    private final class Running: @unchecked Sendable {
        private let program: InspectedProgram
        private let lock = NSLock()
        private var found: outl_inspect_result?

        /// - Parameter pause: the longest pause in milliseconds.
        init(_ program: InspectedProgram, pause: Int32) {
            self.program = program
            Thread.detachNewThread { [self] in
                var order = outl_inspect_order()
                (order.process, order.pause, order.seconds, order.with_graph) = (program.id, pause, 600, true)
                let result = try? InspectedProgram.inspect(order).result
                lock.withLock { found = result ?? outl_inspect_result() }
            }
        }

        /// The result, once there is one.
        var result: outl_inspect_result? { lock.withLock { found } }

        /// The process that traces the program, or 0.
        var tracer: pid_t {
            get throws {
                let status = try String(contentsOfFile: "/proc/\(program.id)/status", encoding: .utf8)
                let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") })
                return try #require(pid_t(line.dropFirst(11)))
            }
        }

        /// The process that has stopped the program, or `nil` if the inspection ended before it was seen.
        var process: pid_t? {
            get throws {
                while result == nil {
                    let tracer = try tracer
                    if tracer != 0 { return tracer }
                }
                return nil
            }
        }
    }

    /// A program with so many blocks that most of an inspection follows the pause.
    private static func start() async throws -> InspectedProgram {
        let file = try await CProgram("memory")
        let program = try InspectedProgram(file.path, arguments: ["fragmented-pages"])
        #expect(try await program.line() == "ready")
        return program
    }

    /// Inspects a program until the inspecting process can be stopped after the pause of the program.
    ///
    /// Returns that process half a pause after the bound of the pause.
    private static func hold(_ program: InspectedProgram) throws -> (Running, process: pid_t) {
        let pause: Int32 = 1000
        // It may have been stopped between the end of the pause and that of the bound, which then ends it.
        var earlyStops = 0
        while true {
            let running = Running(program, pause: pause)
            guard let process = try running.process else { continue }
            while try running.tracer != 0 {}
            kill(process, SIGSTOP)
            while running.result == nil, state(of: process) != "T" {}
            guard running.result == nil else { continue }
            usleep(UInt32(pause) * 1500)
            if running.result == nil || earlyStops == 3 { return (running, process) }
            earlyStops += 1
        }
    }

    private static func state(of process: pid_t) -> Character? {
        let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return text?.drop { $0 != ")" }.dropFirst(2).first
    }

    private static func await(_ running: Running) -> outl_inspect_result {
        while true {
            if let result = running.result { return result }
            usleep(1000)
        }
    }

    @Test func `A process continues after the longest pause although its inspection is stopped`() async throws {
        // A thread that does not stop keeps the pause going.
        let file = try await CProgram("waits")
        let program = try InspectedProgram(file.path, arguments: ["vfork"])
        #expect(try await program.line() == "ready")
        while Self.state(of: program.id) != "D" { usleep(1000) }
        let result = try await program.onQueue { program in
            let running = Running(program, pause: 400)
            kill(try #require(try running.process), SIGSTOP)
            while try running.tracer != 0 { usleep(1000) }
            return Self.await(running)
        }
        #expect(result.outcome == OUTL_INSPECT_PAUSED, "\(result.text)")
    }

    @Test func `The bound of a pause ends with the pause`() async throws {
        let program = try await Self.start()
        let result = try await program.onQueue { program in
            let (running, process) = try Self.hold(program)
            kill(process, SIGCONT)
            return Self.await(running)
        }
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
    }

    @Test func `An inspection that is killed after the pause was not too slow`() async throws {
        let program = try await Self.start()
        let result = try await program.onQueue { program in
            let (running, process) = try Self.hold(program)
            kill(process, SIGKILL)
            return Self.await(running)
        }
        #expect(result.outcome == OUTL_INSPECT_CRASHED && result.detail == UInt64(SIGKILL), "\(result.text)")
    }
}
#endif
