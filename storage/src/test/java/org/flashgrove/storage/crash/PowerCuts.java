package org.flashgrove.storage.crash;

import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The states in which a power cut may leave a disk.
 *
 * <p>Up to {@value #EXHAUSTIVE} unsynced pieces (sectors of writes, lengths, names): all subsets.
 * More pieces, but up to {@value #EXHAUSTIVE} operations: all subsets of operations, whole, and of
 * each subset one with torn writes. More operations: none, all, all but one, only one, all up to
 * one, all from one on, each of these whole, and samples of operations and of pieces.
 */
public final class PowerCuts {
  /** Unsynced operations up to which all subsets are tried. */
  public static final int EXHAUSTIVE = 10;

  private final CrashDisk disk;
  private final Random random;
  private final int samples;
  private final Consumer<DiskState> into;
  private final List<Unsynced> operations;
  private final int[] firstPiece;
  private final int pieces;
  private final int newFrom;

  private PowerCuts(
      CrashDisk disk, Random random, int samples, int firstNew, Consumer<DiskState> into) {
    this.disk = disk;
    this.random = random;
    this.samples = samples;
    this.into = into;
    operations = disk.unsynced();
    firstPiece = new int[operations.size() + 1];
    for (int i = 0; i < operations.size(); i++) {
      firstPiece[i + 1] = firstPiece[i] + operations.get(i).pieces();
    }
    pieces = firstPiece[operations.size()];
    newFrom = firstNew < 0 ? -1 : firstPiece[firstNew];
  }

  /**
   * Passes every state that a power cut may leave to a consumer, or a sample of them.
   *
   * @param random draws samples
   * @param samples how many to draw where there are too many subsets
   * @param all whether to include states that were already possible at the call before; they are
   *     included anyway if something became durable since
   */
  public static void of(
      CrashDisk disk, Random random, int samples, boolean all, Consumer<DiskState> into) {
    synchronized (disk) {
      int firstNew = disk.takeFirstNew();
      new PowerCuts(disk, random, samples, all ? -1 : firstNew, into).run();
    }
  }

  /** One state, drawn at random. */
  public static DiskState any(CrashDisk disk, Random random) {
    synchronized (disk) {
      DiskState[] drawn = new DiskState[1];
      PowerCuts cuts = new PowerCuts(disk, random, 1, -1, state -> drawn[0] = state);
      cuts.give(random.nextBoolean() ? cuts.randomPieces() : cuts.randomOperations());
      return drawn[0];
    }
  }

  private void run() {
    if (pieces <= EXHAUSTIVE) {
      for (int mask = 0; mask < 1 << pieces; mask++) {
        give(BitSet.valueOf(new long[] {mask}));
      }
    } else if (operations.size() <= EXHAUSTIVE) {
      for (int mask = 0; mask < 1 << operations.size(); mask++) {
        BitSet whole = wholeOperations(BitSet.valueOf(new long[] {mask}));
        give(whole);
        tear(whole);
        give(whole);
      }
    } else {
      structured();
    }
  }

  private void structured() {
    int count = operations.size();
    BitSet chosen = new BitSet();
    for (int i = 0; i < count; i++) {
      chosen.clear();
      chosen.set(i);
      giveWhole(chosen);
      chosen.flip(0, count);
      giveWhole(chosen);
      chosen.clear();
      chosen.set(0, i);
      giveWhole(chosen);
      chosen.flip(0, count);
      giveWhole(chosen);
    }
    for (int i = 0; i < samples; i++) {
      give(randomOperations());
      give(randomPieces());
    }
  }

  private void giveWhole(BitSet chosen) {
    give(wholeOperations(chosen));
  }

  private BitSet wholeOperations(BitSet chosen) {
    BitSet survivors = new BitSet(pieces);
    for (int i = chosen.nextSetBit(0); i >= 0; i = chosen.nextSetBit(i + 1)) {
      survivors.set(firstPiece[i], firstPiece[i + 1]);
    }
    return survivors;
  }

  private BitSet randomOperations() {
    BitSet chosen = new BitSet();
    int percent = 10 + random.nextInt(81);
    for (int i = 0; i < operations.size(); i++) {
      chosen.set(i, random.nextInt(100) < percent);
    }
    return wholeOperations(chosen);
  }

  private BitSet randomPieces() {
    BitSet survivors = new BitSet(pieces);
    int percent = 10 + random.nextInt(81);
    for (int i = 0; i < pieces; i++) {
      survivors.set(i, random.nextInt(100) < percent);
    }
    return survivors;
  }

  /** Loses at least one sector of at least one surviving write of several sectors. */
  private void tear(BitSet survivors) {
    for (int i = 0; i < operations.size(); i++) {
      int from = firstPiece[i];
      int length = firstPiece[i + 1] - from;
      if (length > 1 && survivors.get(from) && random.nextInt(3) > 0) {
        survivors.clear(from + random.nextInt(length));
        for (int piece = from; piece < from + length; piece++) {
          survivors.set(piece, survivors.get(piece) && random.nextInt(4) > 0);
        }
      }
    }
  }

  private void give(BitSet survivors) {
    if (newFrom >= 0 && survivors.nextSetBit(newFrom) < 0) {
      return;
    }
    Map<CrashDisk.Inode, Growing> changed = new IdentityHashMap<>();
    Map<String, CrashDisk.Inode> names = new HashMap<>(disk.durableNames());
    for (int i = 0; i < operations.size(); i++) {
      for (int p = survivors.nextSetBit(firstPiece[i]);
          p >= 0 && p < firstPiece[i + 1];
          p = survivors.nextSetBit(p + 1)) {
        apply(operations.get(i), p - firstPiece[i], changed, names);
      }
    }
    TreeMap<String, FileContent> files = new TreeMap<>();
    names.forEach(
        (name, inode) -> {
          Growing file = changed.get(inode);
          files.put(name, file == null ? inode.durable() : file.content());
        });
    into.accept(new DiskState(files));
  }

  private static void apply(
      Unsynced operation,
      int piece,
      Map<CrashDisk.Inode, Growing> changed,
      Map<String, CrashDisk.Inode> names) {
    if (operation instanceof Unsynced.Naming naming) {
      naming.apply(names);
      return;
    }
    Growing file =
        changed.computeIfAbsent(operation.inode(), inode -> new Growing(inode.durable()));
    if (operation instanceof Unsynced.Write write) {
      write.put(file, piece);
    } else if (operation instanceof Unsynced.Length length) {
      length.put(file);
    }
  }
}
