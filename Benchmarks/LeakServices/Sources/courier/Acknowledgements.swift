import NIOConcurrencyHelpers
import NIOCore

final class Acknowledgement: Sendable {
    let text: String
    init(text: String) { self.text = text }
}

/// Shipments that wait for an answer, by their number.
final class AcknowledgementTable: Sendable {
    private struct State {
        var last = 0
        var waiting: [Int: EventLoopPromise<Acknowledgement>] = [:]
    }

    private let state = NIOLockedValueBox(State())
    private let loop: any EventLoop
    private let expectsSignatures: Bool

    init(loop: any EventLoop, expectsSignatures: Bool) {
        self.loop = loop
        self.expectsSignatures = expectsSignatures
    }

    private func expect() -> (Int, EventLoopFuture<Acknowledgement>) {
        let promise = loop.makePromise(of: Acknowledgement.self)
        return state.withLockedValue { state in
            state.last += 1
            state.waiting[state.last] = promise  // TRUE CULPRIT of --leak promise: no signature ever comes
            return (state.last, promise.futureResult)
        }
    }

    func ship(_ name: String) -> EventLoopFuture<String> {
        let (number, answer) = expect()
        if expectsSignatures {
            let (_, signature) = expect()
            signature.whenSuccess { print("signed: \($0.text)") }
        }
        loop.execute { self.received(number, Acknowledgement(text: "shipped \(name)")) }
        return answer.map(\.text)
    }

    private func received(_ number: Int, _ acknowledgement: Acknowledgement) {
        state.withLockedValue { $0.waiting.removeValue(forKey: number) }?.succeed(acknowledgement)
    }
}
