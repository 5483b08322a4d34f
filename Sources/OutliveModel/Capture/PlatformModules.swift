/// The Swift modules that come with the toolchain: what they declare is nobody's own code.
package let platformModules: Set<String> = [
    "Builtin", "CDispatch", "CollectionsInternal", "CoreFoundation", "Cxx", "CxxStdlib", "Dispatch", "Distributed",
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
    "Glibc", "Musl", "Observation", "RegexBuilder", "Swift", "SwiftShims", "Synchronization", "Testing", "XCTest", "__C",
    "_Backtracing", "_Builtin_float", "_Concurrency", "_Differentiation", "_FoundationCShims",
    "_FoundationCollections", "_FoundationICU", "_RegexParser", "_StringProcessing", "_TestingInternals",
    "_Testing_Foundation", "_Volatile",
]

/// Whether a Swift module comes with the toolchain.
package func isPlatformModule(_ name: String) -> Bool { platformModules.contains(name) }
