import ArgumentParser
import Foundation
import Outlive
import OutliveHTTP

/// Runs the service until a stop signal arrives.
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

    // Read as a setting, at the launch and at resets. Declared because the parser refuses unknown options.
    @Option(
        name: .customLong("SetupFixture", withSingleDash: true),
        help: "Begin with named notes: \(SetupFixture.allCases.map(\.rawValue).joined(separator: ", ")).")
    var setupFixture: String?

    func run() async throws {
        let plugins =
            try LeakKind.plugins(leak) + (bleed ? [NoteBleed()] : [])
            + Leftover.named(leave).map(LeftoverPlugin.init)
        let launched = try launchSettings()
        let loader = NoteLibraryLoader(path: data)
        // Read the file once beforehand, so that an unreadable file is reported before anything starts.
        _ = try await loader.library()

        let gate = Gate()
        let host = ResetHost(notifiers: [SignalNotifier(), HTTPNotifier()])
        let settings = await host.add("settings") { input in
            let settings = try Settings(of: input)
            try settings.checkChangeable(from: launched)
            return settings
        }
        let document = await host.add("document") { $0.fixture.map(NoteDocument.init) }
        let source = NoteSource(data: loader)
        let library = await host.add("library") { _ in
            try await source.library(for: try settings.value, document: try document.value)
        }
        let service = await host.add("service") { _ in
            await NoteService(
                library: try library.value, settings: try settings.value, document: try document.value,
                plugins: plugins)
        } teardown: {
            await $0.stop()
        }
        await host.add("gate") { _ in await gate.open(try service.value.routes) }
        await host.onQuiesce("requests") { await gate.close() }

        try await Listener(port: port, requestSeconds: launched.requestSeconds, handler: gate).listen { port in
            try await host.start()
            FileHandle.standardOutput.write(Data("ready on http://127.0.0.1:\(port)\n".utf8))
            await StopSignal.wait()
            try await host.stop()
        }
    }
    private func launchSettings() throws -> Settings {
        do {
            return try Settings(of: .ofProcess)
        } catch let error as SettingsError {
            throw ServiceFailure.usage(error.description)
        }
    }
}
