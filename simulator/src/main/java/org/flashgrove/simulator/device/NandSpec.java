package org.flashgrove.simulator.device;

import java.io.IOException;
import java.io.InputStream;
import java.util.SplittableRandom;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.chip.BitErrors;
import org.flashgrove.simulator.chip.NandChip;
import org.flashgrove.simulator.chip.NandModel;
import org.flashgrove.simulator.chip.NandPresets;
import org.flashgrove.simulator.chip.NandTiming;
import org.flashgrove.simulator.ftl.FtlKinds;
import org.flashgrove.simulator.ftl.space.FtlFactory;
import org.flashgrove.simulator.time.OperationScheduler;
import org.flashgrove.simulator.time.ParallelScheduler;
import org.flashgrove.simulator.time.SerialScheduler;

/**
 * Spec of a NAND device, such as {@code nand:chip=thesis,op=7%,gc=greedy}.
 *
 * <table>
 *   <caption>Keys other than those of the translation layer</caption>
 *   <tr><td>{@code chip=thesis}</td><td>the chip type ({@link NandPresets}); the keys below override its values</td></tr>
 *   <tr><td>{@code page, oob}</td><td>page size and size of the out-of-band area in bytes</td></tr>
 *   <tr><td>{@code block}</td><td>pages of a block</td></tr>
 *   <tr><td>{@code blocks}, or {@code size}</td><td>number of blocks or bytes of the whole flash, including spare blocks; by default each die has as many blocks as the chip type</td></tr>
 *   <tr><td>{@code channels=1, ways=1, planes}</td><td>channels, dies per channel, planes per die</td></tr>
 *   <tr><td>{@code read, program, erase}</td><td>times in µs</td></tr>
 *   <tr><td>{@code bus}</td><td>bytes that a channel transfers per µs; 0 if transfers take no time; only with {@code timing=parallel}</td></tr>
 *   <tr><td>{@code endurance, ecc}</td><td>erases per block; correctable bits per page</td></tr>
 *   <tr><td>{@code factorybad=0}</td><td>number of initially bad blocks, selected by {@code seed}</td></tr>
 *   <tr><td>{@code timing=serial}</td><td>{@code serial}: the sum of all operation times, as in Flash-DBSim; {@code parallel}: queues for each die and channel</td></tr>
 *   <tr><td>{@code suspend, multiplane, copyback = off}</td><td>whether reads suspend programs and erases; whether operations on the planes of a die are combined; whether copies stay in the chip</td></tr>
 *   <tr><td>{@code suspendtime=20}</td><td>µs to stop a program or an erase, and again to resume
 *       it</td></tr>
 *   <tr><td>{@code depth=1}</td><td>maximum number of outstanding requests</td></tr>
 *   <tr><td>{@code reorder=off}</td><td>whether reads of a {@link ReadBatch} start on each die in turn, instead of in order; {@code
 *       timing=parallel} and {@code ftl=page} only</td></tr>
 *   <tr><td>{@code buffer=0, capacitor=off}</td><td>size of the write buffer; whether it survives a power loss</td></tr>
 *   <tr><td>{@code content=on}</td><td>whether content is stored; if off, operations are only counted</td></tr>
 *   <tr><td>{@code seed=1}</td><td>random seed</td></tr>
 *   <tr><td>{@code ftl=page}</td><td>the translation layer: {@code page}, {@code block}, {@code
 *       bast}, {@code fast}, {@code dftl}; {@code none} for raw flash</td></tr>
 * </table>
 *
 * <table>
 *   <caption>Keys of {@code ftl=page}</caption>
 *   <tr><td>{@code op=7%}</td><td>over-provisioning: of T physical pages, including spare and bad ones, the host sees {@code floor(T / (1 + op))}</td></tr>
 *   <tr><td>{@code gc=greedy}</td><td>{@code greedy}, {@code costbenefit}, {@code dchoices} (with
 *       {@code d=10}), {@code fifo}</td></tr>
 *   <tr><td>{@code streams=gc}</td><td>which pages have their own open blocks: {@code shared}: none; {@code gc}: collected pages; {@code hotcold}: also hot pages, whose previous write is at most {@code hot=0.5} times the number of all pages ago, counted in page writes; {@code origin}: the pages of each host origin</td></tr>
 *   <tr><td>{@code wear=dynamic}</td><td>{@code none}, {@code dynamic}, {@code static} (with {@code
 *       wearthreshold=64} erases)</td></tr>
 *   <tr><td>{@code refresh=0}</td><td>number of reads of a block after which its pages are moved; 0 for never</td></tr>
 *   <tr><td>{@code idlestart=0, idlestop}</td><td>collection in idle time starts when less than {@code idlestart} of a plane's blocks is free, and stops when {@code idlestop} is free, by default {@code idlestart}; 0 for never</td></tr>
 *   <tr><td>{@code idlevalid=50%}</td><td>maximum share of valid pages in a block that is collected in idle time</td></tr>
 * </table>
 *
 * <table>
 *   <caption>Keys of the other layers; shared names have the same meaning</caption>
 *   <tr><td>{@code ftl=block, bast, fast}</td><td>{@code op}, {@code wear}, {@code wearthreshold},
 *       {@code refresh}</td></tr>
 *   <tr><td>{@code ftl=bast, fast}</td><td>{@code logblocks}: maximum number of log blocks; by default all spare blocks; with {@code fast} at least 2, including the sequential log block</td></tr>
 *   <tr><td>{@code ftl=dftl}</td><td>{@code op}, {@code gc}, {@code wear}, {@code wearthreshold},
 *       {@code refresh}, {@code idlestart}, {@code idlestop}, {@code idlevalid}</td></tr>
 *   <tr><td></td><td>{@code cmt=64K}: size of the cached mapping table, with 8 bytes per entry</td></tr>
 *   <tr><td></td><td>{@code cache=slru}: its replacement policy, segmented LRU or {@code lru}</td></tr>
 *   <tr><td></td><td>{@code writeback=entry}: changed entries are written back individually; {@code page}: together with all other changed entries of their translation page</td></tr>
 * </table>
 *
 * <p>{@link BitErrors} describes the keys for wrong bits and failing operations.
 */
