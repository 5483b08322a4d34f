internal import OutliveSupport

/// The files of a process in `/proc`; see `proc(5)`.
///
/// Reading does not affect the process. Every result is `nil` if the process is gone or belongs to another user.
struct ProcessFiles: Sendable {
    let processID: pid_t

    func path(_ name: String) -> String { "/proc/\(processID)/\(name)" }

    /// Returns the whole content of a file; invalid UTF-8 is repaired.
    func text(_ name: String) -> String? {
        readText(path(name))
    }

    /// Returns the target of a symbolic link.
    func target(of link: String) -> String? {
        withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
            let count = readlink(path(link), buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
            return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    /// Returns the numeric names in a directory, such as descriptors and threads.
    func numbers(in directory: String) -> [Int]? {
        readNumbers(path(directory))
    }

    /// All processes of the system.
    static var all: [ProcessFiles] {
        (readNumbers("/proc") ?? []).map { ProcessFiles(processID: pid_t($0)) }
    }
}

/// Returns the content of a file, or `nil` if it cannot be read.
///
/// Reads until the end, because files of the kernel report no size.
func readText(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    return withUnsafeTemporaryAllocation(byteCount: 32_768, alignment: 1) { buffer in
        while true {
            let count = read(descriptor, buffer.baseAddress!, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}

private func readNumbers(_ path: String) -> [Int]? {
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    var numbers: [Int] = []
    while let entry = readdir(directory) {
        let name = entry.pointer(to: \.d_name)!
        if let number = Int(String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))) {
            numbers.append(number)
        }
    }
    return numbers
}

extension StringProtocol {
    /// The lines, split by bytes, which is much faster than by characters.
    var rows: [Substring] {
        Substring(self).utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
    }

    /// Returns the parts between spaces and tabs.
    ///
    /// - Parameter limit: the maximum number of fields; the last one is the rest of the text.
    func fields(limit: Int = .max) -> [Substring] {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        // The rest after the last split still has leading blanks.
        return Substring(self).utf8.split(maxSplits: limit - 1, whereSeparator: isBlank)
            .map { Substring($0.drop(while: isBlank)) }.filter { !$0.isEmpty }
    }
}
