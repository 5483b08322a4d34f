#if os(Linux)
import Foundation
import OutliveHeap
import OutliveModel
import Testing

/// Requests to a program that is at work, or in trouble.
struct ServiceTests {
    @Test
    func `Requests are answered while four threads allocate`() async throws {
        let program = try WatchedProgram("busy")
        await program.isReady()
        for number: UInt32 in 1...20 {
            let snapshot = try await program.request(
                number, graph: number.isMultiple(of: 2), endsCycle: number.isMultiple(of: 5))
            #expect(snapshot.header.reason == .request)
            #expect(snapshot.header.number == number)
            #expect(snapshot.header.cycle == (number - 1) / 5)
            #expect(snapshot.nodes.isEmpty == !number.isMultiple(of: 2))
            let parcels = HeapCensus(snapshot).rows.filter { $0.type.name == "heap_fixture.Parcel" }
            // On the shelf are 200 at most, and each thread has two in hand. All of them may be new when a cycle ends.
            let fewest = number.isMultiple(of: 5) ? 0 : 1
            #expect((fewest...208).contains(parcels.reduce(0) { $0 + $1.count }))
        }
        program.endInput()
        let ending = await program.end()
        #expect(ending.status == 0)
        #expect(ending.errors.isEmpty)
    }

    @Test
    func `The number of a request may have 24 bits`() async throws {
        let program = try WatchedProgram("busy")
        await program.isReady()
        #expect(try await program.request(0xFF_FFFF).header.number == 0xFF_FFFF)
        program.endInput()
        #expect(await program.end().status == 0)
    }

    @Test
    func `A program takes snapshots of itself while threads start and end`() async throws {
        let program = try WatchedProgram("load", "20")
        let ending = await program.end()
        #expect(ending.output == "done\n")
        for number in 1...20 { _ = try program.finishedSnapshot("request-\(number)") }
        // In the end every parcel is freed, except those under way.
        let left = HeapCensus(try program.finishedSnapshot("exit")).rows
            .filter { $0.type.name == "heap_fixture.Parcel" }
        #expect(left.reduce(0) { $0 + $1.count } == 0)
    }

    @Test
    func `A signal sent by hand gives a snapshot with the next number`() async throws {
        let program = try WatchedProgram("end", "signal")
        await program.isReady()
        for number in 1...2 {
            kill(program.process.processIdentifier, HeapSignal.number)
            let snapshot = try await program.snapshot("signal-\(number)")
            #expect(snapshot.header.reason == .signal)
            #expect(snapshot.header.number == 0)
        }
        kill(program.process.processIdentifier, SIGKILL)
        #expect(await program.end().status == -SIGKILL)
    }

    @Test
    func `If no file can be written, the program continues and the failure is reported`() async throws {
        let program = try WatchedProgram("trouble", "limit")
        let ending = await program.end()
        #expect(ending.output == "false\ndone\n")
        #expect(ending.status == 0)
        #expect(try await program.error("request-1").contains("File too large"))
        #expect(try !program.files().contains { $0.hasPrefix(".") })
    }

    @Test
    func `If there is no room for the reason, an empty error stands for it`() async throws {
        let program = try WatchedProgram("trouble", "full")
        let ending = await program.end()
        #expect(ending.output == "false\ndone\n")
        #expect(ending.status == 0)
        #expect(try await program.error("request-1").isEmpty)
        #expect(try program.files() == ["heap-exit.error", "heap-request-1.error", "heap.json"])
    }

    @Test
    func `If the folder is gone, the program continues`() async throws {
        let program = try WatchedProgram("trouble", "folder")
        let ending = await program.end()
        #expect(ending.output == "false\ndone\n")
        #expect(ending.status == 0)
    }

    @Test
    func `A program that closes all descriptors and unblocks all signals is served`() async throws {
        let program = try WatchedProgram("trouble", "daemon")
        await program.isReady()
        for number: UInt32 in 1...5 { _ = try await program.request(number, graph: true) }
        kill(program.process.processIdentifier, SIGTERM)
        #expect(await program.end().status == -SIGTERM)
        #expect(program.has("exit"))
    }

    @Test
    func `A killed copy gives an error, and the next request is served`() async throws {
        let program = try WatchedProgram("trouble", "large")
        await program.isReady()
        let process = program.process.processIdentifier
        var killed = false
        var number: UInt32 = 0
        while !killed, number < 100 {
            number += 1
            var value = sigval()
            value.sival_ptr = UnsafeMutableRawPointer(bitPattern: UInt(number | 1 << 24))
            try #require(sigqueue(process, HeapSignal.number, value) == 0)
            while !program.has("request-\(number)"), !program.has("request-\(number)", "error") {
                try #require(program.process.isRunning)
                for child in Self.children(of: process) { kill(child, SIGKILL) }
                await Task.yield()
            }
            // A copy that has just done its work can be killed, too.
            killed = program.has("request-\(number)", "error")
        }
        try #require(killed)
        #expect(try await program.error("request-\(number)").contains("signal 9"))
        _ = try await program.request(number + 1, graph: true)
        program.endInput()
        #expect(await program.end().status == 0)
    }

    /// The processes that a process started, by any of its threads.
    private static func children(of process: Int32) -> [Int32] {
        let tasks = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.flatMap { thread in
            let text = (try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
    }
}
#endif
