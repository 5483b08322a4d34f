// Declares the part of Apple's <pthread.h> that Linux lacks.
#pragma once

#include <pthread.h>

extern void *pthread_get_stackaddr_np(pthread_t thread);
extern size_t pthread_get_stacksize_np(pthread_t thread);
