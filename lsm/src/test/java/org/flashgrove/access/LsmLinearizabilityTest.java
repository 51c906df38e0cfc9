package org.flashgrove.access;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Concurrent calls to a store of an LSM R-tree, checked as {@link LinearizabilityTest} does. */
@Tag("concurrent")
class LsmLinearizabilityTest {
  /** Changes in memory, flushed and merged by a worker. */
  public static class LsmCalls extends StoreCalls {
    private static final StoreTemplate TEMPLATE =
        LinearizabilityTest.template(
            "lsm:memory=24K,block=4K,policy=leveled,level0=1,ratio=2,merges=worker",
            "none:log=64K",
            "buffered",
            "op");

    public LsmCalls() {
      super(TEMPLATE.open());
    }
  }

  @Test
  void callsAreLinearizable() {
    LinearizabilityTest.check(LsmCalls.class, 10);
  }

  @Tag("long")
  @Test
  void inTwelveThousandScenarios() {
    LinearizabilityTest.check(LsmCalls.class, 2_400);
  }
}
