package org.flashgrove.spark.remote;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.flashgrove.access.table.Table;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.disk.DiskDirectory;

/**
 * Makes one file of the store of a table, which is closed. Its pages are compressed. The head of
 * the file has everything that opening reads, learned by opening it, and all inner nodes of its
 * indices.
 */
public final class TableSealer {
  private static final String PAGES = ".pages";
  private static final int BUFFER_BYTES = 1 << 20;

  private final Path store;
  private final int pageSize;
  private final OutputStream out;
  private final CRC32C headSum = new CRC32C();

  /** Bytes that a file without compression would have so far. */
  private long written;

  private TableSealer(Path store, int pageSize, OutputStream out) {
    this.store = store;
    this.pageSize = pageSize;
    this.out = out;
  }

  /**
   * Result of sealing a table.
   *
   * @param bytes length of the file
   * @param head where its head begins
   */
  public record Sealed(long bytes, long head) {}

  /**
   * Writes the file.
   *
   * @param store the store's directory
   * @param out takes the bytes; the caller closes it
   */
  public static Sealed seal(Path store, OutputStream out) throws IOException {
    int pageSize = Table.optionsOf(store).pageSize();
    return new TableSealer(store, pageSize, out).seal();
  }

  private Sealed seal() throws IOException {
    List<Path> pages = new ArrayList<>();
    List<Path> others = new ArrayList<>();
    try (Stream<Path> files = Files.list(store)) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        String name = file.getFileName().toString();
        if (!name.endsWith(".lock")) {
          (name.endsWith(PAGES) ? pages : others).add(file);
        }
      }
    }
    Map<String, TreeMap<Long, Integer>> needed = neededToOpen();
    Map<String, SealedLayout.Part> parts = new LinkedHashMap<>();
    Chunks chunks;
    try (ChunkWriter body = new ChunkWriter(out, Math.max(Chunks.USUAL_BYTES, pageSize))) {
      for (Path file : pages) {
        parts.put(name(file), new SealedLayout.Part(written, Files.size(file)));
        copyPages(file, needed.computeIfAbsent(name(file), name -> new TreeMap<>()), body);
      }
      chunks = body.finish();
    }
    long headPosition = written;
    long head = chunks.start(chunks.count());
    SealedLayout layout = SealedLayout.create(headPosition, chunks);
    layout.files().putAll(parts);
    for (Path file : others) {
      byte[] bytes = Files.readAllBytes(file);
      layout.files().put(name(file), new SealedLayout.Part(written, bytes.length));
      writeHead(bytes, bytes.length);
    }
    for (Path file : pages) {
      copyToHead(file, needed.get(name(file)), layout);
    }
    long directory = head + written - headPosition;
    byte[] end = layout.encode(directory, headSum);
    out.write(end);
    return new Sealed(directory + end.length, head);
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  /** Returns the pages that opening reads, by the names of files. */
  private Map<String, TreeMap<Long, Integer>> neededToOpen() {
    Map<String, TreeMap<Long, Integer>> needed = new TreeMap<>();
    StoreDirectory watched = new WatchedDirectory(new DiskDirectory(store), needed);
    Table.open(watched, true).close();
    return needed;
  }

  /** Copies a file of pages, and notes those that are inner nodes. */
  private void copyPages(Path file, TreeMap<Long, Integer> wanted, ChunkWriter body)
      throws IOException {
    TreeMap<Long, Integer> whole = new TreeMap<>();
    wanted.forEach(
        (offset, length) -> {
          for (long at = offset / pageSize * pageSize; at < offset + length; at += pageSize) {
            whole.put(at, pageSize);
          }
        });
    wanted.clear();
    wanted.putAll(whole);
    long length = Files.size(file);
    ByteBuffer buffer = ByteBuffer.allocate(Math.max(BUFFER_BYTES, pageSize));
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      long offset = 0;
      while (offset < length) {
        buffer.clear();
        int read = read(in, offset, buffer);
        if (read == 0) {
          throw new IOException(file + ": shrank while it was read");
        }
        for (int at = 0; at + pageSize <= read; at += pageSize) {
          if (NodePage.levelAt(buffer, at) > 0) {
            wanted.put(offset + at, pageSize);
          }
        }
        body.write(buffer.array(), read);
        offset += read;
      }
    }
    written += length;
  }

  private void copyToHead(Path file, TreeMap<Long, Integer> wanted, SealedLayout layout)
      throws IOException {
    long start = layout.files().get(name(file)).offset();
    byte[] page = new byte[pageSize];
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      for (long offset : wanted.keySet()) {
        ByteBuffer buffer = ByteBuffer.wrap(page);
        int length = read(in, offset, buffer);
        layout.copies().put(start + offset, new SealedLayout.Copy(start + offset, length, written));
        writeHead(page, length);
      }
    }
  }

  /** Reads until a buffer, which is empty, is full or the file ends; returns the bytes read. */
  private static int read(FileChannel in, long offset, ByteBuffer into) throws IOException {
    while (into.hasRemaining() && in.read(into, offset + into.position()) > 0) {
      // a read may bring less than is asked for
    }
    return into.position();
  }

  private void writeHead(byte[] bytes, int length) throws IOException {
    out.write(bytes, 0, length);
    headSum.update(bytes, 0, length);
    written += length;
  }

  /** Notes which ranges of files of pages are read. */
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
      // nothing is changed
    }
  }

  /** Notes which ranges are read. */
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
