// Re-exported so that a test imports only OutliveTesting: it needs the registry of Outlive, and the applications,
// fixtures and waits of OutliveDriver.
@_exported public import Outlive
@_exported public import OutliveDriver
