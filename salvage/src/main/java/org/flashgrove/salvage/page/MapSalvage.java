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
 * Page map of one structure, as far as a damaged store still has it. If superblock and directory
 * are readable, they name the chunks; otherwise the newest chunk of each number among all pages
 * counts. Memory holds the places of chunks only; the chunks are read when they are needed.
 */
public final class MapSalvage {
  private static final int DIRECTORY_ENTRY_WORDS = 3;
  private static final int AT_MAGIC = 0;
  private static final long NONE = -1;

  /** Slots at the beginning of the file that hold superblocks. */
  public static final int SUPERBLOCKS = Superblock.SLOTS;

  private static final String FILE = FreePages.FILE;

  /** The place of a chunk, the checkpoint that wrote it, and whether the directory names it. */
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

  /** Places of the pages of the newest directory met, and of the next page that each names. */
  private final Map<Long, Long> directory = new HashMap<>();

  private long directorySequence;
  private long newestMet;
  private boolean complete;
  private long loaded = NONE;
  private long failed = NONE;
  private boolean loadedConfirmed;

  /** Creates the salvage of a map; no chunk of it is known yet. */
  public MapSalvage(SlotReader pages, int structure, long storeTag) {
    this.pages = pages;
    this.structure = structure;
    this.storeTag = storeTag;
    page = AlignedBuffers.allocate(pages.pageSize()).order(ByteOrder.LITTLE_ENDIAN);
    words = new long[MapPage.wordCapacity(pages.pageSize())];
  }

  /**
   * Notes a page whose checksum is right; returns whether it is a superblock or a page of a page
   * map.
   *
   * @throws UnsupportedFormatException if a newer version wrote it
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
      long sequence = MapPage.sequence(found);
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
    long sequence = MapPage.sequence(found);
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
   * Returns the first page of the newest directory, which no other directory page names as its
   * successor, or {@link PageMap#NEVER}.
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
      MapPage.read(found, FILE, kind, storeTag, place, ids, words);
      return true;
    } catch (DamagedStoreException e) {
      return false;
    }
  }

  /**
   * Finds the chunks, after all pages were offered.
   *
   * @param newestCheckpoint number of the newest checkpoint in the log; an older superblock is out
   *     of date and not used
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
      return MapPage.read(page, FILE, MapPage.DIRECTORY, storeTag, place, ids, words);
    } catch (DamagedStoreException e) {
      return -1;
    }
  }

  /** Returns whether the directory is there: each chunk is known by its place. */
  public boolean isComplete() {
    return complete;
  }

  /** Returns the newest log frame whose moves the map contains, or -1 if no superblock says it. */
  public long frame() {
    return superblock == null ? -1 : superblock.frame();
  }

  /** Returns the sequence number of the newest superblock that is believed, or -1. */
  public long sequence() {
    return superblock == null ? -1 : superblock.sequence();
  }

  /** Returns the newest checkpoint that wrote a chunk that was met. */
  public long newestMet() {
    return newestMet;
  }

  /** Loads the chunk of a page; returns whether there is one that can be read. */
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

  /** Returns the place of a page, or {@link PageMap#NEVER}. */
  public long place(long pageId) {
    return load(pageId) ? words[2 * (int) (pageId % chunkEntries())] : PageMap.NEVER;
  }

  /** Returns the version of the image at that place, or -1. */
  public long version(long pageId) {
    return load(pageId) ? words[2 * (int) (pageId % chunkEntries()) + 1] : -1;
  }

  /** Returns whether the chunk of a page is the one that the directory names, and can be read. */
  public boolean isConfirmed(long pageId) {
    return load(pageId) && loadedConfirmed;
  }

  /** Reports which parts of the map are lost, one line for each. */
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

  /** Numbers of chunks, ascending, that are named but cannot be read. */
  public long[] unreadableChunks() {
    return chunks.entrySet().stream()
        .filter(entry -> entry.getValue().confirmed)
        .filter(entry -> !readChunk(entry.getKey(), entry.getValue()))
        .mapToLong(Map.Entry::getKey)
        .peek(number -> loaded = NONE)
        .toArray();
  }

  /** Visits the pages that are stored, as far as the map is known. */
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
