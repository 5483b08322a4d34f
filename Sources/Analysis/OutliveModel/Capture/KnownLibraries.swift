/// Returns `true` if a Swift module has the name of a widely used library, whose internal objects mean little to its
/// users.
///
/// A module of the program may have the same name. `ModuleOrigins` checks the paths of source files first.
package func isKnownLibrary(_ module: String) -> Bool { libraries.contains(module) }

private let libraries: Set<String> = [
    "APNS", "APNSCore", "AWSLambdaRuntime", "AWSLambdaRuntimeCore", "Algorithms", "ArgumentParser", "AsyncAlgorithms",
    "AsyncHTTPClient", "AsyncKit", "Atomics", "BasicContainers", "BitCollections", "Collections", "CombineX",
    "ConsoleKit", "ContainersPreview", "CoreMetrics", "Crypto", "CryptoExtras", "DequeModule", "DistributedCluster",
    "ExtrasBase64", "ExtrasJSON", "Fluent", "FluentKit", "FluentSQL", "FlyingFox", "FlyingSocks", "GRDB", "GRPC",
    "GRPCCodeGen", "GRPCCore", "GRPCInProcessTransport", "GRPCNIOTransportCore", "GRPCNIOTransportHTTP2",
    "GRPCNIOTransportHTTP2Posix", "GRPCNIOTransportHTTP2TransportServices", "GRPCProtobuf", "GRPCServiceLifecycle",
    "HTTPTypes", "HTTPTypesFoundation", "HashTreeCollections", "HeapModule", "Hummingbird", "HummingbirdAuth",
    "HummingbirdCompression", "HummingbirdCore", "HummingbirdFluent", "HummingbirdHTTP2", "HummingbirdPostgres",
    "HummingbirdRedis", "HummingbirdRouter", "HummingbirdTLS", "HummingbirdTesting", "HummingbirdWebSocket",
    "Instrumentation", "InternalCollectionsUtilities", "JWT", "JWTKit", "Kafka", "Leaf", "LeafKit", "Logging",
    "Metrics", "MongoSwift", "MultipartKit", "Mustache", "MySQLKit", "MySQLNIO", "NIO", "NIOConcurrencyHelpers",
    "NIOCore", "NIOEmbedded", "NIOExtras", "NIOFS", "NIOFileSystem", "NIOFoundationCompat", "NIOHPACK", "NIOHTTP1",
    "NIOHTTP2", "NIOHTTPCompression", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOHTTPTypesHTTP2", "NIOPosix",
    "NIOResumableUpload", "NIOSOCKS", "NIOSSH", "NIOSSL", "NIOTLS", "NIOTransportServices", "NIOWebSocket", "Nimble",
    "Numerics", "OpenAPIAsyncHTTPClient", "OpenAPIHummingbird", "OpenAPIRuntime", "OpenAPIURLSession", "OpenAPIVapor",
    "OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation", "OpenCombineShim", "OpenTelemetryApi",
    "OpenTelemetryConcurrency", "OpenTelemetrySdk", "OrderedCollections", "PostgresClientKit", "PostgresKit",
    "PostgresNIO", "Prometheus", "Queues", "Quick", "RawStructuredFieldValues", "ReactiveSwift", "RealModule",
    "RediStack", "RoutingKit", "RxBlocking", "RxCocoa", "RxRelay", "RxSwift", "SQLKit", "SQLiteKit", "SQLiteNIO",
    "ServiceContextModule", "ServiceLifecycle", "ServiceLifecycleTestKit", "SortedCollections", "SotoCore",
    "StatsdClient", "StructuredFieldValues", "Subprocess", "SwiftASN1", "SwiftParser", "SwiftProtobuf", "SwiftSyntax",
    "SystemMetrics", "SystemPackage", "Tracing", "TrailingElementsModule", "UnixSignals", "Valkey", "Vapor",
    "WSClient", "WSCore", "WebSocketKit", "X509", "Yams", "_CryptoExtras", "_NIOBase64", "_NIODataStructures",
    "_NIOFileSystem", "_NIOFileSystemFoundationCompat", "_RopeModule",
]
