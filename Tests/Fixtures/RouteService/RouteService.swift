import Foundation

/// A service of 20 routes, of which those leak that the variable `PLANT` names: `GET /users/{id}=objects;...`.
///
/// `scripts/trial routes` holds the report of `outlive soak --routes` against that truth. Routes that are not planted
/// keep what real ones keep: a bounded cache, a ring, a cart that another route empties, work after the answer.
@main
struct RouteService {
    static func main() throws {
        let port = UInt16(CommandLine.arguments.last ?? "") ?? 0
        let listener = try Listener(port: port)
        while let connection = listener.accept() { connection.serve(by: Desk.shared) }
    }
}

/// The kinds of planted leaks, by route.
enum Plant: String {
    case objects, cycle, memory, descriptors, tasks, text, large, threads, index, rare

    static func all(in text: String) -> [String: Plant] {
        text.split(separator: ";").reduce(into: [:]) { plants, part in
            let words = part.split(separator: "=").map(String.init)
            if words.count == 2 { plants[words[0]] = Plant(rawValue: words[1]) }
        }
    }
}

final class AuditEntry {
    let route: String
    init(_ route: String) { self.route = route }
}

final class Subscription {
    var handler: (() -> Void)?
    var events = 0
}

final class CartItem {
    let name: String
    init(_ name: String) { self.name = name }
}

final class Product {
    let id: Int
    let title: String
    init(_ id: Int) { (self.id, title) = (id, "product \(id) of the whole shop") }
}

/// What answers requests. All run on one thread.
final class Desk {
    nonisolated(unsafe) static let shared = Desk(Plant.all(in: ProcessInfo.processInfo.environment["PLANT"] ?? ""))

    private let plants: [String: Plant]
    private var audit: [AuditEntry] = []
    private var log = ""
    private var cart: [CartItem] = []
    private var products: [Int: Product] = [:]
    private var searches: [String] = []
    private var orders: [Product] = []
    private var lastBlock: UnsafeMutableRawPointer?
    private var numbers: [Int: Int] = [:]
    private var requests = 0

    init(_ plants: [String: Plant]) { self.plants = plants }

    func answer(_ method: String, _ target: String) -> String? {
        let parts = target.split(separator: "?")[0].split(separator: "/").map(String.init)
        let path = parts.map { Int($0) == nil ? $0 : "{id}" }
        let id = parts.lazy.compactMap { Int($0) }.first ?? 0
        let route = "\(method) /\(path.joined(separator: "/"))"
        if let plant = plants[route] { leak(plant, route) }
        return reply(to: route, id: id, target)
    }

    private func reply(to route: String, id: Int, _ target: String) -> String? {
        switch route {
        case "GET /health": return "ok"
        case "GET /products/{id}": return product(id).title
        case "GET /products": return (1...20).map { Product($0).title }.joined(separator: ",")
        case "GET /search":
            searches.append(target)
            if searches.count > 50 { searches.removeFirst() }
            return "\(searches.count)"
        case "POST /cart":
            cart.append(CartItem("item \(cart.count)"))
            return "\(cart.count)"
        case "DELETE /cart":
            cart.removeAll()
            return "empty"
        case "POST /orders":
            orders.append(Product(id))
            if orders.count > 20 { orders.removeFirst() }
            return "\(orders.count)"
        case "GET /reports/daily":
            let memory = malloc(100_000)!
            memset(memory, 1, 100_000)
            free(memory)
            return "report"
        case "GET /metrics":
            let file = open("/proc/self/stat", O_RDONLY)
            close(file)
            return "metrics"
        case "GET /feed":
            let list = (0..<5).map { Product($0) }
            Task.detached { _ = list.map(\.title).joined() }
            return "feed"
        case "GET /users", "GET /users/{id}", "GET /users/{id}/orders", "GET /orders", "GET /orders/{id}",
            "GET /products/{id}/reviews", "GET /cart", "PUT /users/{id}", "PATCH /orders/{id}", "POST /sessions":
            return (0..<(id % 7 + 1)).map { "\(route) \($0)" }.joined(separator: "\n")
        default: return nil
        }
    }

    /// Returns a product from a cache of 16.
    private func product(_ id: Int) -> Product {
        if let known = products[id] { return known }
        if products.count >= 16 { products.removeAll() }
        let product = Product(id)
        products[id] = product
        return product
    }

    private func leak(_ plant: Plant, _ route: String) {
        switch plant {
        case .objects: audit.append(AuditEntry(route))
        case .cycle:
            let subscription = Subscription()
            subscription.handler = { subscription.events += 1 }
        case .memory:
            // The compiler removes an allocation that nothing uses.
            lastBlock = malloc(96)
        case .large:
            let memory = malloc(50_000)!
            memset(memory, 1, 50_000)
            lastBlock = memory
        case .threads: Thread.detachNewThread { while true { sleep(1000) } }
        case .index: numbers[numbers.count] = 17
        case .rare:
            requests += 1
            if requests.isMultiple(of: 5) { audit.append(AuditEntry(route)) }
        case .descriptors: _ = open("/dev/null", O_RDONLY)
        case .tasks: Task.detached { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        case .text: log += "\(route) was requested once more, which the log keeps for ever\n"
        }
    }
}

struct Listener {
    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0, listen(descriptor, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
    }

    func accept() -> Connection? {
        let accepted = Glibc.accept(descriptor, nil, nil)
        return accepted >= 0 ? Connection(descriptor: accepted) : nil
    }
}

struct Connection {
    let descriptor: Int32

    /// Answers one request and closes the connection.
    func serve(by desk: Desk) {
        defer { close(descriptor) }
        guard let head = receive() else { return }
        let words = head.prefix { $0 != "\r\n" }.split(separator: " ").map(String.init)
        let body = words.count > 1 ? desk.answer(words[0], words[1]) : nil
        let text = body ?? "not found"
        let status = body == nil ? "404 Not Found" : "200 OK"
        send("HTTP/1.1 \(status)\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)")
    }

    /// Returns the head of a request, once the body has arrived as well.
    private func receive() -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let head = String(text[..<end.lowerBound])
            let length =
                head.lowercased().split(separator: "\r\n").lazy
                .compactMap {
                    $0.hasPrefix("content-length:") ? Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) : nil
                }
                .first ?? 0
            if text[end.upperBound...].utf8.count >= length { return head }
        }
    }

    private func send(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
