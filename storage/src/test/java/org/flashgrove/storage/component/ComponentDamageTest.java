package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.proof.MergingMap;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.framelog.FrameLog;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;

/** Pages and frames that no store left like that: each is noticed, by name and place. */
class ComponentDamageTest {
  private static final int PAGE = ComponentFiles.PAGE;
  private static final int KEYS = 260;

  private final ComponentFiles files = ComponentFiles.plain(SyncMode.CLOSE);

  /** A map in an open store. */
  private record Opened(ComponentFiles.Closed closed, MergingMap map) implements AutoCloseable {
    static Opened over(CrashDisk disk, ComponentFiles files) {
      ComponentFiles.Closed closed = files.over(disk);
      MergingMap map = new MergingMap(closed.file(), 30);
      closed.store().open();
      return new Opened(closed, map);
    }

    void fill(long value) {
      for (long key = 0; key < KEYS; key++) {
        map.put(key, value * key);
      }
      closed.file().flush();
    }

    List<Block> blocks() {
      List<Block> blocks = new ArrayList<>();
      map.visitBlocks(blocks::add);
      return blocks;
    }

    @Override
    public void close() {
      closed.store().close();
    }
  }

  private CrashDisk filled(ComponentFiles shape, long value) {
    CrashDisk disk = new CrashDisk();
    try (Opened opened = Opened.over(disk, shape)) {
      opened.fill(value);
    }
    return disk;
  }

  private static TreeMap<Long, Long> content(long value) {
    TreeMap<Long, Long> content = new TreeMap<>();
    for (long key = 0; key < KEYS; key++) {
      content.put(key, value * key);
    }
    return content;
  }

  /** Opens the store and reads everything; the message of the damage, or null if all is right. */
  private String damage(DiskState state, long value) {
    try (Opened opened = Opened.over(new CrashDisk(state), files)) {
      assertThat(opened.map().content()).isEqualTo(content(value));
      return null;
    } catch (DamagedStoreException e) {
      return e.getMessage();
    }
  }

  /** Addresses of the pages that count. */
  private List<Integer> pages(DiskState state) {
    List<Integer> pages = new ArrayList<>();
    try (Opened opened = Opened.over(new CrashDisk(state), files)) {
      for (Block block : opened.blocks()) {
        for (int page = 0; page < block.pages(); page++) {
          pages.add((int) block.number() * ComponentFiles.PAGES + page);
        }
      }
    }
    return pages;
  }

  private static DiskState with(DiskState state, byte[] from, int fromPage, int toPage) {
    byte[] bytes = state.bytes(ComponentFiles.BLOCKS);
    System.arraycopy(from, fromPage * PAGE, bytes, toPage * PAGE, PAGE);
    return state.with(ComponentFiles.BLOCKS, bytes);
  }

  private static String place(int page) {
    return ComponentFiles.BLOCKS
        + ", block "
        + page / ComponentFiles.PAGES
        + ", page "
        + page % ComponentFiles.PAGES
        + ": ";
  }

  @Test
  void flippedBitsAreNoticed() {
    DiskState state = filled(files, 3).everything();
    assertThat(damage(state, 3)).isNull();
    for (int page : pages(state)) {
      for (long bit = page % 61; bit < PAGE * 8; bit += 61) {
        String found = damage(state.flipped(ComponentFiles.BLOCKS, page * PAGE * 8L + bit), 3);
        assertThat(found).as("page " + page + ", bit " + bit).startsWith(place(page));
      }
    }
  }

  @Test
  void misplacedPagesAreNoticed() {
    DiskState state = filled(files, 3).everything();
    byte[] bytes = state.bytes(ComponentFiles.BLOCKS);
    List<Integer> pages = pages(state);
    for (int to : pages) {
      for (int from : pages) {
        if (from != to) {
          String found = damage(with(state, bytes, from, to), 3);
          assertThat(found)
              .startsWith(place(to) + "is page " + from % ComponentFiles.PAGES + " of block ");
        }
      }
    }
  }

  @Test
  void pagesThatWereNeverWrittenAreNoticed() {
    DiskState state = filled(files, 3).everything();
    for (int page : pages(state)) {
      assertThat(damage(with(state, new byte[PAGE], 0, page), 3))
          .isEqualTo(place(page) + "was never written, or is erased");
    }
  }

