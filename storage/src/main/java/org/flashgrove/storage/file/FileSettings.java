package org.flashgrove.storage.file;

/**
 * Settings of the files of a device.
 *
 * @param preallocatedBytes bytes of disk space to reserve for a new page store; 0 for none
 * @param discards whether free slots are discarded on media that support discarding
 * @param depth maximum number of reads in flight for a batch of pages, at least 1; limited to
 *     {@link ParallelPageStore#MOST_DEPTH}
 */
public record FileSettings(long preallocatedBytes, boolean discards, int depth) {
  /**
   * Default settings: no disk space is reserved, free slots are discarded, and one page is read at
   * a time.
   */
  public static final FileSettings USUAL = new FileSettings(0, true, 1);
}
