package org.flashgrove.storage.file.disk;

import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.call.Posix;

/** The ways to reach the files of a directory, the best first. */
public enum FileAccess {
  /** By system calls: direct I/O, queues of reads, space set aside and given back. */
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

  /** By channels: direct I/O without native calls. */
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

  /** By files of the oldest kind: no direct I/O, one call at a time. */
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
   * @param place path by which the file is reached
   * @param name its name in messages
   */
  abstract RawFile open(String place, String name, boolean create, RawFile.Caching caching);

  /** Opens a file that nobody writes by. */
  abstract RawFile openForReading(String place, String name, RawFile.Caching caching);

  /** Returns the best way that this platform has. */
  static FileAccess ofPlatform() {
    if (Posix.isAvailable()) {
      return CALLS;
    }
    return Posix.isLinux() ? CHANNELS : PORTABLE;
  }
}
