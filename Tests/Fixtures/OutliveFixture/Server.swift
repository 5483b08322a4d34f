internal import Glibc

/// An HTTP server that answers one request after another.
///
/// `/` prints the number of resets, `/generation/N` exists after N resets, a POST to `/reset` resets it,
/// `/broken` gets status 500, `/crash` ends it with status 9, `/hang` is never answered, and `/plant/NAME` leaves a
/// `Plant` behind.
struct Server {
    private let listener: Int32

    /// Listens at `tcp:PORT` of the loopback interface or at `unix:PATH`.
    init(at place: String) {
        if place.hasPrefix("tcp:") {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(place.dropFirst(4))!.bigEndian
            address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            Self.bind(listener, &address, MemoryLayout<sockaddr_in>.size)
        } else {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: place.dropFirst(5).utf8) }
            listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            unlink(String(place.dropFirst(5)))
            Self.bind(listener, &address, MemoryLayout<sockaddr_un>.size)
        }
        listen(listener, 64)
    }

    func run() -> Never {
        var resets = 0
        while true {
            let connection = accept(listener, nil, nil)
            defer { close(connection) }
            guard let request = Self.requestLine(connection) else { continue }
            switch request {
            case "GET /": Self.answer(connection, "200 OK", "reset \(resets) times\n")
            case "GET /generation/\(resets)": Self.answer(connection, "204 No Content", "")
            case "POST /reset":
                resets += 1
                Self.answer(connection, "204 No Content", "")
            case "GET /broken", "POST /broken": Self.answer(connection, "500 Internal Server Error", "out of order\n")
            case "GET /crash", "POST /crash": exit(9)
            case "GET /hang", "POST /hang": while true { pause() }
            case let request where request.hasPrefix("GET /plant/"):
                Plant(rawValue: String(request.dropFirst("GET /plant/".count)))!.put()
                Self.answer(connection, "204 No Content", "")
            default: Self.answer(connection, "404 Not Found", "")
            }
        }
    }

    private static func bind(_ listener: Int32, _ address: UnsafeRawPointer, _ size: Int) {
        let result = Glibc.bind(listener, address.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
        guard result == 0 else {
            perror("bind")
            exit(1)
        }
    }

    /// Reads the head of a request; returns `nil` if the client only connects.
    private static func requestLine(_ connection: Int32) -> String? {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !text.contains("\r\n\r\n") {
            let count = read(connection, &buffer, buffer.count)
            guard count > 0 else { return nil }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return text.split(separator: " ").prefix(2).joined(separator: " ")
    }

    private static func answer(_ connection: Int32, _ status: String, _ body: String) {
        let text = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        _ = write(connection, text, text.utf8.count)
    }
}
