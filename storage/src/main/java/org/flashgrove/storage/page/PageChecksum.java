package org.flashgrove.storage.page;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Checksum of a page, which all kinds of pages store at the same offset. */
public final class PageChecksum {
  private static final int AT_CRC = 12;

  private PageChecksum() {}

  /** Returns the checksum stored in a little-endian page. */
  public static int stored(ByteBuffer page) {
    return page.getInt(AT_CRC);
  }

  /** Computes the checksum of a page, ignoring the stored checksum. */
  public static int of(ByteBuffer page) {
    int stored = page.getInt(AT_CRC);
    page.putInt(AT_CRC, 0);
    CRC32C crc = new CRC32C();
    crc.update(page.duplicate().position(0).limit(page.capacity()));
    page.putInt(AT_CRC, stored);
    return (int) crc.getValue();
  }

  /** Returns whether the stored checksum matches the page's content. */
  public static boolean matches(ByteBuffer page) {
    return stored(page) == of(page);
  }
}
