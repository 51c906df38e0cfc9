package org.flashgrove.sidecar;

import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.RectangleTest;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Test for the bounds of a run, which is a sequence of neighbouring rows. It accepts the run if a
 * row of the run may pass the test for single rows. The bounds of the run contain the bounds of all
 * its rows, so a row may pass that test even if the bounds of the run would not.
 *
 * @param test test for the bounds of a single row
 */
record RunTest(RectangleTest test) implements RectangleTest {
  @Override
  public boolean mayHold(
      double qMinX,
      double qMinY,
      double qMaxX,
      double qMaxY,
      double eMinX,
      double eMinY,
      double eMaxX,
      double eMaxY) {
    return test.mayHold(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY);
  }

  @Override
  public boolean matches(
      double qMinX,
      double qMinY,
      double qMaxX,
      double qMaxY,
      double oMinX,
      double oMinY,
      double oMaxX,
      double oMaxY) {
    return test.mayHold(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
  }

  @Override
  public boolean findWindow(
      double qMinX, double qMinY, double qMaxX, double qMaxY, double[] window) {
    return test.findWindow(qMinX, qMinY, qMaxX, qMaxY, window);
  }

  /**
   * Returns whether a geometry passes a test, which consists of a test of its bounds and an exact
   * test.
   */
  static boolean matches(GeometryTest test, Geometry object) {
    Envelope query = test.envelope();
    Envelope bounds = object.getEnvelopeInternal();
    return test.candidates()
            .matches(
                query.getMinX(),
                query.getMinY(),
                query.getMaxX(),
                query.getMaxY(),
                bounds.getMinX(),
                bounds.getMinY(),
                bounds.getMaxX(),
                bounds.getMaxY())
        && test.matches(object);
  }
}
