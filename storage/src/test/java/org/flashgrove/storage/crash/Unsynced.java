package org.flashgrove.storage.crash;

import java.util.Map;

/** A change that a power cut may lose. */
interface Unsynced {
  /** Returns the file it changes, or null if it changes names. */
  CrashDisk.Inode inode();

  /** Returns the number of parts; each may survive by itself. */
  int pieces();

  /** Returns the same change, applied to copies of the files. */
  Unsynced copy(Map<CrashDisk.Inode, CrashDisk.Inode> copies);

  /** Bytes to a file, in pieces of a sector. */
  final class Write implements Unsynced {
    private final CrashDisk.Inode inode;
    private final long offset;
    private final byte[] bytes;
    private final Sector[] whole;

    Write(CrashDisk.Inode inode, long offset, byte[] bytes) {
      this.inode = inode;
      this.offset = offset;
      this.bytes = bytes;
      int first = (int) (offset / Sector.BYTES);
      int last = (int) ((offset + bytes.length - 1) / Sector.BYTES);
      whole = new Sector[last - first + 1];
      for (int i = 0; i < whole.length; i++) {
        if (length(i) == Sector.BYTES) {
          whole[i] = Sector.ZERO.with(0, bytes, start(i), Sector.BYTES);
        }
      }
    }

    private Write(CrashDisk.Inode inode, Write from) {
      this.inode = inode;
      offset = from.offset;
      bytes = from.bytes;
      whole = from.whole;
    }

    @Override
    public Unsynced copy(Map<CrashDisk.Inode, CrashDisk.Inode> copies) {
      return new Write(copies.get(inode), this);
    }

    /** Returns where in the bytes a piece starts. */
    private int start(int piece) {
      return piece == 0 ? 0 : (int) (piece * (long) Sector.BYTES - offset % Sector.BYTES);
    }

    private int length(int piece) {
      long end = (offset / Sector.BYTES + piece + 1) * Sector.BYTES - offset;
      return (int) Math.min(end, bytes.length) - start(piece);
    }

    long offset() {
      return offset;
    }

    @Override
    public CrashDisk.Inode inode() {
      return inode;
    }

    @Override
    public int pieces() {
      return whole.length;
    }

    /** Puts a piece into a file. */
    void put(Growing file, int piece) {
      int number = (int) (offset / Sector.BYTES) + piece;
      if (whole[piece] != null) {
        file.put(number, whole[piece]);
      } else {
        int at = piece == 0 ? (int) (offset % Sector.BYTES) : 0;
        file.put(number, at, bytes, start(piece), length(piece));
      }
    }
  }

  /**
   * A file's length.
   *
   * @param onlyLonger whether a write behind the end did it: it never makes a file shorter
   */
  record Length(CrashDisk.Inode inode, long sizeBytes, boolean onlyLonger) implements Unsynced {
    @Override
    public int pieces() {
      return 1;
    }

    @Override
    public Unsynced copy(Map<CrashDisk.Inode, CrashDisk.Inode> copies) {
      return new Length(copies.get(inode), sizeBytes, onlyLonger);
    }

    void put(Growing file) {
      if (!onlyLonger || sizeBytes > file.sizeBytes()) {
        file.resize(sizeBytes);
      }
    }
  }

  /**
   * A change of names.
   *
   * @param removed name that goes, or null
   * @param added name that comes, or null
   * @param named the file it names, or null
   */
  record Naming(String removed, String added, CrashDisk.Inode named) implements Unsynced {
    @Override
    public CrashDisk.Inode inode() {
      return null;
    }

    @Override
    public int pieces() {
      return 1;
    }

    void apply(Map<String, CrashDisk.Inode> names) {
      if (removed != null) {
        names.remove(removed);
      }
      if (added != null) {
        names.put(added, named);
      }
    }

    @Override
    public Unsynced copy(Map<CrashDisk.Inode, CrashDisk.Inode> copies) {
      return new Naming(removed, added, named == null ? null : copies.get(named));
    }
  }
}
