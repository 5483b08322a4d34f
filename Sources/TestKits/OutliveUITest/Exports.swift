// A UI test imports only this module.
@_exported public import OutliveTesting
