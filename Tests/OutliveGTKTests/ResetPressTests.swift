import OutliveSupport
internal import OutliveTestSupport
internal import Synchronization
internal import Testing

@testable internal import Outlive
@testable internal import OutliveGTK

struct ResetPressTests {
    private let press = ResetPress()

    private func reply(to request: ResetRequest) -> ResetReply {
        ResetReply(request: request.id, kind: request.kind, endedGeneration: 1, failures: [], usable: true)
    }

    @Test func `A press before the host has started asks for nothing`() {
        #expect(press.press() == nil)
    }

    @Test func `A press asks once, for a plain reset`() async throws {
        let requests = Lock<[ResetRequest]>([])
        press.add(
            handler: ResetHandler { request in
                requests.withLock { $0.append(request) }
                return reply(to: request)
            })
        await press.press()?.value
        #expect(requests.withLock { $0 } == [ResetRequest(id: 0)])
    }

    @Test func `A press during a reset that it asked for is ignored, and one after it is not`() async throws {
        let gate = Gate()
        press.add(
            handler: ResetHandler { request in
                await gate.wait()
                return reply(to: request)
            })
        let first = try #require(press.press())
        #expect(press.press() == nil)
        gate.open()
        await first.value
        #expect(press.press() != nil)
    }

    @Test func `The notifiers ask by their presses`() async throws {
        let requests = Atomic(0)
        let handler = ResetHandler { request in
            requests.add(1, ordering: .relaxed)
            return reply(to: request)
        }
        let button = OverlayButtonNotifier()
        let gesture = MultiPressNotifier(presses: 2)
        button.add(handler: handler)
        gesture.add(handler: handler)
        await button.press.press()?.value
        await gesture.press.press()?.value
        #expect(requests.load(ordering: .relaxed) == 2)
    }

    @Test func `A gesture of one press is a mistake`() async {
        await #expect(processExitsWith: .failure) { _ = MultiPressNotifier(presses: 1) }
    }
}