public final class NandSpec {
  private static final long LARGEST_BUFFER = 1L << 30;

  private final Spec spec;
  private final NandModel model;
  private final FtlFactory layer;
  private final boolean parallel;
  private final boolean suspension;
  private final boolean multiPlane;
  private final boolean copyBack;
  private final int depth;
  private final boolean reorder;
  private final int bufferPages;
  private final boolean capacitor;
  private final boolean content;
  private final int factoryBad;
  private final int seed;

  private NandSpec(Spec spec) {
    this.spec = spec;
    NandModel part =
        NandPresets.named(
            spec.choice("chip", "thesis", NandPresets.names().toArray(new String[0])));
    model =
        part.withGeometry(geometry(spec, part.geometry()))
            .withTiming(timing(spec, part.timing()))
            .withEndurance(spec.integer("endurance", part.endurance(), 1, Integer.MAX_VALUE))
            .withCorrectableBits(spec.integer("ecc", part.correctableBits(), 0, Integer.MAX_VALUE));
    parallel = spec.choice("timing", "serial", "serial", "parallel").equals("parallel");
    suspension = spec.flag("suspend", false);
    multiPlane = spec.flag("multiplane", false);
    copyBack = spec.flag("copyback", false);
    depth = spec.integer("depth", 1, 1, HostQueue.DEEPEST);
    reorder = spec.flag("reorder", false);
    int pageBytes = model.geometry().pageBytes();
    bufferPages = (int) (spec.bytes("buffer", 0, 0, LARGEST_BUFFER) / pageBytes);
    capacitor = spec.flag("capacitor", false);
    content = spec.flag("content", true);
    factoryBad = spec.integer("factorybad", 0, 0, model.geometry().blockCount());
    seed = spec.integer("seed", 1, 0, Integer.MAX_VALUE);
    layer = FtlKinds.of(spec, model.geometry());
    BitErrors.of(spec, model);
    spec.requireAllUsed();
    if (!parallel && (suspension || multiPlane)) {
      throw new SpecException(
          "nand: suspend or multiplane with timing=serial (allowed: timing=parallel)");
    }
    if (reorder && !(parallel && spec.text("ftl", "page").equals("page"))) {
      throw new SpecException(
          "nand: reorder=on without its settings (allowed: timing=parallel with ftl=page)");
    }
  }

  /**
   * Parses a spec whose name is {@code nand}.
   *
   * @throws SpecException if a key is unknown or a value is not allowed
   */
  public static NandSpec of(Spec spec) {
    if (!spec.name().equals("nand")) {
      throw new SpecException("device '" + spec.name() + "' (allowed: nand)");
    }
    return new NandSpec(spec);
  }

  /**
   * Parses the keys of a spec whose name is not {@code nand}. {@link #part} then divides the flash
   * into parts.
   */
  static NandSpec ofParts(Spec spec) {
    return new NandSpec(spec);
  }

  /**
   * Returns the spec of a part of this flash.
   *
   * @param blocks number of blocks in the part, a multiple of the number of planes
   * @param isRaw whether the part has no translation layer
   * @throws SpecException if the part has too few blocks for the layer
   */
  NandSpec part(int blocks, boolean isRaw) {
    return new NandSpec(this, blocks, isRaw);
  }

  private NandSpec(NandSpec whole, int blocks, boolean isRaw) {
    FlashGeometry shape = whole.model.geometry();
    spec = whole.spec;
    model =
        whole.model.withGeometry(
            new FlashGeometry(
                shape.channels(),
                shape.ways(),
                shape.planes(),
                blocks / shape.planeCount(),
                shape.pagesPerBlock(),
                shape.pageBytes(),
                shape.oobBytes()));
    layer = isRaw ? null : FtlKinds.of(spec, model.geometry());
    parallel = whole.parallel;
    suspension = whole.suspension;
    multiPlane = whole.multiPlane;
    copyBack = whole.copyBack;
    depth = whole.depth;
    reorder = whole.reorder;
    bufferPages = whole.bufferPages;
    capacitor = whole.capacitor;
    content = whole.content;
    factoryBad = (int) ((long) whole.factoryBad * blocks / shape.blockCount());
    seed = whole.seed;
  }

