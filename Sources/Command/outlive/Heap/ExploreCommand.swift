internal import ArgumentParser
internal import Foundation
internal import OutliveHeap
internal import OutliveInspect
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveSymbols

struct ExploreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Serves a page to explore a heap in a browser, down to each object and reference.",
        usage: "outlive explore [<options>] <file|pid|core>",
        discussion: """
            The page of 'outlive heap --report html' with an inspector: the objects of each type without a limit, and \
            for each its fields, all references to it and from it, its path and its allocation stack. Of a process or \
            core file that is inspected from outside also reference counts and the values of numbers. The page is \
            served on the loopback interface, to those alone who have the token in its URL, until Ctrl-C. Nothing is \
            written. Exit codes: 0 ended by Ctrl-C, 3 the heap or the port cannot be used, 64 wrong usage.

            Examples:

              # Explore a snapshot of 'outlive census --graph'
              outlive explore now.heap
              # Explore a process as it is now
              outlive explore 4711
              # With what changed since an earlier snapshot
              outlive explore now.heap --diff earlier.heap
            """)

    @ArgumentParser.Flag(help: "Show the contents of texts, which may be secrets.")
    var contents = false

    @Option(help: .init("The port on 127.0.0.1. (default: any free one)", valueName: "number"))
    var port: UInt16?

    @Option(
        name: .customLong("diff"),
        help: .init("Show what changed since this earlier snapshot of the process, too.", valueName: "file"))
    var earlier: String?

    @OptionGroup var reading: TargetOptions

    private var target: InspectedTarget { reading.target }

    func validate() throws { try reading.check() }

    func run() async throws {
        let earlier = try self.earlier.map { try SnapshotInput(path: $0, names: reading.names) }
        let input = HeapInput(
            target: target, fromOutside: reading.attach, withContents: true, root: reading.sysroot,
            limits: reading.limits)
        let snapshot = try await input.read(names: reading.names)
        if let note = snapshot.analysed.namesNote { printError("outlive: \(note)") }
        let server = try ExplorerServer(snapshot, since: earlier, port: port ?? 0, showsContents: contents)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let interrupts = watchInterrupts(
            first: { end.finish() }, second: { Foundation.exit(Outcome.interrupted.rawValue) })
        defer { interrupts.forEach { $0.cancel() } }
        // Not through the buffer of `print`, which a pipe would receive at the end.
        do throws(SystemError) {
            try writeAll("\(server.url)  (Ctrl-C ends it)\n".utf8, to: STDOUT_FILENO)
        } catch {
            throw Failure(.harness, "the URL cannot be printed: \(error)")
        }
        let serving = Task { await server.serve() }
        for await _ in ends {}
        serving.cancel()
        await serving.value
    }
}
