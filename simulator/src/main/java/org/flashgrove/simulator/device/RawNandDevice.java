package org.flashgrove.simulator.device;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WearStats;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * NAND flash in two parts. The smaller part is behind a translation layer and provides the logical
 * pages of this device, for a log and other files. The blocks of the larger part are accessed
 * directly as a {@link RawFlash}. Both parts use the same clock, because the host waits for each
 * raw operation. They lose power together.
 *
 * <p>The statistics cover both parts. Raw reads and programs count as requests of the host.
 */
public final class RawNandDevice extends ForwardingDevice {
  /** The name in specs. */
  public static final String NAME = "rawnand";

  private static final int IMAGE_MAGIC = 0x46_47_52_31; // "FGR1"
  private static final double USUAL_SHARE = 0.25;
  private static final double LEAST_SHARE = 0.01;
  private static final double MOST_SHARE = 0.9;

  private final NandDevice pages;
  private final NandRawFlash flash;
  private DeviceStats flashBase;

  /**
   * Counts of pages programmed in the raw part, as far as {@link #pages} (the device for the
   * logical pages) has already added these counts to its own.
   */
  private WriteMatrix savedRawWrites = new WriteMatrix.Counter().matrix();

  /**
   * Number of programs and erases from now on, of which the last is interrupted by a power cut; 0
   * if no cut is armed.
   */
  private long untilCut;

  private RawNandDevice(NandSpec pageSpec, NandSpec flashSpec) {
    super(new NandDevice(pageSpec));
    pages = (NandDevice) device;
    flash = new NandRawFlash(flashSpec, pages.latencies);
    flash.origin(Origin.INDEX);
    flash.cause(Cause.MERGE);
    flashBase = flash.figures();
  }

  /**
   * Validated spec of a {@link RawNandDevice}. It has the keys of {@link NandSpec}, which describe
   * the whole flash and the translation layer. An additional key {@code files} gives the share of
   * blocks behind the translation layer.
   */
  public static final class Model implements SimulatedDevices.Model {
    private final NandSpec pages;
    private final NandSpec flash;

    private Model(NandSpec pages, NandSpec flash) {
      this.pages = pages;
      this.flash = flash;
    }

    /**
     * Parses a spec. Accepts additional keys that the caller has already read.
     *
     * @throws SpecException if a key is unknown or a value is not allowed
     */
    public static Model of(Spec spec) {
      double share = spec.fraction("files", USUAL_SHARE, LEAST_SHARE, MOST_SHARE);
      NandSpec all = NandSpec.ofParts(spec);
      FlashGeometry shape = all.model().geometry();
      int planes = shape.planeCount();
      if (shape.blockCount() < 2 * planes) {
        throw new SpecException(
            "rawnand: "
                + shape.blockCount()
                + " blocks (allowed: at least "
                + 2 * planes
                + ", two per plane)");
      }
      long wished = Math.round(share * shape.blockCount() / planes) * planes;
      int ofPages = (int) Math.max(planes, Math.min(shape.blockCount() - planes, wished));
      return new Model(all.part(ofPages, false), all.part(shape.blockCount() - ofPages, true));
    }

    /** Returns the geometry of the raw part. */
    public FlashGeometry geometry() {
      return flash.model().geometry();
    }

    @Override
    public RawNandDevice open() {
      return new RawNandDevice(pages, flash);
    }

    @Override
    public RawNandDevice open(InputStream image) throws IOException {
      RawNandDevice device = open();
      device.load(image);
      return device;
    }
  }

  /**
   * Returns the raw part. Its operations advance the clock of this device.
   *
   * @param lock lock that is held during every operation of the raw part; all other users of this
   *     device must hold the same lock
   */
  public RawFlash flash(Object lock) {
    return new Part(lock);
  }

  /** The raw part. Its operations advance the clock of the device. */
  private final class Part implements RawFlash {
    private final Object lock;

    Part(Object lock) {
      this.lock = lock;
    }

    private void run(OperationKind kind, Runnable operation) {
      synchronized (lock) {
        long before = flash.nowNanos();
        boolean changes = kind != OperationKind.READ;
        if (changes && untilCut == 1) {
          flash.cutPowerAt(1);
        }
        try {
          operation.run();
        } catch (PowerLossException e) {
          cutPower();
          throw e;
        } finally {
          long nanos = flash.nowNanos() - before;
          pages.drain();
          pages.queue.advanceTo(pages.nowNanos() + nanos);
          if (kind != OperationKind.ERASE) {
            pages.latencies.record(kind, Origin.INDEX, nanos);
          }
        }
        untilCut -= changes && untilCut > 0 ? 1 : 0;
      }
    }

