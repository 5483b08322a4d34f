import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Checks the links of a note.
final class LinkChecker: NSObject, URLSessionDataDelegate {
    /// Returns `true` if there is a page at an address.
    func finds(_ link: URL) async -> Bool {
        let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        return await withCheckedContinuation { continuation in
            let task = session.dataTask(with: link) { _, response, _ in
                continuation.resume(returning: (response as? HTTPURLResponse)?.statusCode == 200)
            }
            task.resume()
        }
    }
}
