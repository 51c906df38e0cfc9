package org.flashgrove.storage.page;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The checksum of a page of a store, which all kinds of pages have in the same place. */
public final class PageChecksum {
  private static final int AT_CRC = 12;

  private PageChecksum() {}

  /** Returns the checksum a page names; little endian bytes. */
  public static int stored(ByteBuffer page) {
    return page.getInt(AT_CRC);
  }

  /** Returns the checksum of a page's bytes, whatever it names. */
  public static int of(ByteBuffer page) {
    int stored = page.getInt(AT_CRC);
    page.putInt(AT_CRC, 0);
    CRC32C crc = new CRC32C();
    crc.update(page.duplicate().position(0).limit(page.capacity()));
    page.putInt(AT_CRC, stored);
    return (int) crc.getValue();
  }

  /** Returns whether the checksum a page names is that of its bytes. */
  public static boolean matches(ByteBuffer page) {
    return stored(page) == of(page);
  }
}
