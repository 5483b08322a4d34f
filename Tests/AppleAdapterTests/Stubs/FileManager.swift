// swift-format-ignore-file
// Declares of Apple's module Foundation what the adapters use and Foundation on Linux has not; compiled with them.
internal import Foundation

extension FileManager {
    /// containerURLForSecurityApplicationGroupIdentifier:
    func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { fatalError() }
}
