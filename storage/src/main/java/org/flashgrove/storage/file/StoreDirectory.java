package org.flashgrove.storage.file;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.AlignedBuffers;

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
   * Replaces a file. After a crash the file has the old content or the new content. The change is
   * durable after the next {@link #sync()}.
   *
   * @param content the new content, at least one byte
   */
  default void replace(String file, byte[] content) {
    ByteBuffer copy = AlignedBuffers.allocate(content.length).put(0, content);
    String fresh = file + ".new";
    delete(fresh);
    try (RawFile written = create(fresh, RawFile.Caching.BUFFERED)) {
      written.write(0, copy, 0, content.length);
      written.sync();
    }
    rename(fresh, file);
  }

  /** Returns the first {@code most} bytes of an existing file, or all bytes if it has fewer. */
  default byte[] firstBytes(String file, int most) {
    try (RawFile opened = openForReading(file, RawFile.Caching.BUFFERED)) {
      int length = (int) Math.min(most, opened.sizeBytes());
      ByteBuffer copy = AlignedBuffers.allocate(Math.max(1, length));
      byte[] bytes = new byte[opened.read(0, copy, 0, length)];
      copy.get(0, bytes);
      return bytes;
    }
  }

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
