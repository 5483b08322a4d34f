import Testing

@testable import OutliveDriver

@Suite("Notifications")
struct NotifyMessageTests {
    @Test func `A datagram is read line by line, and what is not understood is left out`() {
        let text = "READY=1\nSTATUS=a=b\n\nnonsense\nX_OUTLIVE_REQUEST=12\nX_OUTLIVE_GENERATION=3"
        let message = NotifyMessage(text.utf8, instant: .now)
        #expect(message.isReady)
        #expect(message.request == 12)
        #expect(message.endedGeneration == 3)
        #expect(message.failure == nil)
        #expect(message.fields["STATUS"] == "a=b")
    }

    @Test(arguments: ["", "READY=0", "RELOADING=1", "XREADY=1", "READY", "\u{0}"])
    func `Anything but READY=1 is not ready`(text: String) {
        #expect(!NotifyMessage(text.utf8, instant: .now).isReady)
    }
}