  /** Parses a spec string. */
  public static NandSpec parse(String text) {
    return of(Spec.parse(text));
  }

  private static FlashGeometry geometry(Spec spec, FlashGeometry part) {
    int channels = spec.integer("channels", 1, 1, 1024);
    int ways = spec.integer("ways", 1, 1, 1024);
    int planes = spec.integer("planes", part.planes(), 1, 64);
    int pageBytes = (int) spec.bytes("page", part.pageBytes(), 64, 1 << 20);
    int oobDefault = Math.max(16, part.oobBytes() * pageBytes / part.pageBytes() / 8 * 8);
    int oobBytes = (int) spec.bytes("oob", oobDefault, 16, 1 << 16);
    int pagesPerBlock = spec.integer("block", part.pagesPerBlock(), 1, 1 << 16);
    int givenBlocks = spec.integerIfGiven("blocks", 1, Integer.MAX_VALUE);
    long givenSize = spec.bytesIfGiven("size", 1, Long.MAX_VALUE);
    if (givenBlocks > 0 && givenSize > 0) {
      throw new SpecException("nand: blocks and size are both given (allowed: one of them)");
    }
    long planeCount = (long) channels * ways * planes;
    long blocks = planeCount * ((long) part.blocksPerPlane() * part.planes() / planes);
    if (givenBlocks > 0) {
      blocks = givenBlocks;
      if (blocks % planeCount != 0) {
        throw new SpecException(
            "nand: blocks=" + blocks + " (allowed: multiples of the " + planeCount + " planes)");
      }
    } else if (givenSize > 0) {
      long blockBytes = (long) pagesPerBlock * pageBytes;
      blocks = givenSize / blockBytes / planeCount * planeCount;
      if (blocks == 0) {
        throw new SpecException(
            "nand: size="
                + givenSize
                + " (allowed: at least a block of "
                + blockBytes
                + " bytes in each of "
                + planeCount
                + " planes)");
      }
    }
    try {
      return new FlashGeometry(
          channels,
          ways,
          planes,
          (int) Math.min(Integer.MAX_VALUE, blocks / planeCount),
          pagesPerBlock,
          pageBytes,
          oobBytes);
    } catch (IllegalArgumentException e) {
      throw new SpecException("nand: " + e.getMessage());
    }
  }

  private static NandTiming timing(Spec spec, NandTiming part) {
    long program = nanos(spec, "program", part.programNanos());
    return new NandTiming(
        nanos(spec, "read", part.readNanos()),
        program,
        spec.has("program") ? program : part.slowestProgramNanos(),
        part.bitsPerCell(),
        nanos(spec, "erase", part.eraseNanos()),
        spec.integer("bus", part.busBytesPerMicro(), 0, 1_000_000),
        nanos(spec, "suspendtime", part.suspendNanos()));
  }

  private static long nanos(Spec spec, String key, long fallback) {
    return spec.value(
        key,
        Double.toString(fallback / 1e3),
        "microseconds from 0",
        text -> {
          double micros = Double.parseDouble(text);
          return micros >= 0 && micros <= 1e9 ? Math.round(micros * 1000) : null;
        });
  }

  /** Returns an erased device. */
  public NandDevice open() {
    return new NandDevice(this);
  }

  /**
   * Returns a device with the state that {@link NandDevice#save} wrote, recovered as after a power
   * loss.
   *
   * @throws IOException if reading fails, or the image does not match this spec
   */
  public NandDevice open(InputStream image) throws IOException {
    NandDevice device = new NandDevice(this);
    device.load(image);
    return device;
  }

  /**
   * Returns erased flash with the same chip, but without a translation layer. The keys for the
   * layer, the write buffer and the queue are ignored.
   */
  public NandRawFlash openRaw() {
    return new NandRawFlash(this);
  }

  NandChip newChip(int storedBytes) {
    NandChip chip = new NandChip(model, storedBytes, BitErrors.of(spec, model));
    SplittableRandom random = new SplittableRandom(seed);
    while (chip.badBlocks() < factoryBad) {
      chip.markBad(random.nextInt(model.geometry().blockCount()));
    }
    return chip;
  }

  OperationScheduler newScheduler(OperationScheduler.DelayListener delays) {
    return parallel
        ? new ParallelScheduler(model.geometry(), model.timing(), suspension, multiPlane, delays)
        : new SerialScheduler(model.timing(), model.geometry().pagesPerBlock());
  }

  NandModel model() {
    return model;
  }

  FtlFactory layer() {
    return layer;
  }

  boolean copyBack() {
    return copyBack;
  }

  int depth() {
    return depth;
  }

  boolean reorder() {
    return reorder;
  }

  int bufferPages() {
    return bufferPages;
  }

  boolean capacitor() {
    return capacitor;
  }

  boolean content() {
    return content;
  }

  /** Returns the spec as given. */
  @Override
  public String toString() {
    return spec.toString();
  }
}
