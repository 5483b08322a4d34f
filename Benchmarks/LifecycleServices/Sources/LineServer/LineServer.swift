import Logging
import NIOCore
import NIOPosix
import Outlive
import OutliveLifecycle
import ServiceLifecycle

/// A TCP server that counts the lines that it receives, and forgets the count at a reset.
///
///     line-server --port PORT [--leak]
@main
struct LineServer {
    static func main() async throws {
        let logger = Logger(label: "line-server")
        let host = ResetHost()
        let counter = await host.add("counter") { _ in LeakRegistry.shared.track(LineCounter()) }
        await host.add("report") { input in
            (task: Report.begin(on: try counter.value, logger: logger), leaks: try Settings(input).leak)
        } teardown: { report in
            if !report.leaks { report.task.cancel() }
        }
        // The server is bound by a step of its own, so that it accepts connections when the reset is acknowledged.
        let listener = await host.add("listener") { input in
            LeakRegistry.shared.track(try await Listener(port: Settings(input).port, counter: counter.value))
        } teardown: { listener in
            try await listener.close()
        }
        await host.addServiceGroup(logger: logger) { _ in [try listener.value] }
        try await ServiceGroup(
            services: [ResetHostService(host), ResetTelemetryService(host.history, logger: logger)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
        ).run()
    }
}

/// The options of the server.
struct Settings: LaunchSettings {
    var port = 0
    /// `true` plants a leak: the repeated task of the report is not cancelled.
    var leak = false

    enum CodingKeys: String, CodingKey, CaseIterable {
        case port = "--port"
        case leak = "--leak"
    }
}

/// The number of lines in this generation.
actor LineCounter {
    private var lines = 0

    func add(_ count: Int) -> Int {
        lines += count
        return lines
    }

    func report(to logger: Logger) { logger.info("\(lines) lines") }
}

/// A task of an event loop that logs the count every minute.
enum Report {
    static func begin(on counter: LineCounter, logger: Logger) -> RepeatedTask {
        // The event loop lives as long as the process. It keeps the task, which keeps the counter.
        MultiThreadedEventLoopGroup.singleton.next()
            .scheduleRepeatedTask(initialDelay: .minutes(1), delay: .minutes(1)) { _ in
                Task { await counter.report(to: logger) }
            }
    }
}

/// A listening socket, and the service that serves its connections.
final class Listener: Service {
    private typealias Server = NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>
    private let server: Server
    private let counter: LineCounter

    init(port: Int, counter: LineCounter) async throws {
        self.counter = counter
        server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
            }
    }

    func run() async throws {
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections.cancelOnGracefulShutdown() {
                    group.addTask { [counter] in
                        try? await connection.executeThenClose { lines, answers in
                            for try await buffer in lines.cancelOnGracefulShutdown() {
                                let count = await counter.add(
                                    buffer.readableBytesView.count { $0 == UInt8(ascii: "\n") })
                                try await answers.write(ByteBuffer(string: "\(count)\n"))
                            }
                        }
                    }
                }
            }
        }
    }

    func close() async throws { try? await server.channel.close() }
}
