import Testing

@testable import OutliveTesting

struct ArtifactsTests {
    @Test(arguments: [
        ("leaks()", "leaks"), ("A name with `signs` / and ünits", "A-name-with-signs-and-nits"), ("..", "test"),
        ("", "test"), ("testOne", "testOne"), ("../a/.b.txt", "a-.b.txt"),
    ])
    func `A test's name becomes a file name that is valid on every file system`(test: String, name: String) {
        #expect(Artifacts.fileName(of: test) == name)
    }
}
