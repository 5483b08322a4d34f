internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark

/// `figures heap-server`: the throughput of a real server under the heap tier and bare, side by side.
struct HeapServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heap-server", abstract: "The throughput of an HTTP server under the heap tier.")

    @Option(help: "The path of the server; it is given an address, a port and a folder.") var program: String
    @Option(help: "The path of the preload library.") var library: String
    @Option(help: "The path of wrk.") var wrk: String
    @Flag(help: "Count all allocations, in the place of the tier without stacks.") var allocations = false
    @Option(help: "How long a server is asked, in seconds.") var seconds = 20
    @Option(help: "Connections at a time.") var connections = 32
    @Option(help: "Launches of the server each way, in random order.") var rounds = 6

    func run() throws {
        try withFolder { folder in
            let arms = [HeapArm.bare] + (allocations ? [.withStacks, .withAllocations] : [.counting, .withStacks])
            var costs = Array(repeating: Samples(), count: arms.count)
            let measured = Alternation(arms.count, rounds: rounds) { place in
                let load = try load(arms[place], folder: folder)
                try arms[place].check(folder: folder)
                costs[place].seconds.append(load.processorTime / load.requests)
                return load.requests / Double(seconds)
            }
            for (place, arm) in arms.enumerated() {
                if let failure = measured.failures[place] {
                    print(arm.name, "not measured", "\(failure)", separator: "\t")
                    continue
                }
                let goal = arm.frames.map { frames in
                    let goal = frames == 0 ? 0.98 : 0.95
                    let holds = measured.ratio(of: place).value >= goal
                    return "at least \(number(goal, digits: 2)): \(holds ? "pass" : "MISS")"
                }
                let samples = measured.samples[place]
                print(
                    arm.name, measured.ratioText(of: place, digits: 3),
                    "\(number(samples.median, digits: 0)) requests/s (n = \(samples.seconds.count))",
                    // Processor time excludes other load on the machine.
                    "\(number(costs[place].median * 1e6, digits: 2)) us of processor time a request, "
                        + "\(number(costs[place].median / costs[0].median, digits: 3)) of the bare server's",
                    goal ?? "", separator: "\t")
            }
        }
    }

    /// The work of a server.
    private struct Load {
        var requests: Double
        /// The processor time of the server, in seconds.
        var processorTime: Double
    }

    /// Starts a server of its own and loads it with wrk.
    private func load(_ arm: HeapArm, folder: String) throws -> Load {
        let port = Int.random(in: 20_000..<32_000)
        let server = Process()
        server.executableURL = URL(filePath: program)
        server.arguments = ["127.0.0.1", "\(port)", folder]
        server.environment = ProcessInfo.processInfo.environment.merging(
            arm.environment(library: library, folder: folder)
        ) { $1 }
        server.standardOutput = FileHandle.nullDevice
        try server.run()
        defer {
            // A server that is started by a thread of a pool has the thread's signals blocked, SIGTERM among them.
            kill(server.processIdentifier, SIGKILL)
            server.waitUntilExit()
        }
        let address = "http://127.0.0.1:\(port)/"
        // Repeats until the server listens and its caches are filled.
        var tries = 0
        while true {
            do {
                _ = try requests(seconds: 1, address)
                break
            } catch {
                tries += 1
                guard tries < 100, server.isRunning else { throw error }
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
        let before = processorTime(of: server.processIdentifier)
        let requests = try requests(seconds: seconds, address)
        return Load(requests: requests, processorTime: processorTime(of: server.processIdentifier) - before)
    }

    /// Returns the processor time of a process so far, in seconds: the fields 14 and 15 of `/proc/PID/stat`.
    private func processorTime(of process: Int32) -> Double {
        let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        // The name before these fields is in brackets and may contain any character.
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return .nan }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Returns the number of requests that were answered.
    private func requests(seconds: Int, _ address: String) throws -> Double {
        let text = try output(of: wrk, ["-t1", "-c\(connections)", "-d\(seconds)s", address])
        guard let found = text.firstMatch(of: #/([0-9]+) requests in/#), let count = Double(found.1), count > 0 else {
            throw ValidationError("wrk says no number of requests: \(text)")
        }
        guard !text.contains("Socket errors"), !text.contains("Non-2xx") else {
            throw ValidationError("the server did not answer all: \(text)")
        }
        return count
    }
}
