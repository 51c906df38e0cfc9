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
 * A data set by its name: made ({@link MadeData}), or of a file. Of a file the rectangles around
 * features are taken, in its order, as many as are asked for.
 */
public final class BenchDataSet {
  private final String name;
  private final long seed;
  private final MadeData made; // null of a file

  /** A data set; the seed decides what is made. */
  public BenchDataSet(String name, long seed) {
    this.name = name;
    this.seed = seed;
    made = MadeData.of(name);
  }

  /** Refuses a name that is neither a kind of data nor a file. */
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
   * Writes entries into a file for {@link BoxFile}, at most the given number.
   *
   * @param isDouble whether coordinates stay doubles; else they are rounded to floats
   * @return the form of the entries; those of a file are points if all of them are
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
      throw new IllegalArgumentException("--data " + name + ": no entries");
    }
  }

  /** Finds out whether all entries are points. */
  private static final class PointTest implements MadeData.Sink {
    private boolean hasPointsAlone = true;

    @Override
    public void put(double minX, double minY, double maxX, double maxY) {
      hasPointsAlone &= minX == maxX && minY == maxY;
    }
  }

  /** Writes entries. Rounding to floats keeps the order of coordinates. */
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
