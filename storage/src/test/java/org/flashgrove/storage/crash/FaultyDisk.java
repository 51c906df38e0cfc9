package org.flashgrove.storage.crash;

import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.ForwardingDirectory;
import org.flashgrove.storage.file.ForwardingFile;
import org.flashgrove.storage.file.RawFile;

/** A disk that fails or lies at a chosen call, in one of the ways of {@link FaultKind}. */
public final class FaultyDisk extends ForwardingDirectory {
  /** Distance of the place that a misdirected call reaches. */
  private static final int ASTRAY_BYTES = Sector.BYTES;

  private final CrashDisk disk;
  private final Map<FaultKind.Call, Long> calls = new EnumMap<>(FaultKind.Call.class);
  private final Map<String, Map<Long, byte[]>> beforeLastWrite = new HashMap<>();
  private FaultKind kind;
  private long from;
  private boolean forEver;
  private long injected;

  /** Passes everything on to {@code disk} until a fault is set. */
  public FaultyDisk(CrashDisk disk) {
    super(disk);
    this.disk = disk;
  }

  /**
   * Chooses a fault.
   *
   * @param fault how to fail
   * @param call which call of the fault's kind fails, 0 for the next
   * @param always whether all later ones fail, too
   */
  public synchronized void arm(FaultKind fault, long call, boolean always) {
    kind = fault;
    from = calls(fault.call()) + call;
    forEver = always;
    injected = 0;
  }

  /** Fails no more. */
  public synchronized void disarm() {
    kind = null;
  }

  /** Returns the number of faults that happened. */
  public synchronized long injected() {
    return injected;
  }

  /** Returns the number of calls of a kind so far. */
  public synchronized long calls(FaultKind.Call call) {
    return calls.getOrDefault(call, 0L);
  }

  /** Counts a call; the fault that happens to it, or null. */
  private synchronized FaultKind step(FaultKind.Call call) {
    long number = calls.merge(call, 1L, Long::sum) - 1;
    if (kind == null || kind.call() != call || number < from || number > from && !forEver) {
      return null;
    }
    injected++;
    return kind;
  }

  private static StoreIoException failure(String file, String call, FaultKind fault) {
    boolean full =
        fault == FaultKind.WRITE_FULL
            || fault == FaultKind.WRITE_SHORT
            || fault == FaultKind.RESIZE_FAILS;
    return new StoreIoException(
        file + ": " + call + " failed: " + (full ? "ENOSPC" : "EIO") + ", on purpose");
  }

  private void name(String file, String call) {
    FaultKind fault = step(FaultKind.Call.NAMING);
    if (fault != null) {
      throw failure(file, call, fault);
    }
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    name(file, "create");
    return new FaultyFile(disk.create(file, caching));
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    name(file, "open");
    return new FaultyFile(disk.open(file, caching));
  }

  @Override
  public void rename(String from, String to) {
    name(from, "rename");
    disk.rename(from, to);
    Map<Long, byte[]> moved = beforeLastWrite.remove(from);
    if (moved != null) {
      beforeLastWrite.put(to, moved);
    }
  }

  @Override
  public void delete(String file) {
    name(file, "delete");
    disk.delete(file);
  }

  @Override
  public void sync() {
    FaultKind fault = step(FaultKind.Call.DIRECTORY_SYNC);
    if (fault != null) {
      throw failure(name(), "sync", fault);
    }
    disk.sync();
  }

  /** A file whose calls are counted. */
  private final class FaultyFile extends ForwardingFile {
    private final Map<Long, byte[]> before;

    FaultyFile(RawFile file) {
      super(file);
      before = beforeLastWrite.computeIfAbsent(file.name(), name -> new HashMap<>());
    }

    @Override
    public int read(long offset, ByteBuffer into, int at, int length) {
      FaultKind fault = step(FaultKind.Call.READ);
      if (fault == null) {
        return file.read(offset, into, at, length);
      }
      switch (fault) {
        case READ_SHORT:
          file.read(offset, into, at, length / 2);
          throw failure(name(), "read", fault);
        case READ_FLIPPED:
          int flipped = file.read(offset, into, at, length);
          if (flipped > 0) {
            int where = at + (int) (injected * 7919 % flipped);
            into.put(where, (byte) (into.get(where) ^ 1 << injected % 8));
          }
          return flipped;
        case READ_MISDIRECTED:
          return misdirected(offset, into, at, length);
        case READ_STALE:
          int stale = file.read(offset, into, at, length);
          serveStale(offset, into, at, stale);
          return stale;
        case READ_ZERO:
          int zeroed = file.read(offset, into, at, length);
          for (int i = 0; i < zeroed; i++) {
            into.put(at + i, (byte) 0);
          }
          return zeroed;
        default:
          throw failure(name(), "read", fault);
      }
    }

