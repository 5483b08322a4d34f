import ArgumentParser
import Foundation
import Outlive

/// Runs the service until it is told to stop.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run the service on the loopback interface.")

    @Option(help: "The port; 0 takes a free one, which is printed.")
    var port: UInt16 = 8080

    @Option(help: "The data file, as `generate` writes it.")
    var data: String

    @Option(help: ArgumentHelp("Plant leaks: \(LeakKind.list).", valueName: "kind,..."))
    var leak: [String] = []

    @Flag(help: "Let notes survive a reset.")
    var bleed = false

    @Option(help: ArgumentHelp("Leave the process changed by a reset: \(Leftover.list).", valueName: "what,..."))
    var leave: [String] = []

    func run() async throws {
        let plugins =
            try LeakKind.plugins(leak) + (bleed ? [NoteBleed()] : [])
            + Leftover.named(leave).map(LeftoverPlugin.init)
        let loader = NoteLibraryLoader(path: data)
        // Read once beforehand, so that a file that cannot be read is told as such before anything is started.
        _ = try await loader.library()

        let gate = Gate()
        let host = ResetHost()
        let library = await host.add("library") { _ in try await loader.library() }
        let service = await host.add("service") { request in
            await NoteService(
                library: try library.value, settings: Settings(environment: request.environment), plugins: plugins)
        } teardown: {
            await $0.stop()
        }
        await host.add("gate") { _ in await gate.open(try service.value.routes) }
        await host.onQuiesce("requests") { await gate.close() }

        try await Listener(port: port, handler: gate).listen { port in
            try await host.start()
            FileHandle.standardOutput.write(Data("ready on http://127.0.0.1:\(port)\n".utf8))
            await StopSignal.wait()
            try await host.stop()
        }
    }
}
