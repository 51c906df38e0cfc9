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
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.disk.DiskDirectory;

/**
 * Turns the closed store of a table into a single file with compressed pages. The head of the file
 * has everything that opening a table reads, and all inner nodes of its indexes. To learn what
 * opening reads, the sealer opens the table once.
 */
public final class TableSealer {
  private static final String PAGES = ".pages";
  private static final int BUFFER_BYTES = 1 << 20;

  private final Path store;
  private final int pageSize;
  private final RecordColumns columns;
  private final OutputStream out;
  private final CRC32C headSum = new CRC32C();

  /** Number of bytes of the uncompressed file that have been written so far. */
  private long written;

  private TableSealer(Path store, TableOptions options, OutputStream out) {
    this.store = store;
    pageSize = options.pageSize();
    columns = RecordColumns.of(options.schema());
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
  public static Sealed seal(Path store, OutputStream out) throws IOException {
    return new TableSealer(store, Table.optionsOf(store), out).seal();
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
    try (ChunkWriter body =
        new ChunkWriter(out, columns, Math.max(Chunks.USUAL_BYTES, pageSize), pageSize)) {
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

  /** Returns the ranges of the page files that opening the table reads, by file name. */
  private Map<String, TreeMap<Long, Integer>> neededToOpen() {
    Map<String, TreeMap<Long, Integer>> needed = new TreeMap<>();
    StoreDirectory watched = new WatchedDirectory(new DiskDirectory(store), needed);
    Table.open(watched, true).close();
    return needed;
  }

  /**
   * Copies a page file to the body of the sealed file.
   *
   * @param wanted ranges that opening the table reads. They are extended to whole pages, and inner
   *     nodes are added
   */
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

  /**
   * Fills an empty buffer from a file, up to the end of the file. Returns the number of bytes read.
   */
  private static int read(FileChannel in, long offset, ByteBuffer into) throws IOException {
    while (into.hasRemaining() && in.read(into, offset + into.position()) > 0) {
      // a read may return fewer bytes than requested
    }
    return into.position();
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
