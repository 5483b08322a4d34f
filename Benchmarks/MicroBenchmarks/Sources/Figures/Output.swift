internal import ArgumentParser
internal import Foundation

/// Runs a program and returns its standard output.
///
/// - Parameters:
///   - program: The path of the program.
///   - arguments: Its arguments.
///   - environment: The variables added to this process's environment.
/// - Throws: An error if the program cannot be started or does not exit with 0.
func output(of program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw ValidationError("\(program) \(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self)
}
