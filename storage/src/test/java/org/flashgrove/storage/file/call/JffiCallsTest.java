package org.flashgrove.storage.file.call;

/** Calls by jffi, on the versions of Java that take them. */
class JffiCallsTest extends SystemCallsContract {
  @Override
  SystemCalls bind() {
    return Runtime.version().feature() < 22 ? CallKind.JFFI.bind() : null;
  }
}
