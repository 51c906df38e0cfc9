package org.flashgrove.geoparquet.value;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads definition levels of at most 1 from the runs of Parquet's encoding RLE. Parquet's own
 * decoder loads hundreds of classes before its first run: one for each width of a number. Not safe
 * for use by several threads.
 */
final class FlagRuns {
  private final ByteBuffer runs;
  private boolean isPacked;
  private int left;
  private int current;

  /** Starts at the first run. */
  FlagRuns(ByteBuffer runs) {
    this.runs = runs;
  }

  /**
   * Returns the next level.
   *
   * @throws IOException if no run is left
   */
  int next() throws IOException {
    if (left == 0) {
      begin();
    }
    int bit = left-- & 7;
    if (!isPacked) {
      return current;
    }
    if (bit == 0) { // a packed run has 8 levels in each byte; its last bytes may be missing
      current = runs.hasRemaining() ? runs.get() : 0;
    }
    int level = current & 1;
    current >>>= 1;
    return level;
  }

  private void begin() throws IOException {
    int header = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      int each = runs.hasRemaining() ? runs.get() : 0;
      header |= (each & 0x7f) << shift;
      if (each >= 0) {
        break;
      }
    }
    isPacked = (header & 1) != 0;
    int count = header >>> 1;
    if (count == 0 || !runs.hasRemaining() || isPacked && count > Integer.MAX_VALUE / 8) {
      throw new IOException("levels that end too early");
    }
    left = isPacked ? 8 * count : count;
    current = isPacked ? 0 : runs.get();
  }
}
