package org.flashgrove.salvage.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.page.PageChecksum;
import org.flashgrove.storage.page.SlotReader;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.MapPage;
import org.flashgrove.storage.placement.PageMap;
import org.flashgrove.storage.placement.Superblock;

/**
 * Readable part of the page map of one structure in a damaged store. The map consists of numbered
 * chunks. The place of a chunk is its slot and its checksum. If superblock and directory are
 * readable, the directory contains the place of each chunk. Otherwise, the newest chunk that was
 * found in the slots is used for each chunk number. Only the places of chunks are in memory; a
 * chunk is read when it is needed.
 */
public final class MapSalvage {
  private static final int DIRECTORY_ENTRY_WORDS = 3;
  private static final long NONE = -1;

  /** Number of slots at the start of the file that contain superblocks. */
  public static final int SUPERBLOCKS = Superblock.SLOTS;

  private static final String FILE = FreePages.FILE;

  /**
   * A chunk of the map: its slot and checksum, the number of the checkpoint that wrote it, and
   * whether the directory names it.
   */
  private record Chunk(long place, long sequence, boolean confirmed) {}

  private final SlotReader pages;
  private final int structure;
  private final long storeTag;
  private final ByteBuffer page;
  private final long[] words;
  private final long[] ids = new long[2];
  private final TreeMap<Long, Chunk> met = new TreeMap<>();
  private Map<Long, Chunk> chunks = met;
  private Superblock superblock;

  /**
   * Pages of the newest directory found so far. The key is the slot and checksum of a page, and the
   * value is the slot and checksum of the next page.
   */
  private final Map<Long, Long> directory = new HashMap<>();

  private long directorySequence;
  private long newestMet;
  private boolean complete;
  private long loaded = NONE;
  private long failed = NONE;
  private boolean loadedConfirmed;

  /**
   * Creates the salvage of a structure's page map. No chunk of the map is known yet.
   *
   * @param structure number of the structure in the store
   */
  public MapSalvage(SlotReader pages, int structure, long storeTag) {
    this.pages = pages;
    this.structure = structure;
    this.storeTag = storeTag;
    page = AlignedBuffers.allocate(pages.pageSize()).order(ByteOrder.LITTLE_ENDIAN);
    words = new long[MapPage.wordCapacity(pages.pageSize())];
  }

  /**
   * Examines a page whose checksum is correct. Returns whether the page is a superblock or belongs
   * to a page map.
   *
   * @param slot slot of the page
   * @param found content of the page
   * @throws UnsupportedFormatException if a newer version of the library wrote the page
   */
  public boolean offer(long slot, ByteBuffer found) {
    if (slot < Superblock.SLOTS) {
      Superblock read = Superblock.read(found, FILE, storeTag, slot);
      if (read != null && (superblock == null || read.sequence() > superblock.sequence())) {
        superblock = read;
      }
      return read != null;
    }
    long place = PageMap.place(slot, PageChecksum.stored(found));
    if (isPage(found, MapPage.CHUNK, place)) {
      long sequence = new MapPage(found).sequence();
      Chunk known = met.get(ids[1]);
      if (ids[0] == structure && isNumber(ids[1]) && (known == null || known.sequence < sequence)) {
        met.put(ids[1], new Chunk(place, sequence, false));
      }
      newestMet = Math.max(newestMet, sequence);
      return true;
    }
    if (!isPage(found, MapPage.DIRECTORY, place)) {
      return false;
    }
    long sequence = new MapPage(found).sequence();
    newestMet = Math.max(newestMet, sequence);
    if (sequence > directorySequence) {
      directorySequence = sequence;
      directory.clear();
    }
    if (sequence == directorySequence) {
      directory.put(place, ids[0]);
    }
    return true;
  }

  /**
   * Returns the slot and checksum of the first page of the newest directory, or {@link
   * PageMap#NEVER}. No other page of the directory refers to the first page.
   */
  private long metDirectory() {
    Set<Long> firsts = new HashSet<>(directory.keySet());
    firsts.removeAll(directory.values());
    return firsts.size() == 1 ? firsts.iterator().next() : PageMap.NEVER;
  }

  private static boolean isNumber(long chunk) {
    return chunk >= 0 && chunk <= Integer.MAX_VALUE;
  }

  private boolean isPage(ByteBuffer found, int kind, long place) {
    try {
      new MapPage(found).read(FILE, kind, storeTag, place, ids, words);
      return true;
    } catch (DamagedStoreException e) {
      return false;
    }
  }

