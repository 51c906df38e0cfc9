package org.flashgrove.access.kind;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the memory of pools and buffers of stores for processes of any size. */
class ProcessMemoryTest {
  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;
  private static final int PAGE = 4096;

  @Test
  void poolsThatFitGetWhatTheyAskFor() {
    ProcessMemory process = new ProcessMemory(64 * MIB, 64 * MIB);
    MemoryRequest all = MemoryRequest.ofPool(32 * MIB).plus(MemoryRequest.ofPool(16 * MIB));
    assertThat(process.pool(32 * MIB, all, PAGE)).isEqualTo(32 * MIB);
    assertThat(process.pool(16 * MIB, all, PAGE)).isEqualTo(16 * MIB);
  }

  @Test
  void poolsShareThreeQuartersOfTheMemoryOutsideOfTheHeap() {
    ProcessMemory process = new ProcessMemory(64 * MIB, 64 * MIB);
    MemoryRequest all = MemoryRequest.ofPool(96 * MIB).plus(MemoryRequest.ofPool(32 * MIB));
    assertThat(process.pool(96 * MIB, all, PAGE)).isEqualTo(36 * MIB);
    assertThat(process.pool(32 * MIB, all, PAGE)).isEqualTo(12 * MIB);
  }

  @Test
  void pagesOfBlocksOutsideOfTheHeapLeavePoolsLess() {
    ProcessMemory process = new ProcessMemory(64 * MIB, 64 * MIB);
    MemoryRequest all = MemoryRequest.ofBlocks(64 * MIB).plus(MemoryRequest.ofPool(128 * MIB));
    assertThat(process.blocks(64 * MIB, all)).isEqualTo(new HeapDivision(24 * MIB, 32 * MIB));
    assertThat(process.pool(128 * MIB, all, PAGE)).isEqualTo(16 * MIB);
  }

  @Test
  void memoryMovesOnlyWhereAllOfItFitsHeapAndDirectBuffers() {
    ProcessMemory process = new ProcessMemory(64 * MIB, 64 * MIB);
    MemoryRequest pools = MemoryRequest.ofPool(16 * MIB);
    assertThat(process.canMove(pools.plus(MemoryRequest.ofBlocks(8 * MIB)), PAGE)).isTrue();
    assertThat(process.canMove(pools.plus(MemoryRequest.ofBlocks(9 * MIB)), PAGE)).isFalse();
    assertThat(process.canMove(MemoryRequest.ofPool(Long.MAX_VALUE), PAGE)).isFalse();
    assertThat(new ProcessMemory(64 * MIB, 16 * MIB).canMove(pools, PAGE)).isFalse();
  }

  @Test
  void aSmallHeapBoundsThePagesOfPools() {
    ProcessMemory process = new ProcessMemory(64 * MIB, 64L << 30);
    assertThat(process.pool(256L << 30, MemoryRequest.ofPool(256L << 30), 512))
        .isEqualTo(64 * MIB / 4 / 256 * 512);
  }

  @Test
  void buffersOnTheHeapAndBlocksShareThreeEighthsOfIt() {
    ProcessMemory process = new ProcessMemory(64 * MIB, 64 * MIB);
    MemoryRequest all = MemoryRequest.onHeap(96 * MIB).plus(MemoryRequest.ofBlocks(32 * MIB));
    assertThat(process.onHeap(96 * MIB, all)).isEqualTo(18 * MIB);
    assertThat(process.blocks(32 * MIB, all)).isEqualTo(new HeapDivision(6 * MIB, 8 * MIB));
  }

  @Test
  void aShareIsNotLessThanAPoolNeeds() {
    ProcessMemory process = new ProcessMemory(64 * MIB, 64 * MIB);
    MemoryRequest all = MemoryRequest.ofPool(Long.MAX_VALUE).plus(MemoryRequest.ofPool(1 << 20));
    assertThat(all.poolBytes()).isEqualTo(Long.MAX_VALUE);
    assertThat(process.pool(1 << 20, all, PAGE)).isEqualTo(64 * KIB);
    assertThat(process.pool(16 * KIB, all, PAGE)).isEqualTo(16 * KIB);
  }
}
