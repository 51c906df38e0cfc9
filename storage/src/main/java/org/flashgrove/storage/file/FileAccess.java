package org.flashgrove.storage.file;

/** The ways to reach the files of a directory, the best first. */
enum FileAccess {
  /** By system calls: direct I/O, queues of reads, space set aside and given back. */
  CALLS {
    @Override
    RawFile open(String path, boolean create, RawFile.Caching caching) {
      return PosixFile.open(path, create, caching);
    }

    @Override
    RawFile openForReading(String path, RawFile.Caching caching) {
      return PosixFile.openForReading(path, caching);
    }
  },

  /** By channels: direct I/O without native calls. */
  CHANNELS {
    @Override
    RawFile open(String path, boolean create, RawFile.Caching caching) {
      return ChannelFile.open(path, create, caching);
    }

    @Override
    RawFile openForReading(String path, RawFile.Caching caching) {
      return ChannelFile.openForReading(path, caching);
    }
  },

  /** By files of the oldest kind: no direct I/O, one call at a time. */
  PORTABLE {
    @Override
    RawFile open(String path, boolean create, RawFile.Caching caching) {
      return PortableFile.open(path, create, caching);
    }

    @Override
    RawFile openForReading(String path, RawFile.Caching caching) {
      return PortableFile.openForReading(path, caching);
    }
  };

  /** Opens or creates a file. */
  abstract RawFile open(String path, boolean create, RawFile.Caching caching);

  /** Opens a file that nobody writes by. */
  abstract RawFile openForReading(String path, RawFile.Caching caching);

  /** Returns the best way that this platform has. */
  static FileAccess ofPlatform() {
    if (Posix.isAvailable()) {
      return CALLS;
    }
    return Posix.isLinux() ? CHANNELS : PORTABLE;
  }
}