  /**
   * Determines the current chunks of the map. Must be called after {@link #offer} was called for
   * all pages.
   *
   * @param newestCheckpoint number of the newest checkpoint in the log; a superblock of an older
   *     checkpoint is outdated and not used
   */
  public void settle(long newestCheckpoint) {
    if (superblock != null && superblock.sequence() < newestCheckpoint) {
      superblock = null;
    }
    long place = superblock == null ? PageMap.NEVER : superblock.directory();
    if (superblock == null) {
      // Without a superblock the directory of the newest checkpoint in the log names the same
      // chunks.
      place =
          newestCheckpoint > 0 && directorySequence >= newestCheckpoint ? metDirectory() : place;
      if (place == PageMap.NEVER) {
        return;
      }
    }
    TreeMap<Long, Chunk> named = new TreeMap<>();
    complete = true;
    for (long steps = 0; place != PageMap.NEVER; steps++) {
      int count = steps > pages.count() ? -1 : readDirectory(place);
      if (count < 0) {
        complete = false;
        break;
      }
      place = ids[0];
      for (int i = 0; i + DIRECTORY_ENTRY_WORDS <= count; i += DIRECTORY_ENTRY_WORDS) {
        if (words[i] == structure && isNumber(words[i + 1])) {
          named.put(words[i + 1], new Chunk(words[i + 2], newestCheckpoint, true));
        }
      }
    }
    if (complete) {
      chunks = named;
    } else {
      met.putAll(named);
    }
  }

  private int readDirectory(long place) {
    if (!pages.read(PageMap.slot(place), page)) {
      return -1;
    }
    try {
      return new MapPage(page).read(FILE, MapPage.DIRECTORY, storeTag, place, ids, words);
    } catch (DamagedStoreException e) {
      return -1;
    }
  }

  /**
   * Returns whether the directory of the page map was found. Only then is each chunk's place known.
   */
  public boolean isComplete() {
    return complete;
  }

  /**
   * Returns the number of the newest log frame that the map takes into account, or -1 if no
   * superblock was found. The map contains the slots that all frames up to this one assign to
   * pages.
   */
  public long frame() {
    return superblock == null ? -1 : superblock.frame();
  }

  /** Returns the sequence number of the superblock that is used, or -1 if there is none. */
  public long sequence() {
    return superblock == null ? -1 : superblock.sequence();
  }

  /** Returns the number of the newest checkpoint of which a chunk was found. */
  public long newestMet() {
    return newestMet;
  }

  /**
   * Loads the chunk that contains the map's entry of a page. Returns false if there is no such
   * chunk or it cannot be read.
   */
  private boolean load(long pageId) {
    long number = pageId / chunkEntries();
    if (number == loaded || pageId < 0 || number == failed) {
      return pageId >= 0 && number == loaded;
    }
    loaded = NONE;
    Chunk chunk = chunks.get(number);
    loadedConfirmed = chunk != null && chunk.confirmed && readChunk(number, chunk);
    if (!loadedConfirmed) {
      Chunk other = met.get(number);
      if (other == null || !readChunk(number, other)) {
        failed = number;
        return false;
      }
    }
    loaded = number;
    return true;
  }

  private boolean readChunk(long number, Chunk chunk) {
    return pages.read(PageMap.slot(chunk.place), page)
        && isPage(page, MapPage.CHUNK, chunk.place)
        && ids[0] == structure
        && ids[1] == number;
  }

  private int chunkEntries() {
    return words.length / 2;
  }

  /**
   * Returns the slot and checksum of a page's image according to the map, or {@link PageMap#NEVER}.
   */
  public long place(long pageId) {
    return load(pageId) ? words[2 * (int) (pageId % chunkEntries())] : PageMap.NEVER;
  }

  /**
   * Returns the version of a page's image according to the map, or -1 if the map does not contain
   * the page.
   */
  public long version(long pageId) {
    return load(pageId) ? words[2 * (int) (pageId % chunkEntries()) + 1] : -1;
  }

  /**
   * Returns whether the map's entry of a page is certain. This is so if the directory names the
   * chunk that contains the entry, and the chunk can be read.
   */
  public boolean isConfirmed(long pageId) {
    return load(pageId) && loadedConfirmed;
  }

  /**
   * Reports each lost part of the map as a message.
   *
   * @param losses receives the messages
   */
  public void reportLosses(Consumer<String> losses) {
    if (!complete) {
      losses.accept(
          "page map: no directory that is known to be the newest; "
              + (chunks.isEmpty() ? "nothing is left" : "chunks are those met among all pages"));
    }
    for (long chunk : unreadableChunks()) {
      losses.accept("page map: chunk " + chunk + " is not what the directory names");
    }
  }

  /**
   * Returns the numbers of chunks that the directory names but that cannot be read, in ascending
   * order.
   */
  public long[] unreadableChunks() {
    return chunks.entrySet().stream()
        .filter(entry -> entry.getValue().confirmed)
        .filter(entry -> !readChunk(entry.getKey(), entry.getValue()))
        .mapToLong(Map.Entry::getKey)
        .peek(number -> loaded = NONE)
        .toArray();
  }

  /** Visits the ids of the pages that have an image according to the readable part of the map. */
  public void forEachStored(LongConsumer visitor) {
    for (long number : chunks.keySet().stream().mapToLong(Long::longValue).toArray()) {
      for (int i = 0; i < chunkEntries(); i++) {
        long pageId = number * chunkEntries() + i;
        if (PageMap.isStored(place(pageId))) {
          visitor.accept(pageId);
        }
      }
    }
  }
}
