import OutliveModel
import Testing

struct FailureTests {
    @Test func `A failure reads as its message, with the output below it`() {
        #expect("\(Failure(.died, "it ended"))" == "it ended")
        #expect("\(Failure(.died, "it ended", output: "a\nb"))" == "it ended\na\nb")
        #expect("\(Failure(.died, "it ended", output: ""))" == "it ended")
    }
}
