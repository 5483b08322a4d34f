#pragma once

/// The forms of values, each read in a way of its own.

/// The form of a value.
enum outl_form {
    OUTL_FORM_UNKNOWN,   ///< Bytes.
    OUTL_FORM_BOOL,
    OUTL_FORM_SIGNED,
    OUTL_FORM_UNSIGNED,
    OUTL_FORM_FLOAT,
    OUTL_FORM_STRING,
    OUTL_FORM_DATA,
    OUTL_FORM_ARRAY,
    OUTL_FORM_SET,
    OUTL_FORM_DICTIONARY,
    OUTL_FORM_POINTER,
    OUTL_FORM_BYTES,     ///< Plain content without a type, such as a UUID.
    OUTL_FORM_MUTEX,     ///< A lock, and the value behind it.
    OUTL_FORM_ATOMIC,    ///< A value alone.
    OUTL_FORM_OMITTED,   ///< A part of the platform that is not state, such as a lock.
    OUTL_FORM_STRUCT,    ///< Its members, also of a tuple.
    OUTL_FORM_ENUM,
    OUTL_FORM_OPTIONAL,
    OUTL_FORM_CLASS,     ///< A reference to an object.
    OUTL_FORM_EXISTENTIAL,
    OUTL_FORM_CLASS_EXISTENTIAL,
    OUTL_FORM_ERROR,
    OUTL_FORM_FUNCTION,
    OUTL_FORM_METATYPE,
};
