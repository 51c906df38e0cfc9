package org.flashgrove.storage.file;

/** Calls by jnr-ffi, on the versions of Java that take them. */
class JnrCallsTest extends SystemCallsContract {
  @Override
  SystemCalls bind() {
    return Runtime.version().feature() < 22 ? Posix.jnrCalls() : null;
  }
}
