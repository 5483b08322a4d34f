internal import FoundationEssentials
internal import OutliveSupport

/// Copies a file, a link or a folder with its content, permissions and times; follows no link.
///
/// - Parameter skippingOthers: `true` to leave out sockets, pipes and devices, which are refused otherwise.
func copyTree(_ source: String, to target: String, skippingOthers: Bool) throws {
    var facts = stat()
    guard lstat(source, &facts) == 0 else { throw SystemError("read", source) }
    switch facts.st_mode & S_IFMT {
    case S_IFDIR:
        // The folder's own permissions, set below, may forbid writing.
        guard mkdir(target, 0o700) == 0 else { throw SystemError("make", target) }
        try copyContents(of: source, to: target, skippingOthers: skippingOthers)
    case S_IFREG: try copyFile(source, to: target)
    case S_IFLNK:
        let destination = try FileManager.default.destinationOfSymbolicLink(atPath: source)
        guard symlink(destination, target) == 0 else { throw SystemError("make the link", target) }
        return
    default:
        if skippingOthers { return }
        throw SystemError("\(source) is neither a file, a folder nor a link")
    }
    var times = [facts.st_atim, facts.st_mtim]
    // Without set-user-ID and set-group-ID, because the copy belongs to the current user.
    guard chmod(target, facts.st_mode & 0o1777) == 0, utimensat(AT_FDCWD, target, &times, 0) == 0 else {
        throw SystemError("set permissions and times of", target)
    }
}

func copyContents(of source: String, to target: String, skippingOthers: Bool) throws {
    for name in try names(in: source) {
        try copyTree("\(source)/\(name)", to: "\(target)/\(name)", skippingOthers: skippingOthers)
    }
}

/// Removes a file or a folder with its content, including read-only folders; follows no link.
///
/// Ignores the failure if even that does not help, because at the end of a test there is no remedy.
func removeTree(_ path: String) {
    guard pathExists(path), (try? FileManager.default.removeItem(atPath: path)) == nil else { return }
    makeWritable(path)
    try? FileManager.default.removeItem(atPath: path)
}

private func makeWritable(_ path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { return }
    chmod(path, facts.st_mode & 0o777 | 0o700)
    for name in (try? names(in: path)) ?? [] { makeWritable("\(path)/\(name)") }
}

private func names(in folder: String) throws -> [String] {
    guard access(folder, R_OK | X_OK) == 0 else { throw SystemError("read", folder) }
    return try FileManager.default.contentsOfDirectory(atPath: folder)
}

private func copyFile(_ source: String, to target: String) throws {
    let input = open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard input >= 0 else { throw SystemError("read", source) }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw SystemError("make", target) }
    var copied = 1
    while copied > 0 {
        copied = sendfile(output, input, nil, 1 << 30)
        if copied < 0, errno == EINTR { copied = 1 }
    }
    let failure = copied < 0 ? SystemError("copy", source) : nil
    // Some file systems report a full disk only here.
    guard close(output) == 0 || failure != nil else { throw SystemError("write", target) }
    if let failure { throw failure }
}

extension SystemError {
    /// Creates the error of a failed system call.
    init(_ action: String, _ path: String) { self.init("cannot \(action) \(path): \(systemError())") }
}
