package org.flashgrove.storage.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.failure.StoreIoException;

/**
 * View of a directory that never changes the directory. Writes, renames and deletions stay in
 * memory and are discarded when the view is closed. A store can therefore be opened as usual,
 * including log replay, without changing its files.
 */
public final class OverlayDirectory implements StoreDirectory, AutoCloseable {
  private final StoreDirectory base;
  private final Map<String, OverlayFile.Content> files = new HashMap<>();
  private final List<OverlayFile.Content> opened = new ArrayList<>();

  /** Creates a view of a directory. The view never changes this directory. */
  public OverlayDirectory(StoreDirectory base) {
    this.base = base;
  }

  @Override
  public String name() {
    return base.name();
  }

  /** Returns the underlying directory. */
  public StoreDirectory base() {
    return base;
  }

  @Override
  public StoreReaders readers() {
    return base.readers();
  }

  @Override
  public synchronized boolean exists(String file) {
    return files.containsKey(file) ? files.get(file) != null : base.exists(file);
  }

  @Override
  public synchronized RawFile create(String file, RawFile.Caching caching) {
    if (exists(file)) {
      throw new StoreIoException(path(file) + ": create failed: the file exists");
    }
    OverlayFile.Content content = new OverlayFile.Content(null);
    files.put(file, content);
    return new OverlayFile(path(file), content);
  }

  @Override
  public synchronized RawFile open(String file, RawFile.Caching caching) {
    OverlayFile.Content content = files.get(file);
    if (content == null) {
      if (files.containsKey(file)) {
        throw new StoreIoException(path(file) + ": open failed: no such file");
      }
      content = new OverlayFile.Content(base.openForReading(file, caching));
      opened.add(content);
      files.put(file, content);
    }
    return new OverlayFile(path(file), content);
  }

  @Override
  public synchronized void rename(String from, String to) {
    open(from, RawFile.Caching.BUFFERED).close();
    files.put(to, files.get(from));
    files.put(from, null);
  }

  @Override
  public synchronized void delete(String file) {
    files.put(file, null);
  }

  @Override
  public void sync() {
    // changes are never durable
  }

  @Override
  public int depth() {
    return base.depth();
  }

  /**
   * Closes the underlying files. The files that were opened through this view must be closed
   * before.
   */
  @Override
  public synchronized void close() {
    opened.forEach(OverlayFile.Content::close);
    opened.clear();
  }

  private String path(String file) {
    return base.name() + "/" + file;
  }
}
