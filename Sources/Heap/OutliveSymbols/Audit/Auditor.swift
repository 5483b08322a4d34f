internal import OutliveSupport

/// The result of an audit of an executable or a library.
package struct Audit: Codable, Hashable, Sendable {
    /// A part of Outlive contained in the file.
    package struct Finding: Codable, Hashable, Sendable {
        package var part: AuditPart
        /// The markers found, each at its first occurrence.
        package var evidence: [Evidence]
    }

    /// An occurrence of a marker.
    package struct Evidence: Codable, Hashable, Sendable {
        package var kind: AuditMarker.Kind
        /// The marker in the list of `AuditPart`.
        package var marker: String
        /// The complete symbol, string or library name around the marker, demangled and printable.
        package var text: String
        /// The offset in the file, or `nil` for a library name.
        package var offset: UInt64?
        /// The section that contains the occurrence, if the file has sections.
        package var section: String?
    }

    package var path: String
    /// The path of the file that needs it, or `nil` for a file named by the user.
    package var neededBy: String?
    /// The parts found, in the order of `AuditPart`.
    package var findings: [Finding]
}

/// An error that prevented the audit of a file.
package struct AuditFailure: Error, Codable, Hashable, Sendable, CustomStringConvertible {
    package var path: String
    /// The problem and its remedy.
    package var reason: String

    /// The path and the reason, in one line.
    package var description: String { "cannot audit \(path): \(reason)" }
}

/// An auditor that finds the parts of Outlive in executables and libraries.
package struct Auditor: Sendable {
    /// The results by file, in the order of the audit.
    package private(set) var audits: [Audit] = []
    private var unreadable: [AuditFailure] = []
    /// Libraries of Outlive that are not in the folder that the file specifies, each with the file that needs it.
    private var missing: [(library: String, neededBy: String)] = []
    private var seen: Set<String> = []

    package init() {}

    /// The files that could not be audited, with the reasons.
    package var failures: [AuditFailure] {
        let names = Set(audits.map { $0.path.split(separator: "/").last.map(String.init) ?? "" })
        return unreadable
            + missing.filter { !names.contains($0.library) }.map {
                AuditFailure(
                    path: $0.library, reason: "\($0.neededBy) needs it, but it was not found; specify its path")
            }
    }

    /// Audits a file and the libraries it brings along, unless it was audited before.
    ///
    /// These are the needed libraries (DT_NEEDED) in folders of its RPATH or RUNPATH relative to `$ORIGIN`, the file's
    /// own folder. System libraries, and libraries loaded with `dlopen`, are not audited.
    package mutating func audit(_ path: String) { audit(path, neededBy: nil) }

    private mutating func audit(_ path: String, neededBy: String?) {
        guard let resolved = realPath(path) else {
            return unreadable.append(AuditFailure(path: path, reason: systemError()))
        }
        guard seen.insert(resolved).inserted else { return }
        do throws(AuditFailure) {
            let file = try AuditedFile(path: path)
            audits.append(Audit(path: path, neededBy: neededBy, findings: try file.findings()))
            let folder = resolved.lastIndex(of: "/").map { String(resolved[..<$0]) } ?? "."
            let libraries = file.libraries(origin: folder)
            missing += libraries.missing.map { ($0, path) }
            for library in libraries.found { audit(library, neededBy: path) }
        } catch {
            unreadable.append(error)
        }
    }
}

private struct AuditedFile {
    let path: String
    let image: ELFImage
    let loading: ELFImage.Loading

    init(path: String) throws(AuditFailure) {
        self.path = path
        guard access(path, R_OK) == 0 else {
            throw AuditFailure(path: path, reason: systemError())
        }
        guard let image = ELFImage(path: path), image.isLoadable else {
            throw AuditFailure(
                path: path,
                reason: "not an executable or shared library (64-bit little-endian ELF); choose another file")
        }
        guard image.isWhole, let loading = image.loading() else {
            throw AuditFailure(
                path: path, reason: "the file is incomplete: its headers refer to missing data; build or copy it again")
        }
        (self.image, self.loading) = (image, loading)
    }

    func findings() throws(AuditFailure) -> [Audit.Finding] {
        let markers = AuditPart.allCases.flatMap(\.markers).filter { $0.kind != .library }
        guard let offsets = image.offsets(of: markers) else {
            throw AuditFailure(path: path, reason: "it cannot be read to its end; it may have changed during the audit")
        }
        return AuditPart.allCases.compactMap { part in
            let evidence = part.markers.compactMap { marker in
                marker.kind == .library ? needed(marker) : offsets[marker].map { found(marker, at: $0) }
            }
            return evidence.isEmpty ? nil : Audit.Finding(part: part, evidence: evidence)
        }
    }

    private func found(_ marker: AuditMarker, at offset: UInt64) -> Audit.Evidence {
        let text = image.text(around: offset)
        return Audit.Evidence(
            kind: marker.kind, marker: marker.text, text: marker.kind == .symbol ? demangled(text) : text,
            offset: offset, section: image.sectionName(at: offset))
    }

    private func needed(_ marker: AuditMarker) -> Audit.Evidence? {
        loading.libraries.first { $0.lowercased().hasPrefix(marker.text) }.map {
            Audit.Evidence(kind: .library, marker: marker.text, text: $0)
        }
    }

    /// Returns the paths of needed libraries in folders relative to `$ORIGIN`, and the names of Outlive's libraries
    /// that are in none.
    func libraries(origin: String) -> (found: [String], missing: [String]) {
        let folders = loading.folders.compactMap { folder in
            ["$ORIGIN", "${ORIGIN}"].first(where: folder.hasPrefix).map { origin + folder.dropFirst($0.count) }
        }
        var libraries: (found: [String], missing: [String]) = ([], [])
        for library in loading.libraries where !library.contains("/") {
            if let folder = folders.first(where: { access("\($0)/\(library)", F_OK) == 0 }) {
                libraries.found.append("\(folder)/\(library)")
            } else if library.lowercased().hasPrefix("liboutlive") {
                libraries.missing.append(library)
            }
        }
        return libraries
    }
}
