internal import ArgumentParser
internal import Foundation
internal import OutliveDriver
internal import OutliveKnown
internal import OutliveModel
internal import OutliveSupport

/// The options for the requests of a soak by route.
struct RouteOptions: ParsableArguments {
    /// The maximum size of a document in YAML, in bytes.
    private static let longestYAML = 4 << 20

    @Option(
        help: .init(
            "Request every route of this file, in place of --work: a list of requests, an access log, a HAR or an "
                + "OpenAPI document.", valueName: "file"))
    var routes: String?

    @ArgumentParser.Flag(help: "Also request methods other than GET, HEAD and OPTIONS, which may change data.")
    var unsafeMethods = false

    @Option(
        help: .init(
            "Request that begins a session, whose cookies and token the others get: 'POST /login {\"user\": \"ann\"}'.",
            valueName: "request"), transform: RoutePlan.login(parsing:))
    var login: RouteRequest?

    @Option(
        name: .customLong("header"), parsing: .singleValue,
        help: .init(
            "Header field of every request; repeat for more. {token} is the token of --login: 'Authorization: Bearer "
                + "{token}'.", valueName: "field"), transform: RouteOptions.header(parsing:))
    var headers: [HTTPHeader] = []

    func validate() throws {
        let options = [
            ("--unsafe-methods", unsafeMethods), ("--login", login != nil), ("--header", !headers.isEmpty),
        ]
        for (option, isGiven) in options where isGiven && routes == nil {
            throw ValidationError("\(option) is for the requests of --routes: add it, or remove \(option)")
        }
        guard login != nil || !headers.contains(where: { $0.value.contains(RoutePlan.token) }) else {
            throw ValidationError("\(RoutePlan.token) in --header is the token of --login: add it")
        }
    }

    /// Returns the routes of the file and what of it is left out, or `nil` without `--routes`.
    ///
    /// - Throws: `ValidationError` if the file cannot be read or used.
    func plan() throws -> (routes: RoutePlan, notes: [String])? {
        guard let path = routes else { return nil }
        let input = FileInput(path: path)
        let name = input.name.onOneLine(upTo: 200)
        var reader = RequestReader(named: name, allowsUnsafe: unsafeMethods)
        do throws(SystemError) {
            try input.read { reader.add($0) }
        } catch {
            throw ValidationError("cannot read '\(name)': \(error); name a file of requests")
        }
        let read = try readable {
            switch try reader.end() {
            case .log(let file): file
            case .document(let bytes): try file(bytes, named: name)
            }
        }
        return (RoutePlan(routes: read.routes, login: login, headers: headers), read.notes)
    }

    /// Returns the routes of a file, which may be an OpenAPI document in YAML.
    private func file(_ bytes: [UInt8], named name: String) throws -> RouteFile {
        guard let text = String(validating: bytes, as: UTF8.self), RequestFile.isYAML(text) else {
            return try RequestFile.routes(bytes, named: name, allowsUnsafe: unsafeMethods)
        }
        guard bytes.count <= Self.longestYAML else {
            throw ValidationError(
                "\(name) has more than \(Self.longestYAML >> 20) MiB of YAML: convert it to JSON, or name a part of it")
        }
        let document = try YAMLFile(path: name, text: text).json()
        return try RequestFile.routes(of: document, named: name, allowsUnsafe: unsafeMethods)
    }

    private static func header(parsing option: String) throws -> HTTPHeader {
        guard let header = HTTPHeader(line: option) else {
            throw ValidationError(
                "'\(option.onOneLine(upTo: 80))' is no header field: write 'Name: value' on one line, without control "
                    + "characters")
        }
        return header
    }
}