  @Test
  void pagesOfAnotherStructureAreNoticed() {
    DiskState state = filled(files, 3).everything();
    ComponentFiles other = new ComponentFiles(SyncMode.CLOSE, 8 << 10, 7, false, 3);
    byte[] others = filled(other, 3).everything().bytes(ComponentFiles.BLOCKS);
    int met = 0;
    for (int page : pages(state)) {
      if (isWritten(others, page)) {
        met++;
        assertThat(damage(with(state, others, page, page), 3))
            .isEqualTo(place(page) + "is a page of another store or structure");
      }
    }
    assertThat(met).isPositive();
  }

  private static boolean isWritten(byte[] bytes, int page) {
    return (page + 1) * PAGE <= bytes.length && bytes[page * PAGE] == 'F';
  }

  @Test
  void stalePagesAreNoticed() {
    CrashDisk disk = filled(files, 3);
    byte[] before = disk.everything().bytes(ComponentFiles.BLOCKS);
    try (Opened opened = Opened.over(disk, files)) {
      opened.fill(4);
    }
    DiskState state = disk.everything();
    assertThat(damage(state, 4)).isNull();
    int stale = 0;
    for (int page : pages(state)) {
      if (isWritten(before, page)) {
        stale++;
        assertThat(damage(with(state, before, page, page), 4))
            .startsWith(place(page) + "has sequence ")
            .endsWith("the page is stale");
      }
    }
    assertThat(stale).isPositive();
  }

  @Test
  void aLogThatIsOlderThanTheBlocksIsNoticed() {
    CrashDisk disk = filled(files, 3);
    DiskState older = disk.everything();
    try (Opened opened = Opened.over(disk, files)) {
      opened.fill(4);
    }
    byte[] newer = disk.everything().bytes(ComponentFiles.BLOCKS);
    assertThat(damage(older.with(ComponentFiles.BLOCKS, newer), 3))
        .startsWith(ComponentFiles.BLOCKS);
    int met = 0;
    for (int page : pages(older)) {
      if (isWritten(newer, page)) {
        met++;
        assertThat(damage(with(older, newer, page, page), 3))
            .startsWith(place(page) + "has sequence ")
            .endsWith("the log is older than the blocks");
      }
    }
    assertThat(met).isPositive();
  }

