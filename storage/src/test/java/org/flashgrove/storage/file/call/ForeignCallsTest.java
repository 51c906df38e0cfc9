package org.flashgrove.storage.file.call;

/** Calls by the foreign function API, where native access is enabled; its class is not on 17. */
class ForeignCallsTest extends SystemCallsContract {
  @Override
  SystemCalls bind() {
    return CallKind.FOREIGN.bind();
  }
}
