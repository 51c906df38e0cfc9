package org.flashgrove.storage.node;

import org.flashgrove.storage.placement.Placement;
import org.junit.jupiter.api.Nested;

/** Pools under replacement policies of the literature keep what a node store promises. */
class LiteraturePolicyNodeStoreTest {
  /** Clean pages first. */
  @Nested
  class CleanFirst extends PoolNodeStoreTest.PoolContract {
    CleanFirst() {
      super(Placement.FREE, 12, 64L << 10, "cflru");
    }
  }

  /** Dirty pages leave in clusters, one by one. */
  @Nested
  class CleanFirstClustered extends PoolNodeStoreTest.PoolContract {
    CleanFirstClustered() {
      super(Placement.FREE, 12, 64L << 10, "cfdc,cluster=4");
    }
  }

  /** Hot and cold pages by operation. */
  @Nested
  class ForPlus extends PoolNodeStoreTest.PoolContract {
    ForPlus() {
      super(Placement.FREE, 12, 64L << 10, "forplus");
    }
  }

  /** Dirty pages leave in clusters, all at once. */
  @Nested
  class Fbarc extends PoolNodeStoreTest.PoolContract {
    Fbarc() {
      super(Placement.FREE, 12, 64L << 10, "fbarc");
    }
  }
}
