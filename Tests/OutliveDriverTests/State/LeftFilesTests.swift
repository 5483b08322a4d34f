import Glibc
import Testing

@testable import OutliveDriver

@Suite
struct LeftFilesTests {
    private static func touch(_ path: String) { close(open(path, O_WRONLY | O_CREAT, 0o600)) }

    @Test func `Files of a shared folder count by the number of the process, their owner and their age`() throws {
        let folder = try PrivateDirectory()
        for name in ["upload-712.tmp", "7120", "x712y", "712", "random"] { Self.touch("\(folder.path)/\(name)") }
        func count(_ processes: Set<pid_t>, user: Int? = Int(geteuid()), since birth: Int = 0) -> Int {
            LeftFiles(of: processes, user: user, since: birth).entries(in: folder.path, depth: 1).count
        }
        #expect(count([712]) == 3)
        #expect(count([712, 7120]) == 4)
        #expect(count([71]) == 0)
        #expect(count([712], user: Int(geteuid()) + 1) == 0)
        #expect(count([712], user: nil) == 0)
        #expect(count([712], since: time(nil) + 60) == 0)
        #expect(LeftFiles.all(in: folder.path).count == 5)
    }

    @Test func `Folders are searched down to the given depth, and a missing one holds nothing`() throws {
        let folder = try PrivateDirectory()
        mkdir("\(folder.path)/712", 0o700)
        Self.touch("\(folder.path)/712/f712")
        let files = LeftFiles(of: [712], user: Int(geteuid()), since: 0)
        #expect(files.entries(in: folder.path, depth: 1).count == 1)
        #expect(files.entries(in: folder.path, depth: 2).count == 2)
        #expect(files.entries(in: folder.path + "/missing", depth: 2).isEmpty)
    }

    @Test func `A large tree does not hide the files beside it`() throws {
        let folder = try PrivateDirectory()
        mkdir("\(folder.path)/a", 0o700)
        for number in 0..<10 { Self.touch("\(folder.path)/a/\(number)x") }
        Self.touch("\(folder.path)/z-30000")
        let files = LeftFiles(of: [30_000], user: Int(geteuid()), since: 0)
        #expect(files.entries(in: folder.path, depth: 4, limit: 5).count == 1)
    }
}
