/// A classification of modules into the program's own and its dependencies'.
///
/// The source paths of a module's functions decide; without any, the module's name does.
package struct ModuleOrigins: Hashable, Sendable {
    /// The modules with a function whose source was fetched by a package manager.
    private let dependencies: Set<String>
    /// The modules with a function whose source lies elsewhere.
    private let sources: Set<String>

    package init(seenIn frames: some Sequence<Frame>) {
        var modules: [SourceOrigin: Set<String>] = [:]
        var (seen, known): (Set<Frame>, Set<String>) = ([], [])
        for frame in frames where seen.insert(frame).inserted {
            for symbol in frame.symbols {
                let origin = SourceOrigin(symbol, builtInto: frame.module)
                guard origin != .unknown, !Self.isMadeUp(symbol.function), known.insert(symbol.function).inserted,
                    let module = FunctionName(symbol.function).module
                else { continue }
                modules[origin, default: []].insert(module)
            }
        }
        (dependencies, sources) = (modules[.dependency, default: []], modules[.program, default: []])
    }

    /// Returns `true` if a module is the program's own; its name decides if no source of it was seen.
    package func isProgram(_ module: String) -> Bool {
        isProgramModule(module) && !dependencies.contains(module)
            && (sources.contains(module) || !isKnownLibrary(module))
    }

    /// Returns `true` if the compiler generates such a function in a module that only uses another module's type.
    private static func isMadeUp(_ function: String) -> Bool {
        function.hasPrefix("outlined ") || function.contains(" for ")
    }
}

/// The origin of source code.
package enum SourceOrigin: String, Hashable, Sendable {
    /// The program's author wrote the code or keeps it beside the program.
    case program
    /// A package or library that the program uses.
    case dependency
    /// The Swift toolchain or the C library.
    case platform
    /// The path of the file is missing or does not identify the origin.
    case unknown

    /// Classifies the path of a function's file: of the program, a dependency or unknown.
    ///
    /// - Parameter module: the path of the executable or library that contains the function. A build folder lies beside
    ///   the folder of fetched packages.
    package init(_ symbol: Symbol, builtInto module: String) {
        guard let file = symbol.file, let line = symbol.line, line > 0, !file.isEmpty, !file.hasPrefix("<") else {
            self = .unknown
            return
        }
        if Self.folders.contains(where: { file.contains("/\($0)") || file.hasPrefix($0) }) {
            self = .dependency
        } else if let range = file.ranges(of: "/checkouts/").last {
            // The checkout belongs to a build in another folder, or the program itself lies in a folder of that name.
            let isInside = module.hasPrefix(file[..<range.upperBound])
            let isBeside = module.hasPrefix(file[...range.lowerBound])
            self = isInside ? .program : isBeside ? .dependency : .unknown
        } else {
            self = .program
        }
    }

    private static let folders = [".build/checkouts/", "SourcePackages/checkouts/"]
}

/// Returns `true` if a Swift module is part of the toolchain: the standard library, the runtime, Foundation, Dispatch,
/// the C library or a test library.
package func isPlatformModule(_ name: String) -> Bool { platformModules.contains(name) }

/// Returns `true` if a Swift module belongs to the program or to a library outside the toolchain and Outlive.
package func isProgramModule(_ name: String) -> Bool { !isPlatformModule(name) && !ownModules.contains(name) }

/// Returns `true` if functions of a Swift module stand between the program and the registration of a component.
package func isRegistrationModule(_ name: String) -> Bool {
    ["Outlive", "OutliveSupport", "OutliveTesting"].contains(name)
}

private let ownModules: Set<String> = [
    "Outlive", "OutliveGTK", "OutliveHTTP", "OutliveHTTPRoutes", "OutliveHTTPServer", "OutliveLifecycle",
    "OutliveModel", "OutliveStubs", "OutliveSupport", "OutliveTesting", "OutliveWire",
]

private let platformModules: Set<String> = [
    "Builtin", "CDispatch", "CoreFoundation", "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation",
    "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc",
    "Observation", "RegexBuilder", "Swift", "SwiftShims", "Synchronization", "Testing", "XCTest", "_Builtin_float",
    "_Concurrency", "_Differentiation", "_FoundationCShims", "_FoundationCollections", "_FoundationICU", "_RegexParser",
    "_StringProcessing", "_TestingInternals", "_Testing_Foundation", "_Volatile", "__C",
]

/// Returns `true` if a Swift module has the name of a widely used library, whose internal objects mean little to its
/// users.
///
/// A module of the program may have the same name. `ModuleOrigins` checks the paths of source files first.
package func isKnownLibrary(_ module: String) -> Bool {
    libraries.contains(module) || appleFrameworks.contains(module)
}

/// The frameworks of Apple's platforms with types in Swift or with a prefix of their own.
private let appleFrameworks: Set<String> = [
    "AVFoundation", "AppKit", "BoardServices", "Combine", "Contacts", "CoreData", "CoreGraphics", "CoreML",
    "CoreServices",
    "EventKit", "FrontBoardServices", "HealthKit", "MediaPlayer", "Photos", "RunningBoardServices", "SceneKit",
    "UserNotifications", "Vision", "CoreImage", "CoreLocation", "CoreText", "Darwin",
    "MapKit", "Metal", "PassKit", "QuartzCore", "StoreKit", "SwiftData", "SwiftUI", "SwiftUICore", "UIKit", "WebKit",
]

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
