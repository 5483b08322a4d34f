import Foundation
import OpenCombine

struct Quote: Sendable {
    let symbol: String
    let cents: Int
}

/// The one feed of quotes.
final class QuoteFeed: @unchecked Sendable {
    let quotes = PassthroughSubject<Quote, Never>()
}

/// The price of one symbol, as long as a page shows it.
final class TickerModel {
    let symbol: String
    private(set) var latest: Quote?
    private var cancellables: Set<AnyCancellable> = []

    init(symbol: String, feed: QuoteFeed, weakly: Bool) {
        self.symbol = symbol
        let mine = feed.quotes.filter { $0.symbol == symbol }
        if weakly {
            mine.sink { [weak self] in self?.latest = $0 }.store(in: &cancellables)
        } else {
            mine.sink { self.latest = $0 }.store(in: &cancellables)  // TRUE CULPRIT of --leak sink: a cycle
        }
    }

    static func summary(of symbol: String, feed: QuoteFeed, weakly: Bool) -> String {
        let model = TickerModel(symbol: symbol, feed: feed, weakly: weakly)
        feed.quotes.send(Quote(symbol: symbol, cents: 100))
        return "\(symbol) \(model.latest?.cents ?? 0)"
    }
}

final class Panel: @unchecked Sendable {
    let title: String
    private var shown = 0
    init(title: String) { self.title = title }

    func update(_ quote: Quote) { shown = quote.cents }
}

/// The operators' wall: one panel at a time.
final class Dashboard: @unchecked Sendable {
    private let lock = NSLock()
    private let feed: QuoteFeed
    private let replacesPanels: Bool
    private var subscriptions: Set<AnyCancellable> = []

    init(feed: QuoteFeed, replacesPanels: Bool) {
        self.feed = feed
        self.replacesPanels = replacesPanels
    }

    func show(_ title: String) -> String {
        let panel = Panel(title: title)
        lock.withLock {
            if replacesPanels { subscriptions.removeAll() }
            // TRUE CULPRIT of --leak subscriptions: those of earlier panels stay
            feed.quotes.map { $0 }.sink { panel.update($0) }.store(in: &subscriptions)
        }
        return "shows \(title)"
    }
}
