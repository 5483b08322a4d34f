// Re-exported, because applications use these types (`Lifetime`, `ResetRequest`, `GenerationReport`) with a registry or
// a host.
@_exported public import OutliveWire

/// The package trait `LiveReset`, for code that is the same in both builds.
enum LiveReset {
    #if LiveReset
    static let isEnabled = true
    #else
    static let isEnabled = false
    #endif
}
