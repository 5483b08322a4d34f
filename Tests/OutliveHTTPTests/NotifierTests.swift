internal import Dispatch
internal import Foundation
internal import Glibc
internal import Outlive
import OutliveSupport
internal import Synchronization
internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

@Suite(.timeLimit(.minutes(5)))
struct NotifierTests {
    let handler = ResetHandler { ResetReply(request: $0.id, endedGeneration: 1) }

    /// Returns a notifier that does not announce its address.
    private func quiet() -> HTTPNotifier {
        HTTPNotifier(
            at: .loopback, environment: ["OUTLIVE_TOKEN": Service.token], limits: .patient,
            printLine: { _ in })
    }

    @Test(arguments: [[:], ["OUTLIVE_TOKEN": ""]])
    func `Without a token no server is started`(environment: [String: String]) async throws {
        let notifier = HTTPNotifier(environment: environment)
        try await notifier.add(handler: handler)
        #expect(await notifier.url == nil)
        #expect(notifier.openSockets == 0)
    }

    @Test(arguments: ["short", "fifteen-bytes-0", "a token with spaces in it", "ein-schlüssel-mit-umlaut"])
    func `A guessable or unsendable token is refused`(token: String) async throws {
        let notifier = HTTPNotifier(environment: ["OUTLIVE_TOKEN": token])
        let error = await #expect(throws: ResetError.self) { try await notifier.add(handler: handler) }
        #expect(error?.code == .cannotListen)
        #expect(error?.description.contains(token) == false)
        #expect(notifier.openSockets == 0)
    }

    @Test func `A notifier without a port takes the one in the environment`() async throws {
        let port = try ReservedPort()
        let environment = ["OUTLIVE_TOKEN": Service.token, "OUTLIVE_PORT": "\(port.number)"]
        func notifier() -> HTTPNotifier {
            HTTPNotifier(
                at: .loopback, environment: environment, limits: .patient, printLine: { _ in })
        }
        let (first, second) = (notifier(), notifier())
        try await first.add(handler: handler)
        #expect(await first.url == port.url)
        // It is taken still.
        await #expect(throws: ResetError.self) { try await second.add(handler: handler) }
        await first.stop()
        try await second.add(handler: handler)
        #expect(await second.url == port.url)
        await second.stop()
    }

    @Test func `Children inherit neither token nor port, which later notifiers and the registry still know`() async {
        // In another process: it is about the environment of all of it.
        await #expect(processExitsWith: .success) {
            let handler = ResetHandler { ResetReply(request: $0.id, endedGeneration: 1) }
            let port = try ReservedPort()
            setenv("OUTLIVE_TOKEN", Service.token, 1)
            setenv("OUTLIVE_PORT", "\(port.number)", 1)

            let notifiers = [HTTPNotifier(), HTTPNotifier()]
            let child = Process()
            let output = Pipe()
            child.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            child.standardOutput = output
            try child.run()
            let inherited = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(inherited.contains("PATH="), "\(inherited)")
            for name in ["OUTLIVE_TOKEN=", "OUTLIVE_PORT="] { #expect(!inherited.contains(name), "\(inherited)") }
            #expect(LeakRegistry.shared.isEnabled)
            for notifier in notifiers {
                try await notifier.add(handler: handler)
                #expect(await notifier.url == port.url)
                await notifier.stop()
            }
        }
    }

    @Test(arguments: ["0", "65536", "-1", "http", " 80"])
    func `A word that is no port is refused`(port: String) async throws {
        let notifier = HTTPNotifier(environment: ["OUTLIVE_TOKEN": Service.token, "OUTLIVE_PORT": port])
        let error = await #expect(throws: ResetError.self) { try await notifier.add(handler: handler) }
        #expect(error?.description.contains("OUTLIVE_PORT") == true)
        #expect(notifier.openSockets == 0)
    }

    @Test func `A notifier serves one host`() async throws {
        let notifier = quiet()
        try await notifier.add(handler: handler)
        await #expect(throws: ResetError.self) { try await notifier.add(handler: handler) }
        await notifier.stop()
        #expect(notifier.openSockets == 0)
    }

