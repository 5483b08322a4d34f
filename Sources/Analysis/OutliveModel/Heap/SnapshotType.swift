/// The live objects of one type in a snapshot.
package struct SnapshotType: Codable, Hashable, Sendable {
    package var type: HeapType
    package var objects: Int
    package var bytes: Int
    /// The retained size of all objects together, in bytes; `nil` if it was not requested.
    package var retainedBytes: Int?
    /// The allocation stack of most of the objects; empty if none was captured.
    package var site: Backtrace

    package init(
        type: HeapType, objects: Int, bytes: Int, retainedBytes: Int? = nil, site: Backtrace = Backtrace()
    ) {
        self.type = type
        self.objects = objects
        self.bytes = bytes
        self.retainedBytes = retainedBytes
        self.site = site
    }
}
