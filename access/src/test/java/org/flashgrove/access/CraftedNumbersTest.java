package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.flashgrove.access.design.DescriptionFile;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests stores whose files contain impossible numbers under valid checksums. Opening, checking and
 * changing such a store must end in an answer or in a {@link StoreException} with one line. If only
 * the settings do not match the files, it may end in a {@link SpecException}. It must never end in
 * an error of the virtual machine.
 */
class CraftedNumbersTest {
  private static final String[] NUMBERS = {
    "0", "-1", "2147483647", "2147483648", "274877906944", "9223372036854775807"
  };
  private static final Pattern NUMBER = Pattern.compile("(?<==)\\d+[KMG]?(?=[,+]|$)");
  private static final int PAGE = 512;

  @TempDir private Path directory;
  private final Map<String, byte[]> files = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();
  private Path crafted;

  @BeforeEach
  void name() {
    crafted = directory.resolve("crafted");
  }

  /** Creates a store with each kind of structure. Some of its changes are only in the log. */
  private void make(String flash, Map<String, String> structures) throws IOException {
    StoreOptions options =
        StoreOptions.defaults()
            .withDevice("buffered")
            .withIndex("rstar")
            .withFlash(flash)
            .withPageSize(PAGE)
            .withSync(SyncMode.CLOSE);
    StoreDesign like = options.design();
    Path made = directory.resolve("made");
    try (Store store = Store.create(made, like.ofStructures(structures))) {
      change(store, 0, 60);
      store.flush();
      change(store, 60, 70);
    }
    for (String file : made.toFile().list()) {
      files.put(file, Files.readAllBytes(made.resolve(file)));
    }
  }

  private static void change(Store store, int from, int to) {
    for (Structure structure : store.structures()) {
      for (int id = from; id < to; id++) {
        if (structure instanceof EntryStructure entries) {
          entries.entries().insert(id, id % 9 / 9.0, id % 7 / 7.0, id % 9 / 9.0, id % 7 / 7.0);
        } else if (structure instanceof KeyStructure keys) {
          keys.tree().insert(id, id);
        }
      }
    }
  }

  /** Returns the specs of the structures by their names. */
  Map<String, String> structures() {
    Map<String, String> structures = new LinkedHashMap<>();
    structures.put("grove", "grove:domain=0/0/1/1,memory=64K,block=2K");
    structures.put("tree", "rstar:capacity=10");
    structures.put("keys", "bplus");
    structures.put("records", "records:cache=16K");
    return structures;
  }

  private void attempt(String what) {
    Map<String, byte[]> before = contents(crafted);
    boolean isOpen = false;
    try {
      Store store = Store.open(crafted);
      isOpen = true;
      try {
        refusals.addAll(StoreCheck.of(store.structures()).problems());
        change(store, 100, 110);
        store.compact();
      } finally {
        store.close();
      }
    } catch (StoreException | SpecException e) {
      if (e.getMessage().contains("\n")) {
        failures.add(what + ": " + e);
      }
      refusals.add(e.getMessage());
    } catch (RuntimeException | Error e) {
      failures.add(
          what + ": " + e + " at " + List.of(e.getStackTrace()).stream().limit(6).toList());
    }
    if (!isOpen && !isSame(before, contents(crafted))) {
      failures.add(what + ": refusing the store changed its files");
    }
  }

