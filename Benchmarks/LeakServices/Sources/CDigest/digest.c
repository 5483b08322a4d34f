#include "digest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct digest {
    unsigned long value;
    size_t length;
    char algorithm[16];
    unsigned char block[64];
};

struct digest *digest_open(const char *algorithm) {
    struct digest *digest = calloc(1, sizeof *digest);
    if (!digest) return NULL;
    digest->value = 5381;
    strncpy(digest->algorithm, algorithm, sizeof digest->algorithm - 1);
    return digest;
}

void digest_update(struct digest *digest, const unsigned char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        digest->block[digest->length++ % sizeof digest->block] = bytes[i];
        digest->value = digest->value * 33 + bytes[i];
    }
}

unsigned long digest_value(const struct digest *digest) { return digest->value; }

void digest_close(struct digest *digest) { free(digest); }

char *digest_describe(const struct digest *digest) {
    char *text = malloc(64);
    if (text) snprintf(text, 64, "%s:%016lx:%zu", digest->algorithm, digest->value, digest->length);
    return text;
}
