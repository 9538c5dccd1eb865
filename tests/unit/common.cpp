// Carries the precompiled header that the unit tests share (CMakeLists.txt).
