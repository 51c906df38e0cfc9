package org.flashgrove.storage.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.file.FilePageStore;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.Test;

/** Checkpoints by themselves, without a tree and a log. */
class FreePagesTest {
  private static final int PAGE = 512;
  private static final long TAG = 77;
  private static final int TREE = 0;
  private static final int NODES = 40;
  private static final long TIME_TO_GO_WRONG_MILLIS = 50;

  private final CrashDisk disk = new CrashDisk();
  private final PageStore store =
      FilePageStore.create(disk, FreePages.FILE, RawFile.Caching.BUFFERED, PAGE);
  private final FreePages pages = FreePages.create(store, TAG);

  /** Writes some nodes to new slots; their checksums say in which round. */
  private void move(int round) {
    long[] slots = new long[1];
    for (int node = round % 3; node < NODES; node += 3) {
      pages.allocate(1, slots);
      store.write(slots, 1, AlignedBuffers.allocate(PAGE));
      pages.stored(TREE, node, slots[0], checksum(node, round), round);
    }
  }

  private static int checksum(int node, int round) {
    return 1 + node + NODES * round;
  }

  /** Round in which a node was moved last. */
  private static int lastRound(int node, int round) {
    return round - Math.floorMod(round - node, 3);
  }

  private byte[] bytes() {
    return disk.everything().bytes(FreePages.FILE);
  }

  private static FreePages open(byte[] bytes) {
    CrashDisk found = new CrashDisk(new CrashDisk().everything().with(FreePages.FILE, bytes));
    return FreePages.open(
        FilePageStore.open(found, FreePages.FILE, RawFile.Caching.BUFFERED, PAGE), TAG);
  }

  private static void requireMap(FreePages found, int round) {
    for (int node = 0; node < NODES; node++) {
      long place = found.map(TREE).place(node);
      int last = lastRound(node, round);
      assertThat(PageMap.checksum(place)).isEqualTo(last < 0 ? 0 : checksum(node, last));
    }
  }

  /** Even on a device that tears within the 512 bytes that count as atomic elsewhere. */
  @Test
  void aSuperblockTornAtAnyByteLeavesTheOneBefore() {
    for (int round = 0; round < 6; round++) {
      move(round);
      byte[] before = bytes();
      pages.checkpoint(round);
      byte[] after = bytes();
      int superblocks = Superblock.SLOTS * PAGE;
      for (int cut = 0; cut <= superblocks; cut++) {
        byte[] torn = after.clone();
        System.arraycopy(before, cut, torn, cut, superblocks - cut);
        FreePages found = open(torn);
        if (found.sequence() == pages.sequence()) {
          requireMap(found, round);
          assertThat(found.frame()).isEqualTo(round);
        } else {
          assertThat(found.sequence()).isEqualTo(pages.sequence() - 1);
          requireMap(found, round - 1);
        }
      }
      assertThat(open(after).sequence()).isEqualTo(pages.sequence());
    }
  }

  /** What a lost write leaves is intact, but not what belongs there. */
  @Test
  void anEarlierContentOfASlotIsNoticed() {
    List<byte[]> earlier = new ArrayList<>();
    for (int round = 0; round < 30; round++) {
      move(round);
      pages.checkpoint(round);
      earlier.add(bytes());
    }
    byte[] now = bytes();
    int noticed = 0;
    for (byte[] old : earlier) {
      for (int at = Superblock.SLOTS * PAGE; at < Math.min(old.length, now.length); at += PAGE) {
        byte[] stale = now.clone();
        System.arraycopy(old, at, stale, at, PAGE);
        try {
          requireMap(open(stale), 29);
        } catch (DamagedStoreException e) {
          noticed++;
        }
      }
    }
    assertThat(noticed).isPositive();
  }

  @Test
  void slotsAreUsedAgain() {
    long most = 0;
    for (int round = 0; round < 100; round++) {
      move(round);
      pages.checkpoint(round);
      if (round == 20) {
        most = store.pageCount();
      }
      if (round > 20) {
        assertThat(store.pageCount()).isLessThanOrEqualTo(most);
      }
    }
    requireMap(open(bytes()), 99);
    int chunks = (NODES + MapPage.wordCapacity(PAGE) / 2 - 1) / (MapPage.wordCapacity(PAGE) / 2);
    assertThat(pages.figures().liveSlots()).isEqualTo(Superblock.SLOTS + NODES + chunks + 1);
    assertThat(open(bytes()).figures().liveSlots()).isEqualTo(pages.figures().liveSlots());
  }

  @Test
  void freeSlotsAreDiscardedOnce() {
    move(0);
    move(1);
    move(2);
    pages.checkpoint(2);
    assertThat(pages.figures().discardedSlots()).isZero();
    move(3); // a third of the nodes again
    long obsolete = pages.figures().obsoleteSlots();
    assertThat(obsolete).isPositive();
    pages.checkpoint(3);
    assertThat(pages.figures().discardedSlots()).isZero(); // the superblock before knows them
    pages.checkpoint(4);
    long discarded = pages.figures().discardedSlots();
    assertThat(discarded).isGreaterThanOrEqualTo(obsolete);
    pages.checkpoint(5);
    assertThat(pages.figures().discardedSlots())
        .isBetween(discarded, discarded + 1); // a directory's
    requireMap(open(bytes()), 3);
  }

  /** A slot that a reader may be about to read is not given out. */
  @Test
  void aCheckpointWaitsForReadsUnderWay() throws InterruptedException {
    move(0);
    int entered = pages.enterRead();
    Thread writer = new Thread(() -> pages.checkpoint(1));
    writer.start();
    while (writer.isAlive() && !isAtGate(writer)) {
      Thread.yield();
    }
    writer.join(TIME_TO_GO_WRONG_MILLIS); // however long: it must not end
    assertThat(writer.isAlive()).isTrue();
    int later = pages.enterRead();
    pages.leaveRead(entered);
    writer.join(); // later reads do not hinder it
    pages.leaveRead(later);
  }

  private static boolean isAtGate(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().equals(ReadGate.class.getName()));
  }
}
