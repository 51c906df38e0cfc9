package org.flashgrove.storage.file;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.flashgrove.core.failure.StoreIoException;

/**
 * Directory in memory. Its files keep their content when they are closed, as long as the directory
 * object exists.
 */
public final class MemoryDirectory implements StoreDirectory {
  private final Map<String, MemoryFile.Content> files = new ConcurrentHashMap<>();

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public boolean exists(String file) {
    return files.containsKey(file);
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    MemoryFile.Content content = new MemoryFile.Content();
    if (files.putIfAbsent(file, content) != null) {
      throw new StoreIoException(path(file) + ": create failed: the file exists");
    }
    return new MemoryFile(path(file), content);
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    return new MemoryFile(path(file), existing(file));
  }

  private MemoryFile.Content existing(String file) {
    MemoryFile.Content content = files.get(file);
    if (content == null) {
      throw new StoreIoException(path(file) + ": open failed: no such file");
    }
    return content;
  }

  @Override
  public void rename(String from, String to) {
    files.put(to, existing(from));
    files.remove(from);
  }

  @Override
  public void delete(String file) {
    files.remove(file);
  }

  @Override
  public void sync() {
    // memory is never durable
  }

  private String path(String file) {
    return name() + "/" + file;
  }
}
