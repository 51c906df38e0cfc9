package org.flashgrove.access;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.storage.crash.DiskState;

/**
 * Changes fields of pages and of log frames, and then makes every checksum valid again. These are
 * the checksum of the page or frame, and the copies of this checksum in the page map, its
 * directory, the superblock and the log. So only the changed content distinguishes the files from
 * sound ones.
 */
public final class Forger {
  private static final int AT_PAGE_CRC = 12;
  private static final int LOG_HEADER = 48;
  private static final int LOG_TAG = 8;
  private static final int FRAME_HEADER = 24;
  private static final int FRAME_CRC = 4;
  private static final int FRAME_NUMBER = 8;
  private static final int FRAME_WORDS = 20;
  private static final int PACKED = 1 << 30;

  private final Random random;
  private final int pageSize;
  private final ByteBuffer pages;
  private final ByteBuffer log;
  private final List<Integer> frames = new ArrayList<>();
  private final StringBuilder done = new StringBuilder();

  /** Creates a forger of the files of a store. */
  public Forger(DiskState state, int pageSize, Random random) {
    this.random = random;
    this.pageSize = pageSize;
    pages = ByteBuffer.wrap(state.bytes(StoreDesign.PAGES)).order(ByteOrder.LITTLE_ENDIAN);
    log = ByteBuffer.wrap(state.bytes(StoreDesign.LOG)).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = LOG_HEADER; at + FRAME_HEADER <= log.capacity(); at += frameBytes(at)) {
      frames.add(at);
    }
  }

  /** Changes some fields and returns the changed files. */
  public DiskState forge(DiskState state) {
    for (int i = random.nextInt(3); i >= 0; i--) {
      if (random.nextInt(3) > 0 || frames.isEmpty()) {
        forgePage(random.nextInt(pages.capacity() / pageSize));
      } else {
        forgeFrame(frames.get(random.nextInt(frames.size())));
      }
    }
    return state.with(StoreDesign.PAGES, pages.array()).with(StoreDesign.LOG, log.array());
  }

  /** Returns a description of the changes, for messages. */
  public String done() {
    return done.toString();
  }

  private void forgePage(int slot) {
    int at = slot * pageSize;
    if (pages.getInt(at + AT_PAGE_CRC) == 0) {
      return; // never written
    }
    // Half of the changes go to the header, where most fields are.
    int field = random.nextBoolean() ? random.nextInt(64) : random.nextInt(pageSize);
    done.append("page ").append(slot).append(" byte ").append(field);
    change(pages, at + field / 2 * 2, at + pageSize);
    seal(slot);
  }

  private void forgeFrame(int at) {
    int words = (frameBytes(at) - FRAME_HEADER) / Long.BYTES;
    if (words == 0) {
      return;
    }
    int word = random.nextBoolean() ? random.nextInt(Math.min(words, 8)) : random.nextInt(words);
    done.append("frame at ").append(at).append(" word ").append(word);
    int field = at + FRAME_HEADER + word * Long.BYTES;
    change(log, field + random.nextInt(4) * 2, field + Long.BYTES);
    sealFrame(at);
  }

  /** Changes two, four or eight bytes at a position. */
  private void change(ByteBuffer bytes, int at, int end) {
    long[] values = {0, 1, -1, 2, 3, 7, 255, Short.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE};
    long value = random.nextInt(3) == 0 ? random.nextLong() : values[random.nextInt(values.length)];
    int width = 2 << random.nextInt(3);
    if (width == 8 && at + 8 <= end) {
      long old = bytes.getLong(at);
      bytes.putLong(at, random.nextBoolean() ? value : old + value);
    } else if (width >= 4 && at + 4 <= end) {
      bytes.putInt(at, (int) value);
    } else {
      bytes.putShort(at, (short) value);
    }
    done.append(" to ").append(value).append(" (").append(width).append("); ");
  }

  /**
   * Updates the checksum of a page, then all references to this checksum in other pages and in the
   * log, then the checksums of those pages, and so on.
   */
  private void seal(int changed) {
    Deque<Integer> open = new ArrayDeque<>();
    open.add(changed);
    for (int steps = 0; !open.isEmpty() && steps < 100; steps++) {
      int slot = open.remove();
      int at = slot * pageSize;
      int before = pages.getInt(at + AT_PAGE_CRC);
      pages.putInt(at + AT_PAGE_CRC, 0);
      int after = crc(pages, at, at + pageSize);
      pages.putInt(at + AT_PAGE_CRC, after);
      long old = (long) slot << 32 | before & 0xFFFF_FFFFL;
      long place = (long) slot << 32 | after & 0xFFFF_FFFFL;
      for (int other = 0; other < pages.capacity() / pageSize; other++) {
        if (other != slot && replace(pages, other * pageSize, (other + 1) * pageSize, old, place)) {
          open.add(other);
        }
      }
      for (int frame : frames) {
        if (replace(log, frame + FRAME_HEADER, frame + frameBytes(frame), old, place)) {
          sealFrame(frame);
        }
      }
    }
  }

  private static boolean replace(ByteBuffer in, int from, int to, long old, long now) {
    boolean found = false;
    for (int at = from; at + Long.BYTES <= to; at += Long.BYTES) {
      if (in.getLong(at) == old) {
        in.putLong(at, now);
        found = true;
      }
    }
    return found;
  }

  private int frameBytes(int at) {
    int words = log.getInt(at + FRAME_WORDS) & ~PACKED;
    return Math.min(FRAME_HEADER + words * Long.BYTES, log.capacity() - at);
  }

  private void sealFrame(int at) {
    CRC32C tag = new CRC32C();
    tag.update(log.array(), LOG_TAG, Long.BYTES);
    int own = crc(log, at + FRAME_NUMBER, at + frameBytes(at));
    log.putInt(at + FRAME_CRC, own ^ (int) tag.getValue());
  }

  private static int crc(ByteBuffer bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.array(), from, to - from);
    return (int) crc.getValue();
  }
}
