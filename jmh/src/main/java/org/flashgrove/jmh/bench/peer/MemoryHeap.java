package org.flashgrove.jmh.bench.peer;

/** Computes the heap size for a peer that stores all entries as objects in memory. */
final class MemoryHeap {
  private static final long ENTRY_BYTES = 400;
  private static final long BESIDE = 512 << 20;
  private static final int SHIFT = 20;

  private MemoryHeap() {}

  static String of(long entries) {
    return (ENTRY_BYTES * entries + BESIDE >> SHIFT) + "m";
  }
}
