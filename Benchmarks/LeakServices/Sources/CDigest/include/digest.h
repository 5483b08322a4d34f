#ifndef DIGEST_H
#define DIGEST_H
#include <stddef.h>

/* A digest in progress; ended by digest_close. */
struct digest;
struct digest *digest_open(const char *algorithm);
void digest_update(struct digest *digest, const unsigned char *bytes, size_t length);
unsigned long digest_value(const struct digest *digest);
void digest_close(struct digest *digest);

/* The name and value of a digest as text; the caller frees it. */
char *digest_describe(const struct digest *digest);
#endif
