import Testing

@testable import OutliveDriver

struct PlaceholderRestorerTests {
    @Test func `Only the token of a launch is replaced by its placeholder`() {
        let token = BearerToken()
        let restorer = PlaceholderRestorer(
            port: nil, directory: "/d", watchDirectory: "/w", processID: 77, token: token)
        #expect(restorer.text(token.text) == "{token}")
        #expect(restorer.text("Bearer \(token.text)!") == "Bearer {token}!")
        #expect(restorer.text(BearerToken().text) != "{token}")
        // A value that is concealed for its name is the same for every launch.
        let shown = concealed(["OUTLIVE_TOKEN": restorer.text(token.text)])
        #expect(shown == concealed(["OUTLIVE_TOKEN": "{token}"]))
        #expect(shown["OUTLIVE_TOKEN"]?.contains(token.text) == false)
    }

    private let restorer = PlaceholderRestorer(
        port: 8080, directory: "/tmp/outlive-a/0", watchDirectory: "/tmp/outlive-a/0-1", processID: 72)

    @Test(arguments: [
        ("/tmp/outlive-a/0", "{dir}"), ("-D/tmp/outlive-a/0/data:/tmp/outlive-a/0-1/x", "-D{dir}/data:{outlive}/x"),
        ("/tmp/outlive-a/0.log", "{dir}.log"), ("/tmp/outlive-a/01", "/tmp/outlive-a/01"),
        ("/tmp/outlive-a/0-12", "/tmp/outlive-a/0-12"),
        ("127.0.0.1:8080", "127.0.0.1:{port}"), ("18080 80801 8080", "18080 80801 {port}"),
        ("p8080.sock", "p{port}.sock"),
        ("72", "{pid}"), ("/run/app-72.pid", "/run/app-{pid}.pid"),
        ("/dev/shm/PostgreSQL.72", "/dev/shm/PostgreSQL.{pid}"),
        ("172 720 x72 72x _72", "172 720 x72 72x _72"),
        ("/lib/libicu.so.72", "/lib/libicu.so.72"), ("/lib/python3.72/os.py", "/lib/python3.72/os.py"),
        ("", ""), ("/", "/"),
    ])
    func `Whole paths and numbers are replaced, and nothing else`(text: String, expected: String) {
        #expect(restorer.text(text) == expected)
    }

    @Test func `Serial numbers in names stay`() {
        #expect(restorer.name("worker-72") == "worker-72")
        #expect(restorer.name("http-8080") == "http-{port}")
    }

    @Test func `A port that was not passed to the application stays`() {
        let restorer = PlaceholderRestorer(port: nil, directory: "/d", watchDirectory: "/w", processID: 72)
        #expect(restorer.text("8080") == "8080")
    }
}
