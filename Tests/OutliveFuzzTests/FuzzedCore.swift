import Foundation
import OutliveInspect
import OutliveModel

#if os(Linux)
/// A core file that an input describes.
///
/// An input that begins like a core file is one. Any other changes the core file that `OUTLIVE_FUZZ_CORE` names: each 12
/// bytes are an offset and 8 bytes to write there, because a core file with a heap is too large to be an input itself.
/// The first byte of an offset selects the headers, the whole file, or its end.
enum FuzzedCore {
    private static let changeSize = 12
    /// The size of the part with the headers and notes.
    private static let headers = 1 << 14

    /// Inspects the core file of an input.
    ///
    /// - Throws: `Failure` with the reason if it cannot be inspected.
    static func inspect(_ bytes: [UInt8]) throws -> Inspection {
        guard !bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]), let base else {
            return try inspect(Data(bytes).written(to: FileManager.default.temporaryDirectory))
        }
        return try inspect(changed(base, by: bytes).written(to: FileManager.default.temporaryDirectory))
    }

    private static func inspect(_ file: URL) throws -> Inspection {
        defer { try? FileManager.default.removeItem(at: file) }
        return try Inspection(.core(path: file.path), withGraph: true, limits: InspectionLimits(timeout: .seconds(60)))
    }

    private static func changed(_ base: Data, by bytes: [UInt8]) -> Data {
        var core = base
        for start in stride(from: 0, through: bytes.count - changeSize, by: changeSize) {
            let change = bytes[start..<(start + changeSize)]
            let number = change.dropFirst().prefix(3).reduce(0) { $0 << 8 | Int($1) }
            let isInHeaders = change[start] < 160
            let room = max(1, (isInHeaders ? min(headers, core.count) : core.count) - 8)
            // Spreads 3 bytes over the whole file.
            let offset = isInHeaders ? number % room : number * (1 + room >> 24) % room
            if change[start] >= 250 {
                core = core.prefix(offset)
            } else if core.count >= offset + 8 {
                core.replaceSubrange(offset..<(offset + 8), with: change.suffix(8))
            }
        }
        return core
    }

    private static let base = ProcessInfo.processInfo.environment["OUTLIVE_FUZZ_CORE"].flatMap {
        try? Data(contentsOf: URL(filePath: $0))
    }
}

extension Data {
    /// Writes the bytes to a new file in a folder.
    fileprivate func written(to folder: URL) throws -> URL {
        let file = folder.appending(path: "outlive-fuzz-\(UUID().uuidString)")
        try write(to: file)
        return file
    }
}
#endif
