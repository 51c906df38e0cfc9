package org.flashgrove.storage.crash;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.StoreReaders;

/**
 * A directory in memory that can lose power at any moment.
 *
 * <p>Each change since the last sync that covers it is an operation that a power cut may keep or
 * lose by itself, in any combination with the others: a write, and of a write each sector of 512
 * bytes; a file's new length, by truncation, or by a write behind the end, apart from that write's
 * bytes; a creation, a renaming, a deletion. A file's sync makes its bytes and its length durable;
 * the directory's sync makes names durable. What survives is applied in the order it happened.
 *
 * <p>A renaming is atomic and brings its file along even if the file's creation is lost. A file
 * whose bytes were never synced may come back empty, or with any part of them.
 */
public final class CrashDisk implements StoreDirectory {
  /** Says which syncs do nothing although they return: for proving that they are needed. */
  @FunctionalInterface
  public interface SyncFilter {
    /** Obeys all. */
    SyncFilter ALL = (file, pending) -> true;

    /**
     * Returns whether to obey a sync.
     *
     * @param file the file, or {@link #DIRECTORY}
     * @param writtenOffsets offsets of the writes to that file since its last sync
     */
    boolean obeys(String file, List<Long> writtenOffsets);
  }

  /** The name that a filter gets for the directory itself. */
  public static final String DIRECTORY = "";

  private static final Runnable NOTHING = () -> {};

  private final Map<String, Inode> names = new HashMap<>();
  private Map<String, Inode> durableNames;
  private final List<Unsynced> unsynced = new ArrayList<>();
  private Runnable afterCall = NOTHING;
  private SyncFilter filter = SyncFilter.ALL;
  private StoreReaders readers = StoreReaders.NONE;
  private long calls;
  private int roomBytes = 8 * Sector.BYTES;
  private boolean syncedSinceCut = true;
  private int operationsAtCut;

  /** A file, whatever its name. */
  static final class Inode {
    private Growing live;
    private FileContent durable;

    Inode(FileContent content) {
      live = new Growing(content);
      durable = content;
    }

    Inode copy() {
      Inode copy = new Inode(durable);
      copy.live = new Growing(live.content());
      return copy;
    }

    FileContent durable() {
      return durable;
    }
  }

  /** Creates a disk that finds a state when power comes back. */
  public CrashDisk(DiskState state) {
    state.files().forEach((name, content) -> names.put(name, new Inode(content)));
    durableNames = new HashMap<>(names);
  }

  /**
   * Returns the disk as the next process finds it when this one is killed now: everything is there,
   * and what was not synced may still be lost.
   */
  public synchronized CrashDisk killed() {
    CrashDisk copy = new CrashDisk();
    Map<Inode, Inode> copies = new IdentityHashMap<>();
    Function<Inode, Inode> copied = inode -> copies.computeIfAbsent(inode, Inode::copy);
    names.forEach((name, inode) -> copy.names.put(name, copied.apply(inode)));
    durableNames.forEach((name, inode) -> copy.durableNames.put(name, copied.apply(inode)));
    for (Unsynced operation : unsynced) {
      if (operation.inode() != null) {
        copied.apply(operation.inode());
      } else if (operation instanceof Unsynced.Naming naming && naming.named() != null) {
        copied.apply(naming.named());
      }
      copy.unsynced.add(operation.copy(copies));
    }
    copy.filter = filter;
    copy.readers = readers;
    copy.roomBytes = roomBytes;
    return copy;
  }

  /** Creates an empty disk. */
  public CrashDisk() {
    this(DiskState.EMPTY);
  }

  /** Has logs end with their last frame. */
  public CrashDisk withoutRoom() {
    roomBytes = 0;
    return this;
  }

  /** Has something run after each call that changes or syncs something. */
  public synchronized void afterEachCall(Runnable listener) {
    afterCall = listener == null ? NOTHING : listener;
  }

  /** Lets others read the store beside the one that writes. */
  public synchronized void readBeside(StoreReaders others) {
    readers = others;
  }

  @Override
  public synchronized StoreReaders readers() {
    return readers;
  }

  /** Lets some syncs do nothing. */
  public synchronized void obeySyncs(SyncFilter syncs) {
    filter = syncs;
  }

  /** Returns the number of calls that changed or synced something. */
  public synchronized long calls() {
    return calls;
  }

  /** Returns the length of a file, unsynced or not. */
  public synchronized long sizeBytes(String file) {
    return existing(file, "size").live.sizeBytes();
  }

  /** Returns the names of all files. */
  public synchronized List<String> files() {
    return List.copyOf(names.keySet());
  }

  /** Returns what a killed process leaves: everything it handed over. */
  public synchronized DiskState everything() {
    TreeMap<String, FileContent> files = new TreeMap<>();
    names.forEach((name, inode) -> files.put(name, inode.live.content()));
    return new DiskState(files);
  }

  /** Returns what is left if power is lost and nothing comes through that was not synced. */
  public synchronized DiskState durable() {
    TreeMap<String, FileContent> files = new TreeMap<>();
    durableNames.forEach((name, inode) -> files.put(name, inode.durable));
    return new DiskState(files);
  }

  /** Forgets what of an open file was not synced, names apart. */
  synchronized void dropUnsynced(RawFile file) {
    Inode inode = ((OpenFile) file).inode;
    inode.live = new Growing(inode.durable);
    unsynced.removeIf(operation -> operation.inode() == inode);
    syncedSinceCut = true;
    called();
  }

  /** Returns whether a power cut may bring other names than there are now. */
  synchronized boolean hasUnsyncedNames() {
    return unsynced.stream().anyMatch(operation -> operation.inode() == null);
  }

