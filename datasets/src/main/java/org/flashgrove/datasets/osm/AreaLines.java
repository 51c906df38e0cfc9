package org.flashgrove.datasets.osm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.locationtech.jts.algorithm.LineIntersector;
import org.locationtech.jts.algorithm.RobustLineIntersector;
import org.locationtech.jts.noding.MCIndexNoder;
import org.locationtech.jts.noding.NodedSegmentString;
import org.locationtech.jts.noding.SegmentIntersector;
import org.locationtech.jts.noding.SegmentString;

/**
 * Splits the lines of an area, so that lines meet only at end points. The polygonizer of JTS may
 * not terminate for lines that cross or overlap without a node.
 */
final class AreaLines {
  private static final long PAIRS_A_SEGMENT = 100;
  private static final long MORE_PAIRS = 1 << 20;
  private static final int COST_OF_A_PAIR = 16;

  private AreaLines() {}

  /**
   * Splits each segment at the points where the end of another segment lies on it.
   *
   * @return null if two segments cross or overlap, or if there are too many pairs to compare
   */
  static Collection<?> noded(Collection<OsmShapes.Segment> segments, WorkBudget budget) {
    List<SegmentString> strings = new ArrayList<>(segments.size());
    for (OsmShapes.Segment segment : segments) {
      strings.add(new NodedSegmentString(segment.ends(), null));
    }
    Meetings meetings = new Meetings(PAIRS_A_SEGMENT * segments.size() + MORE_PAIRS);
    MCIndexNoder noder = new MCIndexNoder(meetings);
    noder.computeNodes(strings);
    budget.charge(COST_OF_A_PAIR * meetings.pairs);
    return meetings.isDone() ? null : noder.getNodedSubstrings();
  }

  /**
   * Compares pairs of segments whose bounding boxes intersect, and finds where they meet. Stops at
   * the first crossing.
   */
  private static final class Meetings implements SegmentIntersector {
    private final LineIntersector intersector = new RobustLineIntersector();
    private final long mostPairs;
    private long pairs;
    private boolean cross;

    Meetings(long mostPairs) {
      this.mostPairs = mostPairs;
    }

    @Override
    public void processIntersections(SegmentString a, int atA, SegmentString b, int atB) {
      if (a == b) {
        return;
      }
      pairs++;
      intersector.computeIntersection(
          a.getCoordinate(atA),
          a.getCoordinate(atA + 1),
          b.getCoordinate(atB),
          b.getCoordinate(atB + 1));
      if (!intersector.hasIntersection()) {
        return;
      }
      if (intersector.isProper() || intersector.getIntersectionNum() > 1) {
        cross = true;
      } else if (intersector.isInteriorIntersection()) {
        ((NodedSegmentString) a).addIntersections(intersector, atA, 0);
        ((NodedSegmentString) b).addIntersections(intersector, atB, 1);
      }
    }

    @Override
    public boolean isDone() {
      return cross || pairs > mostPairs;
    }
  }
}
