package org.flashgrove.jmh.bench.peer;

import java.util.List;
import org.flashgrove.jmh.bench.data.BoxForm;

/**
 * Settings of a peer (library in the benchmark).
 *
 * @param memoryBytes memory in bytes for caches and buffers, if the peer has such a setting
 * @param form kind of entries (points or boxes) and of coordinates (floats or doubles)
 * @param drivers files of database drivers and extensions that are not on the class path
 */
public record PeerSettings(long memoryBytes, BoxForm form, List<String> drivers) {
  private static final int MIB_SHIFT = 20;

  /** Returns the memory in MiB. */
  public int mebibytes() {
    return (int) (memoryBytes >> MIB_SHIFT);
  }
}
