/// Whether a Swift module is one of a widely used package, whose inner objects say nothing to who uses it.
func isKnownLibrary(_ module: String) -> Bool {
    libraries.contains(module) || families.contains { module.hasPrefix($0) }
}

/// The beginnings of the names of packages with many modules.
private let families = ["NIO", "_NIO", "OpenCombine", "GRPC", "OpenTelemetry", "SwiftProtobuf", "FlyingFox"]

private let libraries: Set<String> = [
    "AsyncAlgorithms", "AsyncHTTPClient", "Atomics", "BasicContainers", "BitCollections", "Collections", "CombineX",
    "ConsoleKit", "CoreMetrics", "DequeModule", "FlyingSocks", "HashTreeCollections", "HeapModule", "Hummingbird",
    "HummingbirdCore", "InternalCollectionsUtilities", "Logging", "Metrics", "OrderedCollections", "ReactiveSwift",
    "RxRelay", "RxSwift", "ServiceLifecycle", "Subprocess", "SystemPackage", "Tracing", "UnixSignals", "Vapor",
    "_RopeModule",
]
