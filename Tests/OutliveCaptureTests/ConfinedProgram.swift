#if os(Linux)
import Foundation
import Testing

/// A program in C that ends by bare system calls, or under a filter of system calls.
struct ConfinedProgram {
    /// The number of a system call, as the kernel has it on x86_64.
    enum Call: Int32, CaseIterable {
        case read = 0
        case mmap = 9
        case munmap = 11
        case sigaction = 13
        case sigprocmask = 14
        case pwrite = 18
        case getpid = 39
        case clone = 56
        case ftruncate = 77
        case futex = 202
        case getAffinity = 204
        case tgkill = 234
        case openat = 257
        case unshare = 272
        case queueSignal = 297

        /// `true` if the tier makes the call on threads of the program.
        var isMadeByProgram: Bool {
            switch self {
            case .mmap, .munmap, .sigaction, .sigprocmask, .getpid, .futex, .getAffinity, .tgkill, .queueSignal: true
            case .read, .pwrite, .clone, .ftruncate, .openat, .unshare: false
            }
        }
    }

    private let folder: Folder
    private let executable: String

    init() async throws {
        folder = try Folder()
        executable = try await Toolchain.buildC(Self.source, in: folder.url)
    }

    /// Runs it to its end, bare or under the heap tier.
    func run(
        _ arguments: [String], isWatched: Bool
    ) async throws -> (ending: WatchedProgram.Ending, files: [String]) {
        let program = try WatchedProgram(arguments: arguments, executable: executable, isWatched: isWatched)
        let ending = await program.end()
        return (ending, try program.files())
    }

    /// Runs it bare and watched, and expects the same status and output.
    ///
    /// - Returns: the files that the tier left.
    func expectSameEnding(_ arguments: String...) async throws -> [String] {
        let (bare, _) = try await run(arguments, isWatched: false)
        let (watched, files) = try await run(arguments, isWatched: true)
        #expect(watched.status == bare.status)
        #expect(watched.output == bare.output)
        #expect(watched.errors == bare.errors)
        return files
    }

    private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/HeapTrials/confined.c").path
}
#endif
