/// Returns `true` if a Swift module is part of the toolchain: the standard library, the runtime, Foundation, Dispatch,
/// the C library or a test library.
package func isPlatformModule(_ name: String) -> Bool { platformModules.contains(name) }

/// Returns `true` if a Swift module belongs to the program or to a library outside the toolchain and Outlive.
package func isProgramModule(_ name: String) -> Bool { !isPlatformModule(name) && !ownModules.contains(name) }

/// The modules of Outlive that a program links.
private let ownModules: Set<String> = [
    "Outlive", "OutliveHTTP", "OutliveModel", "OutliveStubs", "OutliveSupport", "OutliveTesting", "OutliveWire",
]

private let platformModules: Set<String> = [
    "Builtin", "CDispatch", "CoreFoundation", "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation",
    "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc",
    "Observation", "RegexBuilder", "Swift", "SwiftShims", "Synchronization", "Testing", "XCTest", "_Builtin_float",
    "_Concurrency", "_Differentiation", "_FoundationCShims", "_FoundationCollections", "_FoundationICU", "_RegexParser",
    "_StringProcessing", "_TestingInternals", "_Testing_Foundation", "_Volatile", "__C",
]
