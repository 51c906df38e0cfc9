package org.flashgrove.rawflash.mutree.buffer;

import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.rawflash.mutree.layout.PageLayout;

/** The read buffers by their names in specs. */
public final class ReadBuffers {
  /** Makes a buffer. */
  private interface Maker {
    ReadBuffer make(int pageCount, int pageBytes, PageLayout layout);
  }

  private static final Map<String, Maker> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("lru-n", NodeLru::new);
    BY_NAME.put("lru-p", PageLru::new);
  }

  private ReadBuffers() {}

  /** Returns the names. */
  public static String[] names() {
    return BY_NAME.keySet().toArray(new String[0]);
  }

  /**
   * Returns an empty buffer.
   *
   * @param name {@code lru-n} or {@code lru-p}
   * @param pageCount pages that fit, 1 or more
   * @param pageBytes bytes of a page
   * @param layout the division of pages between the levels
   * @throws SpecException if there is no such buffer
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