  private static Map<String, byte[]> contents(Path store) {
    Map<String, byte[]> contents = new TreeMap<>();
    try {
      for (String file : store.toFile().list()) {
        contents.put(file, Files.readAllBytes(store.resolve(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    contents.remove("store.lock");
    return contents;
  }

  private static boolean isSame(Map<String, byte[]> a, Map<String, byte[]> b) {
    return a.keySet().equals(b.keySet())
        && a.entrySet().stream()
            .allMatch(each -> Arrays.equals(each.getValue(), b.get(each.getKey())));
  }

  private void write(String file, byte[] bytes) {
    try {
      Files.createDirectories(crafted);
      for (Map.Entry<String, byte[]> each : files.entrySet()) {
        if (!each.getKey().equals("store.lock")) {
          Files.write(crafted.resolve(each.getKey()), each.getValue());
        }
      }
      if (bytes != null) {
        Files.write(crafted.resolve(file), bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireNoFailures() {
    assertThat(failures).isEmpty();
  }

  @Test
  void everyNumberOfADescription() throws IOException {
    requireTypedFailures("none:frames=8,log=64K");
  }

  @Tag("long")
  @KindTest
  @KindSource({
    "none:buffer=64K,log=64K,behind=2,warm=16K",
    "efind:buffer=64K",
    "fast:buffer=64K",
    "efind:buffer=64K+pool:buffer=64K"
  })
  void everyNumberOfADescriptionUnderEveryBuffer(String flash) throws IOException {
    requireTypedFailures(flash);
  }

  private void requireTypedFailures(String flash) throws IOException {
    make(flash, structures());
    Map<String, String> lines =
        new LinkedHashMap<>(DescriptionFile.read(directory.resolve("made")));
    lines.remove("crc32c");
    for (Map.Entry<String, String> line : lines.entrySet()) {
      Matcher found = NUMBER.matcher("=" + line.getValue());
      while (found.find()) {
        for (String number : NUMBERS) {
          String text = "=" + line.getValue();
          String value = text.substring(1, found.start()) + number + text.substring(found.end());
          describe(lines, line.getKey(), value);
        }
      }
    }
    for (String number : NUMBERS) {
      describe(lines, "numbers", "0,1,2,3,4," + number);
      describe(lines, "numbers", number + ",1,2,3,4,5");
    }
    requireNoFailures();
  }

  private void describe(Map<String, String> lines, String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(lines);
    changed.put(key, value);
    write(null, null);
    DescriptionFile.write(new DiskDirectory(crafted), changed);
    attempt(key + "=" + value);
  }

  private static final long[] WORDS = {
    0,
    1,
    -1,
    7,
    1L << 31,
    (1L << 31) - 1,
    1L << 32,
    1L << 40,
    1L << 62,
    Long.MAX_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE
  };

  @Test
  void everyNumberOfASuperblock() throws IOException {
    superblocks(4);
  }

  @Tag("long")
  @Test
  void everyNumberInEachPlaceOfASuperblock() throws IOException {
    superblocks(WORDS.length);
  }

  /**
   * Tries {@code numbers} of the numbers at each position, so that all of them are tried at some
   * position.
   */
  private void superblocks(int numbers) throws IOException {
    make("none:frames=8,log=64K", structures());
    byte[] pages = files.get("nodes.pages");
    int tried = 0;
    for (int at = 16; at <= 56; at += 8) {
      for (int i = 0; i < numbers; i++) {
        long word = WORDS[tried++ % WORDS.length];
        ByteBuffer copy = ByteBuffer.wrap(pages.clone()).order(ByteOrder.LITTLE_ENDIAN);
        for (int slot = 0; slot < 2; slot++) {
          copy.putLong(slot * PAGE + at, word);
          seal(copy, slot);
        }
        write("nodes.pages", copy.array());
        attempt("superblocks at " + at + ": " + word);
      }
    }
    requireNoFailures();
  }

  private static void seal(ByteBuffer pages, int slot) {
    pages.putInt(slot * PAGE + 12, 0);
    CRC32C crc = new CRC32C();
    crc.update(pages.array(), slot * PAGE, PAGE);
    pages.putInt(slot * PAGE + 12, (int) crc.getValue());
  }

  /** Changes the header of the log, its mark, and words of its frames. */
  @Test
  void everyNumberOfALog() throws IOException {
    log(70);
  }

  @Tag("long")
  @Test
  void everyNumberInEachPlaceOfALog() throws IOException {
    log(2_000);
  }

  private void log(int most) throws IOException {
    make("none:frames=8,log=64K", structures());
    byte[] log = files.get("store.log");
    long tag = ByteBuffer.wrap(log).order(ByteOrder.LITTLE_ENDIAN).getLong(8);
    int mixed = tagChecksum(tag);
    for (int at : new int[] {16, 24, 32}) {
      for (long word : WORDS) {
        ByteBuffer copy = ByteBuffer.wrap(log.clone()).order(ByteOrder.LITTLE_ENDIAN);
        if (at == 24) {
          copy.putInt(at, (int) word);
        } else {
          copy.putLong(at, word);
        }
        copy.putInt(28, crc(copy, 0, 28) ^ mixed);
        copy.putInt(44, crc(copy, 32, 44) ^ mixed);
        write("store.log", copy.array());
        attempt("log header at " + at + ": " + word);
      }
    }
    ByteBuffer frames = ByteBuffer.wrap(log).order(ByteOrder.LITTLE_ENDIAN);
    int tried = 0;
    for (int at = 48; at + 24 <= log.length && frames.getInt(at) == 0x4D_52_46_46; ) {
      int words = frames.getInt(at + 20) & ~(3 << 29); // packed, with runs
      for (int field = 8; field < 24 + 8 * Math.min(words, 6); field += 8) {
        for (int i = 0; i < 3; i++) {
          long word = WORDS[(tried++ * 5 + i) % WORDS.length];
          ByteBuffer copy = ByteBuffer.wrap(log.clone()).order(ByteOrder.LITTLE_ENDIAN);
          copy.putLong(at + field, word);
          copy.putInt(at + 4, crc(copy, at + 8, at + 24 + 8 * words) ^ mixed);
          write("store.log", copy.array());
          attempt("frame at " + at + ", " + field + ": " + word);
        }
      }
      at += 24 + 8 * words;
      if (tried > most) {
        break;
      }
    }
    requireNoFailures();
  }

  /** Changes words of the footers of blocks and keeps the checksums valid. */
  @Test
  void numbersOfFooters() throws IOException {
    blocks(false);
  }

  @Tag("long")
  @Test
  void numbersOfAllPagesOfBlocks() throws IOException {
    blocks(true);
  }

  private void blocks(boolean allPages) throws IOException {
    Map<String, String> ofBlocks = new LinkedHashMap<>(structures());
    ofBlocks.keySet().removeAll(List.of("tree", "keys", "records"));
    make("none:frames=8,log=64K", ofBlocks);
    for (String file :
        files.keySet().stream().filter(name -> name.startsWith("blocks-")).toList()) {
      blocks(file, allPages);
    }
    requireNoFailures();
    assertThat(refusals).anyMatch(message -> message.contains("footer"));
  }

  private void blocks(String file, boolean allPages) {
    byte[] blocks = files.get(file);
    int tried = 0;
    for (int page = 0; page < blocks.length / PAGE; page++) {
      boolean isFooter = isWritten(blocks, page) && !isWritten(blocks, page + 1);
      for (int field = 0; (isFooter || allPages) && field < 256; field += 8) {
        if (field != 8) { // the checksum is there
          long word = WORDS[tried++ % WORDS.length];
          write(file, ForgedBlocks.with(blocks, PAGE, page, field, word));
          attempt(file + ", page " + page + " at " + field + ": " + word);
        }
      }
    }
  }

  /**
   * Returns whether a page was written. Such a page follows other pages of its block, or is the
   * first page.
   */
  private static boolean isWritten(byte[] blocks, int page) {
    int at = page * PAGE;
    return at < blocks.length && blocks[at] != 0 && (blocks[at + 6] != 0 || page == 0);
  }

  /** The lock file has no content of its own, so any bytes in it must be ignored. */
  @Test
  void aLockFileMaySayAnything() throws IOException {
    make("none:frames=8,log=64K", structures());
    for (long word : WORDS) {
      write(null, null);
      byte[] lock = ByteBuffer.allocate(Long.BYTES).putLong(word).array();
      Files.write(crafted.resolve("store.lock"), lock);
      attempt("lock " + word);
      assertThat(crafted.resolve("store.lock")).hasBinaryContent(lock);
    }
    requireNoFailures();
    assertThat(refusals).isEmpty();
  }

  /** Another process locks a byte at a position that no reader of the store uses. */
  @Test
  void anImpossibleByteOfALockFileMayBeLocked() throws Exception {
    lockedBytes(Long.MAX_VALUE - 1);
  }

  @Tag("long")
  @Test
  void anyByteOfALockFileMayBeLocked() throws Exception {
    lockedBytes(0, 1, 2, 1L << 31, 1L << 40, 1L << 61, 1L << 62);
  }

  private void lockedBytes(long... places) throws Exception {
    make("none:frames=8,log=64K", structures());
    for (long place : places) {
      write(null, null);
      Files.write(crafted.resolve("store.lock"), new byte[0]);
      try (LockedByte other = LockedByte.of(crafted.resolve("store.lock"), place)) {
        attempt("locked byte " + place);
        assertThat(other.isHeld()).isTrue();
      }
    }
    requireNoFailures();
    assertThat(refusals).allMatch(message -> message.contains("open elsewhere"));
  }

  private static int tagChecksum(long tag) {
    byte[] bytes = new byte[8];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(tag);
    return crc(ByteBuffer.wrap(bytes), 0, 8);
  }

  private static int crc(ByteBuffer bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.array(), from, to - from);
    return (int) crc.getValue();
  }
}
