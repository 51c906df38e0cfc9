package org.flashgrove.spark.remote;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * Temporary directory of the store of a table, from which a {@link TableSealer} makes a sealed
 * table. It packs the pages of the table when they are written. All other files, which are small,
 * are in memory. Nothing is durable. The caller closes it.
 */
public final class PackedDirectory implements StoreDirectory, AutoCloseable {
  private static final String PAGES = ".pages";
  private static final String LOCK = ".lock";

  private final int pageSize;
  private final RecordColumns columns;
  private final ScratchBytes scratch;
  private final ChunkPacker packer;
  private final MemoryDirectory small = new MemoryDirectory();
  private final TreeSet<String> smallNames = new TreeSet<>();
  private final Map<String, PackedPages> pages = new ConcurrentHashMap<>();

  /**
   * Creates an empty directory.
   *
   * @param options options of the table
   * @param scratch receives the packed pages; closed with this directory
   */
  public PackedDirectory(TableOptions options, ScratchBytes scratch) {
    this.scratch = scratch;
    pageSize = options.pageSize();
    columns = RecordColumns.of(options.schema());
    packer = new ChunkPacker(columns, pageSize, pageSize);
  }

  int pageSize() {
    return pageSize;
  }

  RecordColumns columns() {
    return columns;
  }

  /** Returns the names of the page files in ascending order. */
  List<String> pageFiles() {
    return new ArrayList<>(new TreeSet<>(pages.keySet()));
  }

  /** Returns the names of all other files in ascending order, without lock files. */
  synchronized List<String> otherFiles() {
    return smallNames.stream().filter(name -> !name.endsWith(LOCK)).toList();
  }

  /** Returns the content of a page file. */
  PackedPages pages(String file) {
    return pages.get(file);
  }

  @Override
  public String name() {
    return "new table";
  }

  private String path(String file) {
    return name() + "/" + file;
  }

  @Override
  public boolean exists(String file) {
    return pages.containsKey(file) || small.exists(file);
  }

  @Override
  public synchronized RawFile create(String file, RawFile.Caching caching) {
    if (!file.endsWith(PAGES)) {
      RawFile created = small.create(file, caching);
      smallNames.add(file);
      return created;
    }
    PackedPages created = new PackedPages(scratch, packer, columns, pageSize);
    if (pages.putIfAbsent(file, created) != null) {
      throw new StoreIoException(path(file) + ": create failed: the file exists");
    }
    return new PackedFile(path(file), created);
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    PackedPages found = pages.get(file);
    return found == null ? small.open(file, caching) : new PackedFile(path(file), found);
  }

  @Override
  public synchronized void rename(String from, String to) {
    if (from.endsWith(PAGES) || to.endsWith(PAGES)) {
      throw new UnsupportedOperationException(path(from) + ": page files keep their names");
    }
    small.rename(from, to);
    smallNames.remove(from);
    smallNames.add(to);
  }

  @Override
  public synchronized void delete(String file) {
    pages.remove(file);
    small.delete(file);
    smallNames.remove(file);
  }

  @Override
  public void sync() {
    // the directory is temporary
  }

  /** Removes all files, because the caller may keep this object. */
  @Override
  public synchronized void close() throws IOException {
    pages.clear();
    smallNames.forEach(small::delete);
    smallNames.clear();
    packer.close();
    scratch.close();
  }
}
