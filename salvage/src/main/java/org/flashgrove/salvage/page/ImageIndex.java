package org.flashgrove.salvage.page;

import java.util.Arrays;
import org.flashgrove.core.replacement.LongIntMap;

/**
 * Index, by page id, of the intact page images in the slots of a page file. A page may have several
 * images, of which at most one is current.
 */
public final class ImageIndex {
  /** Value that means that there is no image. */
  public static final int NONE = -1;

  private final LongIntMap heads = new LongIntMap(1024);
  private long[] pageIds = new long[1024];
  private long[] versions = new long[1024];
  private long[] slots = new long[1024];
  private int[] checksums = new int[1024];
  private short[] levels = new short[1024];
  private int[] next = new int[1024];
  private int count;

  /** Creates an empty index. */
  public ImageIndex() {}

  /**
   * Adds an image.
   *
   * @param version number of the newest log frame whose changes the image contains
   * @param slot slot that contains the image
   * @param level level of the node; for other kinds of pages, the kind of the page
   */
  public void add(long pageId, long version, long slot, int checksum, int level) {
    if (count == pageIds.length) {
      int room = 2 * count;
      pageIds = Arrays.copyOf(pageIds, room);
      versions = Arrays.copyOf(versions, room);
      slots = Arrays.copyOf(slots, room);
      checksums = Arrays.copyOf(checksums, room);
      levels = Arrays.copyOf(levels, room);
      next = Arrays.copyOf(next, room);
    }
    pageIds[count] = pageId;
    versions[count] = version;
    slots[count] = slot;
    checksums[count] = checksum;
    levels[count] = (short) level;
    next[count] = heads.get(pageId);
    heads.put(pageId, count++);
  }

  /** Returns the number of images. */
  public int count() {
    return count;
  }

  /**
   * Returns whether {@link #any} returns this image for its page. This is true for exactly one
   * image of each page.
   */
  public boolean isFirst(int image) {
    return heads.get(pageIds[image]) == image;
  }

  /**
   * Returns one of the images of a page, always the same one. Returns {@link #NONE} if the page has
   * no image.
   */
  public int any(long pageId) {
    return heads.get(pageId);
  }

  /**
   * Returns the image of a page with the given slot and checksum, or {@link #NONE} if there is
   * none.
   */
  public int find(long pageId, long slot, int checksum) {
    int image = heads.get(pageId);
    while (image != NONE && (slots[image] != slot || checksums[image] != checksum)) {
      image = next[image];
    }
    return image;
  }

  /**
   * Returns the newest image of a page whose version is at most {@code most}, or {@link #NONE} if
   * there is none.
   */
  public int newest(long pageId, long most) {
    int best = NONE;
    for (int image = heads.get(pageId); image != NONE; image = next[image]) {
      if (versions[image] <= most && (best == NONE || versions[image] > versions[best])) {
        best = image;
      }
    }
    return best;
  }

  /** Returns the greatest version among the images of all pages, or 0 if there is no image. */
  public long newestVersion() {
    long newest = 0;
    for (int image = 0; image < count; image++) {
      newest = Math.max(newest, versions[image]);
    }
    return newest;
  }

  /** Returns the id of the page to which an image belongs. */
  public long pageId(int image) {
    return pageIds[image];
  }

  /** Returns the version of an image, or -1 for {@link #NONE}. */
  public long version(int image) {
    return image == NONE ? -1 : versions[image];
  }

  /** Returns the number of the slot that contains an image. */
  public long slot(int image) {
    return slots[image];
  }

  /** Returns the level or page kind that was passed to {@link #add} with an image. */
  public int level(int image) {
    return levels[image];
  }
}
