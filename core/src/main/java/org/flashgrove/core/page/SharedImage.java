package org.flashgrove.core.page;

/**
 * Image of a page in memory that several caches may share. A shared image never changes again, and
 * its memory is not reused.
 */
public abstract class SharedImage {
  private volatile int shares;

  /** Creates an image that is not shared. */
  protected SharedImage() {}

  /**
   * Adds the image to another cache. The caller holds the lock of a cache that contains the image.
   */
  public final void share() {
    shares = shares + 1; // of two concurrent calls, it is enough to count one
  }

  /** Returns the number of calls of {@link #share}; the image is shared if it is positive. */
  public final int shares() {
    return shares;
  }
}
