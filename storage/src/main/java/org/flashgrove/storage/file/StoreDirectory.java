package org.flashgrove.storage.file;

/**
 * Directory of a store. Opens, renames and deletes its files.
 *
 * <p>{@link #sync()} makes creations, renames and deletions durable. A rename is atomic. Methods
 * throw {@link org.flashgrove.core.failure.StoreIoException}.
 */
public interface StoreDirectory {
  /** Returns the directory's name for messages. */
  String name();

  /** Returns whether a file with this name exists. */
  boolean exists(String file);

  /** Creates an empty file. A file with this name must not exist. */
  RawFile create(String file, RawFile.Caching caching);

  /** Opens an existing file. */
  RawFile open(String file, RawFile.Caching caching);

  /** Opens an existing file for reading only. Does not need permission to write. */
  default RawFile openForReading(String file, RawFile.Caching caching) {
    return open(file, caching);
  }

  /** Renames a file. A file with the new name is replaced. */
  void rename(String from, String to);

  /** Deletes a file if it exists. */
  void delete(String file);

  /** Makes creations, renames and deletions durable. */
  void sync();

  /**
   * Returns the recommended number of concurrent reads for a batch of pages, at least 1. More than
   * 1 pays off for files that support {@link RawFile#readTogether}.
   */
  default int depth() {
    return 1;
  }

  /** Returns the registry of the store's readers, which may run in other processes. */
  default StoreReaders readers() {
    return StoreReaders.NONE;
  }
}
