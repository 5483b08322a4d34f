import Foundation
import PackagePlugin

/// `swift package outlive COMMAND`: builds an executable product of the package and runs `outlive` on it, or on its
/// tests.
///
/// Outlive itself is built as a tool of the plugin; no product of the package links anything of it because of that.
@main
struct OutliveCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let request = try PluginRequest(arguments)
        guard request.needsProduct else { return try run(context, request.words) }
        let product = try product(named: request.product, of: context.package)
        let executable = try build(product, request.configuration)
        try run(context, request.words(with: executable))
    }

    /// Returns the executable product to run on.
    private func product(named name: String?, of package: Package) throws -> String {
        let names = package.products(ofType: ExecutableProduct.self).map(\.name)
        if let name {
            guard names.contains(name) else {
                throw PluginError(
                    "there is no executable product '\(name)': "
                        + (names.isEmpty ? "this package has none" : "there are \(names.joined(separator: ", "))"))
            }
            return name
        }
        guard let only = names.first, names.count == 1 else {
            throw PluginError(
                names.isEmpty
                    ? "this package has no executable product: add an executable target"
                    : "write --product with one of several executable products: \(names.joined(separator: ", "))"
            )
        }
        return only
    }

    /// Builds a product with the traits of the calling `swift package`, and returns the path of its executable.
    private func build(_ product: String, _ configuration: PackageManager.BuildConfiguration) throws -> String {
        let result = try packageManager.build(
            .product(product), parameters: .init(configuration: configuration, logging: .concise))
        guard result.succeeded,
            let executable = result.builtArtifacts.first(where: {
                $0.kind == .executable && $0.url.lastPathComponent == product
            })
        else {
            print(result.logText)
            throw PluginError("'\(product)' cannot be built: see above")
        }
        return executable.url.path
    }

    private func run(_ context: PluginContext, _ words: [String]) throws {
        // By the name of its target, which differs from that of its product.
        let tool = try context.tool(named: "outlive-cli").url
        try buildHeapLibrary(beside: tool, context, for: words)
        let process = Process()
        process.executableURL = tool
        process.arguments = words
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit else { throw PluginError("outlive was ended by a signal") }
        // The plugin's status becomes that of `swift package`.
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }

    /// Builds the library of the heap tier, if a command preloads it.
    private func buildHeapLibrary(beside tool: URL, _ context: PluginContext, for words: [String]) throws {
        #if os(Linux)
        guard ["run", "test"].contains(words.first) || words.contains("--heap") else { return }
        guard let package = outlive(in: context.package) else { return }
        let script = package.directoryURL.appending(path: "scripts/heap-library")
        let process = Process()
        process.executableURL = script
        process.arguments = ["--into", tool.deletingLastPathComponent().path]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw PluginError("the heap library cannot be built: see above") }
        #endif
    }

    /// Returns the package of Outlive among a package and its dependencies.
    private func outlive(in package: Package) -> Package? {
        if package.displayName == "Outlive" { return package }
        return package.dependencies.lazy.compactMap { outlive(in: $0.package) }.first
    }
}

struct PluginError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
