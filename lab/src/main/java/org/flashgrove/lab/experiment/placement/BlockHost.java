package org.flashgrove.lab.experiment.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.flashgrove.simulator.fdp.FdpDevice;

/**
 * A host that writes pages out of place into blocks, as Lee, Ziegler and Leis do (How to Write to
 * SSDs, PVLDB 19). The host fills several blocks, called a set, at a time. Each batch of new pages
 * goes to a random block of the set. When the set is full, the host chooses the blocks of the next
 * set and reads the live pages in them. It then writes these pages to random free positions of the
 * next set before it writes new pages.
 */
final class BlockHost {
  private static final int NONE = -1;

  /**
   * Number of successive new pages that go to the same block, unless the block becomes full
   * earlier.
   */
  private static final int BATCH = 8;

  private final FdpDevice device;
  private final NowaSetting setting;
  private final int blockPages;
  private final SplittableRandom random;

  /** Device page in which each user page is stored. */
  private final int[] places;

  /** User page that was last written to each device page. */
  private final int[] residents;

  private final int[] live;
  private final int[] filled;
  private final SetGroups groups;
  private List<Integer> open = new ArrayList<>();

  /**
   * Number of blocks that the host opens together as the next set. It is 1 until the device is
   * full.
   */
  private int setBlocks = 1;

  /** Index in {@link #open} of the block to which the current batch of new pages goes. */
  private int batchAt;

  private int batchLeft;
  private int nextInCircle;
  private long userPages;

  /** Creates a host without data. */
  BlockHost(FdpDevice device, NowaSetting setting, SplittableRandom random) {
    this.device = device;
    this.setting = setting;
    this.random = random;
    blockPages = setting.blockPages();
    places = new int[setting.userPages()];
    Arrays.fill(places, NONE);
    int blocks = device.config().hostPages() / blockPages;
    residents = new int[blocks * blockPages];
    Arrays.fill(residents, NONE);
    live = new int[blocks];
    filled = new int[blocks];
    groups = new SetGroups(blocks);
  }

  /** Writes all pages of the user once in their order, one block after the other. */
  void fill() {
    for (int page = 0; page < places.length; page++) {
      write(page);
    }
    setBlocks = setting.setBlocks();
  }

  /** Writes a page of the user. */
  void write(int page) {
    while (open.isEmpty()) {
      openSet();
    }
    if (batchLeft == 0) {
      batchLeft = BATCH;
      batchAt = random.nextInt(open.size());
    }
    userPages++;
    batchLeft--;
    append(page, batchAt);
  }

  /** Returns the number of page writes by the user so far. */
  long userPages() {
    return userPages;
  }

  private void append(int page, int at) {
    int block = open.get(at);
    int place = block * blockPages + filled[block]++;
    if (places[page] != NONE) {
      live[places[page] / blockPages]--;
    }
    places[page] = place;
    residents[place] = page;
    live[block]++;
    device.write(place, 1, 0);
    if (filled[block] == blockPages) {
      open.remove(at);
      batchLeft = 0;
    }
  }

  /** Opens the blocks of the next set and writes their live pages into them again. */
  private void openSet() {
    List<Integer> set = next();
    int[] survivors = new int[set.size() * blockPages];
    int count = 0;
    for (int block : set) {
      for (int place = block * blockPages; place < (block + 1) * blockPages; place++) {
        int page = residents[place];
        if (page != NONE && places[page] == place) {
          survivors[count++] = page;
          places[page] = NONE;
        }
        residents[place] = NONE;
      }
      live[block] = 0;
      filled[block] = 0;
    }
    groups.rewrite(set);
    open = new ArrayList<>(set);
    for (int i = 0; i < count; i++) {
      append(survivors[i], byRoom());
    }
  }

  /**
   * Returns the index of a random open block. The probability of a block is proportional to the
   * number of its free pages.
   */
  private int byRoom() {
    int room = 0;
    for (int block : open) {
      room += blockPages - filled[block];
    }
    int place = random.nextInt(room);
    int at = 0;
    while (place >= blockPages - filled[open.get(at)]) {
      place -= blockPages - filled[open.get(at++)];
    }
    return at;
  }

  private List<Integer> next() {
    return switch (setting.choice()) {
      case GREEDY -> fewestLive();
      case CIRCULAR -> circular();
      case NOWA -> {
        List<Integer> laggards = wouldCopy() ? groups.laggards(live, blockPages) : List.of();
        yield laggards.isEmpty() ? fewestLive() : laggards;
      }
    };
  }

  /**
   * Returns whether the drive might have to copy pages after the host has written another set. The
   * drive erases a reclaim unit (a group of flash blocks) without copies only if all its pages are
   * dead. Dead pages in other units take up the drive's spare space. When no spare space is left,
   * the drive must copy pages.
   */
  private boolean wouldCopy() {
    long dead = (long) (groups.rewrittenBlocks() + setBlocks) * blockPages;
    return dead > (setting.spare() - setting.reserve()) * NowaSetting.UNIT_PAGES;
  }

  private List<Integer> circular() {
    List<Integer> set = new ArrayList<>();
    for (int i = 0; i < setBlocks; i++) {
      set.add(nextInCircle);
      nextInCircle = (nextInCircle + 1) % live.length;
    }
    return set;
  }

  private List<Integer> fewestLive() {
    List<Integer> set = new ArrayList<>();
    boolean[] taken = new boolean[live.length];
    for (int i = 0; i < setBlocks; i++) {
      int best = NONE;
      for (int block = 0; block < live.length; block++) {
        if (!taken[block] && (best == NONE || live[block] < live[best])) {
          best = block;
        }
      }
      taken[best] = true;
      set.add(best);
    }
    return set;
  }
}
