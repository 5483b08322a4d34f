/// Whether a Swift module has the name of one of a widely used package, whose inner objects say nothing to who uses it.
///
/// The program's own may be called so, too: ask `OwnModules`, which looks at where the source is first.
func isKnownLibrary(_ module: String) -> Bool { libraries.contains(module) }

private let libraries: Set<String> = [
    "AsyncAlgorithms", "AsyncHTTPClient", "Atomics", "BasicContainers", "BitCollections", "Collections", "CombineX",
    "ConsoleKit", "CoreMetrics", "DequeModule", "FlyingFox", "FlyingSocks", "GRPC", "GRPCCore",
    "GRPCInProcessTransport", "GRPCNIOTransportCore", "GRPCNIOTransportHTTP2", "GRPCNIOTransportHTTP2Posix",
    "GRPCProtobuf", "GRPCServiceLifecycle", "HashTreeCollections", "HeapModule", "Hummingbird", "HummingbirdCore",
    "InternalCollectionsUtilities", "Logging", "Metrics", "NIO", "NIOConcurrencyHelpers", "NIOCore", "NIOEmbedded",
    "NIOExtras", "NIOFS", "NIOFileSystem", "NIOFoundationCompat", "NIOHPACK", "NIOHTTP1", "NIOHTTP2",
    "NIOHTTPCompression", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOHTTPTypesHTTP2", "NIOPosix", "NIOSOCKS", "NIOSSH",
    "NIOSSL", "NIOTLS", "NIOTransportServices", "NIOWebSocket", "OpenCombine", "OpenCombineDispatch",
    "OpenCombineFoundation", "OpenCombineShim", "OpenTelemetryApi", "OpenTelemetryConcurrency", "OpenTelemetrySdk",
    "OrderedCollections", "ReactiveSwift", "RxRelay", "RxSwift", "ServiceLifecycle", "Subprocess", "SwiftProtobuf",
    "SystemPackage", "Tracing", "UnixSignals", "Vapor", "_NIOBase64", "_NIODataStructures", "_NIOFileSystem",
    "_NIOFileSystemFoundationCompat", "_RopeModule",
]
