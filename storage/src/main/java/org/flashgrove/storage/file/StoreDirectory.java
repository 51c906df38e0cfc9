package org.flashgrove.storage.file;

/**
 * The directory of a store: opens, renames and deletes its files.
 *
 * <p>Creations, renames and deletions are durable after {@link #sync()}; a rename is atomic. Errors
 * are {@link org.flashgrove.core.failure.StoreIoException}s.
 */
public interface StoreDirectory {
  /** Returns the directory's name in messages. */
  String name();

  /** Returns whether there is a file of this name. */
  boolean exists(String file);

  /** Creates an empty file; a file of the name must not exist. */
  RawFile create(String file, RawFile.Caching caching);

  /** Opens an existing file. */
  RawFile open(String file, RawFile.Caching caching);

  /** Opens an existing file to be read only: without the right to write where there are rights. */
  default RawFile openForReading(String file, RawFile.Caching caching) {
    return open(file, caching);
  }

  /** Gives a file another name; a file of that name is replaced. */
  void rename(String from, String to);

  /** Deletes a file if there is one. */
  void delete(String file);

  /** Returns when creations, renames and deletions before the call are durable. */
  void sync();

  /**
   * Returns how many reads of a batch of pages are to be under way at a time, from 1: more than one
   * where files gain by ranges that are read together ({@link RawFile#readTogether}).
   */
  default int depth() {
    return 1;
  }

  /** Returns the concurrent readers of the store. */
  default StoreReaders readers() {
    return StoreReaders.NONE;
  }
}
