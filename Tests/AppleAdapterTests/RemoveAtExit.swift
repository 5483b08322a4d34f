import Foundation
import Synchronization

private let folders = Mutex<[String]>([])

/// Removes a folder when the process of the tests ends.
func removeAtExit(_ path: String) {
    folders.withLock { folders in
        if folders.isEmpty {
            atexit { for path in removable() { try? FileManager.default.removeItem(atPath: path) } }
        }
        folders.append(path)
    }
}

private func removable() -> [String] { folders.withLock { $0 } }
