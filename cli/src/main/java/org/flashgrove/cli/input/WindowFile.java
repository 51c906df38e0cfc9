package org.flashgrove.cli.input;

import java.io.IOException;
import java.util.Arrays;
import org.flashgrove.cli.command.OutputFiles;
import org.flashgrove.datasets.csv.WindowCursor;
import org.flashgrove.datasets.feature.BadRowPolicy;

/** Query windows in memory, with four doubles each. */
public final class WindowFile {
  private final String name;
  private double[] values = new double[64];
  private int count;

  public WindowFile(String name) {
    this.name = name;
  }

  /** Reads a file with rows {@code minx,miny,maxx,maxy}. Throws an exception at a bad row. */
  public static WindowFile read(String path) throws IOException {
    OutputFiles.requireCsv("windows", path);
    WindowFile windows = new WindowFile(path);
    try (WindowCursor cursor = WindowCursor.open(path, BadRowPolicy.STOP)) {
      cursor.forEach(windows::add);
    }
    return windows;
  }

  public void add(double minX, double minY, double maxX, double maxY) {
    if (4 * count == values.length) {
      values = Arrays.copyOf(values, values.length * 2);
    }
    values[4 * count] = minX;
    values[4 * count + 1] = minY;
    values[4 * count + 2] = maxX;
    values[4 * count + 3] = maxY;
    count++;
  }

  public String name() {
    return name;
  }

  public int count() {
    return count;
  }

  /** Returns coordinate 0 to 3 (minX, minY, maxX, maxY) of a window. */
  public double at(int window, int coordinate) {
    return values[4 * window + coordinate];
  }
}
