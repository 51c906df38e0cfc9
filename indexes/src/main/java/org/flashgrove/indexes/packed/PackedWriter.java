package org.flashgrove.indexes.packed;

/**
 * Encodes entries as a packed page (format FGP1). First {@link #measure}, which says how large the
 * page becomes; then {@link #encode}. To be used again; not by several threads at once.
 */
public final class PackedWriter {
  /**
   * A writer.
   *
   * @param split whether pages are split into cells and residual bits
   */
  public PackedWriter(boolean split) {
    throw new UnsupportedOperationException("not there yet");
  }

  /**
   * Finds the modes, minima and widths of the columns of entries {@code from} to {@code to - 1}, at
   * least one.
   *
   * @return bytes of the page, its header included
   */
  public int measure(EntryColumns entries, int from, int to) {
    throw new UnsupportedOperationException("not there yet");
  }

  /** Bits of an entry's row on the residual pages; 0 if the page is joined or needs none. */
  public int residualBits() {
    throw new UnsupportedOperationException("not there yet");
  }

  /**
   * Encodes the entries measured last as a joined page, or as one that needs no residual bits.
   *
   * @param at where the page begins
   */
  public void encode(EntryColumns entries, byte[] page, int at) {
    throw new UnsupportedOperationException("not there yet");
  }
}
