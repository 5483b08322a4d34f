#if os(Linux)
import Dispatch
import Foundation

/// A service full of secrets, which leaks objects that hold them.
///
/// It serves a request for each line in the pipe `in` of its folder, answers in the pipe `out`, and leaks while a file
/// exists. The secrets are its token in strings, keys, addresses, log lines, and names of files, threads, queues and
/// tasks.
enum Secrets {
    static func run(_ folder: String, token: String, leakingWhile file: String) {
        for name in ["in", "out"] { mkfifo("\(folder)/\(name)", 0o600) }
        let document = "\(folder)/\(token).db"
        _ = FileManager.default.createFile(atPath: document, contents: Data(repeating: 7, count: 1 << 20))
        let mapped = try? Data(contentsOf: URL(fileURLWithPath: document), options: .alwaysMapped)
        let descriptor = open(document, O_RDONLY)
        let thread = Thread { upload(token) }
        thread.name = "\(token)-th"
        thread.start()
        print("ready \(token) \(getpid())")
        fflush(nil)
        while let input = fopen("\(folder)/in", "r") {
            while getc(input) != EOF {}
            fclose(input)
            print("GET /login?key=\(token)")
            fflush(nil)
            if access(file, F_OK) == 0 { for _ in 0..<20 { login(token) } }
            if let output = fopen("\(folder)/out", "w") {
                fputs("200 OK\n", output)
                fclose(output)
            }
        }
        withExtendedLifetime((mapped, descriptor)) {}
    }

    /// Keeps an object on the stack of a thread that never ends.
    private static func upload(_ token: String) {
        let credential = Credential(token, number: 0)
        while true { withExtendedLifetime(credential) { _ = sleep(1000) } }
    }

    @inline(never)
    private static func login(_ token: String) {
        let credential = Credential(token, number: Vault.shared.entries.count)
        Vault.shared.entries["\(token)-\(Vault.shared.entries.count)"] = credential
        let name = "\(token)-task"
        Task(name: name) { await credential.wait() }
    }
}

private final class Credential: @unchecked Sendable {
    let short: String
    let long: String
    let address: URL?
    let bytes: [UInt8]
    let queue: DispatchQueue

    init(_ token: String, number: Int) {
        short = "\(token)\(number)"
        long = "the password of the customer is \(token)-\(number), and it is long"
        address = URL(string: "https://user:\(token)@example.com/?number=\(number)")
        bytes = Array("\(token) as bytes".utf8)
        queue = DispatchQueue(label: "\(token).queue")
    }

    /// Waits for a continuation that nothing resumes.
    func wait() async {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        print(short)
    }
}

private final class Vault: @unchecked Sendable {
    static let shared = Vault()
    var entries: [String: Credential] = [:]
}
#endif
