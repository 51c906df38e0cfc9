package org.flashgrove.storage.file;

/**
 * Settings of the files of a device.
 *
 * @param preallocatedBytes bytes set aside for a page store when it is created; 0 for none
 * @param discards whether free slots are discarded on media that support it
 * @param depth reads of a batch of pages that are with the device at a time, from 1; more than
 *     {@link ParallelPageStore#MOST_DEPTH} count as that
 */
public record FileSettings(long preallocatedBytes, boolean discards, int depth) {
  /** Nothing set aside, discards, one read at a time. */
  public static final FileSettings USUAL = new FileSettings(0, true, 1);
}
