import Foundation
import ServiceKit

/// The planted leak; `none` in a healthy run.
enum Leak: String {
    case none, stream, continuation, abandoned, detached, tasklocal, group, channel
    case sink, subscriptions, delegate, history, renders
}

@main
enum LiveFeed {
    static func main() async throws {
        let options = ServiceOptions<Leak>()
        let leak = options.leak
        let server = try ServiceServer(port: options.port)

        let newsRoom = NewsRoom()
        let follows = FollowService(newsRoom: newsRoom, leavesAtEnd: leak != .stream)
        await server.route("/follow") { await follows.visit(by: $0) }

        let drafts = DraftService(desk: ApprovalDesk(), asksEditor: leak != .continuation)
        await server.route("/draft") { await drafts.submit($0) }

        let translator = Translator(book: PhraseBook(answersUnknown: leak != .abandoned))
        await server.route("/translate") { translator.queue($0) }

        let presence = PresenceService(stopsBeacons: leak != .detached)
        await server.route("/presence") { await presence.visit(by: $0) }

        let reports = ReportDesk(refreshesOnce: leak != .tasklocal)
        await server.route("/report") { name in
            await ReportScope.$trace.withValue(ReportTrace(name: name)) { await reports.build(name) }
        }

        let ingest = IngestPump(takesReceipts: leak != .group)
        Task { await ingest.run() }
        await server.route("/upload") { ingest.accept($0) }

        let mailer = DigestMailer(survivesBounces: leak != .channel)
        Task { await mailer.deliver() }
        await server.route("/digest") { mailer.post(to: $0) }

        let quotes = QuoteFeed()
        let dashboard = Dashboard(feed: quotes, replacesPanels: leak != .subscriptions)
        await server.route("/ticker") { TickerModel.summary(of: $0, feed: quotes, weakly: leak != .sink) }
        await server.route("/panel") { dashboard.show($0) }

        await server.route("/room") { RoomController.session(named: $0, closes: leak != .delegate) }

        let history = History(limit: leak == .history ? .max : 200)
        await server.route("/read") { await history.add(page: $0) }

        let renders = RenderService(keepsFinished: leak == .renders)
        await server.route("/render") { await renders.picture(of: $0) }

        try await server.run()
    }
}
