/// The Swift modules that come with the toolchain: what they declare is nobody's own code.
package let platformModules: Set<String> = [
    "CollectionsInternal", "CoreFoundation", "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation",
    "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc",
    "Musl", "Observation", "RegexBuilder", "Swift", "SwiftShims", "Synchronization", "Testing", "XCTest", "__C",
    "_Backtracing", "_Concurrency", "_Differentiation", "_FoundationCShims", "_FoundationCollections",
    "_RegexParser", "_StringProcessing", "_Volatile",
]
