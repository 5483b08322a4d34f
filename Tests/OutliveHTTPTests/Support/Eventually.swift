internal import Foundation
internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

/// Waits until something is so; fails when it is not for so long that it never will be.
func eventually(
    _ what: Comment, at location: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let end = Client.patience
    while try await !condition() {
        guard ContinuousClock.now < end else {
            Issue.record(what, sourceLocation: location)
            return
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}

extension Service {
    /// Checks that the server has no socket open but the one it listens at, and that the next reset works.
    func expectIntact(at location: SourceLocation = #_sourceLocation) async throws {
        let answer = try await ask("POST", "/reset")
        #expect(answer.status == 200, sourceLocation: location)
        try await expectClosed(at: location)
    }

    /// Checks that the server has no socket open but the one it listens at.
    func expectClosed(at location: SourceLocation = #_sourceLocation) async throws {
        try await eventually("sockets are still open", at: location) { notifier.openSockets == 1 }
        if let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) {
            // The kernel's table is not consistent while others connect, so only its final state counts.
            try await eventually("descriptors are still open", at: location) { ownSockets(at: port) == 1 }
        }
    }
}

/// The number of this process's sockets whose own port is this one of 127.0.0.1: those of the server, not of clients.
private func ownSockets(at port: UInt16) -> Int {
    let hexadecimal = String(port, radix: 16, uppercase: true)
    let address = "0100007F:" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
    let table = (try? String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8)) ?? ""
    let inodes = table.split(separator: "\n").compactMap { line -> String? in
        let words = line.split(separator: " ")
        return words.count > 9 && words[1] == address ? "socket:[\(words[9])]" : nil
    }
    let files = FileManager.default
    let descriptors = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.count { descriptor in
        (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")).map(inodes.contains) ?? false
    }
}
