package org.flashgrove.storage.file.disk;

import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.call.Posix;

/** Ways to access the files of a directory, from best to worst. */
public enum FileAccess {
  /**
   * System calls. They support direct I/O, asynchronous read queues, and reserving and releasing
   * space.
   */
  CALLS {
    @Override
    RawFile open(String place, String name, boolean create, RawFile.Caching caching) {
      return PosixFile.open(place, name, create, caching);
    }

    @Override
    RawFile openForReading(String place, String name, RawFile.Caching caching) {
      return PosixFile.openForReading(place, name, caching);
    }
  },

  /** Asynchronous channels. They support direct I/O without native calls. */
  CHANNELS {
    @Override
    RawFile open(String place, String name, boolean create, RawFile.Caching caching) {
      return ChannelFile.open(place, name, create, caching);
    }

    @Override
    RawFile openForReading(String place, String name, RawFile.Caching caching) {
      return ChannelFile.openForReading(place, name, caching);
    }
  },

  /**
   * {@link java.io.RandomAccessFile}. It supports no direct I/O, and only one call at a time per
   * file.
   */
  PORTABLE {
    @Override
    RawFile open(String place, String name, boolean create, RawFile.Caching caching) {
      return PortableFile.open(place, name, create, caching);
    }

    @Override
    RawFile openForReading(String place, String name, RawFile.Caching caching) {
      return PortableFile.openForReading(place, name, caching);
    }
  };

  /**
   * Opens or creates a file.
   *
   * @param place path used to access the file
   * @param name name of the file in messages
   */
  abstract RawFile open(String place, String name, boolean create, RawFile.Caching caching);

  /** Opens a file for reading only. */
  abstract RawFile openForReading(String place, String name, RawFile.Caching caching);

  /** Returns the best way that this platform supports. */
  static FileAccess ofPlatform() {
    return Posix.isAvailable() ? CALLS : withoutCalls();
  }

  /** Returns the best way without system calls, which take time to link in a new process. */
  static FileAccess withoutCalls() {
    return Posix.isLinux() ? CHANNELS : PORTABLE;
  }
}
