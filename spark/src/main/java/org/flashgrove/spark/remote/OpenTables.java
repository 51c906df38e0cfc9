package org.flashgrove.spark.remote;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.flashgrove.access.table.Table;
import org.flashgrove.spark.dataset.SealedTable;

/**
 * Sealed tables that are open in this process, shared by all tasks. Files of sealed tables never
 * change, so later queries reuse open tables with their heads and cached pages. If more than
 * {@value #MOST} tables are open, those that no task uses are closed, beginning with the least
 * recently used one.
 */
public final class OpenTables {
  /** Number of open tables above which tables that no task uses are closed. */
  public static final int MOST = 64;

  private static final Map<Key, OpenTable> TABLES = new LinkedHashMap<>(16, 0.75f, true);

  private OpenTables() {}

  /**
   * Identity of an open table. Queries with different gaps read through different open tables.
   *
   * @param path path of the table's file
   * @param gap maximum gap in bytes between two ranges that one request reads together
   */
  private record Key(Path path, long gap) {}

  /**
   * Use of an open table by a task. The table stays open until all its uses are closed. Not safe
   * for use by several threads.
   */
  public static final class Use implements AutoCloseable {
    private final OpenTable opened;
    private boolean closed;

    private Use(OpenTable opened) {
      this.opened = opened;
    }

    /** Returns the table, which callers must not close. */
    public Table table() {
      return opened.table;
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        release(opened);
      }
    }
  }

  private static final class OpenTable {
    private final FileSystem files;
    private final Path path;
    private final SealedTable entry;
    private final long gap;
    private SealedDirectory directory;
    private Table table;
    private int users;

    OpenTable(FileSystem files, Path path, SealedTable entry, long gap) {
      this.files = files;
      this.path = path;
      this.entry = entry;
      this.gap = gap;
    }

    /**
     * Opens the table unless it is already open. Other threads that need the table wait meanwhile.
     */
    synchronized void open() throws IOException {
      if (table == null) {
        SealedDirectory read = new SealedDirectory(files, path, entry.bytes(), entry.head(), gap);
        try {
          table = Table.open(read, true);
          directory = read;
        } finally {
          if (table == null) {
            read.close();
          }
        }
      }
    }

    synchronized void close() {
      if (table != null) {
        try (SealedDirectory closed = directory) {
          table.close();
        } finally {
          table = null;
        }
      }
    }
  }

  /**
   * Opens a table, or reuses it if it is open. The caller closes the result.
   *
   * @param path path of the table's file
   * @param gap maximum gap in bytes between two ranges that one request reads together
   * @throws IOException if the file is missing or damaged
   */
  public static Use open(FileSystem files, Path path, SealedTable entry, long gap)
      throws IOException {
    OpenTable found;
    synchronized (TABLES) {
      Key key = new Key(path, gap);
      found = TABLES.computeIfAbsent(key, absent -> new OpenTable(files, path, entry, gap));
      found.users++;
    }
    boolean opened = false;
    try {
      found.open();
      opened = true;
      return new Use(found);
    } finally {
      if (!opened) {
        release(found);
      }
    }
  }

  private static void release(OpenTable used) {
    synchronized (TABLES) {
      used.users--;
      Iterator<OpenTable> eldest = TABLES.values().iterator();
      while (TABLES.size() > MOST && eldest.hasNext()) {
        OpenTable each = eldest.next();
        if (each.users == 0) {
          eldest.remove();
          each.close();
        }
      }
    }
  }

  /** Closes all tables that no task uses, so that later queries open them again. */
  public static void closeUnused() {
    synchronized (TABLES) {
      Iterator<OpenTable> all = TABLES.values().iterator();
      while (all.hasNext()) {
        OpenTable each = all.next();
        if (each.users == 0) {
          all.remove();
          each.close();
        }
      }
    }
  }
}
