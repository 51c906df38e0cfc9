package org.flashgrove.rawflash.mutree.buffer;

import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/** Registry of read buffers by name. */
public final class ReadBuffers {
  /** Factory of a read buffer. */
  private interface Maker {
    ReadBuffer make(int pageCount, int pageBytes, PageLayout layout);
  }

  private static final Map<String, Maker> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("lru-n", NodeLru::new);
    BY_NAME.put("lru-p", PageLru::new);
  }

  private ReadBuffers() {}

  /** Returns the names of all read buffers. */
  public static String[] names() {
    return BY_NAME.keySet().toArray(new String[0]);
  }

  /**
   * Creates an empty buffer.
   *
   * @param name {@code lru-n} or {@code lru-p}
   * @param pageCount capacity in pages, 1 or more
   * @param pageBytes page size in bytes
   * @param layout layout of the nodes in a page
   * @throws SpecException if no such buffer exists
   */
  public static ReadBuffer named(String name, int pageCount, int pageBytes, PageLayout layout) {
    Maker maker = BY_NAME.get(name);
    if (maker == null) {
      throw new SpecException(
          "unknown read buffer '"
              + name
              + "' (allowed: "
              + String.join(", ", BY_NAME.keySet())
              + ")");
    }
    return maker.make(pageCount, pageBytes, layout);
  }
}
