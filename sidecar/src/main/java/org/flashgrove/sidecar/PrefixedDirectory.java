package org.flashgrove.sidecar;

import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * View of the files in a directory whose names begin with a prefix. In the view, names lack the
 * prefix.
 */
record PrefixedDirectory(StoreDirectory directory, String prefix) implements StoreDirectory {
  @Override
  public String name() {
    return directory.name() + "/" + prefix + "*";
  }

  @Override
  public boolean exists(String file) {
    return directory.exists(prefix + file);
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    return directory.create(prefix + file, caching);
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    return directory.open(prefix + file, caching);
  }

  @Override
  public RawFile openForReading(String file, RawFile.Caching caching) {
    return directory.openForReading(prefix + file, caching);
  }

  @Override
  public void rename(String from, String to) {
    directory.rename(prefix + from, prefix + to);
  }

  @Override
  public void delete(String file) {
    directory.delete(prefix + file);
  }

  @Override
  public void sync() {
    directory.sync();
  }
}