    @Test func `A notifier may be stopped concurrently, and added again after it`() async throws {
        let notifier = quiet()
        for _ in 0..<50 {
            try await notifier.add(handler: handler)
            let client = try await Client(#require(await notifier.url))
            await withTaskGroup { group in
                for _ in 0..<3 { group.addTask { await notifier.stop() } }
                // `add` fails until everything is closed. A server that begins then is not forgotten by the calls that
                // stop the first.
                group.addTask { try? await notifier.add(handler: handler) }
            }
            await #expect(throws: Answer.Incomplete.self) { try await client.answer() }
            await notifier.stop()
            #expect(notifier.openSockets == 0)
            #expect(await notifier.url == nil)
        }
    }

    @Test func `Without a service manager, the address is printed for people, without a token`() async throws {
        let lines = Lock<[String]>([])
        let service = try await Service(announced: { line in lines.withLock { $0.append(line) } })
        #expect(lines.withLock { $0 } == ["X_OUTLIVE_HTTP=\(service.url)"])
        await service.notifier.stop()
    }

    @Test func `The address is announced before the application is ready`() async throws {
        let directory = try Directory()
        let manager = Descriptor(socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0), counted: OpenDescriptorCount())
        #expect(directory.bind(manager, "notify"))
        let lines = Lock<[String]>([])
        let environment = ["NOTIFY_SOCKET": directory.file("notify")]
        try await Service.run(environment: environment, announced: { line in lines.withLock { $0.append(line) } }) {
            service in
            let datagrams = Connection(manager)
            #expect(lines.withLock { $0 }.isEmpty)
            let first = try await datagrams.read(atMost: 4_096, until: Client.patience)
            #expect(String(decoding: first, as: UTF8.self) == "X_OUTLIVE_HTTP=\(service.url)")
            #expect(service.url.wholeMatch(of: /http:\/\/127\.0\.0\.1:[1-9][0-9]*/) != nil)
            let second = try await datagrams.read(atMost: 4_096, until: Client.patience)
            #expect(String(decoding: second, as: UTF8.self) == "READY=1")
        }
    }

    @Test func `After its end no client can connect`() async throws {
        let service = try await Service()
        let idle = try await Client(service.url)
        await service.notifier.stop()
        #expect(service.notifier.openSockets == 0)
        #expect(await service.notifier.url == nil)
        await #expect(throws: Answer.Incomplete.self) { try await idle.answer() }
        #expect((try? await service.ask("GET", "/ready")) == nil)
    }

    // MARK: Unix sockets

    @Test func `A Unix socket is private to its user, and removed with the notifier`() async throws {
        let directory = try Directory()
        let path = directory.file("a b.socket")
        try await Service.run(at: .unix(path)) { service in
            #expect(service.url == "http+unix://" + path.replacing("/", with: "%2F").replacing(" ", with: "%20"))
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try await #expect(service.status("POST", "/reset") == 200)
            try await #expect(service.status("GET", "/ready", fields: ["Host": ""]) == 200)
            try await #expect(service.status("GET", "/ready", fields: ["Host": "localhost:80"]) == 200)
            try await #expect(service.status("GET", "/ready", fields: ["Host": "example.com"]) == 403)
            try await #expect(service.status("GET", "/ready", fields: ["Authorization": nil]) == 401)

            let second = HTTPNotifier(at: .unix(path), environment: ["OUTLIVE_TOKEN": Service.token])
            let error = await #expect(throws: ResetError.self) { try await second.add(handler: handler) }
            #expect(error?.description.contains("another process listens") == true)
            #expect(second.openSockets == 0)
            try await #expect(service.status("GET", "/ready") == 200)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `Only a leftover socket is replaced`() async throws {
        let directory = try Directory()
        var left: Descriptor? = Descriptor(
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), counted: OpenDescriptorCount())
        #expect(directory.bind(try #require(left), "left"))
        left = nil
        try await Service.run(at: .unix(directory.file("left"))) { service in
            try await #expect(service.status("GET", "/ready") == 200)
        }

        try Data("mine".utf8).write(to: URL(filePath: directory.file("file")))
        let notifier = HTTPNotifier(at: .unix(directory.file("file")), environment: ["OUTLIVE_TOKEN": Service.token])
        await #expect(throws: ResetError.self) { try await notifier.add(handler: handler) }
        #expect(try String(contentsOfFile: directory.file("file"), encoding: .utf8) == "mine")
        #expect(notifier.openSockets == 0)
    }

