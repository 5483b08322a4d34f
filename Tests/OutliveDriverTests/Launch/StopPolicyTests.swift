import OutliveModel
import Testing

@testable import OutliveDriver

struct StopPolicyTests {
    @Test func `A word that is no signal is refused by name`() {
        let error = #expect(throws: UsageError.self) { try SignalNumber(parsing: "RTMIN+99") }
        #expect(error?.message.contains("'RTMIN+99'") == true)
    }

    @Test func `A stop is a signal and a grace period`() throws {
        #expect(
            try StopPolicy(parsing: "INT,500ms")
                == StopPolicy(signal: SignalNumber(parsing: "INT"), grace: .milliseconds(500)))
        #expect(try StopPolicy(parsing: "QUIT") == StopPolicy(signal: SignalNumber(parsing: "QUIT")))
        for text in ["", ",2s", "INT,", "INT,2", "INT,2s,3s"] {
            #expect(throws: UsageError.self) { try StopPolicy(parsing: text) }
        }
    }
}
