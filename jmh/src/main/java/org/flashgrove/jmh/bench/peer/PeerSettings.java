package org.flashgrove.jmh.bench.peer;

/**
 * Settings of a peer.
 *
 * @param memoryBytes for caches and buffers, where it takes a size
 * @param isPoints whether all entries are points
 */
public record PeerSettings(long memoryBytes, boolean isPoints) {
  private static final int MIB_SHIFT = 20;

  /** Returns the memory in MiB. */
  public int mebibytes() {
    return (int) (memoryBytes >> MIB_SHIFT);
  }
}
