package org.flashgrove.storage.device;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;

/**
 * Costs of a device that exists, for one user, by a short calibration: a file of {@value #PAGES}
 * pages is written and read in each way for a moment, then deleted.
 */
final class FileCosts {
  private static final int PAGES = 4096;
  private static final int SCAN_PAGES = 64;
  private static final int GATHERED_PAGES = 256;
  private static final int CALLS = 128;

  private final PageStore pages;
  private final int unitPages;
  private final ByteBuffer buffer;
  private final long[] slots = new long[GATHERED_PAGES];
  private final SplittableRandom random = new SplittableRandom(1);
  private int next;

  private FileCosts(PageStore pages, int unitPages) {
    this.pages = pages;
    this.unitPages = Math.min(unitPages, GATHERED_PAGES);
    buffer = AlignedBuffers.allocate(GATHERED_PAGES * pages.pageSize());
  }

  /**
   * Measures a device.
   *
   * @param name of the file, which must not exist
   * @param pageBytes bytes of a page
   * @param unitPages pages that sorts write and read together
   */
  static DeviceCosts measure(FileDevice device, String name, int pageBytes, int unitPages) {
    try (PageStore pages = device.createPages(name, pageBytes)) {
      return new FileCosts(pages, unitPages).measure();
    } finally {
      device.directory().delete(name);
    }
  }

  private DeviceCosts measure() {
    DeviceUse[] uses = DeviceUse.values();
    double[][] nanos = new double[uses.length][1];
    // what is read must have been written
    nanos[DeviceUse.WRITE.ordinal()][0] = time(DeviceUse.WRITE, PAGES / unitPages);
    pages.sync();
    for (DeviceUse use : uses) {
      if (use != DeviceUse.WRITE) {
        next = 0;
        nanos[use.ordinal()][0] = time(use, calls(use));
      }
    }
    return new DeviceCosts(new int[] {1}, nanos);
  }

  private static int calls(DeviceUse use) {
    return use == DeviceUse.GATHER ? CALLS / 16 : use == DeviceUse.SCAN ? CALLS / 2 : CALLS;
  }

  /** Nanoseconds a page of some calls. */
  private double time(DeviceUse use, int calls) {
    long done = 0;
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      done += call(use);
    }
    return (double) (System.nanoTime() - start) / done;
  }

  private int call(DeviceUse use) {
    switch (use) {
      case SCAN:
        return read(run(0, inOrder(SCAN_PAGES), SCAN_PAGES));
      case NEIGHBOUR:
        return read(run(0, inOrder(1), 1));
      case RANDOM:
        return read(run(0, random.nextInt(PAGES - unitPages), 1));
      case MERGE:
        return read(run(0, random.nextInt(PAGES - unitPages), unitPages));
      case GATHER:
        int count = 0;
        while (count + unitPages <= GATHERED_PAGES) {
          count = run(count, random.nextInt(PAGES - unitPages), unitPages);
        }
        return read(count);
      default:
        int written = run(0, inOrder(unitPages), unitPages);
        pages.write(slots, written, buffer);
        return written;
    }
  }

  private int inOrder(int count) {
    if (next + count > PAGES / unitPages * unitPages) {
      next = 0;
    }
    int at = next;
    next += count;
    return at;
  }

  /** Names pages behind those named; returns how many there are. */
  private int run(int at, int first, int count) {
    for (int i = 0; i < count; i++) {
      slots[at + i] = first + i;
    }
    return at + count;
  }

  private int read(int count) {
    pages.read(slots, count, buffer);
    return count;
  }
}
