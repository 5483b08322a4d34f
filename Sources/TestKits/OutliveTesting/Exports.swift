// A test imports only OutliveTesting, and needs the registry of the one module and the applications, fixtures and waits
// of the other.
@_exported public import Outlive
@_exported public import OutliveDriver
