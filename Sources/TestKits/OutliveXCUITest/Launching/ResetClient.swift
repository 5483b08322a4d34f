#if canImport(XCUIAutomation)
internal import Foundation
internal import OutliveWire

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A client of the HTTP notifier of one process; `docs/protocol.md` describes the protocol.
struct ResetClient: Sendable {
    /// The port on 127.0.0.1. A simulator shares that address with its host; a device has its own.
    let port: UInt16
    let token: String

    /// Waits until the application reports that it is usable.
    ///
    /// - Throws: `HarnessFailure` after the time limit, or immediately with the code `.endpointTaken` if another server
    ///   responds at the port, or `CancellationError`.
    func ready(within limit: Duration) async throws {
        let request = request("ready", within: .seconds(2))
        var last = "no server answered"
        let isReady = try await poll(within: limit) {
            do {
                let (body, status) = try await answer(to: request)
                if status == 200, (try? CheckedJSON(body).decode(Readiness.self)) != nil { return true }
                guard status == 503 else { throw taken(by: "answered \(status)") }
                last = "it answered \(status): \(Self.reason(in: body))"
            } catch let failure as Failure {
                throw failure
            } catch let error as URLError where [.badServerResponse, .cannotParseResponse].contains(error.code) {
                throw taken(by: "did not answer in HTTP")
            } catch {
                try Task.checkCancellation()
                last = error.localizedDescription
            }
            return false
        }
        guard !isReady else { return }
        throw Failure(
            .notReady,
            "the application was not ready at port \(port) within \(limit): \(last); its host needs an HTTPNotifier, "
                + "in a build with the trait LiveReset, and in a sandbox of macOS the entitlement "
                + "com.apple.security.network.server")
    }

    /// The fields of `GET /ready` that distinguish it from the response of another server.
    private struct Readiness: Decodable {
        var ready: Bool
        var generation: Int
    }

    private func taken(by answer: String) -> Failure {
        Failure(
            .endpointTaken,
            "another server uses port \(port) and \(answer), so the application cannot listen there: end it")
    }

    /// Resets the application.
    ///
    /// - Parameters:
    ///   - change: The change to its launch input.
    ///   - limit: The deadline of the call.
    /// - Returns: The answer of the application.
    /// - Throws: `HarnessFailure` if the reset was not performed or the application is not usable, or
    ///   `CancellationError`.
    func reset(_ change: InputChange, within limit: Duration) async throws -> ResetAnswer {
        let deadline = min(max(limit / .seconds(1), 1), 3600)
        // The application reports a missed deadline itself, so the connection waits a little longer.
        var request = request("reset", within: .seconds(deadline + 5))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        do {
            request.httpBody = try JSONEncoder().encode(ResetCall(change: change, deadline: deadline))
            let (body, status) = try await answer(to: request)
            guard status == 200 else {
                throw Failure(.resetFailed, "the reset was answered with \(status): \(Self.reason(in: body))")
            }
            return try CheckedJSON(body).decode(ResetAnswer.self)
        } catch let failure as Failure {
            throw failure
        } catch {
            try Task.checkCancellation()
            throw Failure(.resetFailed, "the reset at port \(port) failed: \(error.localizedDescription)")
        }
    }

    private func request(_ path: String, within limit: Duration) -> URLRequest {
        var request = URLRequest(url: URL(string: "http://127.0.0.1:\(port)/\(path)")!)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        request.cachePolicy = .reloadIgnoringLocalCacheData
        request.timeoutInterval = limit / .seconds(1)
        return request
    }

    private func answer(to request: URLRequest) async throws -> (body: Data, status: Int) {
        let (body, response) = try await URLSession.shared.data(for: request)
        return (body, (response as? HTTPURLResponse)?.statusCode ?? 0)
    }

    private static func reason(in body: Data) -> String {
        if let answer = try? CheckedJSON(body).decode(ErrorAnswer.self) { return answer.error }
        guard let answer = try? CheckedJSON(body).decode(ResetAnswer.self) else { return "no reason" }
        return answer.reply.failures.map { "\($0.step): \($0.message)" }.joined(separator: "; ")
    }
}
#endif