  /** Returns the operations that a power cut may lose, oldest first. */
  List<Unsynced> unsynced() {
    return unsynced;
  }

  Map<String, Inode> durableNames() {
    return durableNames;
  }

  /**
   * Returns the index of the first operation since this was asked last, or -1 if anything became
   * durable since.
   */
  int takeFirstNew() {
    int first = syncedSinceCut ? -1 : operationsAtCut;
    syncedSinceCut = false;
    operationsAtCut = unsynced.size();
    return first;
  }

  private void did(Unsynced operation) {
    unsynced.add(operation);
    called();
  }

  private void called() {
    calls++;
    OrderedLock.inOtherStore(afterCall);
  }

  @Override
  public String name() {
    return "crash";
  }

  @Override
  public synchronized boolean exists(String file) {
    return names.containsKey(file);
  }

  @Override
  public synchronized RawFile create(String file, RawFile.Caching caching) {
    if (names.containsKey(file)) {
      throw new StoreIoException(file + ": create failed: the file exists");
    }
    Inode inode = new Inode(FileContent.EMPTY);
    names.put(file, inode);
    did(new Unsynced.Naming(null, file, inode));
    return new OpenFile(file, inode);
  }

  @Override
  public synchronized RawFile open(String file, RawFile.Caching caching) {
    return new OpenFile(file, existing(file, "open"));
  }

  private Inode existing(String file, String call) {
    Inode inode = names.get(file);
    if (inode == null) {
      throw new StoreIoException(file + ": " + call + " failed: no such file");
    }
    return inode;
  }

  @Override
  public synchronized void rename(String from, String to) {
    Inode inode = existing(from, "rename");
    names.remove(from);
    names.put(to, inode);
    did(new Unsynced.Naming(from, to, inode));
  }

  @Override
  public synchronized void delete(String file) {
    if (names.remove(file) != null) {
      did(new Unsynced.Naming(file, null, null));
    }
  }

  @Override
  public synchronized void sync() {
    if (filter.obeys(DIRECTORY, List.of())) {
      durableNames = new HashMap<>(names);
      unsynced.removeIf(operation -> operation.inode() == null);
      syncedSinceCut = true;
    }
    called();
  }

  /** One opening of a file. */
  private final class OpenFile implements RawFile {
    private final String file;
    private final Inode inode;
    private boolean closed;

    OpenFile(String file, Inode inode) {
      this.file = file;
      this.inode = inode;
    }

    private void requireOpen() {
      if (closed) {
        throw new StoreClosedException(file + ": the file is closed");
      }
    }

    @Override
    public String name() {
      return file;
    }

    @Override
    public long sizeBytes() {
      synchronized (CrashDisk.this) {
        requireOpen();
        return inode.live.sizeBytes();
      }
    }

    @Override
    public int read(long offset, ByteBuffer into, int at, int length) {
      synchronized (CrashDisk.this) {
        requireOpen();
        int count = (int) Math.max(0, Math.min(length, inode.live.sizeBytes() - offset));
        ByteBuffer target = into.limit() == into.capacity() ? into : into.duplicate().clear();
        int done = 0;
        while (done < count) {
          int inSector = (int) ((offset + done) % Sector.BYTES);
          int piece = Math.min(Sector.BYTES - inSector, count - done);
          Sector sector = inode.live.sector((int) ((offset + done) / Sector.BYTES));
          target.put(at + done, sector.bytes(), inSector, piece);
          done += piece;
        }
        return count;
      }
    }

    @Override
    public void write(long offset, ByteBuffer from, int at, int length) {
      synchronized (CrashDisk.this) {
        requireOpen();
        byte[] bytes = new byte[length];
        ByteBuffer source = from.limit() == from.capacity() ? from : from.duplicate().clear();
        source.get(at, bytes);
        if (length > 0) {
          Unsynced.Write write = new Unsynced.Write(inode, offset, bytes);
          for (int piece = 0; piece < write.pieces(); piece++) {
            write.put(inode.live, piece);
          }
          unsynced.add(write);
        }
        if (offset + length > inode.live.sizeBytes()) {
          inode.live.resize(offset + length);
          unsynced.add(new Unsynced.Length(inode, offset + length, true));
        }
        called();
      }
    }

    @Override
    public void resize(long sizeBytes) {
      synchronized (CrashDisk.this) {
        requireOpen();
        inode.live.resize(sizeBytes);
        did(new Unsynced.Length(inode, sizeBytes, false));
      }
    }

    @Override
    public void reserve(long sizeBytes) {
      requireOpen();
    }

    @Override
    public int roomBytes() {
      return roomBytes;
    }

    @Override
    public long leastDiscardBytes() {
      return Sector.BYTES;
    }

    /**
     * Writes zeros. Like any write before the next sync, a power cut keeps all of them, some or
     * none.
     */
    @Override
    public boolean discard(long offset, long length) {
      write(offset, AlignedBuffers.allocate((int) length), 0, (int) length);
      return true;
    }

    @Override
    public void sync() {
      synchronized (CrashDisk.this) {
        requireOpen();
        if (filter == SyncFilter.ALL || filter.obeys(file, writtenOffsets())) {
          inode.durable = inode.live.content();
          unsynced.removeIf(operation -> operation.inode() == inode);
          syncedSinceCut = true;
        }
        called();
      }
    }

    private List<Long> writtenOffsets() {
      List<Long> offsets = new ArrayList<>();
      for (Unsynced operation : unsynced) {
        if (operation.inode() == inode && operation instanceof Unsynced.Write write) {
          offsets.add(write.offset());
        }
      }
      return offsets;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
