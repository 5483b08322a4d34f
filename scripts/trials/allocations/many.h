// 4096 functions with numbers for names, from 00000 to 07777.
#pragma once

#define MANY_DIGIT(make, high) \
    make(high##0) make(high##1) make(high##2) make(high##3) make(high##4) make(high##5) make(high##6) make(high##7)
#define MANY_DIGITS(make, high) \
    MANY_DIGIT(make, high##0) MANY_DIGIT(make, high##1) MANY_DIGIT(make, high##2) MANY_DIGIT(make, high##3) \
    MANY_DIGIT(make, high##4) MANY_DIGIT(make, high##5) MANY_DIGIT(make, high##6) MANY_DIGIT(make, high##7)
#define MANY_HUNDREDS(make, high) \
    MANY_DIGITS(make, high##0) MANY_DIGITS(make, high##1) MANY_DIGITS(make, high##2) MANY_DIGITS(make, high##3) \
    MANY_DIGITS(make, high##4) MANY_DIGITS(make, high##5) MANY_DIGITS(make, high##6) MANY_DIGITS(make, high##7)
// Octal, as the numbers are.
#define MANY(make) \
    MANY_HUNDREDS(make, 00) MANY_HUNDREDS(make, 01) MANY_HUNDREDS(make, 02) MANY_HUNDREDS(make, 03) \
    MANY_HUNDREDS(make, 04) MANY_HUNDREDS(make, 05) MANY_HUNDREDS(make, 06) MANY_HUNDREDS(make, 07)
enum { many = 4096 };
