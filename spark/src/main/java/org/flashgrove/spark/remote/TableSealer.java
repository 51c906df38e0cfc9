package org.flashgrove.spark.remote;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.flashgrove.access.table.Table;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * Turns the closed store of a table into a single file with compressed pages. The head of the file
 * has everything that opening a table reads, and all inner nodes of its indexes. To learn what
 * opening reads, the sealer opens the table once.
 */
public final class TableSealer {
  private final PackedDirectory store;
  private final int pageSize;
  private final OutputStream out;
  private final CRC32C headSum = new CRC32C();

  /** Number of bytes of the uncompressed file that have been written so far. */
  private long written;

  private TableSealer(PackedDirectory store, OutputStream out) {
    this.store = store;
    pageSize = store.pageSize();
    this.out = out;
  }

  /**
   * Result of sealing a table.
   *
   * @param bytes length of the file
   * @param head offset of the file's head
   */
  public record Sealed(long bytes, long head) {}

  /**
   * Writes the file of a table.
   *
   * @param store directory of the store
   * @param out receives the bytes; the caller closes it
   */
  public static Sealed seal(PackedDirectory store, OutputStream out) throws IOException {
    return new TableSealer(store, out).seal();
  }

  private Sealed seal() throws IOException {
    Map<String, TreeMap<Long, Integer>> needed = neededToOpen();
    Map<String, SealedLayout.Part> parts = new LinkedHashMap<>();
    Chunks chunks;
    int chunkBytes = Math.max(Chunks.USUAL_BYTES, pageSize);
    try (ChunkWriter body = new ChunkWriter(out, store.columns(), chunkBytes, pageSize)) {
      for (String file : store.pageFiles()) {
        PackedPages pages = store.pages(file);
        parts.put(file, new SealedLayout.Part(written, pages.bytes()));
        pages.copyTo(body);
        written += pages.bytes();
      }
      chunks = body.finish();
    }
    long headPosition = written;
    long head = chunks.start(chunks.count());
    SealedLayout layout = SealedLayout.create(headPosition, chunks);
    layout.files().putAll(parts);
    for (String file : store.otherFiles()) {
      byte[] bytes = store.firstBytes(file, Integer.MAX_VALUE);
      layout.files().put(file, new SealedLayout.Part(written, bytes.length));
      writeHead(bytes, bytes.length);
    }
    for (String file : store.pageFiles()) {
      copyToHead(file, needed.getOrDefault(file, new TreeMap<>()), layout);
    }
    long directory = head + written - headPosition;
    byte[] end = layout.encode(directory, headSum);
    out.write(end);
    return new Sealed(directory + end.length, head);
  }

  /** Returns the ranges of the page files that opening the table reads, by file name. */
  private Map<String, TreeMap<Long, Integer>> neededToOpen() {
    Map<String, TreeMap<Long, Integer>> needed = new TreeMap<>();
    StoreDirectory watched = new WatchedDirectory(store, needed);
    Table.open(watched, true).close();
    return needed;
  }

  /**
   * Copies pages to the head: the inner nodes, and the pages with ranges that opening the table
   * reads.
   */
  private void copyToHead(String file, TreeMap<Long, Integer> wanted, SealedLayout layout)
      throws IOException {
    PackedPages pages = store.pages(file);
    BitSet copied = pages.inner();
    wanted.forEach(
        (offset, length) ->
            copied.set(
                (int) (offset / pageSize), (int) ((offset + length + pageSize - 1) / pageSize)));
    long start = layout.files().get(file).offset();
    byte[] page = new byte[pageSize];
    int most = (int) (pages.bytes() / pageSize);
    for (int i = copied.nextSetBit(0); i >= 0 && i < most; i = copied.nextSetBit(i + 1)) {
      long at = start + (long) i * pageSize;
      pages.read((long) i * pageSize, ByteBuffer.wrap(page), 0, pageSize);
      layout.copies().put(at, new SealedLayout.Copy(at, pageSize, written));
      writeHead(page, pageSize);
    }
  }

  private void writeHead(byte[] bytes, int length) throws IOException {
    out.write(bytes, 0, length);
    headSum.update(bytes, 0, length);
    written += length;
  }

  /** Directory that records which ranges of page files are read. */
  private record WatchedDirectory(StoreDirectory base, Map<String, TreeMap<Long, Integer>> ranges)
      implements StoreDirectory {
    @Override
    public String name() {
      return base.name();
    }

    @Override
    public boolean exists(String file) {
      return base.exists(file);
    }

    @Override
    public RawFile create(String file, RawFile.Caching caching) {
      throw SealedDirectory.refused();
    }

    @Override
    public RawFile open(String file, RawFile.Caching caching) {
      RawFile opened = base.openForReading(file, caching);
      TreeMap<Long, Integer> noted = ranges.computeIfAbsent(file, name -> new TreeMap<>());
      return new WatchedFile(opened, noted);
    }

    @Override
    public void rename(String from, String to) {
      throw SealedDirectory.refused();
    }

    @Override
    public void delete(String file) {
      throw SealedDirectory.refused();
    }

    @Override
    public void sync() {
      // nothing was changed
    }
  }

  /** File that records which ranges are read. */
  private record WatchedFile(RawFile base, TreeMap<Long, Integer> ranges) implements RawFile {
    @Override
    public String name() {
      return base.name();
    }

    @Override
    public long sizeBytes() {
      return base.sizeBytes();
    }

    @Override
    public int read(long offset, ByteBuffer into, int at, int length) {
      ranges.merge(offset, length, Math::max);
      return base.read(offset, into, at, length);
    }

    @Override
    public void write(long offset, ByteBuffer from, int at, int length) {
      throw SealedDirectory.refused();
    }

    @Override
    public void resize(long sizeBytes) {
      throw SealedDirectory.refused();
    }

    @Override
    public void reserve(long sizeBytes) {
      throw SealedDirectory.refused();
    }

    @Override
    public void sync() {
      // nothing was written
    }

    @Override
    public void close() {
      base.close();
    }
  }
}
