// Owns the precompiled header that all libraries and programs share.
