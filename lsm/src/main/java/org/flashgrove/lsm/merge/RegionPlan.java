package org.flashgrove.lsm.merge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.grove.block.EntryKey;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.StoredBlock;

/**
 * Divides the records of components into P parts of limited size by Sort-Tile-Recursive
 * (Leutenegger, Lopez, Edgington 1997). It makes about √P vertical slices and cuts each slice by y.
 * With {@code slabs}, it makes P vertical slices instead.
 *
 * <p>Records are counted instead of stored. A first pass counts them by x, and a second pass counts
 * the records of each slice by y. They are counted in buckets, whose bounds are taken from the
 * boxes of pages. Each cut is at such a bound, so a part may slightly exceed the limit.
 */
public final class RegionPlan {
  private static final int MOST_X = 1024;
  private static final int MOST_Y = 256;
  private static final int BOUNDS_A_PAGE = 9;

  /**
   * Fraction of a part, which is the content of one new component. If fewer records than 1 /
   * {@value} of a part remain at the end, they get no part of their own.
   */
  private static final int SLIVER_PART = 8;

  private final List<ComponentSource> sources;
  private final long most;
  private final boolean slabs;
  private final List<double[]> pageBoxes = new ArrayList<>();
  private double[] bounds; // bounds between the buckets of x
  private long[] counts;
  private double[] slices; // ends of the slices
  private double[][] sliceBounds;
  private long[][] sliceCounts;
  private List<CentreRegion> regions;
  private int source;
  private long pagesRead;

  /**
   * Creates a plan to divide the records of some components.
   *
   * @param most maximum number of records in a part, which is the content of one new component
   * @param slabs whether to make only vertical slices
   */
  public RegionPlan(
      ComponentStore store,
      List<StoredComponent> components,
      EntryKey ordering,
      long most,
      boolean slabs) {
    sources = new ArrayList<>();
    long records = 0;
    for (StoredComponent component : components) {
      records += component.records();
      sources.add(new ComponentSource(store, component, ordering));
      for (StoredBlock block : component.blocks()) {
        BlockFences fences = block.fences();
        for (int p = 0; p < fences.pages(); p++) {
          double[] box = new double[4];
          fences.pageBox(p, box);
          pageBoxes.add(box);
        }
      }
    }
    this.most = most;
    this.slabs = slabs;
    if (records <= most) {
      regions = List.of(CentreRegion.ALL);
    } else {
      bounds = bounds(pageBoxes, 0, MOST_X);
      counts = new long[bounds.length + 1];
      sources.get(0).begin(CentreRegion.ALL);
    }
  }

  /**
   * Returns coordinates that divide the centres within some boxes into about equal buckets.
   *
   * @param axis 0 for x, 1 for y
   * @param most maximum number of coordinates; the result has no duplicates
   */
  private static double[] bounds(List<double[]> boxes, int axis, int most) {
    double[] found = new double[BOUNDS_A_PAGE * boxes.size()];
    int n = 0;
    for (double[] box : boxes) {
      for (int step = 0; step < BOUNDS_A_PAGE; step++) {
        double part = (double) step / (BOUNDS_A_PAGE - 1);
        found[n++] = box[axis] * (1 - part) + box[axis + 2] * part;
      }
    }
    Arrays.sort(found);
    double[] chosen = new double[Math.min(most, found.length)];
    int kept = 0;
    for (int i = 0; i < chosen.length; i++) {
      double bound = found[(int) ((long) found.length * i / chosen.length)];
      if (kept == 0 || bound > chosen[kept - 1]) {
        chosen[kept++] = bound;
      }
    }
    return Arrays.copyOf(chosen, kept);
  }

  /**
   * Returns one region for each new component, or null if further calls of {@link #step} are
   * needed.
   */
  List<CentreRegion> regions() {
    return regions;
  }

  long pagesRead() {
    return pagesRead;
  }

  long bytes() {
    long bytes = (long) pageBoxes.size() * (4 * Double.BYTES + 24);
    bytes += counts == null ? 0 : 2L * Long.BYTES * counts.length;
    bytes += sliceCounts == null ? 0 : 2L * Long.BYTES * MOST_Y * sliceCounts.length;
    return bytes;
  }

