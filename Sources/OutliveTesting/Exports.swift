// A test imports OutliveTesting alone: the registry that its objects are tracked by, the applications and fixtures that
// it is lent, and the waits are the other modules'.
@_exported public import Outlive
@_exported public import OutliveDriver