  @Test
  void pagesOfANewerFormatAreRefusedAsSuch() {
    byte[] page = new byte[PAGE];
    BlockPage envelopes = new BlockPage("blocks", PAGE, BlockPage.tag(ComponentFiles.TAG, 0));
    int checksum = envelopes.seal(page, 3, 7, 1);
    Block block = new Block(3, 7, 2, checksum);
    envelopes.require(page, block, 1, 10);
    page[4] = 2;
    CRC32C crc = new CRC32C();
    Arrays.fill(page, 12, 16, (byte) 0);
    crc.update(page);
    ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN).putInt(12, (int) crc.getValue());
    assertThatThrownBy(() -> envelopes.require(page, block, 1, 10))
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining("blocks, block 3, page 1: format version 2");
  }

  @Test
  void aLastPageWithAnotherChecksumIsNoticed() {
    byte[] page = new byte[PAGE];
    BlockPage envelopes = new BlockPage("blocks", PAGE, BlockPage.tag(ComponentFiles.TAG, 5));
    int checksum = envelopes.seal(page, 3, 7, 1);
    Block block = new Block(3, 7, 2, checksum + 1);
    assertThatThrownBy(() -> envelopes.require(page, block, 1, 10))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("block 3, page 1: is the last page, and its checksum");
    Block longer = new Block(3, 7, 3, checksum + 1);
    envelopes.require(page, longer, 1, 10);
  }

  @Test
  void aFileThatLostItsEndIsNoticed() {
    DiskState state = filled(files, 3).everything();
    byte[] bytes = state.bytes(ComponentFiles.BLOCKS);
    int last = pages(state).stream().mapToInt(page -> page).max().orElseThrow();
    for (int page = 0; page <= last; page++) {
      byte[] cut = Arrays.copyOf(bytes, page * PAGE);
      assertThat(damage(state.with(ComponentFiles.BLOCKS, cut), 3))
          .contains(ComponentFiles.BLOCKS)
          .contains("the log names");
    }
  }

  /** After a crash that loses what was not synced, no sequence is given to another content. */
  @Test
  void sequencesAreNeverGivenOutTwice() {
    CrashDisk disk = filled(files, 3);
    Set<Long> given = new HashSet<>();
    for (int crash = 0; crash < 5; crash++) {
      Opened opened = Opened.over(disk, files);
      opened.map().put(1, crash);
      opened.map().merge();
      long most = opened.blocks().stream().mapToLong(Block::sequence).max().orElseThrow();
      assertThat(given.add(most)).isTrue();
      disk = new CrashDisk(disk.durable());
    }
  }

  // Frames

  /** Appends a frame to a log whose store is closed. */
  private static DiskState appended(DiskState state, int type, long... words) {
    CrashDisk disk = new CrashDisk(state);
    FileDevice device = FileDevice.over(disk, RawFile.Caching.BUFFERED);
    try (FrameLog log = device.openLog(ComponentFiles.LOG, ComponentFiles.TAG, PAGE)) {
      log.append(type, words, words.length);
      log.sync();
    }
    return disk.everything();
  }

  private void assertRefused(DiskState state, String cause) {
    assertThatThrownBy(() -> Opened.over(new CrashDisk(state), files))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining(cause);
  }

  @Test
  void impossibleFramesAreRefused() {
    DiskState state = filled(files, 3).everything();
    assertRefused(appended(state, StoreLog.SEQUENCES), "impossible SEQUENCES frame");
    assertRefused(appended(state, StoreLog.SEQUENCES, 1L << 40, 0), "impossible SEQUENCES frame");
    assertRefused(appended(state, StoreLog.SEQUENCES, 5), "impossible SEQUENCES frame");
    assertRefused(appended(state, StoreLog.SEQUENCES, -1), "impossible SEQUENCES frame");
    assertRefused(
        appended(state, StoreLog.SEQUENCES, Long.MAX_VALUE), "impossible SEQUENCES frame");
    assertRefused(
        appended(state, StoreLog.OPERATION, 1, 2, 3),
        "impossible frame type 1 for an index of components");
    assertRefused(
        appended(state, StoreLog.HEAP, 1, 2, 3),
        "impossible frame type 8 for an index of components");
    assertRefused(appended(state, 99), "type 99");
    DiskState changed = appended(state, StoreLog.CHANGES, 1, 1, 3);
    assertRefused(
        appended(changed, StoreLog.CHECKPOINT_IMAGE, -1),
        "is a checkpoint image after other frames");
    assertRefused(appended(state, StoreLog.CHANGES, 1, 1), "half a change");
  }

  @Test
  void movesOfBlocksAreRefused() {
    ComponentFiles beside = ComponentFiles.besideSlots(SyncMode.CLOSE);
    DiskState state = filled(beside, 3).everything();
    for (long place : new long[] {0, 5L << 32, 0xFFFF_FFFFL << 32}) {
      DiskState moved = appended(state, StoreLog.MOVE, beside.number(), 1, 7, place, 1);
      assertThatThrownBy(() -> Opened.over(new CrashDisk(moved), beside))
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageContaining("moves pages of structure 4");
    }
  }

  /** An edit of the first interval, which names one block. */
  private static DiskState edited(DiskState state, long... block) {
    return appended(state, StoreLog.EDIT, 0, 0, 1, Long.MIN_VALUE, block[0], block[1], block[2]);
  }

  @Test
  void impossibleBlocksAreRefused() {
    DiskState state = filled(files, 3).everything();
    long onePage = 1L << 32;
    assertRefused(edited(state, 1_000 | onePage, 3, 0), "the log names 1 pages of it");
    assertRefused(edited(state, 5L << 32, 3, 0), "the log names 5 pages of it");
    assertRefused(edited(state, onePage, 1L << 40, 0), "the log assigned only those up to");
    assertRefused(edited(state, 4_097L << 32, 3, 0), "impossible words of a block");
    assertRefused(edited(state, onePage, -3, 0), "impossible words of a block");
    assertRefused(edited(state, onePage, 3, -1), "impossible words of a block");
    assertRefused(edited(state, 0, 3, 0), "impossible words of a block");
    long second;
    try (Opened opened = Opened.over(new CrashDisk(state), files)) {
      second = opened.blocks().get(1).number();
    }
    assertRefused(edited(state, second | onePage, 3, 0), "the log names it twice");
  }
}
