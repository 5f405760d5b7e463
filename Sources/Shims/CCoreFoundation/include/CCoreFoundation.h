#ifndef CCOREFOUNDATION_H
#define CCOREFOUNDATION_H

// The functions of Core Foundation whose types Swift does not replace by its own. They are in Foundation's library. The toolchain's own module is not
// used, because the `CFString` and `CFData` that it declares are neither `String` nor `NSData`.

#include <stdbool.h>
#include <stdint.h>

#pragma clang arc_cf_code_audited begin

#define CCOREFOUNDATION_CLASS __attribute__((objc_bridge(id)))

typedef const struct CCOREFOUNDATION_CLASS __CFAllocator *CFAllocatorRef;
typedef struct CCOREFOUNDATION_CLASS __CFRunLoop *CFRunLoopRef;
typedef struct CCOREFOUNDATION_CLASS __CFRunLoopTimer *CFRunLoopTimerRef;
/// The mode of a run loop: the set of sources that it listens to.
typedef const struct CCOREFOUNDATION_CLASS __CFString *CFRunLoopModeRef;

extern const CFRunLoopModeRef kCFRunLoopDefaultMode;
extern const CFRunLoopModeRef kCFRunLoopCommonModes;

CFRunLoopRef CFRunLoopGetCurrent(void);
CFRunLoopRef CFRunLoopGetMain(void);
void CFRunLoopRun(void);
/// Runs the thread's run loop for some seconds. Returns the reason why it has ended.
int32_t CFRunLoopRunInMode(CFRunLoopModeRef mode, double seconds, bool returnAfterSourceHandled)
    __attribute__((swift_name("CFRunLoopRunInModeNumbered(_:_:_:)")));
void CFRunLoopStop(CFRunLoopRef rl);
void CFRunLoopWakeUp(CFRunLoopRef rl);
bool CFRunLoopIsWaiting(CFRunLoopRef rl);
void CFRunLoopAddTimer(CFRunLoopRef rl, CFRunLoopTimerRef timer, CFRunLoopModeRef mode);
void CFRunLoopRemoveTimer(CFRunLoopRef rl, CFRunLoopTimerRef timer, CFRunLoopModeRef mode);
void CFRunLoopTimerInvalidate(CFRunLoopTimerRef timer);
bool CFRunLoopTimerIsValid(CFRunLoopTimerRef timer);

#if defined(__BLOCKS__)
void CFRunLoopPerformBlock(CFRunLoopRef rl, CFRunLoopModeRef mode, void (^block)(void));
CFRunLoopTimerRef CFRunLoopTimerCreateWithHandler(
    CFAllocatorRef allocator, double fireDate, double interval, unsigned long flags, long order, void (^block)(CFRunLoopTimerRef timer));
#endif

unsigned long CFStringConvertEncodingToNSStringEncoding(uint32_t encoding);
uint32_t CFStringConvertNSStringEncodingToEncoding(unsigned long encoding);
uint32_t CFStringConvertEncodingToWindowsCodepage(uint32_t encoding);
uint32_t CFStringConvertWindowsCodepageToEncoding(uint32_t codepage);

#pragma clang arc_cf_code_audited end

#endif
