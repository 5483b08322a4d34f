import Testing

@testable import OutliveDriver

struct NotifyMessageTests {
    @Test func `A datagram is read line by line, and unknown lines are left out`() {
        let text = "READY=1\nSTATUS=a=b\n\nnonsense\nX_OUTLIVE_REQUEST=12\nX_OUTLIVE_GENERATION=3"
        let message = NotifyMessage(text.utf8, instant: .now)
        #expect(message.isReady)
        #expect(message.request == 12)
        #expect(message.endedGeneration == 3)
        #expect(message.failure == nil)
        #expect(message.fields["STATUS"] == "a=b")
    }

    @Test(arguments: ["", "READY=0", "RELOADING=1", "XREADY=1", "READY", "\u{0}"])
    func `Only READY=1 means ready`(text: String) {
        #expect(!NotifyMessage(text.utf8, instant: .now).isReady)
    }
}
