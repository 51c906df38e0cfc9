package org.flashgrove.storage.file.call;

/** Calls by jnr-posix, on the versions of Java that print nothing about its native access. */
class JnrPosixCallsTest extends SystemCallsContract {
  @Override
  SystemCalls bind() {
    return Runtime.version().feature() < 22 ? CallKind.JNR_POSIX.bind() : null;
  }
}
