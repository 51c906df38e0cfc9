package org.flashgrove.jmh.bench.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.datasets.generate.ClusteredPoints;
import org.flashgrove.datasets.generate.EntryGenerator;
import org.flashgrove.datasets.generate.UniformPoints;

/**
 * A data set by its name: made, or of a file. Clustered are the points in 125 clusters of the
 * thesis, with a deviation of 0.02; boxes have a point as their lower left corner and sides uniform
 * from 0 to the mean distance of as many uniform points. Of a file the rectangles around features
 * are taken, in its order, as many as are asked for.
 */
public final class DataSet {
  private static final double SIGMA = 0.02;
  private static final String CLUSTERED = "clustered";
  private static final String UNIFORM = "uniform";

  private final String name;
  private final long seed;

  /** A data set; the seed decides what is made. */
  public DataSet(String name, long seed) {
    this.name = name;
    this.seed = seed;
  }

  private boolean isMade() {
    return name.equals(CLUSTERED + "-points")
        || name.equals(UNIFORM + "-points")
        || name.equals(CLUSTERED + "-boxes")
        || name.equals(UNIFORM + "-boxes");
  }

  /** Refuses a name that is neither a kind of data nor a file. */
  public void requireKnown() {
    if (!isMade() && !Files.isReadable(Path.of(name))) {
      throw new IllegalArgumentException(
          "--data "
              + name
              + " (allowed: clustered-points, uniform-points, clustered-boxes, uniform-boxes, or the"
              + " name of a data file)");
    }
  }

  /** Returns whether the entries are points; those of a file are rectangles. */
  public boolean isPoints() {
    return name.endsWith("-points") && isMade();
  }

  /** Writes entries into a file for {@link BoxFile}, at most the given number. */
  public void write(long most, Path file) throws IOException {
    try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      Output output = new Output(stream);
      if (!isMade()) {
        copy(most, output);
      } else if (isPoints()) {
        generator(most).generate((id, x, y, maxX, maxY) -> output.put(x, y));
      } else {
        SplittableRandom sides = new SplittableRandom(seed);
        double most1 = 1 / Math.sqrt(most);
        generator(most)
            .generate(
                (id, x, y, maxX, maxY) -> {
                  output.put(x, y);
                  output.put(x + most1 * sides.nextDouble(), y + most1 * sides.nextDouble());
                });
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private EntryGenerator generator(long count) {
    return name.startsWith(CLUSTERED)
        ? new ClusteredPoints(count, ClusteredPoints.THESIS_CLUSTERS, SIGMA, Extent.UNIT, seed)
        : new UniformPoints(count, Extent.UNIT, seed);
  }

  private void copy(long most, Output output) throws IOException {
    long copied = 0;
    try (FeatureCursor features = DataFiles.open(name, BadRowPolicy.STOP)) {
      while (copied < most && features.next()) {
        output.put(features.minX(), features.minY());
        output.put(features.maxX(), features.maxY());
        copied++;
      }
    }
    if (copied == 0) {
      throw new IllegalArgumentException("--data " + name + ": no entries");
    }
  }

  /** Rounds to floats, which keeps the order of coordinates. */
  private static final class Output {
    private final OutputStream stream;
    private final ByteBuffer pair =
        ByteBuffer.allocate(2 * Float.BYTES).order(ByteOrder.nativeOrder());

    Output(OutputStream stream) {
      this.stream = stream;
    }

    void put(double x, double y) {
      pair.putFloat(0, (float) x).putFloat(Float.BYTES, (float) y);
      try {
        stream.write(pair.array());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
