package org.flashgrove.access.kind;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the memory of indices of blocks for heaps of any size. */
class HeapDivisionTest {
  private static final long MIB = 1 << 20;

  @Test
  void aLargeHeapHasAllOfIt() {
    assertThat(HeapDivision.of(64 * MIB, 64 * MIB, 512 * MIB, 512 * MIB))
        .isEqualTo(new HeapDivision(64 * MIB, 0));
  }

  @Test
  void aSmallHeapHasAPartAndPagesAreBesideIt() {
    assertThat(HeapDivision.of(64 * MIB, 64 * MIB, 64 * MIB, 64 * MIB))
        .isEqualTo(new HeapDivision(24 * MIB, 32 * MIB));
    assertThat(HeapDivision.of(64 * MIB, 64 * MIB, 64 * MIB, 256 * MIB))
        .isEqualTo(new HeapDivision(24 * MIB, 40 * MIB));
  }

  @Test
  void structuresOfAStoreShareTheHeap() {
    assertThat(HeapDivision.of(48 * MIB, 64 * MIB, 64 * MIB, 64 * MIB))
        .isEqualTo(new HeapDivision(18 * MIB, 24 * MIB));
    assertThat(HeapDivision.of(16 * MIB, 64 * MIB, 64 * MIB, 64 * MIB))
        .isEqualTo(new HeapDivision(6 * MIB, 8 * MIB));
  }
}
