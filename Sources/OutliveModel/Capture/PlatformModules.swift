/// Whether a Swift module is part of the toolchain: the standard library, the runtime's parts, Foundation, Dispatch, the
/// C library and the test libraries.
package func isPlatformModule(_ name: String) -> Bool { platformModules.contains(name) }

/// Whether a Swift module is the program's, or a library's that is no part of the toolchain nor of Outlive.
package func isProgramModule(_ name: String) -> Bool { !isPlatformModule(name) && !ownModules.contains(name) }

/// The modules of Outlive that a program links.
private let ownModules: Set<String> = ["Outlive", "OutliveHTTP", "OutliveModel", "OutliveStubs", "OutliveTesting"]

private let platformModules: Set<String> = [
    "Builtin", "CDispatch", "CoreFoundation", "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation",
    "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc",
    "Observation", "RegexBuilder", "Swift", "SwiftShims", "Synchronization", "Testing", "XCTest", "_Builtin_float",
    "_Concurrency", "_Differentiation", "_FoundationCShims", "_FoundationCollections", "_FoundationICU", "_RegexParser",
    "_StringProcessing", "_TestingInternals", "_Testing_Foundation", "_Volatile", "__C",
]
