internal import ArgumentParser
internal import Foundation

/// `figures test-log`: the speed and the memory of `outlive xcode-log` with a large log.
struct TestLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test-log", abstract: "The speed and the memory of reading a log of UI tests.")

    @Option(help: "The path of outlive.") var outlive: String
    @Option(help: "What is in the log: tests, activities, output or line.") var kind = MadeUpLog.Kind.tests
    @Option(help: "The size of the log, in MB.") var megabytes = 1024
    @Option(help: "How often it is read; the median counts.") var rounds = 3

    func run() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "outlive-figures-\(UUID().uuidString).log")
        defer { try? FileManager.default.removeItem(at: file) }
        try MadeUpLog(kind: kind).write(to: file, bytes: megabytes << 20)
        var times = Samples()
        for _ in 0..<rounds {
            let clock = ContinuousClock()
            let start = clock.now
            _ = try output(of: outlive, ["xcode-log", "--report", "json", file.path])
            times.seconds.append((clock.now - start) / .seconds(1))
        }
        var usage = rusage()
        #if canImport(Glibc)
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        #else
        getrusage(RUSAGE_CHILDREN, &usage)
        #endif
        let memory = Double(usage.ru_maxrss) / 1024
        let speed = Double(megabytes) * 1.048576 / times.median
        Figure(
            name: "xcode-log, \(megabytes) MB: \(kind.words)", goal: "200 MB/s or more, within 64 MB",
            measured: "\(number(speed, digits: 0)) MB/s, \(number(memory, digits: 0)) MB (n = \(times.seconds.count))",
            holds: speed >= 200 && memory <= 64
        ).show()
    }
}
