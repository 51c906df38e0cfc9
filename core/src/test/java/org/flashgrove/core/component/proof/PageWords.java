package org.flashgrove.core.component.proof;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.flashgrove.core.component.ComponentStore;

/** Words of the content of a page, behind the store's envelope. */
final class PageWords {
  private PageWords() {}

  static long get(byte[] page, int index) {
    return ByteBuffer.wrap(page).getLong(ComponentStore.ENVELOPE_BYTES + index * Long.BYTES);
  }

  static void set(byte[] page, int index, long value) {
    ByteBuffer.wrap(page).putLong(ComponentStore.ENVELOPE_BYTES + index * Long.BYTES, value);
  }

  /** Checksum of the content. */
  static int checksum(byte[] page) {
    CRC32C crc = new CRC32C();
    int from = ComponentStore.ENVELOPE_BYTES;
    crc.update(page, from, page.length - from);
    return (int) crc.getValue();
  }
}
