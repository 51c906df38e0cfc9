package org.flashgrove.geotools.example;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.format.DataFiles;
import org.geotools.api.data.DataStore;
import org.geotools.api.data.DataStoreFinder;
import org.geotools.api.data.SimpleFeatureStore;
import org.geotools.api.data.Transaction;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.feature.simple.SimpleFeatureType;
import org.geotools.data.DataUtilities;
import org.geotools.data.DefaultTransaction;
import org.geotools.feature.simple.SimpleFeatureBuilder;
import org.geotools.feature.simple.SimpleFeatureTypeBuilder;
import org.geotools.referencing.crs.DefaultGeographicCRS;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Loads a file of features (CSV, GeoJSON, OSM or another format of the readers) into a store, if
 * the store is not there yet, and draws a window of it to a PNG.
 */
public final class DrawMap {
  private static final String TYPE = "features";
  private static final int BATCH = 10_000;
  private static final int WIDTH = 800;

  private DrawMap() {}

  /**
   * Runs the example.
   *
   * @param args FILE STORE_DIRECTORY OUT.png [MINX,MINY,MAXX,MAXY|all] [RULE ...]
   */
  public static void main(String[] args) throws IOException {
    if (args.length < 3) {
      System.err.println(
          "arguments: FILE STORE_DIRECTORY OUT.png [MINX,MINY,MAXX,MAXY|all] ['FILTER => #rrggbb"
              + " #rrggbb' ...]");
      System.exit(2);
    }
    MapStyle style =
        MapStyle.of(Arrays.asList(args).subList(Math.min(4, args.length), args.length));
    BufferedImage map =
        draw(args[0], Path.of(args[1]), style, args.length > 3 ? args[3] : "all", WIDTH);
    ImageIO.write(map, "png", new File(args[2]));
    System.out.println(args[2] + ": " + map.getWidth() + " x " + map.getHeight() + " pixels");
  }

  /**
   * Returns a map of a file.
   *
   * @param window {@code MINX,MINY,MAXX,MAXY}, or {@code all}
   */
  static BufferedImage draw(String file, Path directory, MapStyle style, String window, int width)
      throws IOException {
    boolean isThere = Files.isDirectory(directory);
    DataStore store =
        DataStoreFinder.getDataStore(
            Map.of("dbtype", "flashgrove", "directory", directory.toFile()));
    try {
      if (!isThere) {
        load(store, file);
      }
      SimpleFeatureStore source = (SimpleFeatureStore) store.getFeatureSource(TYPE);
      Envelope box = window.equals("all") ? source.getBounds() : parse(window);
      return new MapDrawing(style, width).inOrderOfIds(source, box);
    } finally {
      store.dispose();
    }
  }

  private static Envelope parse(String window) {
    String[] parts = window.split(",");
    if (parts.length != 4) {
      throw new IllegalArgumentException(
          "window '" + window + "' (allowed: MINX,MINY,MAXX,MAXY, or all)");
    }
    double[] of = Arrays.stream(parts).mapToDouble(Double::parseDouble).toArray();
    return new Envelope(of[0], of[2], of[1], of[3]);
  }

  private static SimpleFeatureType type() {
    SimpleFeatureTypeBuilder type = new SimpleFeatureTypeBuilder();
    type.setName(TYPE);
    type.add("geom", Geometry.class, DefaultGeographicCRS.WGS84);
    type.add("number", Long.class);
    type.add("kind", String.class);
    type.add("area", Double.class);
    return type.buildFeatureType();
  }

  private static void load(DataStore store, String file) throws IOException {
    SimpleFeatureType type = type();
    store.createSchema(type);
    try (FeatureCursor cursor = DataFiles.open(file, BadRowPolicy.STOP)) {
      boolean more = true;
      while (more) {
        List<SimpleFeature> batch = new ArrayList<>();
        while (batch.size() < BATCH && (more = cursor.next())) {
          Geometry geometry = cursor.geometry();
          Object[] values = {geometry, cursor.id(), geometry.getGeometryType(), geometry.getArea()};
          batch.add(SimpleFeatureBuilder.build(type, values, null));
        }
        add(store, batch);
      }
    }
  }

  private static void add(DataStore store, List<SimpleFeature> batch) throws IOException {
    SimpleFeatureStore source = (SimpleFeatureStore) store.getFeatureSource(TYPE);
    try (Transaction transaction = new DefaultTransaction()) {
      source.setTransaction(transaction);
      source.addFeatures(DataUtilities.collection(batch));
      transaction.commit();
    }
  }
}
