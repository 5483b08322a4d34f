// Declares of Apple's CoreFoundation what the adapters use. C, as a callback's type has to be one that C knows.
#pragma once

// Apple says nothing of null here either.
#pragma clang diagnostic ignored "-Wnullability-completeness"

#define OUTL_CF_TYPE __attribute__((objc_bridge(id)))

// An unsigned char that Swift takes for a Bool, on Apple's platforms alone.
typedef _Bool Boolean;
typedef unsigned int CFStringEncoding;
typedef const struct OUTL_CF_TYPE __CFAllocator *CFAllocatorRef;
typedef const struct OUTL_CF_TYPE __CFDictionary *CFDictionaryRef;
typedef const struct OUTL_CF_TYPE __CFString *CFStringRef;
typedef struct OUTL_CF_TYPE __CFNotificationCenter *CFNotificationCenterRef;

typedef CFStringRef CFNotificationName __attribute__((swift_wrapper(struct)));

typedef enum __attribute__((enum_extensibility(open))) CFStringBuiltInEncodings : CFStringEncoding {
    kCFStringEncodingMacRoman = 0,
    kCFStringEncodingUTF8 = 0x08000100
} CFStringBuiltInEncodings;

typedef enum __attribute__((enum_extensibility(open))) CFNotificationSuspensionBehavior : long {
    CFNotificationSuspensionBehaviorDrop = 1,
    CFNotificationSuspensionBehaviorCoalesce = 2,
    CFNotificationSuspensionBehaviorHold = 3,
    CFNotificationSuspensionBehaviorDeliverImmediately = 4
} CFNotificationSuspensionBehavior;

typedef void (*CFNotificationCallback)(
    CFNotificationCenterRef center, void *_Null_unspecified observer,
    CFNotificationName name, const void *_Null_unspecified object,
    CFDictionaryRef userInfo);

extern CFStringRef CFStringCreateWithCString(CFAllocatorRef alloc, const char *cStr, CFStringEncoding encoding)
    __attribute__((cf_returns_retained));
extern CFNotificationCenterRef CFNotificationCenterGetDarwinNotifyCenter(void)
    __attribute__((cf_returns_not_retained));
extern void CFNotificationCenterAddObserver(
    CFNotificationCenterRef center, const void *observer, CFNotificationCallback callBack, CFStringRef name,
    const void *object, CFNotificationSuspensionBehavior suspensionBehavior);
extern void CFNotificationCenterPostNotification(
    CFNotificationCenterRef center, CFNotificationName name, const void *object, CFDictionaryRef userInfo,
    Boolean deliverImmediately);
