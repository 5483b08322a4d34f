import OutliveModel
import Testing

struct UnixSocketURLTests {
    @Test(arguments: ["/tmp/s", "/", "/tmp/a b%2F/ä🙂\n?#&=+~", "/a%", "/tmp/../e\u{301}", "/\u{301}"])
    func `A path is the same after writing and reading`(path: String) {
        let url = UnixSocketURL(path: path)
        #expect(UnixSocketURL(url.description) == url)
        #expect(url.description.hasPrefix("http+unix://%2F"))
        #expect(url.description.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }

    @Test func `Reserved characters are encoded, and others may be`() {
        #expect(UnixSocketURL(path: "/tmp/a b%").description == "http+unix://%2Ftmp%2Fa%20b%25")
        #expect(UnixSocketURL("http+unix:///tmp/s")?.path == "/tmp/s")
        #expect(UnixSocketURL("http+unix://%2ftmp%2F%73")?.path == "/tmp/s")
    }

    @Test(arguments: [
        "", "/tmp/s", "http://%2Ftmp", "HTTP+UNIX://%2Ftmp", "http+unix://", "http+unix://tmp", "http+unix://%2",
        "http+unix://%2Fa%", "http+unix://%2F%zz", "http+unix://%2F%+1", "http+unix://%2F%ff", "http+unix://%2Fa%00b",
    ])
    func `Any other URL is refused`(text: String) {
        #expect(UnixSocketURL(text) == nil)
    }
}
