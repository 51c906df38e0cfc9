package org.flashgrove.storage.crash;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** What a disk without power contains: names and contents of files. Immutable. */
public final class DiskState {
  /** A disk without files. */
  public static final DiskState EMPTY = new DiskState(new TreeMap<>());

  private static final int LONGEST_SPOILT_BYTES = 600;

  private final TreeMap<String, FileContent> files;
  private long hash;

  /** Creates a disk with these files, which do not change any more. */
  DiskState(TreeMap<String, FileContent> files) {
    this.files = files;
  }

  /** Returns the names of the files. */
  public Set<String> names() {
    return files.keySet();
  }

  /** Returns the length of a file in bytes. */
  public long sizeBytes(String file) {
    return files.get(file).sizeBytes();
  }

  /** Returns a copy of a file's bytes. */
  public byte[] bytes(String file) {
    return files.get(file).bytes();
  }

  /** This state with another content of a file, which may be new. */
  public DiskState with(String file, byte[] bytes) {
    return with(file, FileContent.of(bytes));
  }

  /** This state with one bit of a file changed; bit 0 is the lowest of byte 0. */
  public DiskState flipped(String file, long bit) {
    return with(file, files.get(file).flipped(bit));
  }

  /** This state with up to three places of each of some files overwritten by zeros and noise. */
  public DiskState spoilt(Random random, String... names) {
    DiskState spoilt = this;
    for (String file : names) {
      byte[] bytes = bytes(file);
      for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
        int at = random.nextInt(bytes.length);
        int length = random.nextInt(3) == 0 ? random.nextInt(LONGEST_SPOILT_BYTES) : 1;
        for (int j = at; j < Math.min(at + length, bytes.length); j++) {
          bytes[j] = random.nextBoolean() ? 0 : (byte) random.nextInt();
        }
      }
      spoilt = spoilt.with(file, bytes);
    }
    return spoilt;
  }

  private DiskState with(String file, FileContent content) {
    TreeMap<String, FileContent> copy = new TreeMap<>(files);
    copy.put(file, content);
    return new DiskState(copy);
  }

  Map<String, FileContent> files() {
    return files;
  }

  /** Returns a 64-bit hash of names, lengths and bytes; two threads may both compute it. */
  public long hash() {
    if (hash == 0) {
      long sum = 0x5DEECE66DL;
      for (Map.Entry<String, FileContent> file : files.entrySet()) {
        sum = Sector.mix(sum + file.getKey().hashCode()) + file.getValue().hash();
      }
      hash = Sector.mix(sum);
    }
    return hash;
  }
}