  /** Runs a step of the plan: counts the records of the page read last, and reads the next page. */
  void step() {
    ComponentSource from = sources.get(source);
    while (!from.isEnded() && !from.needsPage()) {
      count(from.box, from.deletion ? -1 : 1);
      from.advance();
    }
    if (!from.isEnded()) {
      from.load();
      pagesRead++;
      return;
    }
    source++;
    if (source == sources.size()) {
      source = 0;
      if (slices == null) {
        cutSlices();
      } else {
        cutParts();
      }
    }
    if (regions == null) {
      sources.get(source).begin(CentreRegion.ALL);
    }
  }

  private void count(double[] box, int records) {
    double x = Rectangles.centre(box[0], box[2]);
    if (slices == null) {
      counts[bucket(bounds, x)] += records;
    } else {
      int slice = bucket(slices, x);
      double y = Rectangles.centre(box[1], box[3]);
      sliceCounts[slice][bucket(sliceBounds[slice], y)] += records;
    }
  }

  /**
   * Returns the index of the bucket that contains a coordinate. It is the number of bounds that are
   * at most {@code at}.
   *
   * @param bounds bounds between the buckets, in ascending order
   */
  private static int bucket(double[] bounds, double at) {
    int found = Arrays.binarySearch(bounds, at + 0.0);
    return found >= 0 ? found + 1 : -found - 1;
  }

  private void cutSlices() {
    long total = Arrays.stream(counts).sum();
    long parts = Math.max(1, (total + most - 1) / most);
    long columns = slabs ? parts : (long) Math.ceil(Math.sqrt(parts));
    slices = cuts(bounds, counts, most * ((parts + columns - 1) / columns));
    if (slabs) {
      regions = new ArrayList<>();
      for (int s = 0; s <= slices.length; s++) {
        regions.add(slice(s, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
      }
      return;
    }
    sliceBounds = new double[slices.length + 1][];
    sliceCounts = new long[slices.length + 1][];
    for (int s = 0; s <= slices.length; s++) {
      CentreRegion slice = slice(s, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
      List<double[]> within = new ArrayList<>();
      for (double[] box : pageBoxes) {
        if (slice.mayHold(box)) {
          within.add(box);
        }
      }
      sliceBounds[s] = bounds(within, 1, MOST_Y);
      sliceCounts[s] = new long[sliceBounds[s].length + 1];
    }
  }

  private void cutParts() {
    regions = new ArrayList<>();
    for (int s = 0; s <= slices.length; s++) {
      double[] cuts = cuts(sliceBounds[s], sliceCounts[s], most);
      double from = Double.NEGATIVE_INFINITY;
      for (double cut : cuts) {
        regions.add(slice(s, from, cut));
        from = cut;
      }
      regions.add(slice(s, from, Double.POSITIVE_INFINITY));
    }
  }

  private CentreRegion slice(int s, double fromY, double toY) {
    double from = s == 0 ? Double.NEGATIVE_INFINITY : slices[s - 1];
    double to = s == slices.length ? Double.POSITIVE_INFINITY : slices[s];
    return new CentreRegion(from, to, fromY, toY);
  }

  /**
   * Returns the bounds at which to cut, so that about {@code records} records lie between two cuts.
   * For each multiple of {@code records}, it returns the bound before which the number of records
   * is nearest to this multiple.
   *
   * @param bounds bounds between the buckets, in ascending order
   * @param counts number of records in each bucket
   */
  private static double[] cuts(double[] bounds, long[] counts, long records) {
    double[] cuts = new double[bounds.length];
    int found = 0;
    long below = 0;
    long goal = records;
    long total = Arrays.stream(counts).sum();
    for (int b = 0; b < bounds.length && goal < total - records / SLIVER_PART; b++) {
      below += counts[b];
      long next = below + counts[b + 1];
      if (next > goal && below > goal - records && goal - below <= next - goal) {
        cuts[found++] = bounds[b];
        goal += records;
      } else if (below >= goal) {
        cuts[found++] = bounds[b];
        goal += records;
      }
    }
    return Arrays.copyOf(cuts, found);
  }
}
