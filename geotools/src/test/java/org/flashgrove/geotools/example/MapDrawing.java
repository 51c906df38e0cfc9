package org.flashgrove.geotools.example;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.IOException;
import org.geotools.api.data.Query;
import org.geotools.api.data.SimpleFeatureSource;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.FilterFactory;
import org.geotools.api.filter.sort.SortBy;
import org.geotools.data.simple.SimpleFeatureCollection;
import org.geotools.data.simple.SimpleFeatureIterator;
import org.geotools.factory.CommonFactoryFinder;
import org.geotools.geometry.jts.LiteShape;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Point;

/** Draws windows of features with Java2D. */
public final class MapDrawing {
  private static final FilterFactory FILTERS = CommonFactoryFinder.getFilterFactory();
  private static final int POINT_PIXELS = 3;

  private final MapStyle style;
  private final int width;

  /**
   * Creates a drawing.
   *
   * @param width pixels of a map from left to right
   */
  public MapDrawing(MapStyle style, int width) {
    this.style = style;
    this.width = width;
  }

  /** Returns a map of the features of a source in a window, in the order of their ids. */
  public BufferedImage inOrderOfIds(SimpleFeatureSource source, Envelope window)
      throws IOException {
    String geometry = source.getSchema().getGeometryDescriptor().getLocalName();
    Query query = new Query(source.getSchema().getTypeName(), within(geometry, window));
    query.setSortBy(SortBy.NATURAL_ORDER);
    return of(source.getFeatures(query), window);
  }

  /** Returns the filter of a window. */
  public static Filter within(String geometry, Envelope window) {
    return FILTERS.bbox(
        FILTERS.property(geometry),
        window.getMinX(),
        window.getMinY(),
        window.getMaxX(),
        window.getMaxY(),
        null);
  }

  /** Returns a map of features, in the order in which they come. */
  public BufferedImage of(SimpleFeatureCollection features, Envelope window) {
    int height = Math.max(1, (int) Math.round(width * window.getHeight() / window.getWidth()));
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, width, height);
    AffineTransform toPixels = new AffineTransform();
    toPixels.scale(width / window.getWidth(), -height / window.getHeight());
    toPixels.translate(-window.getMinX(), -window.getMaxY());
    try (SimpleFeatureIterator found = features.features()) {
      while (found.hasNext()) {
        draw(found.next(), toPixels, graphics);
      }
    } finally {
      graphics.dispose();
    }
    return image;
  }

  private void draw(SimpleFeature feature, AffineTransform toPixels, Graphics2D graphics) {
    if (!(feature.getDefaultGeometry() instanceof Geometry geometry) || geometry.isEmpty()) {
      return;
    }
    Color[] colours = style.colours(feature);
    if (geometry instanceof Point point) {
      double[] at = {point.getX(), point.getY()};
      toPixels.transform(at, 0, at, 0, 1);
      graphics.setColor(colours[1]);
      int half = POINT_PIXELS / 2;
      graphics.fill(
          new Rectangle((int) at[0] - half, (int) at[1] - half, POINT_PIXELS, POINT_PIXELS));
      return;
    }
    LiteShape shape = new LiteShape(geometry, toPixels, false);
    if (geometry.getDimension() == 2) {
      graphics.setColor(colours[0]);
      graphics.fill(shape);
    }
    graphics.setColor(colours[1]);
    graphics.draw(shape);
  }
}