    private int misdirected(long offset, ByteBuffer into, int at, int length) {
      int right = file.read(offset, into, at, length);
      long astray = astray(offset);
      ByteBuffer other = AlignedBuffers.allocate(Math.max(1, length));
      int found = file.read(astray, other, 0, right);
      into.duplicate().clear().put(at, other, 0, found);
      return right;
    }

    private long astray(long offset) {
      return offset >= ASTRAY_BYTES && injected % 2 == 0
          ? offset - ASTRAY_BYTES
          : offset + ASTRAY_BYTES;
    }

    private void serveStale(long offset, ByteBuffer into, int at, int length) {
      ByteBuffer target = into.duplicate().clear();
      for (int i = 0; i < length; ) {
        long sector = (offset + i) / Sector.BYTES;
        int inSector = (int) ((offset + i) % Sector.BYTES);
        int piece = Math.min(length - i, Sector.BYTES - inSector);
        byte[] old = before.get(sector);
        if (old != null) {
          target.put(at + i, old, inSector, piece);
        }
        i += piece;
      }
    }

    /** Keeps the bytes that a write is about to replace. */
    private void keep(long offset, int length) {
      ByteBuffer sectorBytes = AlignedBuffers.allocate(Sector.BYTES);
      for (long s = offset / Sector.BYTES; s * Sector.BYTES < offset + length; s++) {
        for (int i = 0; i < Sector.BYTES; i += Long.BYTES) {
          sectorBytes.putLong(i, 0);
        }
        file.read(s * Sector.BYTES, sectorBytes, 0, Sector.BYTES);
        byte[] bytes = new byte[Sector.BYTES];
        sectorBytes.get(0, bytes);
        before.put(s, bytes);
      }
    }

    @Override
    public void write(long offset, ByteBuffer from, int at, int length) {
      FaultKind fault = step(FaultKind.Call.WRITE);
      if (armedStale()) {
        keep(offset, length);
      }
      if (fault == null) {
        file.write(offset, from, at, length);
        return;
      }
      switch (fault) {
        case WRITE_SHORT:
          file.write(offset, from, at, length / 2);
          throw failure(name(), "write", fault);
        case WRITE_FLIPPED:
          writeFlipped(offset, from, at, length);
          break;
        case WRITE_MISDIRECTED:
          file.write(astray(offset), from, at, length);
          break;
        case WRITE_LOST:
          break;
        case WRITE_TORN:
          int half = length / 2;
          file.write(offset, from, at, half > Sector.BYTES ? half & -Sector.BYTES : half);
          break;
        default:
          throw failure(name(), "write", fault);
      }
    }

    private boolean armedStale() {
      synchronized (FaultyDisk.this) {
        return kind == FaultKind.READ_STALE;
      }
    }

    private void writeFlipped(long offset, ByteBuffer from, int at, int length) {
      ByteBuffer copy = AlignedBuffers.allocate(length);
      copy.put(0, from.duplicate().clear(), at, length);
      int where = (int) (injected * 7919 % length);
      copy.put(where, (byte) (copy.get(where) ^ 1 << injected % 8));
      file.write(offset, copy, 0, length);
    }

    @Override
    public void resize(long sizeBytes) {
      FaultKind fault = step(FaultKind.Call.RESIZE);
      if (fault != null) {
        throw failure(name(), "resize", fault);
      }
      file.resize(sizeBytes);
    }

    @Override
    public int roomBytes() {
      return file.roomBytes();
    }

    @Override
    public long leastDiscardBytes() {
      return file.leastDiscardBytes();
    }

    /** A hint: a disk that ignores it breaks no promise, so there is no fault to inject. */
    @Override
    public boolean discard(long offset, long length) {
      return file.discard(offset, length);
    }

    @Override
    public void sync() {
      FaultKind fault = step(FaultKind.Call.SYNC);
      if (fault == FaultKind.SYNC_DROPS) {
        disk.dropUnsynced(file);
      }
      if (fault != null) {
        throw failure(name(), "sync", fault);
      }
      file.sync();
    }
  }
}