    @Override
    public FlashGeometry geometry() {
      return flash.geometry();
    }

    @Override
    public void read(int block, int index, ByteBuffer content, ByteBuffer oob) {
      run(OperationKind.READ, () -> flash.read(block, index, content, oob));
    }

    @Override
    public void program(int block, int index, ByteBuffer content, ByteBuffer oob) {
      run(OperationKind.WRITE, () -> flash.program(block, index, content, oob));
    }

    @Override
    public void erase(int block) {
      run(OperationKind.ERASE, () -> flash.erase(block));
    }

    @Override
    public int nextIndex(int block) {
      synchronized (lock) {
        return flash.nextIndex(block);
      }
    }

    @Override
    public int eraseCount(int block) {
      synchronized (lock) {
        return flash.eraseCount(block);
      }
    }

    @Override
    public int endurance() {
      return flash.endurance();
    }

    @Override
    public boolean isBad(int block) {
      synchronized (lock) {
        return flash.isBad(block);
      }
    }

    @Override
    public void markBad(int block) {
      synchronized (lock) {
        flash.markBad(block);
      }
    }
  }

  /**
   * Runs a request to the logical pages. Programs and erases of the request count towards an armed
   * power cut.
   */
  private void request(Runnable request) {
    if (untilCut == 0) {
      request.run();
      return;
    }
    pages.cutPowerAt(untilCut);
    long before = changes();
    try {
      request.run();
    } catch (PowerLossException e) {
      cutPower();
      throw e;
    }
    untilCut -= changes() - before;
  }

  private long changes() {
    DeviceStats figures = pages.figures();
    return figures.pagePrograms() + figures.blockErases();
  }

  @Override
  public void read(long first, int count, Origin origin, ByteBuffer into) {
    request(() -> pages.read(first, count, origin, into));
  }

  @Override
  public void write(long first, int count, Origin origin, ByteBuffer from) {
    request(() -> pages.write(first, count, origin, from));
  }

  @Override
  public void trim(long first, long count, Origin origin) {
    request(() -> pages.trim(first, count, origin));
  }

  @Override
  public void flush(Origin origin) {
    request(() -> pages.flush(origin));
  }

  @Override
  public DeviceStats figures() {
    return pages.figures().plus(flash.figures().since(flashBase));
  }

  @Override
  public WearStats wear() {
    int ofPages = pages.geometry().blockCount();
    return WearStats.of(
        ofPages + flash.geometry().blockCount(),
        block ->
            block < ofPages
                ? pages.chip().isBad(block) ? -1 : pages.chip().eraseCount(block)
                : flash.isBad(block - ofPages) ? -1 : flash.eraseCount(block - ofPages));
  }

  @Override
  public void resetFigures() {
    pages.resetFigures();
    flashBase = flash.figures();
  }

  @Override
  public void cutPower() {
    pages.cutPower();
    flash.cutPower();
    untilCut = 0;
  }

  @Override
  public void cutPowerAt(long operations) {
    if (operations < 1) {
      throw new IllegalArgumentException("operation " + operations + " (allowed: 1 or more)");
    }
    untilCut = operations;
  }

  @Override
  public boolean canBeSaved() {
    return true;
  }

  @Override
  public void save(OutputStream out) throws IOException {
    DataOutputStream words = new DataOutputStream(out);
    words.writeInt(IMAGE_MAGIC);
    words.writeUTF(flash.geometry().toString());
    flash.save(words);
    words.flush();
    pages.addEarlierWrites(newRawWrites());
    savedRawWrites = flash.figures().writes();
    pages.save(out);
  }

  /** Returns the pages programmed in the raw part since this device was opened or last saved. */
  private WriteMatrix newRawWrites() {
    return flash.figures().writes().since(savedRawWrites);
  }

  @Override
  public WriteMatrix writesSinceNew() {
    return pages.writesSinceNew().plus(newRawWrites());
  }

  private void load(InputStream in) throws IOException {
    DataInputStream words = new DataInputStream(in);
    if (words.readInt() != IMAGE_MAGIC || !words.readUTF().equals(flash.geometry().toString())) {
      throw new IOException("not an image of this device; use the device spec that saved it");
    }
    flash.load(words);
    pages.load(in);
    resetFigures();
  }

  @Override
  public void restart() {
    flash.restart();
    pages.restart();
  }
}
