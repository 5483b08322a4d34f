// Locks, promises, gates, clocks and errors to throw, in every file of the target.
@_exported public import OutliveSupport
@_exported public import OutliveTestSupport
