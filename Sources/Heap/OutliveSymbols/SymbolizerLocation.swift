internal import OutliveSupport

/// Returns the path of `llvm-symbolizer`: the configured one, else the toolchain's, else any in `PATH`.
///
/// - Parameter environment: The environment. `OUTLIVE_SYMBOLIZER` is the path of the tool, or empty for none. `PATH` is
///   searched for `swift` and `swiftc`, whose real folder contains the toolchain's tool, then for `llvm-symbolizer`,
///   then for the highest `llvm-symbolizer-NN`.
package func symbolizerPath(environment: [String: String]) -> String? {
    if let named = environment["OUTLIVE_SYMBOLIZER"] { return named.isEmpty ? nil : named }
    // An empty element would mean the current folder, which must not be searched.
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    for compiler in ["swift", "swiftc"] {
        for path in folders.map({ "\($0)/\(compiler)" }) where isExecutable(path) {
            guard let real = realPath(path), let slash = real.lastIndex(of: "/") else { continue }
            let candidate = real[..<slash] + "/llvm-symbolizer"
            if isExecutable(String(candidate)) { return String(candidate) }
        }
    }
    if let plain = folders.map({ "\($0)/llvm-symbolizer" }).first(where: isExecutable) { return plain }
    return folders.flatMap(versionedSymbolizers).max { $0.version < $1.version }?.path
}

private func versionedSymbolizers(in folder: String) -> [(version: Int, path: String)] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    let prefix = "llvm-symbolizer-"
    var found: [(version: Int, path: String)] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                String(cString: $0)
            }
        }
        guard name.hasPrefix(prefix), let version = Int(name.dropFirst(prefix.count)) else { continue }
        if isExecutable("\(folder)/\(name)") { found.append((version, "\(folder)/\(name)")) }
    }
    return found
}

private func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
}
