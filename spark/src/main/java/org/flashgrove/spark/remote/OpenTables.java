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
 * Sealed tables that are open in this process, shared by all tasks: as their files never change, a
 * later query finds them open, with their heads and the pages that their pools hold. Beyond {@value
 * #MOST} of them those used longest ago are closed, unless a task has them.
 */
public final class OpenTables {
  /** Most tables that stay open without a use. */
  public static final int MOST = 64;

  private static final Map<Path, OpenTable> TABLES = new LinkedHashMap<>(16, 0.75f, true);

  private OpenTables() {}

  /** A table that stays open until this is closed. For one thread. */
  public static final class Use implements AutoCloseable {
    private final OpenTable opened;
    private boolean closed;

    private Use(OpenTable opened) {
      this.opened = opened;
    }

    /** Returns the table, which is not to be closed. */
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

    /** Opens the table unless it is open; those who want the same wait. */
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
   * Opens a table, or finds it open. Close what is returned.
   *
   * @param path of its file
   * @param gap ranges this close to each other are read by one request, in bytes
   * @throws IOException if the file is not there or damaged
   */
  public static Use open(FileSystem files, Path path, SealedTable entry, long gap)
      throws IOException {
    OpenTable found;
    synchronized (TABLES) {
      found = TABLES.computeIfAbsent(path, key -> new OpenTable(files, path, entry, gap));
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

  /** Closes all tables that no task has, so that the next query opens them anew. */
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
