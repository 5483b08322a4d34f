// A UI test imports this module alone.
@_exported public import OutliveTesting
