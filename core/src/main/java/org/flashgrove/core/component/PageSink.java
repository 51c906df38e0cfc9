package org.flashgrove.core.component;

/** Takes pages that are read, in the order in which they come. */
public interface PageSink {
  /**
   * Returns where a page goes.
   *
   * @param index which of the {@link PageRequests}
   * @return at least {@link ComponentStore#pageSize()} bytes, filled from the first on: the store's
   *     envelope, then the content; may be the same for every page
   */
  byte[] frame(int index);

  /** Receives a requested page. The sink owns the page's frame again. */
  void loaded(int index);
}
