package org.flashgrove.storage.file;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * A directory in memory that can lose power: {@link #crash} gives the directory as it is found
 * afterwards. Of what was not synced, each sector of 512 bytes may have come through or not, in any
 * order; so may the latest part of the changes of a file's length, and of the directory's entries.
 */
public final class CrashingDirectory implements StoreDirectory {
  private static final int SECTOR = 512;

  private Map<String, Disk> entries = new HashMap<>();
  private final List<Map<String, Disk>> unsyncedEntries = new ArrayList<>();
  private Map<String, Disk> durableEntries = new HashMap<>();

  /** A file: its content, what of it is durable, and what was written since the last sync. */
  private static final class Disk {
    private final MemoryFile.Content content = new MemoryFile.Content();
    private byte[] durable = {};
    private final List<Long> lengths = new ArrayList<>();
    private final Map<Long, List<byte[]>> sectors = new HashMap<>();
  }

  /** An empty directory. */
  public CrashingDirectory() {}

  /** What is found after power was lost now; this directory is of no use any more. */
  public synchronized CrashingDirectory crash(Random random) {
    int survived = random.nextInt(unsyncedEntries.size() + 1);
    Map<String, Disk> found = survived == 0 ? durableEntries : unsyncedEntries.get(survived - 1);
    CrashingDirectory after = new CrashingDirectory();
    found.forEach((name, disk) -> after.entries.put(name, afterCrash(disk, random)));
    after.durableEntries = new HashMap<>(after.entries);
    return after;
  }

  private static Disk afterCrash(Disk disk, Random random) {
    int survived = random.nextInt(disk.lengths.size() + 1);
    long length = survived == 0 ? disk.durable.length : disk.lengths.get(survived - 1);
    byte[] bytes = Arrays.copyOf(disk.durable, (int) length);
    boolean allLost = random.nextInt(4) == 0;
    disk.sectors.forEach(
        (sector, versions) -> {
          int version = allLost ? 0 : random.nextInt(versions.size() + 1);
          long at = sector * SECTOR;
          if (version > 0 && at < bytes.length) {
            byte[] kept = versions.get(version - 1);
            System.arraycopy(
                kept, 0, bytes, (int) at, (int) Math.min(kept.length, bytes.length - at));
          }
        });
    Disk after = new Disk();
    after.durable = bytes;
    if (bytes.length > 0) {
      ByteBuffer copy = AlignedBuffers.allocate(bytes.length);
      copy.put(0, bytes);
      new MemoryFile("copy", after.content).write(0, copy, 0, bytes.length);
    }
    return after;
  }

  private void note() {
    unsyncedEntries.add(new HashMap<>(entries));
  }

  @Override
  public String name() {
    return "crashing";
  }

  @Override
  public synchronized boolean exists(String file) {
    return entries.containsKey(file);
  }

  @Override
  public synchronized RawFile create(String file, RawFile.Caching caching) {
    if (entries.containsKey(file)) {
      throw new IllegalStateException(file + " exists");
    }
    entries.put(file, new Disk());
    note();
    return open(file, caching);
  }

  @Override
  public synchronized RawFile open(String file, RawFile.Caching caching) {
    Disk disk = entries.get(file);
    if (disk == null) {
      throw new StoreIoException(file + ": open failed: no such file");
    }
    return new CrashingFile(disk, new MemoryFile(file, disk.content));
  }

  @Override
  public synchronized void rename(String from, String to) {
    entries.put(to, entries.remove(from));
    note();
  }

  @Override
  public synchronized void delete(String file) {
    if (entries.remove(file) != null) {
      note();
    }
  }

  @Override
  public synchronized void sync() {
    durableEntries = new HashMap<>(entries);
    unsyncedEntries.clear();
  }

  private final class CrashingFile implements RawFile {
    private final Disk disk;
    private final MemoryFile file;

    CrashingFile(Disk disk, MemoryFile file) {
      this.disk = disk;
      this.file = file;
    }

    @Override
    public String name() {
      return file.name();
    }

    @Override
    public long sizeBytes() {
      return file.sizeBytes();
    }

    @Override
    public int read(long offset, ByteBuffer into, int at, int length) {
      return file.read(offset, into, at, length);
    }

    @Override
    public void write(long offset, ByteBuffer from, int at, int length) {
      synchronized (CrashingDirectory.this) {
        long before = file.sizeBytes();
        file.write(offset, from, at, length);
        if (file.sizeBytes() != before) {
          disk.lengths.add(file.sizeBytes());
        }
        for (long s = offset / SECTOR; s * SECTOR < offset + length; s++) {
          disk.sectors.computeIfAbsent(s, none -> new ArrayList<>()).add(sector(s));
        }
      }
    }

    private byte[] sector(long number) {
      ByteBuffer bytes = AlignedBuffers.allocate(SECTOR);
      byte[] copy = new byte[file.read(number * SECTOR, bytes, 0, SECTOR)];
      bytes.get(0, copy);
      return copy;
    }

    @Override
    public void resize(long sizeBytes) {
      synchronized (CrashingDirectory.this) {
        file.resize(sizeBytes);
        disk.lengths.add(sizeBytes);
        disk.sectors.keySet().removeIf(sector -> sector * SECTOR >= sizeBytes);
        if (sizeBytes % SECTOR != 0) {
          long last = sizeBytes / SECTOR;
          disk.sectors.computeIfAbsent(last, none -> new ArrayList<>()).add(sector(last));
        }
      }
    }

    @Override
    public void reserve(long sizeBytes) {
      file.reserve(sizeBytes);
    }

    @Override
    public void sync() {
      synchronized (CrashingDirectory.this) {
        file.sync();
        int length = Math.toIntExact(file.sizeBytes());
        byte[] bytes = new byte[length];
        if (length > 0) {
          ByteBuffer copy = AlignedBuffers.allocate(length);
          file.read(0, copy, 0, length);
          copy.get(0, bytes);
        }
        disk.durable = bytes;
        disk.lengths.clear();
        disk.sectors.clear();
      }
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
