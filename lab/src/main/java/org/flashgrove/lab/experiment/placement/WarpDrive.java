package org.flashgrove.lab.experiment.placement;

import org.flashgrove.simulator.fdp.FdpConfig;
import org.flashgrove.simulator.fdp.Isolation;

/** The emulated drives of WARP (FAST 2026) that the presets simulate. */
enum WarpDrive {
  /**
   * Drive of 448 GiB, initially isolated: garbage collection may mix pages of different handles.
   * The number of reclaim units is unknown, so it is chosen such that the simulation reproduces one
   * published result.
   */
  FIGURE_14("warp-fig14", "figure 14", "448 GiB", 3584, 4086, Isolation.INITIAL) {
    @Override
    int physicalUnits(int unitPages, long seed) {
      double wanted = published(Jumper.UNIFORM, ThreeWriters.Mode.NONE).lastFifth();
      int low = hostUnits() + LEAST_SPARE;
      int high = listedUnits();
      while (high - low > 1) { // fewer units mean more copies
        int middle = (low + high) / 2;
        double found =
            cell(middle, unitPages, Jumper.UNIFORM, ThreeWriters.Mode.NONE).run(seed).lastFifth();
        if (Math.abs(found / wanted - 1) < TOLERANCE) {
          return middle;
        }
        if (found > wanted) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return high;
    }

    @Override
    Published published(Jumper jumper, ThreeWriters.Mode mode) {
      return FIGURE_14_CELLS[jumper.ordinal()][mode.ordinal()];
    }

    @Override
    double[] shares(Jumper jumper) {
      return jumper.shares();
    }
  },

  /**
   * Drive of 224 GiB, persistently isolated. No parameter is chosen to reproduce the published
   * results of this drive, so they are an independent check of the simulation.
   */
  DEVICE_A("warp-device-a", "figure 13, drive A", "224 GiB", 896, 985, Isolation.PERSISTENT) {
    @Override
    int physicalUnits(int unitPages, long seed) {
      return listedUnits();
    }

    @Override
    Published published(Jumper jumper, ThreeWriters.Mode mode) {
      return null;
    }

    @Override
    double[] shares(Jumper jumper) {
      return new double[] {0.84, 0.08, 0.08};
    }
  };

  private static final int LEAST_SPARE = 128;
  private static final double TOLERANCE = 0.003;

  /** Length of a run, in units of the drive's capacity, if the published length is unknown. */
  private static final double USUAL_LENGTH = 8;

  /**
   * Published results. The rows are the distributions of {@link Jumper}, the columns the
   * assignments of {@link ThreeWriters.Mode}, both in the order of the enum.
   */
  private static final Published[][] FIGURE_14_CELLS = {
    {
      new Published(1.067, 1.081, 8.98),
      new Published(2.821, 3.359, 8.71),
      new Published(3.197, 3.844, 8.43)
    },
    {
      new Published(1.131, 1.150, 9.93),
      new Published(3.174, 3.897, 8.51),
      new Published(3.374, 4.135, 8.22)
    },
    {
      new Published(1.983, 2.267, 9.26),
      new Published(3.131, 3.771, 8.36),
      new Published(3.421, 4.154, 8.10)
    },
    {
      new Published(3.451, 4.053, 8.02),
      new Published(3.476, 4.184, 7.85),
      new Published(3.679, 4.358, 7.76)
    }
  };

  private final String preset;
  private final String figure;
  private final String size;
  private final int hostUnits;
  private final int listedUnits;
  private final Isolation isolation;

  WarpDrive(
      String preset, String figure, String size, int hostUnits, int units, Isolation isolation) {
    this.preset = preset;
    this.figure = figure;
    this.size = size;
    this.hostUnits = hostUnits;
    listedUnits = units;
    this.isolation = isolation;
  }

  String preset() {
    return preset;
  }

  String figure() {
    return figure;
  }

  String size() {
    return size;
  }

  int hostUnits() {
    return hostUnits;
  }

  /** Returns the number of reclaim units in the configuration of WARP's emulator. */
  int listedUnits() {
    return listedUnits;
  }

  /**
   * Returns the number of reclaim units to simulate. For {@link #FIGURE_14} it is chosen such that
   * the simulation reproduces a published result.
   */
  abstract int physicalUnits(int unitPages, long seed);

  /**
   * Returns the published result for a distribution of the jumper and an assignment of writers to
   * placement handles, or null if there is none.
   */
  abstract Published published(Jumper jumper, ThreeWriters.Mode mode);

  /** Returns the fraction of the pages that each of the three writers writes. */
  abstract double[] shares(Jumper jumper);

  WarpCell cell(int units, int unitPages, Jumper jumper, ThreeWriters.Mode mode) {
    Published published = published(jumper, mode);
    return new WarpCell(
        FdpConfig.warp(hostUnits, units, unitPages, isolation),
        jumper,
        mode,
        shares(jumper),
        published == null ? USUAL_LENGTH : published.length());
  }
}
