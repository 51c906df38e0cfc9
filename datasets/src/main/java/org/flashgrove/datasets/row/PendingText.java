package org.flashgrove.datasets.row;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Stream of UTF-8 text that keeps the bytes read from it, until they are taken up to a character. A
 * reader of characters in front of the stream reads ahead by an unknown number of bytes; with this
 * class, it can nevertheless find the bytes of a row.
 */
final class PendingText extends FilterInputStream {
  private static final int MOST_BYTES = 1 << 28;
  private static final int MOST_SKIPPED = 1 << 13;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private byte[] pending = new byte[1 << 17];
  private int from;
  private int to;
  private long chars;
  private boolean isBegun;

  /**
   * Creates a stream.
   *
   * @param isRest whether the text begins in the middle of a file, where a byte order mark is a
   *     character
   */
  PendingText(InputStream bytes, boolean isRest) {
    super(bytes);
    isBegun = isRest;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = in.read(into, offset, length);
    if (count > 0) {
      reserve(count);
      System.arraycopy(into, offset, pending, to, count);
      to += count;
    }
    return count;
  }

  private void reserve(int count) throws IOException {
    if (to + count <= pending.length) {
      return;
    }
    int kept = to - from;
    if (kept + count > MOST_BYTES) {
      throw new IOException("more than " + MOST_BYTES + " bytes between two rows");
    }
    byte[] target =
        kept + count <= pending.length / 2
            ? pending
            : new byte[Math.max(pending.length, 2 * (kept + count))];
    System.arraycopy(pending, from, target, 0, kept);
    pending = target;
    from = 0;
    to = kept;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  public long skip(long count) throws IOException {
    return readNBytes((int) Math.max(0, Math.min(count, MOST_SKIPPED))).length;
  }

  /**
   * Takes the bytes before a character.
   *
   * @param position number of characters of the text before this character, without a byte order
   *     mark; at least the position of the last call
   */
  byte[] takeUntil(long position) {
    int at = from;
    if (!isBegun) {
      isBegun = true;
      boolean isMarked =
          to - from >= BYTE_ORDER_MARK.length
              && Arrays.equals(pending, from, from + BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, 3);
      at += isMarked ? BYTE_ORDER_MARK.length : 0;
    }
    while (chars < position) {
      int lead = pending[at] & 0xff;
      int length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      chars += length == 4 ? 2 : 1; // a surrogate pair
      at += length;
    }
    byte[] taken = Arrays.copyOfRange(pending, from, at);
    from = at;
    return taken;
  }

  /** Takes all bytes that are left after the text was read to its end. */
  byte[] takeRest() {
    byte[] taken = Arrays.copyOfRange(pending, from, to);
    from = to;
    return taken;
  }
}
