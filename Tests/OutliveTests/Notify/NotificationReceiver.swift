internal import Foundation
internal import Glibc
import OutliveSupport

@testable internal import Outlive

/// A notification socket as a service manager has it: receives what an application sends, in order.
final class NotificationReceiver: Sendable {
    /// The value for `NOTIFY_SOCKET`.
    let name: String
    private let descriptor: Int32
    private let datagrams: Lock<AsyncStream<[String: String]>.Iterator>

    init(name: String) throws {
        self.name = name
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(name.utf8)
        if path[0] == UInt8(ascii: "@") { path[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let length = socklen_t(2 + path.count + (path[0] == 0 ? 0 : 1))
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard bound == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }

        let (stream, continuation) = AsyncStream.makeStream(of: [String: String].self)
        datagrams = Lock(stream.makeAsyncIterator())
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
                continuation.yield(Self.fields(of: String(decoding: buffer[..<count], as: UTF8.self)))
            }
            continuation.finish()
            close(descriptor)
        }
    }

    convenience init(in directory: TemporaryDirectory) throws {
        try self.init(name: directory.file("notify"))
    }

    deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// The next notification's fields; one caller at a time.
    func next() async -> [String: String] {
        var iterator = datagrams.withLock { $0 }
        return await iterator.next() ?? [:]
    }

    private static func fields(of datagram: String) -> [String: String] {
        Dictionary(
            datagram.split(separator: "\n").map { line in
                let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
            },
            uniquingKeysWith: { $0 + "," + $1 })
    }
}
