import Foundation
import Glibc

/// Stores that only grow.
enum Stores {
    static let ways = [
        Way("Visitor", cut: "static Stores.visitors") { visitors.append(Visitor()) },
        Way("Entry", cut: "Cache.entries") { Cache.shared.entries["key \(Cache.shared.entries.count)"] = Entry() },
        Way("Member", cut: "Club.members") { Club.shared.members.insert(Member()) },
        Way("Event", cut: "Log.history") { Log.shared.history.append(.happened(Event())) },
        Way("Shape", cut: "Canvas.shapes") { Canvas.shared.shapes.append(Shape()) },
        Way("Job", cut: "Office.jobs") { await Office.shared.add(Job()) },
        Way("Page", cut: "static Book.last") { Book.last = Page(Book.last) },
    ]

    nonisolated(unsafe) private static var visitors: [Visitor] = []
}

private final class Visitor {}
private final class Entry {}
private final class Cache {
    nonisolated(unsafe) static let shared = Cache()
    var entries: [String: Entry] = [:]
}
private final class Member: Hashable {
    static func == (left: Member, right: Member) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
private final class Club {
    nonisolated(unsafe) static let shared = Club()
    var members: Set<Member> = []
}
private final class Event {}
private final class Log {
    enum Item { case happened(Event), nothing }
    nonisolated(unsafe) static let shared = Log()
    var history: [Item] = []
}
private protocol Drawable {}
private final class Shape: Drawable {}
private final class Canvas {
    nonisolated(unsafe) static let shared = Canvas()
    var shapes: [any Drawable] = []
}
private final class Job: Sendable {}
private actor Office {
    static let shared = Office()
    private var jobs: [Job] = []
    func add(_ job: Job) { jobs.append(job) }
}
private final class Page {
    let before: Page?
    init(_ before: Page?) { self.before = before }
}
private enum Book {
    nonisolated(unsafe) static var last: Page?
}
