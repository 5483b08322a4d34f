// Re-exported, because applications use these types (`Lifetime`, `ResetRequest`, `GenerationReport`) with a registry or
// a host.
@_exported public import OutliveWire

/// `true` if the package trait `LiveReset` is enabled, for code that is the same in both builds.
#if LiveReset
let isLiveResetBuilt = true
#else
let isLiveResetBuilt = false
#endif