    @Test func `Of two listeners at the path of a leftover socket, one succeeds`() async throws {
        for _ in 0..<300 {
            let directory = try Directory()
            let path = directory.file("socket")
            do {
                let left = Descriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), counted: OpenDescriptorCount())
                #expect(directory.bind(left, "socket"))
            }
            let listeners = Lock<[Listener]>([])
            let ready = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                // At the very same time, if there are two processors; for a moment only, if not.
                ready.add(1, ordering: .relaxed)
                for _ in 0..<10_000 where ready.load(ordering: .relaxed) < 2 {}
                guard let listener = try? Listener(at: .unix(path), for: "a test", counted: OpenDescriptorCount())
                else { return }
                listeners.withLock { $0.append(listener) }
            }
            let urls = listeners.withLock { $0.map(\.url) }
            #expect(urls.count == 1)
            try await Client(urls.first ?? "").send("anything")
        }
    }

    @Test func `A file that replaced the socket is kept, and nothing else is left`() async throws {
        let directory = try Directory()
        let path = directory.file("socket")
        try await Service.run(at: .unix(path)) { _ in
            let lock = path + ".lock"
            let mode = try FileManager.default.attributesOfItem(atPath: lock)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try FileManager.default.removeItem(atPath: path)
            try Data("mine".utf8).write(to: URL(filePath: path))
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(directory.content == ["socket"])
        try FileManager.default.removeItem(atPath: path)
        // The file that a killed process leaves.
        try Data().write(to: URL(filePath: path + ".lock"))
        try await Service.run(at: .unix(path)) { service in try await #expect(service.status("GET", "/ready") == 200) }
        #expect(directory.content == [])
    }

    @Test func `A file with the name of the lock that is not its lock is kept`() async throws {
        let directory = try Directory()
        let path = directory.file("socket")
        let lock = path + ".lock"
        let files = FileManager.default
        let obstacles: [@Sendable () throws -> Void] = [
            { try Data("mine".utf8).write(to: URL(filePath: lock)) },
            { try files.createSymbolicLink(atPath: lock, withDestinationPath: directory.file("elsewhere")) },
            { try files.createDirectory(atPath: lock, withIntermediateDirectories: false) },
            { #expect(mkfifo(lock, 0o600) == 0) },
        ]
        for obstacle in obstacles {
            try obstacle()
            let before = try files.attributesOfItem(atPath: lock)
            let notifier = HTTPNotifier(at: .unix(path), environment: ["OUTLIVE_TOKEN": Service.token])
            let error = await #expect(throws: ResetError.self) { try await notifier.add(handler: handler) }
            #expect(error?.code == .cannotListen)
            #expect(error?.description.contains(lock) == true)
            #expect(notifier.openSockets == 0)
            #expect(directory.content == ["socket.lock"])
            let after = try files.attributesOfItem(atPath: lock)
            #expect(after[.type] as? FileAttributeType == before[.type] as? FileAttributeType)
            if before[.type] as? FileAttributeType == .typeRegular {
                #expect(try String(contentsOfFile: lock, encoding: .utf8) == "mine")
            }
            try files.removeItem(atPath: lock)
        }
    }

    @Test func `A lock file with foreign content is kept`() async throws {
        let directory = try Directory()
        let path = directory.file("socket")
        try await Service.run(at: .unix(path)) { _ in
            let file = try FileHandle(forWritingTo: URL(filePath: path + ".lock"))
            try file.write(contentsOf: Data("mine".utf8))
            try file.close()
        }
        #expect(directory.content == ["socket.lock"])
        #expect(try String(contentsOfFile: path + ".lock", encoding: .utf8) == "mine")
    }

    @Test func `If the use of a path cannot be determined, the reason is reported`() async throws {
        let directory = try Directory()
        let other = Descriptor(socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0), counted: OpenDescriptorCount())
        #expect(directory.bind(other, "other"))
        let notifier = HTTPNotifier(at: .unix(directory.file("other")), environment: ["OUTLIVE_TOKEN": Service.token])
        let error = await #expect(throws: ResetError.self) { try await notifier.add(handler: handler) }
        #expect(error?.description.contains(String(cString: strerror(EPROTOTYPE))) == true)
        #expect(directory.content == ["other"])
    }

    @Test func `A path that no socket can have is refused`() async throws {
        for path in ["", "/tmp/" + String(repeating: "x", count: 99)] {
            let notifier = HTTPNotifier(at: .unix(path), environment: ["OUTLIVE_TOKEN": Service.token])
            let error = await #expect(throws: ResetError.self) { try await notifier.add(handler: handler) }
            #expect(error?.description.contains("103 bytes") == true)
        }
    }
}

/// A port that is reserved for as long as the value lives, and that may be listened at.
private final class ReservedPort: Sendable {
    let number: UInt16
    var url: String { "http://127.0.0.1:\(number)" }
    private let descriptor = Descriptor(
        socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), counted: OpenDescriptorCount())

    init() throws {
        // With this, which notifiers set as well, several may bind a port where one alone listens. The kernel hands out
        // no port that is bound.
        var yes: Int32 = 1
        setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = descriptor.number
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, length) == 0 && getsockname(number, $0, &length) == 0
            }
        }
        try #require(isBound)
        self.number = UInt16(bigEndian: address.sin_port)
    }
}

/// A directory that goes away with the value's last reference.
private final class Directory: Sendable {
    private let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "outlive-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var content: [String]? { try? FileManager.default.contentsOfDirectory(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func bind(_ descriptor: Descriptor, _ name: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: file(name).utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
