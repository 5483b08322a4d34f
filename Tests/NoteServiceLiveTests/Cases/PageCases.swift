import FlyingFox
import Testing

@testable import note_service

extension LiveCase {
    static var pages: [LiveCase] {
        [1, 5, 50, 200].map { size in
            LiveCase(
                "a page has at most \(size) notes of the data file", Settings { $0.pageSize = size }, document: nil
            ) { visit async throws in
                let page = try await visit.notes()
                #expect(page.total == visit.dataCount)
                #expect(page.notes.count == min(size, visit.dataCount))
            }
        } + [
            LiveCase("the last page has the rest", .beginning(with: .welcome) { $0.pageSize = 2 }) {
                visit async throws in
                let (status, body) = try await visit.client().answer(
                    to: .GET, "/notes", query: [.init(name: "page", value: "1")])
                #expect(status == 200)
                #expect(try JSON.decode(NotePage.self, from: body).notes.map(\.id) == [1])
            },
            LiveCase("a page after the last is empty", .beginning(with: .welcome)) { visit async throws in
                let (_, body) = try await visit.client().answer(
                    to: .GET, "/notes", query: [.init(name: "page", value: "7")])
                let page = try JSON.decode(NotePage.self, from: body)
                #expect(page.notes.isEmpty && page.total == 3)
            },
            LiveCase("there is no page before the first") { visit async throws in
                let answer = try await visit.client().answer(
                    to: .GET, "/notes", query: [.init(name: "page", value: "-1")])
                #expect(answer.status == 400)
            },
            LiveCase("a note that was read is kept", .beginning(with: .welcome)) { visit async throws in
                for _ in 0..<2 { _ = try await visit.client().note(id: 1) }
                #expect(try await visit.state().contains("cache 1 pages, 1 hits, 1 misses"))
            },
            LiveCase("a small cache forgets", .beginning(with: .welcome) { $0.cachePages = 1 }) { visit async throws in
                for id in [1, 2, 1] { _ = try await visit.client().note(id: id) }
                #expect(try await visit.state().contains("cache 1 pages, 0 hits, 3 misses"))
            },
            LiveCase("a note that is not there is not found", .beginning(with: .welcome)) { visit async throws in
                #expect(try await visit.client().answer(to: .GET, "/notes/4").status == 404)
                #expect(try await visit.client().answer(to: .GET, "/notes/one").status == 400)
            },
        ]
    }

    static var searches: [LiveCase] {
        [
            LiveCase("a word finds the notes that have it", .beginning(with: .welcome)) { visit async throws in
                #expect(try await visit.notes("bread").notes.map(\.id) == [3])
            },
            LiveCase("several words must all be there", .beginning(with: .welcome)) { visit async throws in
                #expect(try await visit.notes("bread lamp").total == 1)
                #expect(try await visit.notes("bread welcome").total == 0)
            },
            LiveCase("a tag finds the newest first", .beginning(with: .welcome)) { visit async throws in
                #expect(try await visit.notes(tag: "help").notes.map(\.id) == [2, 1])
            },
            LiveCase("a word and a tag must both be there", .beginning(with: .welcome)) { visit async throws in
                #expect(try await visit.notes("type", tag: "search").notes.map(\.id) == [2])
                #expect(try await visit.notes("type", tag: "house").total == 0)
            },
            LiveCase("capitals do not matter", .beginning(with: .welcome)) { visit async throws in
                #expect(try await visit.notes("GROCERIES").notes.map(\.id) == [3])
            },
            LiveCase("nothing is found among no notes", .beginning(with: .empty)) { visit async throws in
                #expect(try await visit.notes("bread").total == 0)
                #expect(try await visit.notes().total == 0)
            },
        ]
    }
}
