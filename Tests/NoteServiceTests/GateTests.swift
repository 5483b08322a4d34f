import FlyingFox
import Foundation
import Synchronization
import Testing

@testable import note_service

@Suite struct GateTests {
    private let request = HTTPRequest(
        method: .GET, version: .http11, path: "/", query: [], headers: [:], body: Data())

    @Test func `A closed gate answers that the service is unavailable`() async throws {
        let gate = Gate()
        let response = try await gate.handleRequest(request)
        #expect(response.statusCode == .serviceUnavailable)
    }

    @Test func `Closing waits for the requests under way and admits no other`() async throws {
        let gate = Gate()
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let (permissions, permission) = AsyncStream.makeStream(of: Void.self)
        var routes = RoutedHTTPHandler()
        routes.appendRoute("/") { _ in
            arrival.yield()
            for await _ in permissions { break }
            return HTTPResponse(statusCode: .ok)
        }
        await gate.open(routes)

        async let answer = gate.handleRequest(request)
        for await _ in arrivals { break }
        let isAnswered = Atomic(false)
        async let answeredBeforeClosed = {
            await gate.close()
            return isAnswered.load(ordering: .acquiring)
        }()
        while await gate.routes != nil { await Task.yield() }
        #expect(try await gate.handleRequest(request).statusCode == .serviceUnavailable)

        isAnswered.store(true, ordering: .releasing)
        permission.yield()
        #expect(try await answer.statusCode == .ok)
        #expect(await answeredBeforeClosed)
    }
}
