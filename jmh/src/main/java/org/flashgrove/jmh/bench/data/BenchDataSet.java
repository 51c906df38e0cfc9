package org.flashgrove.jmh.bench.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.format.DataFiles;

/**
 * Data set of the benchmark, which is generated ({@link MadeData}) or read from a file. A file
 * provides the bounding rectangles of its first features, as many as the benchmark requests.
 */
public final class BenchDataSet {
  private final String name;
  private final long seed;
  private final MadeData made; // null if the data set is a file

  /**
   * Creates a data set.
   *
   * @param name a word of {@link MadeData}, or the name of a file
   * @param seed seed of generated data
   */
  public BenchDataSet(String name, long seed) {
    this.name = name;
    this.seed = seed;
    made = MadeData.of(name);
  }

  /** Throws an exception unless the name is a kind of generated data or a readable file. */
  public void requireKnown() {
    if (made == null && !Files.isReadable(Path.of(name))) {
      throw new IllegalArgumentException(
          "--data "
              + name
              + " (allowed: "
              + String.join(", ", MadeData.words())
              + ", or the name of a data file)");
    }
  }

  /**
   * Writes at most {@code most} entries to a file in the format of {@link BoxFile}.
   *
   * @param isDouble whether to keep coordinates as doubles; if not, they are rounded to floats
   * @return the form of the entries; a data file counts as points if all of its entries are points
   */
  public BoxForm write(long most, boolean isDouble, Path file) throws IOException {
    BoxForm form = new BoxForm(made == null ? hasPointsAlone(most) : made.isPoints(), isDouble);
    try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      Output output = new Output(stream, form);
      if (made == null) {
        copy(most, output);
      } else {
        made.make(most, seed, output);
      }
      return form;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private boolean hasPointsAlone(long most) throws IOException {
    PointTest test = new PointTest();
    copy(most, test);
    return test.hasPointsAlone;
  }

  private void copy(long most, MadeData.Sink output) throws IOException {
    long copied = 0;
    try (FeatureCursor features = DataFiles.open(name, BadRowPolicy.STOP)) {
      while (copied < most && features.next()) {
        output.put(features.minX(), features.minY(), features.maxX(), features.maxY());
        copied++;
      }
    }
    if (copied == 0) {
      throw new IllegalArgumentException(
          "--data " + name + ": has no entries; give a file with entries");
    }
  }

  /** Sink that finds out whether all entries are points. */
  private static final class PointTest implements MadeData.Sink {
    private boolean hasPointsAlone = true;

    @Override
    public void put(double minX, double minY, double maxX, double maxY) {
      hasPointsAlone &= minX == maxX && minY == maxY;
    }
  }

  /**
   * Writes entries to the file. If coordinates are rounded to floats, the rounding preserves their
   * order, so a minimum stays at most as large as its maximum.
   */
  private static final class Output implements MadeData.Sink {
    private final OutputStream stream;
    private final BoxForm form;
    private final ByteBuffer pair;

    Output(OutputStream stream, BoxForm form) {
      this.stream = stream;
      this.form = form;
      pair = ByteBuffer.allocate(2 * form.coordinateBytes()).order(ByteOrder.nativeOrder());
    }

    @Override
    public void put(double minX, double minY, double maxX, double maxY) {
      put(minX, minY);
      if (!form.isPoints()) {
        put(maxX, maxY);
      }
    }

    private void put(double x, double y) {
      if (form.isDouble()) {
        pair.putDouble(0, x).putDouble(Double.BYTES, y);
      } else {
        pair.putFloat(0, (float) x).putFloat(Float.BYTES, (float) y);
      }
      try {
        stream.write(pair.array());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
