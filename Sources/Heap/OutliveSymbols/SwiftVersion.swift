internal import FoundationEssentials
package import OutliveModel
internal import OutliveSupport

/// Returns the version of Swift that an executable was built with, such as `6.3.1`, or `nil` if it is unknown.
///
/// The source is the compiler's name in the debug information (`DW_AT_producer`, DWARF 5, 3.1.1). Without it, the
/// version comes from the standard library that the executable loads, read from the module interface beside the
/// library. On platforms without a stable binary interface, such as Linux, the two are equal. The version is unknown
/// without either, or with several compilers.
///
/// - Parameter path: The path of the executable, or of a debug file.
package func swiftVersion(ofExecutable path: String) -> String? {
    guard let image = ELFImage(path: path), image.isSwift else { return nil }
    var producers = image.swiftProducers
    if producers.isEmpty, let debug = image.separateDebugFile.flatMap(ELFImage.init(path:)) {
        producers = debug.swiftProducers
    }
    guard producers.isEmpty else { return producers.count == 1 ? producers.first : nil }
    return image.standardLibraryVersion(besides: path)
}

/// Returns the version of Swift of the executables in the backtraces of findings, or `nil` if it is unknown.
///
/// - Parameter executable: An executable to leave out.
package func swiftVersion(ofExecutablesIn findings: [Finding], besides executable: String? = nil) -> String? {
    let modules = Set(findings.lazy.flatMap(\.backtrace.frames).map(\.module)).filter { module in
        module != executable && ELFImage(path: module).map { $0.isSwift && !$0.isLibrary } == true
    }
    let versions = Set(modules.map(swiftVersion))
    return versions.count == 1 ? versions.first ?? nil : nil
}

extension ELFImage {
    private static let producer = Array("Swift version ".utf8)
    private static let piece: UInt64 = 1 << 20
    /// The maximum length of a version, in bytes.
    private static let longest: UInt64 = 32

    /// The versions of the Swift compilers in the debug information.
    fileprivate var swiftProducers: Set<String> {
        guard
            let strings = namedSections.first(where: { $0.name == ".debug_str" && $0.section.kind != .nothing })?
                .section
        else { return [] }
        var versions: Set<String> = []
        var start: UInt64 = 0
        while start < strings.size {
            // The pieces overlap, so that each version is complete in one of them.
            let size = min(Self.piece + Self.longest, strings.size - start)
            guard let bytes = read(strings.offset + start, size) else { return versions }
            versions.formUnion(Self.versions(in: bytes))
            start += Self.piece
        }
        return versions
    }

    /// Returns the versions in texts that begin with the compiler's name.
    ///
    /// - Parameter bytes: Zero-terminated texts; the first and the last may be truncated.
    private static func versions(in bytes: [UInt8]) -> Set<String> {
        bytes.withUnsafeBytes { bytes in
            var versions: Set<String> = []
            guard let base = bytes.baseAddress else { return versions }
            var offset = 0
            while offset + producer.count < bytes.count {
                if memcmp(base + offset, producer, producer.count) == 0 {
                    let version = bytes[(offset + producer.count)...]
                        .prefix { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
                    // A version truncated at the end is complete in the next piece.
                    if !version.isEmpty, version.endIndex < bytes.endIndex {
                        versions.insert(String(decoding: version, as: UTF8.self))
                    }
                }
                guard let end = memchr(base + offset, 0, bytes.count - offset) else { break }
                offset = base.distance(to: UnsafeRawPointer(end)) + 1
            }
            return versions
        }
    }

    /// Returns the version of the standard library that the executable loads, if that library belongs to a toolchain.
    fileprivate func standardLibraryVersion(besides path: String) -> String? {
        guard let loading = loading(), loading.libraries.contains("libswiftCore.so") else { return nil }
        guard let origin = realPath(path).map({ $0.split(separator: "/").dropLast().map { "/" + $0 }.joined() }) else {
            return nil
        }
        let named = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]?.split(separator: ":").map(String.init) ?? []
        let folders = (named + loading.folders).map {
            $0.replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin)
        }
        // Like the loader, take the first folder that contains the library.
        guard let folder = folders.first(where: { FileManager.default.fileExists(atPath: "\($0)/libswiftCore.so") })
        else { return nil }
        let module = "\(folder)/Swift.swiftmodule"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: module)) ?? []
        let versions = Set(
            files.filter { $0.hasSuffix(".swiftinterface") }.compactMap { version(ofInterface: "\(module)/\($0)") })
        return versions.count == 1 ? versions.first : nil
    }
}

/// Returns the version in the header of a module interface: `// swift-compiler-version: Swift version 6.3.1 (...)`.
private func version(ofInterface path: String) -> String? {
    guard let head = try? RegularFile(path: path).bytes(at: 0, upTo: 4096) else { return nil }
    let line = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
        .first { $0.hasPrefix("// swift-compiler-version:") }
    return line?.firstMatch(of: /Swift version ([0-9]+(?:\.[0-9]+)*)/).map { String($0.1) }
}
