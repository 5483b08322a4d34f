#if os(Linux)
import Glibc

/// The state of a process in which all threads but the main one are asleep.
enum Rest {
    /// Waits until no other thread has run for a while.
    ///
    /// A thread that has signalled the end of its work still has to release what it used.
    static func wait() {
        var quiet = 0
        while quiet < 20 {
            usleep(5000)
            quiet = isReached() ? quiet + 1 : 0
        }
    }

    /// Must be called on the main thread, whose id is that of the process.
    private static func isReached() -> Bool {
        guard let folder = opendir("/proc/self/task") else { return true }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let number = Int32(name), number != getpid(), let file = fopen("/proc/self/task/\(name)/stat", "r")
            else { continue }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 512)
            let count = fread(&bytes, 1, bytes.count, file)
            let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            guard let end = text.lastIndex(of: ")"), text[end...].dropFirst(2).first == "S" else { return false }
        }
        return true
    }
}
#endif
