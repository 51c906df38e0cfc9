package org.flashgrove.storage.crash;

import java.util.Arrays;

/** The content of a file at one moment, in sectors shared with other moments; never changed. */
final class FileContent {
  static final FileContent EMPTY = new FileContent(new Sector[0], 0);

  private final Sector[] sectors;
  private final long sizeBytes;

  /** Sectors of exactly {@code sizeBytes} bytes; what is behind the end in the last one is zero. */
  FileContent(Sector[] sectors, long sizeBytes) {
    this.sectors = sectors;
    this.sizeBytes = sizeBytes;
  }

  /** Returns the number of sectors that hold {@code bytes} bytes. */
  static int sectors(long sizeBytes) {
    return Math.toIntExact((sizeBytes + Sector.BYTES - 1) / Sector.BYTES);
  }

  long sizeBytes() {
    return sizeBytes;
  }

  /** Returns the sectors, only to be read. */
  Sector[] sectors() {
    return sectors;
  }

  /** This content with one bit changed. */
  FileContent flipped(long bit) {
    int sector = (int) (bit / 8 / Sector.BYTES);
    int at = (int) (bit / 8 % Sector.BYTES);
    byte[] changed = {(byte) (sectors[sector].bytes()[at] ^ 1 << bit % 8)};
    Sector[] copy = sectors.clone();
    copy[sector] = copy[sector].with(at, changed, 0, 1);
    return new FileContent(copy, sizeBytes);
  }

  byte[] bytes() {
    byte[] all = new byte[Math.toIntExact(sizeBytes)];
    for (int i = 0; i < sectors.length; i++) {
      int from = i * Sector.BYTES;
      System.arraycopy(sectors[i].bytes(), 0, all, from, Math.min(Sector.BYTES, all.length - from));
    }
    return all;
  }

  static FileContent of(byte[] bytes) {
    Sector[] sectors = new Sector[sectors(bytes.length)];
    for (int i = 0; i < sectors.length; i++) {
      int from = i * Sector.BYTES;
      sectors[i] =
          new Sector(
              Arrays.copyOf(
                  Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + Sector.BYTES)),
                  Sector.BYTES));
    }
    return new FileContent(sectors, bytes.length);
  }

  long hash() {
    long hash = Sector.mix(sizeBytes);
    for (int i = 0; i < sectors.length; i++) {
      hash += Sector.mix(sectors[i].hash() ^ i * 0xD6E8FEB86659FD93L);
    }
    return hash;
  }
}
