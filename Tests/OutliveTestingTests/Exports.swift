// Most tests here run others in a process of their own.
@_exported public import OutliveTestSupport
