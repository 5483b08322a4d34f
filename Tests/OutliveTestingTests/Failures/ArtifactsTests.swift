import Testing

@testable import OutliveTesting

struct ArtifactsTests {
    @Test(arguments: [
        ("leaks()", "leaks"), ("A name with `signs` / and ünits", "A-name-with-signs-and-nits"), ("..", "test"),
        ("", "test"), ("testOne", "testOne"), ("../a/.b.txt", "a-.b.txt"),
    ])
    func `A test's name becomes one that every file system takes`(test: String, name: String) {
        #expect(Artifacts.fileName(of: test) == name)
    }
}
