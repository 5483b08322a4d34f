internal import OutliveModel

/// A template of the address at which an editor or a repository shows a source line.
///
/// `vscode://file/{file}:{line}`, `https://git.example/app/blob/main/{file}#L{line}`. A page is published, and a click
/// follows its links. Therefore only schemes of the web and of editors are accepted, and a name of a file cannot change
/// any other part of the address.
package struct SourceURL: Hashable, Sendable {
    /// A template that is refused, with a valid form.
    package struct Invalid: Error, CustomStringConvertible {
        package let description: String
    }

    private static let webSchemes: Set = ["http", "https"]
    /// The schemes that editors register, by their names in their documentation.
    private static let editorSchemes: Set = [
        "cursor", "emacs", "idea", "jetbrains", "mvim", "nova", "pycharm", "subl", "txmt", "vscode", "vscode-insiders",
        "vscodium", "windsurf", "xcode", "zed",
    ]
    private static let example = "write https://HOST/PATH/{file}#L{line} or vscode://file/{file}:{line}"

    private let template: String
    /// `true` if the address names a file of this machine, and `false` if it names one of a repository.
    private let isOfEditor: Bool

    /// Checks a template.
    package init(_ template: String) throws(Invalid) {
        let scheme = template.prefix { $0 != ":" }.lowercased()
        isOfEditor = Self.editorSchemes.contains(scheme)
        guard isOfEditor || Self.webSchemes.contains(scheme), template.dropFirst(scheme.count).hasPrefix("://") else {
            throw Invalid(
                description: "the address must begin with http://, https:// or the scheme of an editor, such as "
                    + "vscode:// (\(Self.editorSchemes.sorted().joined(separator: ", "))): \(Self.example)")
        }
        guard template.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\^`|".utf8.contains($0) }) else {
            throw Invalid(description: "an address has no spaces, quotes or letters beyond ASCII: write them as %20")
        }
        for name in ["{file}", "{line}"] {
            guard template.ranges(of: name).count == 1 else {
                throw Invalid(description: "the address must contain \(name) once: \(Self.example)")
            }
        }
        let rest = template.replacing("{file}", with: "").replacing("{line}", with: "")
        guard !rest.contains(where: { "{}".contains($0) }) else {
            throw Invalid(description: "there are only the placeholders {file} and {line}: \(Self.example)")
        }
        let host = template.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
        guard !host.isEmpty, !host.contains("{"), !host.contains("@") else {
            throw Invalid(description: "the host of the address must be fixed, without a user: \(Self.example)")
        }
        self.template = template
    }

    /// Returns the address of a line: in a repository by its path in the checkout, in an editor by its absolute path.
    ///
    /// - Parameter root: The absolute path of the checkout.
    func link(to place: CheckoutPlace, in root: String) -> String? {
        // The path of `vscode://file/{file}` already has its first slash.
        let isAfterSlash = template.contains("/{file}")
        guard !isOfEditor || root.hasPrefix("/") else { return nil }
        let path = isOfEditor ? "\(root.hasSuffix("/") ? String(root.dropLast()) : root)/\(place.path)" : place.path
        let file = isAfterSlash && path.hasPrefix("/") ? String(path.dropFirst()) : path
        return template.replacing("{line}", with: "\(place.line)").replacing("{file}", with: Self.escaped(file))
    }

    /// Returns a path with all characters escaped that could end it.
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
