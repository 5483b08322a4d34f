import Testing

@testable import OutliveDriver

/// The journal in which the heap tier names the moments of a run of tests.
@Suite struct TestMomentTests {
    private func events(_ journal: String) -> [TestMoment.Event] {
        TestMoment.all(in: Array(journal.utf8)) { _ in nil }.map(\.event)
    }

    @Test func `A name is read without the escapes of JSON`() {
        #expect(
            events(#"1 e s Shop.`says \"hi\"`()\/Cart.swift:1:2"# + "\n2 v s \n")
                == [.ended(test: #"Shop.`says "hi"`()/Cart.swift:1:2"#), .initialised])
    }

    @Test func `A line of another form ends the journal`() {
        #expect(events("1 b s a\nx\n2 e s a\n") == [.began(test: "a")])
    }
}
