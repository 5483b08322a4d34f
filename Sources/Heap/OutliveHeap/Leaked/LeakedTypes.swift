internal import OutliveModel

/// The types of leaked blocks, as Apple's `leaks` writes them, in the form of the Swift runtime.
///
/// `leaks` omits the module of a class. The prefixes of Apple's frameworks and of C decide; all else is the program's.
struct LeakedTypes {
    /// The module of the program.
    let program: String

    /// Creates the types of a process. A name that no module can have, and the name of a library, are changed.
    init(ofProcess name: String) {
        let letters = name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
        let module = String(letters)
        program = module.isEmpty || !isOwnModule(module) || module == "xctest" ? "App" : module
    }

    /// Returns the type of a block, or `nil` for memory without a type.
    func type(_ text: String) -> HeapType? {
        if text.isEmpty || Self.memory.contains(where: text.hasPrefix) { return nil }
        if text.hasSuffix("losure context") { return HeapType(name: "()", kind: .closure) }
        let name = text.hasPrefix("std::") ? "Cxx.\(text)" : text
        // The module of a nested generic argument says nothing of the type.
        if let mangled = Self.mangled(name) { return HeapType(name: mangled, kind: .object) }
        let head = name.utf8.prefix { ![UInt8(ascii: "<"), UInt8(ascii: " "), UInt8(ascii: "(")].contains($0) }
        if head.contains(UInt8(ascii: ".")) { return HeapType(name: name, kind: .object) }
        return HeapType(name: "\(Self.framework(of: name) ?? program).\(name)", kind: .object)
    }

    private static let memory = [
        "malloc in ", "malloc<", "calloc in ", "realloc in ", "malloc zone", "malloc_", "non-object", "operator new",
        "VM: ",
    ]

    /// Returns `Shop.Cart` for `_TtC4Shop4Cart`, the name of a Swift class for Objective-C; `nil` for any other name.
    private static func mangled(_ name: String) -> String? {
        guard name.hasPrefix("_Tt") else { return nil }
        var (rest, parts) = (name.dropFirst(3).drop { $0.isLetter && $0.isUppercase }, [Substring]())
        while parts.count < 2, let length = Int(rest.prefix { $0.isNumber }), length > 0 {
            rest = rest.drop { $0.isNumber }
            guard rest.count >= length else { return nil }
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts.count == 2 ? parts.joined(separator: ".") : nil
    }

    /// Returns the framework whose prefix a class has, or `nil` for a class of the program.
    private static func framework(of name: String) -> String? {
        let bare = name.drop { $0 == "_" }
        // Private classes of the system begin with underscores.
        if name.hasPrefix("__") || name.hasPrefix("OS_") { return "Foundation" }
        if bare.hasPrefix("dispatch_") || name.hasPrefix("_Dispatch") { return "Dispatch" }
        if ["xpc_", "nw_", "sec_", "malloc", "pthread"].contains(where: bare.hasPrefix) { return "Darwin" }
        return frameworks.first { prefix, _ in
            guard bare.utf8.starts(with: prefix.utf8) else { return false }
            let rest = bare.dropFirst(prefix.count)
            // `CTAButton` is no class of Core Text. The large frameworks have many words in capitals, as NSURL.
            let isLarge = ["NS", "CF", "UI"].contains(prefix)
            return rest.first?.isUppercase == true && (isLarge || rest.dropFirst().first?.isLowercase == true)
        }?.framework
    }

    private static let frameworks: [(prefix: String, framework: String)] = [
        ("NS", "Foundation"), ("CF", "CoreFoundation"), ("UI", "UIKit"), ("CA", "QuartzCore"), ("CG", "CoreGraphics"),
        ("CI", "CoreImage"), ("CT", "CoreText"), ("CL", "CoreLocation"), ("AV", "AVFoundation"), ("WK", "WebKit"),
        ("MK", "MapKit"), ("MTL", "Metal"), ("SK", "StoreKit"), ("PK", "PassKit"), ("XC", "XCTest"), ("RB", "SwiftUI"),
        ("UN", "UserNotifications"), ("BS", "BoardServices"), ("FBS", "FrontBoardServices"),
        ("RBS", "RunningBoardServices"), ("CN", "Contacts"), ("PH", "Photos"), ("MP", "MediaPlayer"),
        ("SCN", "SceneKit"), ("HK", "HealthKit"), ("EK", "EventKit"), ("ML", "CoreML"), ("VN", "Vision"),
        ("LS", "CoreServices"),
    ]
}
