import Hummingbird
import Logging

/// A service that sells tickets. `GET /reserve/SEAT` waits until the seat is confirmed, `GET /print/NUMBER` until a
/// ticket is printed, and `GET /news` until there are news.
@main enum TicketDesk {
    static func main() async throws {
        let desk = Desk(), printer = Printer(), news = News()
        let router = Router()
        router.get("reserve/:seat") { _, context in try await desk.reserve(context.parameters.require("seat")) }
        router.get("confirm/:seat") { _, context in await desk.confirm(try context.parameters.require("seat")) }
        router.get("print/:number") { _, context in
            await printer.print(try context.parameters.require("number", as: Int.self))
        }
        router.get("news") { _, _ in await news.next() }
        router.get("health") { _, _ in "well" }
        var logger = Logger(label: "ticket-desk")
        logger.logLevel = .error
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in print("ready \(channel.localAddress?.port ?? 0)") }, logger: logger)
        try await application.runService()
    }
}
