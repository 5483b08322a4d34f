internal import OutliveWire
internal import Testing

@testable internal import Outlive

struct HarnessDirectoryTests {
    let temporary: TemporaryDirectory
    let directory: HarnessDirectory

    init() throws {
        temporary = try TemporaryDirectory()
        directory = try #require(HarnessDirectory(environment: [EnvironmentName.directory: temporary.path]))
    }

    @Test func `Without a directory in the environment there is no harness`() {
        #expect(HarnessDirectory(environment: [:]) == nil)
        #expect(HarnessDirectory(environment: [EnvironmentName.directory: ""]) == nil)
    }

    @Test func `A request is read from the file with its number`() throws {
        try temporary.write(
            #"{"arguments":["-v"],"environment":{"A":"b"},"id":3,"kind":"ping","version":1}"#, to: "request-3.json")
        #expect(
            try directory.request(3)
                == ResetRequest(
                    id: 3, kind: .ping, change: InputChange(arguments: ["-v"], environment: ["A": "b"])))
    }

    @Test(arguments: [
        (nil, "request-3.json"),
        ("{", "request-3.json"),
        ("{}", "request-3.json"),
        (#"{"arguments":[],"environment":{},"id":3,"kind":"reset","version":2}"#, "version 2"),
        (#"{"arguments":[],"environment":{},"id":4,"kind":"reset","version":1}"#, "request 4"),
        (
            #"{"arguments":["\#(String(repeating: #"\u0301"#, count: 31))"],"environment":{},"id":3,"kind":"reset","version":1}"#,
            "30 combining marks"
        ),
    ])
    func `An unusable request is refused with the reason`(content: String?, reason: String) throws {
        if let content { try temporary.write(content, to: "request-3.json") }
        let error = #expect(throws: ResetError.self) { try directory.request(3) }
        #expect(error?.code == .unreadableRequest)
        #expect(error?.description.contains(reason) == true)
        #expect(error?.description.contains("\n") == false)
    }

    @Test func `The newest request is the highest number not seen yet`() throws {
        #expect(directory.newestRequest(after: 0) == nil)
        for name in ["request-2.json", "request-10.json", "request-11.json.tmp", "request-012.json", "hello.json"] {
            try temporary.write("", to: name)
        }
        #expect(directory.newestRequest(after: 0) == 10)
        #expect(directory.newestRequest(after: 9) == 10)
        #expect(directory.newestRequest(after: 10) == nil)
    }
}
